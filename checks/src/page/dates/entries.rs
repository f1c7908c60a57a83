//! Texts that are lists of dated entries, such as news or the notes on releases.

use super::text::{DatedText, Locale};
use crate::page::DocumentFacts;
use crate::page::outline::{BlockKind, Heading, tenths_in};
use crate::page::text::TENTHS_OF_WORD;
use crate::weights::LEAD_MIN;

/// The fewest entries of such a list.
const ENTRIES_MIN: usize = 3;
/// Percent of the headings of one level that name a day.
const DATED_PERCENT: usize = 75;
/// Headings that are looked at.
const HEADINGS_MAX: usize = 200;

/// Whether the text is a list of entries, each below a heading that names its day, and nothing
/// stands above the first of them: each entry opens with what it tells.
pub(crate) fn are_dated_entries(document: &DocumentFacts, locale: Locale<'_>) -> bool {
    let is_dated = |heading: &Heading| {
        let text = heading.text(&document.visible_text);
        DatedText::new(text).first_day(locale).is_some()
    };
    let headings = || document.outline.main_headings().take(HEADINGS_MAX);
    let Some(first) = headings().find(|heading| heading.level > 1 && is_dated(heading)) else {
        return false;
    };
    let (mut all, mut dated) = (0, 0);
    for heading in headings().filter(|heading| heading.level == first.level) {
        all += 1;
        dated += usize::from(is_dated(heading));
    }
    let above = document
        .outline
        .blocks
        .iter()
        .take_while(|block| block.place.text.start < first.place.text.start);
    let is_text = |kind: BlockKind| matches!(kind, BlockKind::Paragraph | BlockKind::ListItem);
    let said = tenths_in(above.filter(|block| is_text(block.kind)));
    dated >= ENTRIES_MIN && dated * 100 >= all * DATED_PERCENT && said < LEAD_MIN * TENTHS_OF_WORD
}
