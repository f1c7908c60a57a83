//! The lengths of sections and paragraphs.
//!
//! A section is too short by all that stands in it, and too long by its prose: rows of a table and
//! lines of code are looked up, however many there are.

use std::fmt;

use super::parts::{
    Before, joined, with_joined_steps, without_boxes, without_callouts, without_grids, without_tail,
};
use crate::check::Context;
use crate::grade::{between, is_above, is_below, warned};
use crate::page::DocumentFacts;
use crate::page::outline::BlockKind;
use crate::page::sections::{Section, Sections};
use crate::page::text::ends_sentence;
use crate::report::PageKind;
use crate::weights::{
    EXCEEDED_TIMES, GOOD_SECTIONS_PASS, GOOD_SECTIONS_WARN, LONG_TEXT, PARAGRAPH_MEDIAN_MAX,
    PARAGRAPH_MEDIAN_MIN, SECTION_ENDLESS, SECTION_MAX, SECTION_MIN, SECTION_NEAR_MAX,
    SECTION_NEAR_MIN, WALL_OF_TEXT,
};

/// The fewest paragraphs whose median says something.
const PARAGRAPHS_MIN: usize = 3;
/// So few sections have no share near the one that fails: one more or less is a third.
const FEW_SECTIONS: usize = 3;
/// What poor paragraphs leave at least.
const PARAGRAPHS_WORTH: u8 = 50;

/// Words that a section may have.
pub(super) struct Lengths {
    least: usize,
    most: usize,
}

impl Lengths {
    pub(super) fn fit(&self, section: &Section<'_>) -> bool {
        let is_long_enough =
            is_mostly_table(section) || !is_below(self.least, section.word_equivalents);
        is_long_enough && !is_above(self.most, section.prose)
    }

    /// Whether a section has more prose than they allow.
    pub(super) fn are_below(&self, section: &Section<'_>) -> bool {
        section.prose > self.most
    }

    /// Whether a section is shorter than they are.
    pub(super) fn are_above(&self, section: &Section<'_>) -> bool {
        section.word_equivalents < self.least && !is_mostly_table(section)
    }

    pub(super) fn fitting(&self, sections: &[Section<'_>]) -> usize {
        sections.iter().filter(|section| self.fit(section)).count()
    }
}

/// Whether most of a section is a table of data, which says all there is to say however short it is.
fn is_mostly_table(section: &Section<'_>) -> bool {
    section.in_tables > 0 && section.in_tables >= section.prose
}

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.least {
            0 => write!(f, "up to {}", self.most),
            least => write!(f, "{least} to {}", self.most),
        }
    }
}

/// Sections of documentation from which on it counts how many have a length that can be quoted.
const DOCS_SECTIONS: usize = 4;

/// Sections and paragraphs by their lengths.
pub(super) struct Measured<'a> {
    /// What stands before the first section.
    pub(super) before: Before,
    /// The sections that count: short ones belong to the section that they stand under, and of a
    /// parent with nothing of its own those under it stand for it.
    pub(super) sections: Vec<Section<'a>>,
    /// A good length.
    pub(super) lengths: Lengths,
    /// Percent of them of a good length.
    pub(super) good: usize,
    /// A length that is not far from a good one.
    pub(super) near_lengths: Lengths,
    /// Percent of them of such a length.
    near: usize,
    /// The median of the paragraphs, where there are some.
    pub(super) paragraph_median: Option<usize>,
    /// A good length of a paragraph.
    pub(super) paragraphs: Lengths,
    pub(super) is_docs: bool,
}

impl<'a> Measured<'a> {
    pub(super) fn of(context: &Context<'a>) -> Self {
        let document = &context.page.document;
        // References are looked up entry by entry, however short those are.
        let is_docs = context.subject.kind == PageKind::Docs;
        // So are the teasers of which many a page of no known kind is made.
        let has_short = is_docs || context.subject.kind == PageKind::Other;
        let [min, near_min] = if has_short { [0; 2] } else { [SECTION_MIN, SECTION_NEAR_MIN] };
        let Sections { before, prose_before, terms_before, list } = Sections::of(document);
        let mut before = Before { words: before, prose: prose_before, has_terms: terms_before };
        let list = without_callouts(document, list, &mut before);
        let list = without_boxes(document, list);
        let mut sections = match is_docs {
            true => joined(list),
            false => {
                let list = with_joined_steps(document, without_grids(document, list));
                without_tail(document, joined(list))
            }
        };
        // A heading over nothing is none of text.
        sections.retain(|section| {
            let least = if section.is_parent { SECTION_MIN } else { 1 };
            section.word_equivalents >= least
        });
        let percent = |count: usize| (count * 100).checked_div(sections.len()).unwrap_or(0);
        let share = |lengths: &Lengths| percent(lengths.fitting(&sections));
        // A page of a manual that is short enough for one section is none the worse for two.
        let is_short = is_docs && sections.len() < DOCS_SECTIONS;
        let [max, near_max] =
            if is_short { [SECTION_ENDLESS; 2] } else { [SECTION_MAX, SECTION_NEAR_MAX] };
        let lengths = Lengths { least: min, most: max };
        let near = Lengths { least: near_min, most: near_max };
        Self {
            before,
            good: share(&lengths),
            near: share(&near),
            lengths,
            near_lengths: near,
            sections,
            paragraph_median: paragraph_median(document),
            paragraphs: Lengths {
                least: if is_docs { 0 } else { PARAGRAPH_MEDIAN_MIN },
                most: PARAGRAPH_MEDIAN_MAX,
            },
            is_docs,
        }
    }

