//! The blocks at the beginning of a text that may be its lead.

use std::ops::Range;

use super::lead_parts::{is_of_examples, is_typed_list, list_below, rest_of, summary};
use super::lead_words::{is_byline, is_notice, is_path};
use crate::catalogue::structure::headings::{Candidate, FirstHeadings, is_label};
use crate::catalogue::structure::lists_tables::item_mark;
use crate::catalogue::structure::retired::warns_of_retired;
use crate::check::Context;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind, List};
use crate::page::text::{TENTHS_OF_WORD, ends_sentence, tenths_of_words};
use crate::report::PageKind;
use crate::versions::is_version;
use crate::weights::{
    LEAD_BLOCK_MIN, LEAD_BLOCKS, LEAD_ITEM_MIN, LEAD_ITEMS, LEAD_MAX, LEAD_MIN, LEAD_WITHIN_PERCENT,
};

/// Blocks outside of the main content, below the heading, that are looked at.
const BLOCKS_ABOVE: usize = 40;
/// A list with more word equivalents than this lays out the page.
const TAKEAWAYS_MAX: usize = 2 * LEAD_MAX;
/// Headings that are tried after the one that says most of what the title says.
const OTHER_HEADINGS: usize = 5;
/// Percent of its text inside links, from which a block is a menu.
const LINKS_PERCENT: usize = 50;

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

/// Where the text may begin, with the heading above it: below the heading that says what the title
/// says, or below another of the first level near the top, as menus hold such headings too.
pub(super) fn beginnings<'a>(
    context: &Context<'a>,
    headings: &FirstHeadings<'a>,
) -> impl Iterator<Item = (usize, &'a str)> {
    let document = &context.page.document;
    let total = document.main.word_equivalents * TENTHS_OF_WORD;
    let above = move |end: usize| -> usize {
        let blocks = document.outline.blocks.iter();
        let above = blocks.take_while(|block| block.place.text.start < end);
        above.map(|block| block.tenths_of_words).sum()
    };
    let place = |heading: Candidate<'a>| (heading.heading.place.text.end, heading.text);
    let best = headings.best().map(|best| first_section(headings, best));
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
    let blocks = &document.outline.blocks;
    let mut headings = document.outline.main_headings();
    let heading = headings.next().filter(|heading| heading.place.text.start < end)?;
    let from = heading.place.text.end;
    let below = blocks.partition_point(|block| block.place.text.start < from);
    let mut between = blocks[below..].iter().take_while(|block| block.place.text.start < end);
    let has_text = between.any(|block| {
        block.place.in_main && block.kind == BlockKind::Paragraph && is_lead(document, block)
    });
    has_text.then(|| (from, heading.text(&document.visible_text)))
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

/// The length of a block, in the main content or not.
pub(super) fn tenths(document: &DocumentFacts, block: &BlockFact) -> usize {
    match block.place.in_main {
        true => block.tenths_of_words,
        false => tenths_of_words(&document.visible_text[block.place.text.clone()]),
    }
}

/// The list that a block stands in.
fn list_around<'a>(document: &'a DocumentFacts, block: &BlockFact) -> Option<&'a List> {
    // Lists of the outline stand in no other.
    let lists = &document.outline.lists;
    let after = lists.partition_point(|list| list.place.text.start <= block.place.text.start);
    let list = after.checked_sub(1).and_then(|at| lists.get(at))?;
    // One item is a paragraph that is set off.
    let is_list = list.items >= LEAD_ITEMS;
    (is_list && list.place.text.contains(&block.place.text.start)).then_some(list)
}

fn items<'a>(document: &'a DocumentFacts, list: &List) -> Vec<&'a BlockFact> {
    let blocks = &document.outline.blocks;
    let first = blocks.partition_point(|block| block.place.text.start < list.place.text.start);
    let blocks = blocks[first..].iter();
    let inside = blocks.take_while(|block| block.place.text.start < list.place.text.end);
    inside.filter(|block| block.place.in_main).collect()
}

/// Whether a list sums the text up: two items, each of them more than a label or a link.
fn is_takeaways(items: &[&BlockFact], list: &List) -> bool {
    list.items >= LEAD_ITEMS
        && items.len() >= LEAD_ITEMS
        && items.iter().all(|item| item.tenths_of_words >= LEAD_ITEM_MIN * TENTHS_OF_WORD)
        && !is_menu(items)
}

/// How many items at the beginning of a list are no longer than a lead.
fn quotable(items: &[&BlockFact]) -> usize {
    let mut left = LEAD_MAX * TENTHS_OF_WORD;
    let fits = |item: &&&BlockFact| {
        let fits = item.tenths_of_words <= left;
        left = left.saturating_sub(item.tenths_of_words);
        fits
    };
    items.iter().take_while(fits).count().max(1)
}

/// Whether most of these blocks is links: a list of contents, a path, a menu.
fn is_menu(blocks: &[&BlockFact]) -> bool {
    let bytes: usize = blocks.iter().map(|block| block.place.text.len()).sum();
    let links: usize = blocks.iter().map(|block| block.link_bytes).sum();
    bytes > 0 && links * 100 >= bytes * LINKS_PERCENT
}

