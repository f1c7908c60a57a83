//! Prices in a text, which change while it stays.

use std::ops::Range;

use super::prose::text_of;
use super::quantities::{Reading, quantities};
use super::sentence::sentence_at;
use crate::check::Context;
use crate::excerpt::{EXCERPT_CHARACTERS, word_start};
use crate::page::outline::{BlockFact, BlockKind};
use crate::quoted::Quoted;

/// Amounts of a block that are looked at for one that is asked now.
const AMOUNTS_OF_BLOCK: usize = 8;
/// Blocks that are looked at.
const BLOCKS: usize = 2_000;

/// The first prices in the main content that are of no other time, one of each block: the line, and the
/// words around it.
pub(crate) fn prices<'a>(context: &'a Context<'_>) -> impl Iterator<Item = (u32, Quoted)> + 'a {
    let is_english = context.languages.primary() == "en";
    blocks(context).filter_map(move |block| {
        let text = text_of(context.page, block);
        if tells_of_year(text) {
            return None;
        }
        let (mut first, mut looked_at) = (None, 0);
        amounts(text, |amount| {
            if first.is_some() || looked_at == AMOUNTS_OF_BLOCK {
                return;
            }
            looked_at += 1;
            let told = is_english && is_told(sentence_at(text, amount.start));
            if !is_large(&text[amount.end..]) && !told {
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

/// Whether an English sentence tells what happened, and nothing of the present.
fn is_told(sentence: &str) -> bool {
    const PAST: [&str; 4] = [" was ", " were ", " had ", " did "];
    const PRESENT: [&str; 5] = [" is ", " are ", " now ", " costs ", " today"];
    let has = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
    has(&PAST) && !has(&PRESENT)
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
