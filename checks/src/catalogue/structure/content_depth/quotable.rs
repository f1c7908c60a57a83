//! The length that the score depends on.

use super::{least, was_cut, words_of_main};
use crate::applicability::exemption;
use crate::check::Context;
use crate::page::DocumentFacts;
use crate::page::outline::BlockFact;
use crate::page::text::{TENTHS_OF_WORD, word_equivalents};
use crate::report::{CheckResult, PageKind, Status};
use crate::score::Length;
use crate::weights::LENGTH_FULL;

/// How much of the page can be quoted, as far as the score depends on it; `judged` is the result of
/// the check. None for what is as short as it should be (a contact page, an entry of a reference), and
/// where the length isn't known.
pub(crate) fn length(context: &Context<'_>, judged: &CheckResult) -> Option<Length> {
    let document = &context.page.document;
    let kind = context.subject.kind;
    let is_unclear = document.main.low_confidence;
    let is_of_parts = matches!(kind, PageKind::Home | PageKind::Listing);
    let is_judged = match judged.status {
        Status::Na => is_of_parts || is_unclear,
        Status::Pass | Status::Warn | Status::Fail => true,
    };
    if !is_judged || was_cut(context.page) || exemption("content-depth", context.subject).is_some()
    {
        return None;
    }
    let main = words_of_main(document).saturating_sub(words_of_links(document));
    // Where no part is the content before others, all of them can be quoted.
    let all = (is_of_parts || is_unclear) && main < LENGTH_FULL;
    let beside = if all { words_beside_surroundings(document) } else { 0 };
    Some(Length { words: main.max(beside), asked: least(context.page, kind) })
}

/// Whether a block only names other pages, as a menu or a teaser does.
fn is_of_links(block: &BlockFact) -> bool {
    block.link_bytes * 2 > block.place.text.len()
}

/// Words of the main content that only name other pages.
fn words_of_links(document: &DocumentFacts) -> usize {
    let blocks = document.outline.blocks.iter().filter(|block| is_of_links(block));
    blocks.map(|block| block.tenths_of_words).sum::<usize>() / TENTHS_OF_WORD
}

/// Words of all that is no menu, foot or side column, counted until they are enough.
fn words_beside_surroundings(document: &DocumentFacts) -> usize {
    let blocks = document.outline.blocks.iter();
    let of_page = blocks.filter(|block| !block.place.is_around && !is_of_links(block));
    let texts = of_page.filter_map(|block| document.visible_text.get(block.place.text.clone()));
    let mut all = 0;
    for text in texts {
        all += word_equivalents(text);
        if all >= LENGTH_FULL {
            break;
        }
    }
    all
}