/// Whether a list leads to the parts of a work: each item is a link with a few words on it.
fn is_contents(document: &DocumentFacts, items: &[&BlockFact]) -> bool {
    const ITEMS: usize = 3;
    let leads = |item: &&&BlockFact| {
        item.link_bytes > 0 && !ends_sentence(&document.visible_text[item.place.text.clone()])
    };
    let leading = items.iter().filter(leads).count();
    items.len() >= ITEMS && leading * 5 >= items.len() * 4
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

/// Whether no heading stands between that of the page, which ends at `from`, and what begins at
/// `start`. Where the page has none of the first level, its first one is that.
pub(super) fn is_right_below(document: &DocumentFacts, from: usize, start: usize) -> bool {
    let headings = document.outline.main_headings();
    let between = headings.filter(|one| (from..start).contains(&one.place.text.start));
    between.take(2).count() <= usize::from(from == 0)
}

/// The heading of the section that a block at that place goes on in, where the text begins at
/// `from` and a list, a table or code stands between the heading and the block: nothing there is an
/// opening.
pub(super) fn section_of(document: &DocumentFacts, from: usize, start: usize) -> Option<&str> {
    let headings = document.outline.main_headings();
    let mut above = headings.filter(|one| (from..start).contains(&one.place.text.start));
    // Where no heading of the first level begins the text, its first one does.
    let above = if from == 0 { above.nth(1).into_iter().chain(above).last() } else { above.last() };
    let heading = above?;
    let blocks = document.outline.blocks.iter();
    let mut between = blocks
        .skip_while(|block| block.place.text.start < heading.place.text.end)
        .take_while(|block| block.place.text.start < start);
    let is_entry = |block: &BlockFact| {
        let kinds = [BlockKind::ListItem, BlockKind::Cell, BlockKind::Code];
        block.place.in_main && kinds.contains(&block.kind) && !is_menu(&[block])
    };
    let text = heading.text(&document.visible_text);
    (is_of_examples(text) || between.any(is_entry)).then_some(text)
}

/// Whether a block warns that the page is obsolete.
fn is_retired(document: &DocumentFacts, block: &BlockFact) -> bool {
    block.kind != BlockKind::Heading
        && warns_of_retired(&document.visible_text[block.place.text.clone()])
}

/// Whether a block goes on with the sentence of the paragraph before it, from which only a line break
/// parts it: “Explore the latest pots in fresh”, “shapes, colors, and glazes.”
fn goes_on(document: &DocumentFacts, block: &BlockFact) -> bool {
    let text = |block: &BlockFact| document.visible_text[block.place.text.clone()].trim();
    let blocks = &document.outline.blocks;
    let at = blocks.partition_point(|other| other.place.text.start < block.place.text.start);
    let before = at.checked_sub(1).map(|at| &blocks[at]);
    let is_open = |before: &&BlockFact| {
        before.kind == BlockKind::Paragraph
            && before.place.in_main
            && text(before).ends_with(|char: char| char.is_lowercase() || char == ',')
    };
    text(block).starts_with(char::is_lowercase) && before.filter(is_open).is_some()
}

/// Whether a block says only since which version its subject exists: “New in version 3.21.”
fn is_of_version(document: &DocumentFacts, block: &BlockFact) -> bool {
    const BEGINNINGS: [&str; 7] = [
        "new in",
        "added in",
        "introduced in",
        "changed in",
        "available since",
        "deprecated since",
        "since",
    ];
    let text = document.visible_text[block.place.text.clone()].to_lowercase();
    let rest = BEGINNINGS.iter().find_map(|beginning| text.strip_prefix(beginning));
    let Some(rest) = rest.filter(|rest| rest.starts_with(' ')) else { return false };
    let rest = rest.trim().trim_end_matches(['.', ':']);
    let version = rest.strip_prefix("version ").unwrap_or(rest);
    !version.contains(' ') && is_version(version)
}

/// Whether a block is a sentence that is too short for a lead.
fn is_opening(document: &DocumentFacts, block: &BlockFact) -> bool {
    block.kind == BlockKind::Paragraph
        && tenths(document, block) < LEAD_BLOCK_MIN * TENTHS_OF_WORD
        && ends_sentence(&document.visible_text[block.place.text.clone()])
        && !is_of_version(document, block)
}

/// Whether a block may be the lead: running text, and none of what stands above texts.
fn is_lead(document: &DocumentFacts, block: &BlockFact) -> bool {
    let text = &document.visible_text[block.place.text.clone()];
    let is_running = match block.kind {
        BlockKind::Paragraph | BlockKind::ListItem => true,
        BlockKind::Cell => !document.outline.is_in_data_table(&block.place.text),
        // Many set a standfirst as a heading.
        BlockKind::Heading => {
            tenths(document, block) >= LEAD_MIN * TENTHS_OF_WORD
                && text.trim_end().ends_with(['.', '!', '。', '！'])
        }
        BlockKind::Quotation | BlockKind::Code | BlockKind::Caption => false,
    };
    is_running
        && tenths(document, block) >= LEAD_BLOCK_MIN * TENTHS_OF_WORD
        // A few words that end in nothing are a counter, a path or an offer.
        && (tenths(document, block) >= LEAD_MIN * TENTHS_OF_WORD || ends_sentence(text))
        && !is_menu(&[block])
        // Some pages show their own source to those who want to copy it.
        && !text.starts_with('<')
        && !is_notice(text)
        && !is_path(text)
        && !is_byline(text)
        && !is_typed_list(text)
}