    /// Whether it is a page of a manual that is short enough for one section, however it is divided.
    pub(super) fn is_short_page(&self) -> bool {
        self.is_docs && self.sections.len() < DOCS_SECTIONS && self.prose() < WALL_OF_TEXT
    }

    /// How many parts the text has: the sections, and what stands before them if it is one too.
    pub(super) fn parts(&self) -> usize {
        let sections = match self.sections.as_slice() {
            // A line below a single heading, as of a menu, parts nothing.
            [only] => usize::from(only.word_equivalents >= SECTION_MIN),
            sections => sections.len(),
        };
        sections + usize::from(self.before.prose >= SECTION_MIN)
    }

    /// The prose of all of them, in word equivalents.
    pub(super) fn prose(&self) -> usize {
        self.before.prose + self.sections.iter().map(|section| section.prose).sum::<usize>()
    }

    /// Whether anything stands in them that is looked up.
    pub(super) fn has_looked_up(&self) -> bool {
        self.before.words > self.before.prose || self.sections.iter().any(has_looked_up)
    }

    /// Whether a list of terms stands in them, which is counted nowhere.
    pub(super) fn has_terms(&self) -> bool {
        self.before.has_terms || self.sections.iter().any(|section| section.has_terms)
    }

    pub(super) fn endless(&self) -> impl Iterator<Item = &Section<'a>> {
        self.sections.iter().filter(|section| is_endless(section))
    }

    pub(super) fn begins_endless(&self) -> bool {
        is_above(SECTION_ENDLESS, self.before.prose)
    }

    /// Whether hardly a section is near a good length: too few of many, or none of three.
    pub(super) fn is_coarse(&self) -> bool {
        let is_few = self.sections.len() <= FEW_SECTIONS;
        self.near < GOOD_SECTIONS_WARN && !(is_few && self.near_lengths.fitting(&self.sections) > 0)
    }

    /// What the text is worth as a warning: the least of what its measures are worth. Of a single
    /// section its own length alone counts, which is given.
    pub(super) fn worth(&self, single: Option<usize>) -> u8 {
        let longest = self.sections.iter().map(|section| section.prose).max();
        let longest = longest.unwrap_or(0).max(self.before.prose);
        let length = |max: usize, words: usize| warned(max * EXCEEDED_TIMES, max, words);
        let sections = match single {
            Some(words) => length(LONG_TEXT, words),
            None => {
                let near = between(GOOD_SECTIONS_WARN, 100, self.near) / 2;
                let good = warned(0, GOOD_SECTIONS_PASS, self.good).max(near);
                good.min(length(SECTION_ENDLESS, longest).max(self.parted()))
            }
        };
        // Short lines alone are no failure.
        let paragraphs = self.paragraph_median.map_or(100, |median| {
            let long = length(PARAGRAPH_MEDIAN_MAX, median);
            let short = match self.paragraphs.least {
                0 => 100,
                least => warned(0, least, median),
            };
            long.min(short).max(PARAGRAPHS_WORTH)
        });
        sections.min(paragraphs)
    }

    /// Percent of the text outside of what is a text of its own.
    fn parted(&self) -> u8 {
        let lengths = || self.sections.iter().map(|section| section.prose);
        let lengths = || lengths().chain([self.before.prose]);
        let parted = lengths().filter(|words| *words <= SECTION_ENDLESS).sum();
        between(0, lengths().sum(), parted)
    }

    pub(super) fn has_good_paragraphs(&self) -> bool {
        self.paragraph_median.is_none_or(|median| {
            !is_below(self.paragraphs.least, median) && !is_above(self.paragraphs.most, median)
        })
    }
}

pub(super) fn is_endless(section: &Section<'_>) -> bool {
    is_above(SECTION_ENDLESS, section.prose)
}

/// Whether a table of data or code stands in a section.
pub(super) fn has_looked_up(section: &Section<'_>) -> bool {
    section.word_equivalents > section.prose
}

/// The median length of the paragraphs of the main content, in word equivalents. Lines without a
/// whole sentence, as under a picture or beside a date, are none.
fn paragraph_median(document: &DocumentFacts) -> Option<usize> {
    let blocks = document.outline.blocks.iter();
    let paragraphs = blocks.filter(|block| {
        let text = document.text_at(&block.place);
        block.place.in_main
            && block.kind == BlockKind::Paragraph
            // “See the rating.” is a link on a line.
            && block.link_bytes * 2 < text.len()
            && (block.sentences > 1 || ends_sentence(text))
    });
    let mut lengths: Vec<usize> = paragraphs.map(|block| block.tenths_of_words).collect();
    lengths.sort_unstable();
    let middle = lengths.get(lengths.len() / 2).copied();
    middle.filter(|_| lengths.len() >= PARAGRAPHS_MIN).map(|tenths| tenths / 10)
}
