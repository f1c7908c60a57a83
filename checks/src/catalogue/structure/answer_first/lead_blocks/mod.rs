//! The blocks at the beginning of a text that may be its lead.

mod beginnings;
mod below;
mod kinds;

use std::ops::Range;

use super::lead_parts::{list_below, rest_of, summary};
use super::lead_words::{is_byline, is_notice, is_path};
use crate::catalogue::structure::headings::is_label;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind, tenths_in};
use crate::page::text::{TENTHS_OF_WORD, ends_sentence};
use crate::report::PageKind;
use crate::weights::{LEAD_BLOCKS, LEAD_MAX, LEAD_MIN};
pub(super) use beginnings::beginnings;
pub(super) use below::{is_right_below, section_of};
pub(super) use kinds::tenths;
use kinds::{
    fitting, goes_on, is_contents, is_lead, is_menu, is_opening, is_retired, is_takeaways, items,
    list_around,
};

/// Blocks outside of the main content, below the heading, that are looked at.
const BLOCKS_ABOVE: usize = 40;
/// A list with more word equivalents than this lays out the page.
const TAKEAWAYS_MAX: usize = 2 * LEAD_MAX;

/// A lead among the blocks.
pub(super) struct Found<'a> {
    /// A paragraph or the like, with what completes it; or the items of a list of takeaways.
    pub(super) blocks: Vec<&'a BlockFact>,
    /// The block right above it, where that is a sentence that is too short for a lead.
    pub(super) opening: Option<&'a BlockFact>,
    /// Tenths of a word equivalent between the heading and it.
    pub(super) before: usize,
    /// Whether it is a sentence that a list completes, with that list.
    pub(super) leads_in: bool,
}

impl<'a> Found<'a> {
    fn of(blocks: Vec<&'a BlockFact>, opening: Option<&'a BlockFact>, before: usize) -> Self {
        Self { blocks, opening, before, leads_in: false }
    }

    /// The block that it begins with.
    pub(super) fn first(&self) -> &'a BlockFact {
        self.blocks[0]
    }

    /// The text of the block right above it. Untrusted.
    pub(super) fn opening<'d>(&self, document: &'d DocumentFacts) -> &'d str {
        self.opening.map_or("", |block| document.text_at(&block.place))
    }

    /// Its text. Untrusted.
    pub(super) fn text(&self, document: &DocumentFacts) -> String {
        let texts: Vec<&str> =
            self.blocks.iter().map(|block| document.text_at(&block.place)).collect();
        texts.join(" ")
    }
}

