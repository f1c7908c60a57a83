//! The length that the score depends on.

use super::{LENGTH_UNKNOWN, least, was_cut, words_of_main, words_where};
use crate::applicability::exemption;
use crate::catalogue::structure::entry::is_sure_entry;
use crate::check::Context;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, words_in};
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
        Status::Na => is_of_parts || judged.summary.starts_with(LENGTH_UNKNOWN),
        // However much is said of its subject, an entry is as long as that needs.
        Status::Pass => words_of_main(document) >= LENGTH_FULL || !is_sure_entry(context),
        Status::Warn | Status::Fail => true,
    };
    if !is_judged || was_cut(context.page) || exemption("content-depth", context.subject).is_some()
    {
        return None;
    }
    let main = words_of_main(document).saturating_sub(words_of_links(document));
    // Where no part is the content before others, all of them can be quoted.
    let all = (is_of_parts || is_unclear) && main < LENGTH_FULL;
    let is_quotable = |block: &BlockFact| !block.place.is_around && !block.is_mostly_links();
    let beside = if all { words_where(document, is_quotable, LENGTH_FULL) } else { 0 };
    Some(Length { words: main.max(beside), asked: least(context) })
}

/// Words of the main content that only name other pages, as teasers do.
fn words_of_links(document: &DocumentFacts) -> usize {
    words_in(document.outline.blocks.iter().filter(|block| block.is_mostly_links()))
}
