//! The figures of a text that need a source.

use std::borrow::Cow;
use std::collections::HashSet;

use super::attribution::names_its_source;
use super::links::Links;
use super::own_survey::OwnSurvey;
use crate::applicability::names_writer;
use crate::catalogue::evidence::prose::{prose_blocks, text_of};
use crate::catalogue::evidence::quantities::{Reading, quantities};
use crate::catalogue::evidence::sentence_at;
use crate::check::Context;
use crate::excerpt::{EXCERPT_CHARACTERS, word_start};
use crate::page::Page;
use crate::page::authors::AuthorKind;
use crate::page::outline::BlockFact;
use crate::page::text::ends_sentence;
use crate::page::visible_names::is_spaceless;
use crate::weights::AUTHORS_LOOKED_AT;

/// Claims that are looked at.
const CLAIMS_COUNTED: usize = 50;

/// A figure that needs a source and stands in a block without a link to one.
#[derive(Debug)]
pub(super) struct Claim {
    pub(super) line: u32,
    /// The words around it. Untrusted.
    pub(super) text: String,
    /// Whether the words around it say where it is from.
    pub(super) is_sourced: bool,
}

/// The first such figures of a page with those links, one of each block; those first that name no
/// source.
pub(super) fn claims_without_source<'a>(
    context: &'a Context<'_>,
    links: &Links<'_>,
) -> &'a [Claim] {
    context.memo.claims.get_or_init(|| find(context, links))
}

