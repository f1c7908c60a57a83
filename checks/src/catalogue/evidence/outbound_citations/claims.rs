//! The figures of a text that need a source.

use std::borrow::Cow;

use super::attribution::names_its_source;
use super::links::Links;
use crate::applicability::names_writer;
use crate::catalogue::evidence::prose::{prose_blocks, text_of};
use crate::catalogue::evidence::quantities::{Reading, quantities};
use crate::check::Context;
use crate::excerpt::{EXCERPT_CHARACTERS, word_start};
use crate::page::Page;
use crate::page::outline::BlockFact;
use crate::page::text::ends_sentence;
use crate::quoted::Quoted;

/// Claims that are looked at.
const CLAIMS_COUNTED: usize = 50;

/// A figure that needs a source and stands in a block without a link to one.
pub(super) struct Claim {
    pub(super) line: u32,
    pub(super) text: Quoted,
    /// Whether the words around it say where it is from.
    pub(super) is_sourced: bool,
}

/// The first such figures, one of each block; those first that name no source.
pub(super) fn claims_without_source(context: &Context<'_>, links: &Links<'_>) -> Vec<Claim> {
    let page = context.page;
    let places: Vec<usize> =
        links.sources.iter().map(|source| source.link.place.text.start).collect();
    let has_none = |range: &std::ops::Range<usize>| {
        let next = places.partition_point(|place| *place < range.start);
        places.get(next).is_none_or(|place| *place >= range.end)
    };
    let language = context.languages.primary();
    let nouns_have_capitals = matches!(language, "de" | "lb");
    let blocks = prose_blocks(page).filter(|block| has_none(&block.place.text));
    let claims = blocks.filter_map(|block| {
        let text = text_of(page, block);
        let mut first = None;
        quantities(text, Reading { is_cell: false, nouns_have_capitals }, |quantity| {
            // What writers counted themselves has no other source.
            let is_own = || names_writer(sentence_at(text, quantity.text.start), language);
            if first.is_none() && quantity.is_claim && !is_own() {
                first = Some(quantity.text.start);
            }
        });
        let from = word_start(text, first?.saturating_sub(EXCERPT_CHARACTERS / 3));
        let said = with_label(page, block, &text[from..]);
        Some(Claim {
            line: block.place.line,
            text: Quoted::of(&said, EXCERPT_CHARACTERS / 2),
            is_sourced: names_its_source(text, language),
        })
    });
    let mut claims: Vec<Claim> = claims.take(CLAIMS_COUNTED).collect();
    claims.sort_by_key(|claim| claim.is_sourced);
    claims
}

/// The sentence of a text that holds that byte, roughly: it ends where a mark and a space are.
fn sentence_at(text: &str, at: usize) -> &str {
    let ends = |part: &str| {
        let mut marks = part.match_indices(['.', '!', '?']).map(|(end, mark)| end + mark.len());
        marks.by_ref().filter(|end| part[*end..].starts_with(' ')).collect::<Vec<_>>()
    };
    let start = ends(&text[..at]).last().copied().unwrap_or(0);
    let end = ends(&text[at..]).first().map_or(text.len(), |end| at + end);
    &text[start..end]
}

/// A figure that stands alone, such as a large number in a box, with the words above it or below it:
/// without them, it says nothing.
fn with_label<'a>(page: &'a Page, block: &BlockFact, said: &'a str) -> Cow<'a, str> {
    /// Words of a figure that stands alone.
    const ALONE: usize = 2;
    /// Bytes of the words above it; a longer text doesn't go on in it.
    const LABEL_BYTES: usize = 80;
    if said.split_whitespace().nth(ALONE).is_some() {
        return said.into();
    }
    let blocks = &page.document.outline.blocks;
    let at = blocks.partition_point(|one| one.place.text.start < block.place.text.start);
    let text = |at: usize| {
        let block = blocks.get(at).filter(|block| block.place.in_main);
        block.map(|block| text_of(page, block).trim())
    };
    let above = at.checked_sub(1).and_then(text);
    let above = above.filter(|text| text.len() <= LABEL_BYTES && !ends_sentence(text));
    match (above, text(at + 1)) {
        (Some(above), _) => format!("{above} {said}").into(),
        (None, Some(below)) => format!("{said} {below}").into(),
        (None, None) => said.into(),
    }
}
