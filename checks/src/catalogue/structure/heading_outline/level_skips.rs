//! Headings that skip a level on the way down.

use std::ops::Range;

use crate::catalogue::structure::headings::{is_box, is_label};
use crate::page::DocumentFacts;
use crate::page::outline::{BlockKind, Heading, words_in};
use crate::page::text::ends_sentence;
use crate::report::PageKind;
use crate::weights::{ASIDE_MAX, SKIPS_FAIL, SKIPS_FAIL_PERCENT};

/// A heading that skips a level, and the level of the one before it.
pub(super) type Skip<'a> = (&'a Heading, u8);

/// The headings of a text that skip a level.
pub(super) struct Skips<'a> {
    /// Each heading more than one level below the one before it. Those of notes and teasers are
    /// among them where they are many.
    pub(super) skips: Vec<Skip<'a>>,
    /// Whether the others are many.
    pub(super) is_broken: bool,
}

impl<'a> Skips<'a> {
    /// Those among the headings of the main content.
    pub(super) fn of(document: &DocumentFacts, all: &[&'a Heading], has_h1: bool) -> Self {
        let (mut skips, asides) = found(document, all, has_h1);
        let is_broken = are_many(skips.len(), all.len());
        if are_many(asides.len(), all.len()) {
            skips.extend(&asides);
        }
        Self { skips, is_broken }
    }
}

/// Whether so many headings are a good part of all.
fn are_many(some: usize, all: usize) -> bool {
    some >= SKIPS_FAIL && some * 100 >= all * SKIPS_FAIL_PERCENT
}

/// Whether a heading that was left out of the text, such as the line under the title, stands
/// between a heading and the one of that level before it, and makes the step a small one.
fn is_led_to(document: &DocumentFacts, all: &[&Heading], at: usize, before: u8) -> bool {
    let Some(heading) = all.get(at) else { return false };
    let headings = &document.outline.headings;
    let from = match at.checked_sub(1).and_then(|at| all.get(at)) {
        Some(previous) => previous.place.text.end,
        None => {
            let first = headings.iter().find(|one| one.level == 1);
            first.map_or(0, |first| first.place.text.end)
        }
    };
    let first = headings.partition_point(|one| one.place.text.start < from);
    let to = heading.place.text.start;
    let mut between = headings[first..]
        .iter()
        .take_while(|one| one.place.text.start < to)
        .filter(|one| !one.place.is_around);
    between.any(|one| one.level > before && one.level + 1 == heading.level)
}

/// The places of headings right below the H1 of a manual that are lines of its title, such as the
/// names of the authors: few of one low level, before those of chapters, and over no sentence.
fn lines_of_title(document: &DocumentFacts, all: &[&Heading]) -> Range<usize> {
    const LINES: usize = 4;
    let is_manual = document.kind.judged_as() == PageKind::Docs;
    let from = usize::from(all.first().is_some_and(|first| first.level == 1));
    let Some(first) = all.get(from).filter(|first| is_manual && first.level > 2) else {
        return 0..0;
    };
    let lines = all[from..].iter().take_while(|heading| heading.level == first.level).count();
    let is_above_chapters = all.get(from + lines).is_some_and(|next| next.level <= 2);
    let last = all[from + lines - 1].place.text.end;
    let below = document.outline.blocks_from(last).first();
    let is_over_sentence = below.is_some_and(|block| {
        block.kind != BlockKind::Heading && ends_sentence(document.text_at(&block.place))
    });
    let are_lines = is_above_chapters && !is_over_sentence && lines <= LINES;
    if are_lines { from..from + lines } else { 0..0 }
}

/// The headings that skip a level, and those of them that stand over little, and without which the
/// others would be in order. Going up several levels at once is in order.
fn found<'a>(
    document: &DocumentFacts,
    all: &[&'a Heading],
    has_h1: bool,
) -> (Vec<Skip<'a>>, Vec<Skip<'a>>) {
    let mut before = has_h1.then_some(1);
    let (mut skips, mut asides) = (Vec::new(), Vec::new());
    let mut main_headings = 0;
    let lines = if has_h1 { lines_of_title(document, all) } else { 0..0 };
    for (at, heading) in all.iter().enumerate().filter(|(at, _)| !lines.contains(at)) {
        let text = heading.text(&document.visible_text);
        let is_note = is_label(text) || is_box(text) || heading.is_of_box;
        if let Some(level) = before.filter(|level| heading.level > level + 1) {
            if is_note {
                continue;
            }
            if is_led_to(document, all, at, level) {
                before = Some(heading.level);
                continue;
            }
            let next = all.get(at + 1);
            let end = next.map_or(document.visible_text.len(), |next| next.place.text.start);
            let is_alone = next.is_none_or(|next| next.level <= level + 1);
            if is_alone && words_within(document, heading.place.text.end..end) <= ASIDE_MAX {
                asides.push((*heading, level));
                continue;
            }
            skips.push((*heading, level));
        }
        // Another H1 is for `title-h1-match` to mend: over its part it stands as an H2 would.
        main_headings += usize::from(heading.level == 1);
        let here = Some(if main_headings > 1 { heading.level.max(2) } else { heading.level });
        // A note within a section doesn't end it.
        before = if is_note { before.max(here) } else { here };
    }
    (skips, asides)
}

/// The length of the main content there.
fn words_within(document: &DocumentFacts, range: Range<usize>) -> usize {
    words_in(document.outline.blocks_in(&range))
}
