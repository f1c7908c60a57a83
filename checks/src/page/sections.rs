//! The text of a page in sections: what stands between one heading and the next.

use std::ops::{Range, RangeInclusive};

use crate::page::DocumentFacts;
use crate::page::outline::{
    BlockFact, BlockKind, Heading, Link, List, Outline, Place, Table, words_in,
};
use crate::page::text::TENTHS_OF_WORD;
use crate::report::PageKind;
use crate::weights::CODE_BLOCKS;

/// The levels of the headings that begin a section.
const LEVELS: RangeInclusive<u8> = 2..=4;
/// The level of those that divide a section of the lowest of these.
const DIVIDING_LOWEST: u8 = 5;
/// The same where fewer than two have those: some choose levels by their size.
const SMALL_LEVELS: RangeInclusive<u8> = 2..=6;
/// Rows below the header of a table of one column, from which on it lists things.
const ITEMS_MIN: usize = 3;
/// The fewest small headings in a section, each of which then begins a part of it.
const ENTRIES_MIN: usize = 3;
/// Terms, from which on each is a part of the page.
const TERMS_MIN: usize = 3;
/// Lists, from the end of the page on, that may be its notes.
const LISTS_LOOKED_AT: usize = 100;
/// Cells and code count by this part: they are looked up rather than read.
const LOOKED_UP: usize = 2;

/// A page's main content in sections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sections<'a> {
    /// Word equivalents before the first, those of cells and code halved.
    pub before: usize,
    /// Those of `before` outside of tables of data, code and lists of links.
    pub prose_before: usize,
    /// Whether lists of terms stand before the first, too, which are in neither number.
    pub terms_before: bool,
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
    /// Those outside of tables of data, code and lists of links, which are looked up row by row.
    pub prose: usize,
    /// Those of `word_equivalents` in tables of data.
    pub in_tables: usize,
    /// Whether lists of terms stand in it, too, which are in none of these numbers.
    pub has_terms: bool,
    /// Whether anything stands in it: text, pictures, controls.
    pub has_content: bool,
    /// Whether the next section stands under it.
    pub is_parent: bool,
}

impl<'a> Sections<'a> {
    /// The sections of that document's main content.
    pub fn of(document: &'a DocumentFacts) -> Self {
        let outline = &document.outline;
        let page_heading = page_heading(document);
        let others =
            outline.main_headings().enumerate().filter(|(at, _)| Some(*at) != page_heading);
        let mut openers: Vec<&Heading> = others.map(|(_, heading)| heading).collect();
        let begins = |heading: &Heading, levels: &RangeInclusive<u8>| {
            heading.level == 1 || levels.contains(&heading.level)
        };
        let large = openers.iter().filter(|heading| begins(heading, &LEVELS)).count();
        let levels = if large < 2 { SMALL_LEVELS } else { LEVELS };
        let entries = match document.kind.judged_as() {
            PageKind::Docs => small_entries(&openers),
            _ => vec![false; openers.len()],
        };
        let mut lowest = Lowest::default();
        let mut entries = entries.into_iter();
        openers.retain(|heading| {
            // Each heading is to be seen, whichever opens a section.
            let divides = lowest.divides(heading.level);
            let is_entry = entries.next().unwrap_or_default();
            begins(heading, &levels) || divides || is_entry
        });
        let [mut tenths, mut prose, mut in_tables] = [(); 3].map(|()| vec![0; openers.len() + 1]);
        let mut has_terms = vec![false; openers.len() + 1];
        for Amount { section, tenths: amount, is_prose, is_in_table, is_term } in
            amounts(outline, &openers, document.notes().unwrap_or_default())
        {
            if is_term {
                has_terms[section] = true;
                continue;
            }
            tenths[section] += amount;
            prose[section] += if is_prose { amount } else { 0 };
            in_tables[section] += if is_in_table { amount } else { 0 };
        }
        let list = openers.iter().enumerate().map(|(at, heading)| {
            let next = openers.get(at + 1);
            let end = next.map_or(document.visible_text.len(), |next| next.place.text.start);
            Section {
                heading,
                word_equivalents: tenths[at + 1] / TENTHS_OF_WORD,
                prose: prose[at + 1] / TENTHS_OF_WORD,
                in_tables: in_tables[at + 1] / TENTHS_OF_WORD,
                has_terms: has_terms[at + 1],
                has_content: outline.has_content(heading.place.text.end..end),
                is_parent: next.is_some_and(|next| next.level > heading.level),
            }
        });
        Self {
            before: tenths[0] / TENTHS_OF_WORD,
            prose_before: prose[0] / TENTHS_OF_WORD,
            terms_before: has_terms[0],
            list: list.collect(),
        }
    }
}

