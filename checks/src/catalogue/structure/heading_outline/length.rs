//! How many headings a text needs.

use crate::catalogue::structure::section_length::words_in_one;
use crate::check::Context;
use crate::report::PageKind;
use crate::weights::{
    HEADINGS_MIN, LONG_TEXT, OUTLINE_FROM, TEXT_PER_HEADING_MAX, TEXT_PER_HEADING_MIN, WALL_OF_TEXT,
};

/// Percent of the subheadings that documentation may lack.
const DOCS_MISSING_PERCENT: usize = 20;

/// The length of a text in word equivalents.
pub(super) struct Length {
    pub(super) all: usize,
    /// What headings divide: each term of a list is a part of its own, and in a reference each row
    /// of a table and each listing.
    pub(super) words: usize,
    pub(super) is_docs: bool,
    /// Whether it reports what happened on some day, in one piece.
    is_report: bool,
    /// Which words were counted, if not all.
    outside: &'static str,
}

impl Length {
    pub(super) fn of(context: &Context<'_>) -> Self {
        let document = &context.page.document;
        let is_docs = context.subject.kind == PageKind::Docs;
        let is_report = context.subject.is_report();
        let all = document.main.word_equivalents;
        // What is one section has the length that `section-length` says it has.
        if is_docs && let Some((words, outside)) = words_in_one(context) {
            return Self { all, words, is_docs, is_report, outside };
        }
        let words = all.saturating_sub(document.outline.words_listed(is_docs));
        let outside = match words < all {
            true if is_docs => " outside tables, code and lists of links or terms",
            true => " outside lists of terms",
            false => "",
        };
        Self { all, words, is_docs, is_report, outside }
    }

    /// From which length on a text needs headings. A page of a manual is a section of it, and news
    /// is short.
    pub(super) fn from(&self) -> usize {
        if self.is_docs || self.is_report { LONG_TEXT } else { OUTLINE_FROM }
    }

    /// Which words were counted, if not all.
    pub(super) const fn outside(&self) -> &'static str {
        self.outside
    }

    /// How many headings the text has at least and at most.
    pub(super) fn wanted(&self) -> (usize, usize) {
        // A page of a manual is a section of it: only a long one needs parts.
        let least = match self.is_docs {
            true if self.words < WALL_OF_TEXT => 0,
            true => self.words / TEXT_PER_HEADING_MAX,
            false => HEADINGS_MIN.max(self.words / TEXT_PER_HEADING_MAX),
        };
        // In a reference each entry has a heading, however short it is.
        let most = if self.is_docs { usize::MAX } else { self.all / TEXT_PER_HEADING_MIN };
        (least, least.max(most))
    }

    /// Whether the text has too few headings. Manuals are divided by what readers look up, so one
    /// in five may be missing.
    pub(super) fn lacks_headings(&self, count: usize) -> bool {
        let (least, _) = self.wanted();
        let tolerated = if self.is_docs { least * DOCS_MISSING_PERCENT / 100 } else { 0 };
        count + tolerated < least
    }
}
