//! The text of a page in sections: what stands between one heading and the next.

use std::ops::{Range, RangeInclusive};

use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind, Heading, Outline, Place, Table};
use crate::page::text::TENTHS_OF_WORD;
use crate::weights::CODE_BLOCKS;

/// The levels of the headings that begin a section.
const LEVELS: RangeInclusive<u8> = 2..=4;
/// The same where fewer than two have those: some choose levels by their size.
const SMALL_LEVELS: RangeInclusive<u8> = 2..=6;
/// Rows below the header of a table of one column, from which on it lists things.
const ITEMS_MIN: usize = 3;
/// Terms of a list, from which on it is a part of the page for each.
const TERMS_MIN: usize = 3;
/// Cells and code count by this part: they are looked up rather than read.
const LOOKED_UP: usize = 2;

/// A page's main content in sections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sections<'a> {
    /// Word equivalents before the first.
    pub before: usize,
    /// The sections, in order.
    pub list: Vec<Section<'a>>,
}

/// What stands under one heading, up to the next one that begins a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// Its heading.
    pub heading: &'a Heading,
    /// Its own text in word equivalents, those of cells and code halved.
    pub word_equivalents: usize,
    /// Whether anything stands in it: text, pictures, controls.
    pub has_content: bool,
    /// Whether the next section stands under it.
    pub is_parent: bool,
}

impl<'a> Sections<'a> {
    /// The sections of that document's main content.
    pub fn of(document: &'a DocumentFacts) -> Self {
        let outline = &document.outline;
        // The first heading of level 1 is the page's; those after it begin sections.
        let page_heading = outline.main_headings().position(|heading| heading.level == 1);
        let others =
            outline.main_headings().enumerate().filter(|(at, _)| Some(*at) != page_heading);
        let mut openers: Vec<&Heading> = others.map(|(_, heading)| heading).collect();
        let begins = |heading: &Heading, levels: &RangeInclusive<u8>| {
            heading.level == 1 || levels.contains(&heading.level)
        };
        let large = openers.iter().filter(|heading| begins(heading, &LEVELS)).count();
        let levels = if large < 2 { SMALL_LEVELS } else { LEVELS };
        openers.retain(|heading| begins(heading, &levels));
        let mut tenths = vec![0; openers.len() + 1];
        for (section, amount) in amounts(outline, &openers) {
            tenths[section] += amount;
        }
        let list = openers.iter().enumerate().map(|(at, heading)| {
            let next = openers.get(at + 1);
            let end = next.map_or(document.visible_text.len(), |next| next.place.text.start);
            Section {
                heading,
                word_equivalents: tenths[at + 1] / TENTHS_OF_WORD,
                has_content: outline.has_content(heading.place.text.end..end),
                is_parent: next.is_some_and(|next| next.level > heading.level),
            }
        });
        Self { before: tenths[0] / TENTHS_OF_WORD, list: list.collect() }
    }
}

/// The place of each block of the main content that is no heading among the sections (0 is what
/// stands before the first), and its length.
fn amounts<'a>(
    outline: &'a Outline,
    openers: &'a [&'a Heading],
) -> impl Iterator<Item = (usize, usize)> + 'a {
    outline.blocks.iter().filter(|block| block.place.in_main).filter_map(|block| {
        let start = block.place.text.start;
        let section = openers.partition_point(|heading| heading.place.text.start <= start);
        let is_heading = block.kind == BlockKind::Heading
            || section.checked_sub(1).is_some_and(|at| openers[at].place.text.contains(&start));
        let is_looked_up = block.kind == BlockKind::Code
            || (block.kind == BlockKind::Cell && outline.is_in_data_table(&block.place.text));
        let part = if is_looked_up { LOOKED_UP } else { 1 };
        // Each term of a list opens a part of its own.
        let is_counted = !is_heading && !outline.is_in_terms(&block.place.text);
        is_counted.then_some((section, block.tenths_of_words / part))
    })
}

impl Table {
    /// Whether it can compare something: two rows and two columns, or a row with the header of its
    /// only column and several below it, each about one thing.
    pub fn is_data(&self) -> bool {
        let is_column = self.columns == 1 && self.has_headers && self.single_rows > ITEMS_MIN;
        (self.rows >= 2 && self.columns >= 2) || is_column
    }
}

impl Outline {
    /// The headings of the main content that have text, in order.
    pub fn main_headings(&self) -> impl Iterator<Item = &Heading> {
        self.headings.iter().filter(|heading| heading.place.in_main && !heading.place.is_around)
    }

    /// Whether the main content explains how something is written: it shows several code blocks.
    pub fn explains_code(&self) -> bool {
        let inside = self.blocks.iter().filter(|block| block.place.in_main);
        inside.filter(|block| block.kind == BlockKind::Code).count() >= CODE_BLOCKS
    }

    /// Word equivalents of the main content without the blocks of those kinds.
    pub fn words_outside(&self, kinds: &[BlockKind]) -> usize {
        let inside = self.blocks.iter().filter(|block| block.place.in_main);
        let counted = inside.filter(|block| !kinds.contains(&block.kind));
        counted.map(|block| block.tenths_of_words).sum::<usize>() / TENTHS_OF_WORD
    }

    /// Word equivalents of the main content in lists of terms, and in tables of data if those are
    /// asked for, too.
    pub fn words_listed(&self, with_tables: bool) -> usize {
        let inside = self.blocks.iter().filter(|block| block.place.in_main);
        let is_cell = |block: &BlockFact| {
            block.kind == BlockKind::Cell && self.is_in_data_table(&block.place.text)
        };
        let listed = inside
            .filter(|block| self.is_in_terms(&block.place.text) || (with_tables && is_cell(block)));
        listed.map(|block| block.tenths_of_words).sum::<usize>() / TENTHS_OF_WORD
    }

    /// Whether a text stands in a list of several terms.
    fn is_in_terms(&self, text: &Range<usize>) -> bool {
        // Lists of the outline stand in no other.
        let after = self.lists.partition_point(|list| list.place.text.start <= text.start);
        let list = after.checked_sub(1).and_then(|at| self.lists.get(at));
        list.is_some_and(|list| {
            list.is_of_terms && list.items >= TERMS_MIN && list.place.text.contains(&text.start)
        })
    }

    /// Whether a text stands in a table of data, and not in one that only lays out.
    pub fn is_in_data_table(&self, text: &Range<usize>) -> bool {
        // Tables of the outline do not overlap.
        let after = self.tables.partition_point(|table| table.place.text.start <= text.start);
        let table = after.checked_sub(1).and_then(|at| self.tables.get(at));
        table.is_some_and(|table| table.is_data() && table.place.text.contains(&text.start))
    }

    /// Whether anything stands there: text, or a picture.
    fn has_content(&self, range: Range<usize>) -> bool {
        let holds = |place: &Place| (range.start..=range.end).contains(&place.text.start);
        let block = self.blocks.partition_point(|block| block.place.text.start < range.start);
        let image = self.images.partition_point(|image| image.place.text.start < range.start);
        self.blocks.get(block).is_some_and(|block| block.place.text.end <= range.end)
            || self.images.get(image).is_some_and(|image| holds(&image.place))
    }
}