/// By heading: whether it is one of several small ones in the same section, as a reference has one
/// over each of its entries.
fn small_entries(headings: &[&Heading]) -> Vec<bool> {
    let is_small = |heading: &Heading| !LEVELS.contains(&heading.level) && heading.level > 1;
    let runs = headings.chunk_by(|one, next| is_small(one) == is_small(next));
    let are_entries = |run: &[&Heading]| run.len() >= ENTRIES_MIN && is_small(run[0]);
    runs.flat_map(|run| vec![are_entries(run); run.len()]).collect()
}

/// Whether headings stand in a section of the lowest level, which those of the next level divide.
#[derive(Default)]
pub(crate) struct Lowest(bool);

impl Lowest {
    /// Whether the next heading, of that level, divides such a section.
    pub(crate) const fn divides(&mut self, level: u8) -> bool {
        if level < DIVIDING_LOWEST {
            self.0 = level + 1 == DIVIDING_LOWEST;
        }
        self.0 && level == DIVIDING_LOWEST
    }
}

/// The place of the page's own heading among those of the main content: the first of level 1. Those
/// after it begin sections. Where it and the next one of its level are numbered alike, as “1. Tea”
/// and “2. Water” are, or stands below another element that shows the page's title, it begins one,
/// too.
fn page_heading(document: &DocumentFacts) -> Option<usize> {
    let headings = document.outline.main_headings().enumerate();
    let mut first = headings.filter(|(_, heading)| heading.level == 1);
    let depth = |heading: &Heading| depth_of_number(heading.text(&document.visible_text));
    let (at, heading) = first.next()?;
    if document.outline.is_below_title(heading) {
        return None;
    }
    let next = first.next().and_then(|(_, next)| depth(next));
    (next.is_none() || next != depth(heading)).then_some(at)
}

/// How many levels the number of a section has: 2 in “3.1. Water”, none without one.
pub(crate) fn depth_of_number(heading: &str) -> Option<usize> {
    let number = heading.split_whitespace().next()?;
    let is_number = number.starts_with(|char: char| char.is_ascii_digit())
        && number.contains('.')
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_number.then(|| number.split('.').filter(|part| !part.is_empty()).count())
}

/// The length of a block that is no heading.
struct Amount {
    /// Its section; 0 is what stands before the first.
    section: usize,
    tenths: usize,
    /// Whether it stands outside of tables of data, code and lists of links.
    is_prose: bool,
    /// Whether it stands in a table of data.
    is_in_table: bool,
    /// Whether it stands in a list of terms, each of which is a part of its own.
    is_term: bool,
}

