//! Where a text may begin.

use super::kinds::is_lead;
use crate::catalogue::structure::headings::{Candidate, FirstHeadings};
use crate::catalogue::structure::lists_tables::item_mark;
use crate::check::Context;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockKind, tenths_in};
use crate::page::text::TENTHS_OF_WORD;
use crate::weights::LEAD_WITHIN_PERCENT;

/// Headings that are tried after the one that says most of what the title says.
const OTHER_HEADINGS: usize = 5;
/// Percent of words that a heading shares with the title that says the same.
const WHOLE_TITLE: usize = 100;

/// Where the text may begin, with the heading above it: below the heading that says what the title
/// says, or below another of the first level near the top, as menus hold such headings too.
pub(crate) fn beginnings<'a>(
    context: &Context<'a>,
    headings: &FirstHeadings<'a>,
) -> impl Iterator<Item = (usize, &'a str)> {
    let document = &context.page.document;
    let total = document.main.word_equivalents * TENTHS_OF_WORD;
    let above = move |end: usize| tenths_in(document.outline.blocks_in(&(0..end)));
    let place = |heading: Candidate<'a>| (heading.heading.place.text.end, heading.text);
    let best = headings.best().map(|best| first_section(headings, best));
    let is_of_section = |one: &Candidate<'a>| one.similarity < WHOLE_TITLE;
    let best = best.map(|best| {
        let first = headings.first_above_text(context, best).filter(|_| is_of_section(&best));
        first.unwrap_or(best)
    });
    let best = best.map(|best| introduction(document, best).unwrap_or_else(|| place(best)));
    let best = best.map_or((0, ""), |(from, text)| {
        // A heading that most of the text stands above, as in a window below it, is not over it.
        (if above(from) * 2 > total { 0 } else { from }, text)
    });
    let others: Vec<(usize, &str)> = headings.candidates.iter().copied().map(place).collect();
    let others = others.into_iter().filter(move |(from, _)| *from > best.0).take(OTHER_HEADINGS);
    let near = move |(from, _): &(usize, &str)| above(*from) * 100 <= total * LEAD_WITHIN_PERCENT;
    std::iter::once(best).chain(others.take_while(near))
}

/// The heading under which the text begins, where the one that says most of what the title says is
/// that of a numbered section: the first of those.
fn first_section<'a>(headings: &FirstHeadings<'a>, best: Candidate<'a>) -> Candidate<'a> {
    let is_numbered = |heading: &Candidate<'a>| item_mark(heading.text, false).is_some();
    let first = headings
        .candidates
        .iter()
        .filter(|heading| is_numbered(heading))
        .min_by_key(|heading| heading.heading.place.text.start);
    first.copied().filter(|_| is_numbered(&best)).unwrap_or(best)
}

/// The end and the text of the heading of an introduction, such as “Overview”, above the first
/// numbered section.
fn introduction<'a>(document: &'a DocumentFacts, first: Candidate<'a>) -> Option<(usize, &'a str)> {
    item_mark(first.text, false)?;
    let end = first.heading.place.text.start;
    let mut headings = document.outline.main_headings();
    let heading = headings.next().filter(|heading| heading.place.text.start < end)?;
    let from = heading.place.text.end;
    let mut between = document.outline.blocks_in(&(from..end)).iter();
    let has_text = between.any(|block| {
        block.place.in_main && block.kind == BlockKind::Paragraph && is_lead(document, block)
    });
    has_text.then(|| (from, heading.text(&document.visible_text)))
}
