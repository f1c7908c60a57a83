//! Prices in a text, which change while it stays.

use std::ops::Range;

use super::prose::text_of;
use super::quantities::{Reading, quantities};
use crate::check::Context;
use crate::excerpt::{EXCERPT_CHARACTERS, word_start};
use crate::page::outline::{BlockFact, BlockKind};
use crate::quoted::Quoted;

/// Blocks that are looked at.
const BLOCKS: usize = 2_000;

/// The first prices in the main content that are of no other time, one of each block: the line, and the
/// words around it.
pub(crate) fn prices<'a>(context: &'a Context<'_>) -> impl Iterator<Item = (u32, Quoted)> + 'a {
    blocks(context).filter_map(|block| {
        let text = text_of(context.page, block);
        if tells_of_year(text) {
            return None;
        }
        let mut first = None;
        amounts(text, |amount| {
            if first.is_none() && !is_large(&text[amount.end..]) {
                first = Some(amount.start);
            }
        });
        let from = word_start(text, first?.saturating_sub(EXCERPT_CHARACTERS / 4));
        Some((block.place.line, Quoted::of(&text[from..], EXCERPT_CHARACTERS / 2)))
    })
}

/// Whether the main content states any amount of money, a price or not.
pub(crate) fn states_money(context: &Context<'_>) -> bool {
    blocks(context).any(|block| {
        let mut found = false;
        amounts(text_of(context.page, block), |_| found = true);
        found
    })
}

/// The blocks that may state one.
fn blocks<'a>(context: &'a Context<'_>) -> impl Iterator<Item = &'a BlockFact> {
    let blocks = context.page.document.outline.main_blocks().take(BLOCKS);
    blocks.filter(|block| !matches!(block.kind, BlockKind::Heading | BlockKind::Code))
}

/// Tells `found` where each amount of money in a text stands.
fn amounts(text: &str, mut found: impl FnMut(Range<usize>)) {
    quantities(text, Reading { is_cell: false, nouns_have_capitals: false }, |quantity| {
        if quantity.is_money {
            found(quantity.text);
        }
    });
}

/// Whether an amount goes on as those of companies and states do: “$12 million”.
fn is_large(rest: &str) -> bool {
    const LARGE: [&str; 8] = ["mill", "mio", "mld", "mrd", "bill", "trill", "milh", "milj"];
    let next = rest.trim_start_matches([' ', '\u{a0}', '-']);
    let next = next.split(|char: char| !char.is_alphabetic()).next().unwrap_or_default();
    let next = next.to_lowercase();
    ["m", "bn", "b", "k"].contains(&next.as_str())
        || LARGE.iter().any(|word| next.starts_with(word))
}

/// Whether a text has a year, in which its amounts were true.
fn tells_of_year(text: &str) -> bool {
    let mut numbers = text.split(|char: char| !char.is_alphanumeric());
    numbers.any(|number| {
        number.len() == 4
            && number.bytes().all(|digit| digit.is_ascii_digit())
            && (number.starts_with("19") || number.starts_with("20"))
    })
}