/// The lengths of the blocks of the main content.
fn amounts<'a>(
    outline: &'a Outline,
    openers: &'a [&'a Heading],
    notes: Range<usize>,
) -> impl Iterator<Item = Amount> + 'a {
    let has_terms = outline.has_terms();
    outline.main_blocks().filter_map(move |block| {
        let start = block.place.text.start;
        if notes.contains(&start) {
            return None;
        }
        let section = openers.partition_point(|heading| heading.place.text.start <= start);
        let is_heading = block.kind == BlockKind::Heading
            || section.checked_sub(1).is_some_and(|at| openers[at].place.text.contains(&start));
        let is_in_table = outline.is_in_data_table(&block.place.text);
        let is_looked_up = is_in_table || block.kind == BlockKind::Code;
        let part = if is_looked_up { LOOKED_UP } else { 1 };
        let is_term = has_terms && block.is_in_terms;
        let tenths = block.tenths_of_words / part;
        // So are the entries of contents and indexes, wherever they stand.
        let is_prose = !is_looked_up && !block.leads_on();
        (!is_heading).then_some(Amount { section, tenths, is_prose, is_in_table, is_term })
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

impl DocumentFacts {
    /// The text of the notes to the page: its last list of several items most of which lead back to
    /// their place in the text, as “↩” and “^” do. They belong to no section.
    fn notes(&self) -> Option<Range<usize>> {
        /// Items.
        const NOTES: usize = 3;
        let outline = &self.outline;
        let leads_back = |link: &&Link| {
            link.href.starts_with('#') && !self.text_at(&link.place).contains(char::is_alphanumeric)
        };
        let are_notes = |list: &&List| {
            let marks = outline.links_in(&list.place.text).iter().filter(leads_back).count();
            // What is cited several times leads back by letters.
            list.is_ordered && list.items >= NOTES && list.place.in_main && marks * 3 > list.items
        };
        let list = outline.lists.iter().rev().take(LISTS_LOOKED_AT).find(are_notes)?;
        let middle = |(first, last): (&BlockFact, &BlockFact)| {
            usize::midpoint(first.place.text.start, last.place.text.end)
        };
        let ends = outline.main_blocks().next().zip(outline.main_blocks().last());
        // Contents stand above the text, and lead into it. Notes may be longer than the text.
        ends.is_some_and(|ends| list.place.text.end > middle(ends)).then(|| list.place.text.clone())
    }

    /// Whether the main content has no text but headings.
    pub(crate) fn has_only_headings(&self) -> bool {
        let headings = self.outline.blocks.iter().filter(|one| one.kind == BlockKind::Heading);
        words_in(headings) == self.main.word_equivalents
    }
}

impl Outline {
    /// Whether an element that is no heading shows the page's title above that one.
    pub(crate) fn is_below_title(&self, heading: &Heading) -> bool {
        let title = self.shown_title.as_ref();
        title.is_some_and(|title| title.text.end <= heading.place.text.start)
    }

    /// The headings of the main content that have text, in order.
    pub fn main_headings(&self) -> impl Iterator<Item = &Heading> {
        self.headings.iter().filter(|heading| heading.place.in_main && !heading.place.is_around)
    }

    /// Whether the main content explains how something is written: it shows several code blocks.
    pub fn explains_code(&self) -> bool {
        self.main_blocks().filter(|block| block.kind == BlockKind::Code).count() >= CODE_BLOCKS
    }

    /// Word equivalents of the main content without the blocks of those kinds.
    pub fn words_outside(&self, kinds: &[BlockKind]) -> usize {
        words_in(self.main_blocks().filter(|block| !kinds.contains(&block.kind)))
    }

    /// Word equivalents of the main content in lists of terms, and in tables of data, code and lists
    /// of links if those are asked for, too.
    pub fn words_listed(&self, with_looked_up: bool) -> usize {
        let has_terms = self.has_terms();
        let listed = self.main_blocks().filter(|block| {
            (has_terms && block.is_in_terms) || (with_looked_up && self.is_looked_up(block))
        });
        words_in(listed)
    }

    /// Whether the lists of terms in the main content have several terms: some write one for each.
    fn has_terms(&self) -> bool {
        self.terms >= TERMS_MIN
    }

    /// Whether a block is code, leads to other texts, or stands in a table of data.
    fn is_looked_up(&self, block: &BlockFact) -> bool {
        let is_entry = block.kind != BlockKind::Heading && block.leads_on();
        is_entry || block.kind == BlockKind::Code || self.is_in_data_table(&block.place.text)
    }

    /// Whether a text stands in a table of data, and not in one that only lays out.
    pub fn is_in_data_table(&self, text: &Range<usize>) -> bool {
        self.table_around(text).is_some_and(Table::is_data)
    }

    /// The table that a text stands in.
    pub fn table_around(&self, text: &Range<usize>) -> Option<&Table> {
        // Tables of the outline do not overlap.
        let after = self.tables.partition_point(|table| table.place.text.start <= text.start);
        let table = after.checked_sub(1).and_then(|at| self.tables.get(at));
        table.filter(|table| table.place.text.contains(&text.start))
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
