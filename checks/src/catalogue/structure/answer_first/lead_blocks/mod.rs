//! The blocks at the beginning of a text that may be its lead.

mod beginnings;
mod below;
mod kinds;

use std::ops::Range;

use super::lead_parts::{list_below, rest_of, summary};
use super::lead_words::{is_byline, is_notice, is_path};
use crate::catalogue::structure::headings::is_label;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::text::{TENTHS_OF_WORD, ends_sentence};
use crate::report::PageKind;
use crate::weights::{LEAD_BLOCKS, LEAD_MAX, LEAD_MIN};
pub(super) use beginnings::beginnings;
pub(super) use below::{is_right_below, section_of};
pub(super) use kinds::tenths;
use kinds::{
    goes_on, is_contents, is_lead, is_menu, is_opening, is_retired, is_takeaways, items,
    list_around, quotable,
};

/// Blocks outside of the main content, below the heading, that are looked at.
const BLOCKS_ABOVE: usize = 40;
/// A list with more word equivalents than this lays out the page.
const TAKEAWAYS_MAX: usize = 2 * LEAD_MAX;

/// A lead among the blocks.
pub(super) struct Found<'a> {
    pub(super) part: Part<'a>,
    /// The block right above it, where that is a sentence that is too short for a lead.
    pub(super) opening: Option<&'a BlockFact>,
    /// Tenths of a word equivalent between the heading and it.
    pub(super) before: usize,
    /// Whether it is a sentence that a list completes, with that list.
    pub(super) leads_in: bool,
}

pub(super) enum Part<'a> {
    /// A paragraph or the like.
    Block(&'a BlockFact),
    /// A list of takeaways, by the blocks of its items.
    Items(Vec<&'a BlockFact>),
}

impl<'a> Found<'a> {
    /// The block that it begins with.
    pub(super) fn first(&self) -> &'a BlockFact {
        match &self.part {
            Part::Block(block) => block,
            Part::Items(blocks) => blocks[0],
        }
    }

    /// The text of the block right above it. Untrusted.
    pub(super) fn opening<'d>(&self, document: &'d DocumentFacts) -> &'d str {
        self.opening.map_or("", |block| &document.visible_text[block.place.text.clone()])
    }

    /// Its text. Untrusted.
    pub(super) fn text(&self, document: &DocumentFacts) -> String {
        let text = |block: &BlockFact| &document.visible_text[block.place.text.clone()];
        match &self.part {
            Part::Block(block) => text(block).to_owned(),
            Part::Items(blocks) => {
                blocks.iter().map(|block| text(block)).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// The first blocks that may be the lead, in the main content below the heading, which ends at
/// `from`. What stands between the heading and the main content may be it too: a standfirst in a
/// header.
pub(super) fn find(document: &DocumentFacts, from: usize) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    let outline = &document.outline;
    let first = outline.blocks.partition_point(|block| block.place.text.start < from);
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
    for block in &outline.blocks[first..] {
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
        let text = &document.visible_text[block.place.text.clone()];
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
            let listed: usize = items.iter().map(|item| item.tenths_of_words).sum();
            if listed / TENTHS_OF_WORD <= TAKEAWAYS_MAX {
                passed = list.place.text.clone();
                if is_takeaways(&items, list) {
                    items.truncate(quotable(&items));
                    found.push(Found {
                        part: Part::Items(items),
                        opening,
                        before,
                        leads_in: false,
                    });
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
            let length = |blocks: &[&BlockFact]| -> usize {
                blocks.iter().map(|block| block.tenths_of_words).sum()
            };
            let whole = length(&items) + block.tenths_of_words;
            let mut part = vec![block];
            let rest = (LEAD_MAX * TENTHS_OF_WORD).saturating_sub(block.tenths_of_words);
            part.extend(
                (1..=items.len())
                    .rev()
                    .map(|count| &items[..count])
                    .find(|items| length(items) <= rest)
                    .unwrap_or_default(),
            );
            found.push(Found { part: Part::Items(part), opening, before, leads_in: true });
            before += whole;
            opening = None;
            continue;
        }
        if let Some(rest) = rest_of(document, block) {
            passed = block.place.text.start..rest.place.text.end;
            found.push(Found {
                part: Part::Items(vec![block, rest]),
                opening,
                before,
                leads_in: false,
            });
            before += block.tenths_of_words + rest.tenths_of_words;
            opening = None;
            continue;
        }
        if is_lead(document, block) && !goes_on(document, block) {
            found.push(Found { part: Part::Block(block), opening, before, leads_in: false });
        }
        opening = is_opening(document, block).then_some(block);
        if let (Some(block), None) = (opening, &short) {
            short =
                Some(Found { part: Part::Block(block), opening: None, before, leads_in: false });
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
    let blocks = &document.outline.blocks;
    let from = summary(document, from).unwrap_or(from);
    let first = blocks.partition_point(|block| block.place.text.start < from);
    let mut texts = blocks[first..]
        .iter()
        .filter(|block| {
            let kinds = [BlockKind::Heading, BlockKind::Code, BlockKind::Quotation];
            block.place.in_main && !kinds.contains(&block.kind)
        })
        .filter(|block| {
            let text = &document.visible_text[block.place.text.clone()];
            // A label, such as that of a menu.
            let is_label = block.tenths_of_words < WORDS * TENTHS_OF_WORD && !ends_sentence(text);
            !is_label && !is_menu(&[block])
        });
    let line = texts.next().filter(|block| {
        let text = &document.visible_text[block.place.text.clone()];
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
    Some(Found { part: Part::Block(line), opening: None, before: 0, leads_in: false })
}