/// The first blocks that may be the lead, in the main content below the heading, which ends at
/// `from`. What stands between the heading and the main content may be it too: a standfirst in a
/// header.
pub(super) fn find(document: &DocumentFacts, from: usize) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    let outline = &document.outline;
    let mut before = 0;
    let mut above = 0;
    let mut in_content = from == 0;
    let mut passed: Range<usize> = 0..0;
    // A list that lays out the page is measured once.
    let mut layout: Range<usize> = 0..0;
    let mut opening: Option<&BlockFact> = None;
    let mut short: Option<Found<'_>> = None;
    let is_docs = document.kind.judged_as() == PageKind::Docs;
    let mut is_labelled = false;
    for block in outline.blocks_from(from) {
        if found.len() == LEAD_BLOCKS {
            break;
        }
        in_content |= block.place.in_main;
        above += usize::from(!in_content);
        let is_looked_at =
            block.place.in_main || (!in_content && !block.place.is_around && above <= BLOCKS_ABOVE);
        if !is_looked_at || passed.contains(&block.place.text.start) {
            continue;
        }
        // What a note says above the text of a manual isn't what that opens with.
        let text = document.text_at(&block.place);
        let is_in_note = std::mem::replace(&mut is_labelled, is_label(text)) || is_labelled;
        if is_docs && (block.kind == BlockKind::Quotation || is_in_note) {
            continue;
        }
        if block.kind == BlockKind::ListItem
            && !layout.contains(&block.place.text.start)
            && let Some(list) = list_around(document, block)
        {
            let mut items = items(document, list);
            if is_contents(document, &items) {
                passed = list.place.text.clone();
                continue;
            }
            let listed = tenths_in(items.iter().copied());
            if listed / TENTHS_OF_WORD <= TAKEAWAYS_MAX {
                passed = list.place.text.clone();
                if is_takeaways(&items, list) {
                    items.truncate(fitting(&items, LEAD_MAX * TENTHS_OF_WORD).max(1));
                    found.push(Found::of(items, opening, before));
                } else if is_menu(&items) {
                    continue;
                }
                before += listed;
                continue;
            }
            if list.is_of_terms {
                // What is said of each term is no statement on the page.
                passed = list.place.text.clone();
                before += listed;
                continue;
            }
            layout = list.place.text.clone();
        }
        let listed = list_below(document, block)
            .filter(|items| !is_menu(items) && !is_contents(document, items));
        if let Some(items) = listed {
            passed = block.place.text.start..items[items.len() - 1].place.text.end;
            let rest = (LEAD_MAX * TENTHS_OF_WORD).saturating_sub(block.tenths_of_words);
            let mut part = vec![block];
            part.extend(&items[..fitting(&items, rest)]);
            found.push(Found { leads_in: true, ..Found::of(part, opening, before) });
            before += block.tenths_of_words + tenths_in(items);
            opening = None;
            continue;
        }
        if let Some(rest) = rest_of(document, block) {
            passed = block.place.text.start..rest.place.text.end;
            found.push(Found::of(vec![block, rest], opening, before));
            before += block.tenths_of_words + rest.tenths_of_words;
            opening = None;
            continue;
        }
        let begins = !goes_on(document, block);
        if begins && is_lead(document, block) {
            found.push(Found::of(vec![block], opening, before));
        }
        opening = (begins && is_opening(document, block)).then_some(block);
        if let (Some(block), None) = (opening, &short) {
            short = Some(Found::of(vec![block], None, before));
        }
        // What says that the page is out of date belongs above its text.
        if block.kind != BlockKind::Code && !is_menu(&[block]) && !is_retired(document, block) {
            before += block.tenths_of_words;
        }
    }
    // A sentence above a table is a lead, if a short one.
    if found.is_empty() {
        found.extend(short);
    }
    found
}

/// The line below the heading that defines the subject in fewer words than a lead has: the first
/// text there beside links, code and what is quoted. Few end such a line with a full stop.
pub(super) fn first_line(document: &DocumentFacts, from: usize) -> Option<Found<'_>> {
    const WORDS: usize = 6;
    let from = summary(document, from).unwrap_or(from);
    let blocks = document.outline.blocks_from(from).iter();
    let mut texts = blocks
        .filter(|block| {
            let kinds = [BlockKind::Heading, BlockKind::Code, BlockKind::Quotation];
            block.place.in_main && !kinds.contains(&block.kind)
        })
        .filter(|block| {
            let text = document.text_at(&block.place);
            // A label, such as that of a menu.
            let is_label = block.tenths_of_words < WORDS * TENTHS_OF_WORD && !ends_sentence(text);
            !is_label && !is_menu(&[block])
        });
    let line = texts.next().filter(|block| {
        let text = document.text_at(&block.place);
        // A table may lay out the page.
        let is_cell = block.kind == BlockKind::Cell;
        let is_running = block.kind == BlockKind::Paragraph
            || (is_cell && !document.outline.is_in_data_table(&block.place.text));
        is_running
            && (WORDS * TENTHS_OF_WORD..LEAD_MIN * TENTHS_OF_WORD).contains(&block.tenths_of_words)
            && (ends_sentence(text) || is_right_below(document, from, block.place.text.start))
            && !text.trim_end().ends_with([':', '：'])
            && rest_of(document, block).is_none()
            && !is_notice(text)
            && !is_path(text)
            && !is_byline(text)
    })?;
    Some(Found::of(vec![line], None, 0))
}