fn find(context: &Context<'_>, links: &Links<'_>) -> Vec<Claim> {
    let page = context.page;
    let places: Vec<usize> =
        links.sources.iter().map(|source| source.link.place.text.start).collect();
    let has_none = |range: &std::ops::Range<usize>| {
        let next = places.partition_point(|place| *place < range.start);
        places.get(next).is_none_or(|place| *place >= range.end)
    };
    let language = context.languages.primary();
    // A list of sources at the end links what the text names.
    let linked: HashSet<&str> =
        links.domains.iter().filter_map(|domain| label_of(domain)).collect();
    let nouns_have_capitals = matches!(language, "de" | "lb");
    let own_survey = OwnSurvey::of(context);
    let authors = context.authors.chosen();
    let people = authors.iter().filter(|author| author.kind == AuthorKind::Person);
    let names: Vec<&str> = people
        .map(|author| author.name.as_str())
        .filter(|name| name.contains(' '))
        .take(AUTHORS_LOOKED_AT)
        .collect();
    // What a biography tells of its author has no other source.
    let is_biography = |block: &BlockFact| {
        let behind = |name: &&str| text_of(page, block).strip_prefix(*name);
        names.iter().filter_map(behind).any(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let sites = context.sites.declared.iter().map(|site| site.name.as_str());
    let sites = sites.chain(context.title.site_part.as_deref());
    // A word of the title, or one that the text has in lower case, may be what it is about.
    let title = context.title.text.to_lowercase();
    let is_subject = |name: &str| {
        let lower = name.to_lowercase();
        let is_joined = name
            .as_bytes()
            .windows(2)
            .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
        // No other word is written as `TeaHouse` is.
        !name.contains(' ')
            && !is_joined
            && (title.contains(&lower) || page.document.main.text.contains(&lower))
    };
    let is_name = |name: &&str| name.chars().count() >= SITE_CHARACTERS && !is_subject(name);
    let sites: Vec<&str> = sites.take(SITE_NAMES).filter(is_name).collect();
    let blocks = prose_blocks(page).filter(|block| has_none(&block.place.text));
    let blocks = blocks.filter(|block| !is_biography(block));
    let claims = blocks.filter_map(|block| {
        let text = text_of(page, block);
        let (mut first, mut looked_at) = (None, 0);
        quantities(text, Reading { is_cell: false, nouns_have_capitals }, |quantity| {
            if first.is_some() || !quantity.is_claim || looked_at == CLAIMS_OF_BLOCK {
                return;
            }
            looked_at += 1;
            // What writers counted themselves, or were told, has no other source.
            let sentence = sentence_at(text, quantity.text.start);
            let is_of_site =
                || names_site(sentence, &sites) && !names_its_source(sentence, language);
            if !is_own(sentence, language) && !own_survey.gives(sentence) && !is_of_site() {
                first = Some(quantity.text.start);
            }
        });
        if first.is_some() && names_one(text, &linked) {
            return None;
        }
        let from = word_start(text, first?.saturating_sub(EXCERPT_CHARACTERS / 3));
        let said = with_label(page, block, &text[from..]);
        Some(Claim {
            line: block.place.line,
            text: said.into_owned(),
            is_sourced: names_its_source(text, language),
        })
    });
    let mut claims: Vec<Claim> = claims.take(CLAIMS_COUNTED).collect();
    claims.sort_by_key(|claim| claim.is_sourced);
    claims
}

/// The name in a domain: “leaf” of `leaf.example`. A short one may stand in any text.
fn label_of(domain: &str) -> Option<&str> {
    const LETTERS: usize = 3;
    domain.split('.').next().filter(|label| label.len() >= LETTERS)
}

/// Whether a text has one of these words as a name: in capitals, or with one within a sentence. “Who”
/// and “nature” are words like others.
fn names_one(text: &str, names: &HashSet<&str>) -> bool {
    let mut starts = true;
    text.split_whitespace().any(|word| {
        let bare = word.trim_matches(|char: char| !char.is_alphanumeric());
        let is_capital = bare.chars().all(char::is_uppercase)
            || (!starts && bare.starts_with(char::is_uppercase));
        starts = word.ends_with(['.', '!', '?', ':', '”', '"']);
        let bare = bare.strip_suffix("'s").or(bare.strip_suffix("’s")).unwrap_or(bare);
        is_capital && names.contains(bare.to_lowercase().as_str())
    })
}

/// Figures of a block that are looked at for one that isn't the writers' own.
const CLAIMS_OF_BLOCK: usize = 8;

/// Names of the site that are looked for.
const SITE_NAMES: usize = 12;
/// Characters of a name of a site that no other word is.
const SITE_CHARACTERS: usize = 4;

/// Whether a sentence has one of these names of the site as words: whoever runs it knows its numbers.
fn names_site(sentence: &str, sites: &[&str]) -> bool {
    let is_letter = |char: char| char.is_alphanumeric() && !is_spaceless(char);
    sites.iter().any(|name| {
        sentence.match_indices(name).any(|(at, name)| {
            !sentence[..at].ends_with(is_letter)
                && !sentence[at + name.len()..].starts_with(is_letter)
        })
    })
}

/// Whether a sentence says that its writers counted something, in words of their own: “we asked 500
/// readers”, “our survey”, or that somebody told them. “Us” may be all people, and “I” a number.
fn is_own(sentence: &str, language: &str) -> bool {
    const TOLD: [&str; 2] = [" told us", " told me"];
    // What has no mouth was read somewhere.
    const FOUND: [&str; 7] =
        ["research", "history", "data", "science", "study", "studies", "statistics"];
    let told = |(at, told): (usize, &str)| {
        let who = sentence[..at].rsplit(' ').next().unwrap_or_default().to_lowercase();
        !FOUND.contains(&who.as_str())
            && !sentence[at + told.len()..].starts_with(char::is_alphabetic)
    };
    let is_quoted = sentence.contains(['“', '”', '"', '«', '„']);
    let is_told =
        || language == "en" && TOLD.iter().any(|said| sentence.match_indices(said).any(told));
    let is_of_writer = || names_writer(sentence, language, &["i", "me", "us"]);
    !is_quoted && (is_of_writer() || is_told() || (language == "en" && says_i(sentence)))
}

/// Whether an English sentence speaks of its writer as “I”. Behind a name or a word such as “type”, it
/// is a number: “World War I”.
fn says_i(sentence: &str) -> bool {
    const COUNTED: [&str; 6] = ["type", "phase", "part", "stage", "level", "class"];
    const BEGINNINGS: [&str; 8] = ["as", "when", "while", "if", "since", "and", "but", "what"];
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let is_verb =
        |at: usize| words.get(at).is_some_and(|word| word.starts_with(char::is_lowercase));
    let is_number = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        before.is_some_and(|before| {
            let is_name = before.starts_with(char::is_uppercase)
                && before.ends_with(char::is_alphanumeric)
                && !BEGINNINGS.contains(&before.to_lowercase().as_str());
            is_name || COUNTED.contains(before)
        })
    };
    let mut all = words.iter().enumerate().filter(|(_, word)| **word == "I");
    all.any(|(at, _)| is_verb(at + 1) && !is_number(at))
        || words.iter().any(|word| word.starts_with("I'") || word.starts_with("I’"))
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
