//! Which words are counted, in a sentence.

use super::measured::{Measured, has_looked_up};
use super::parts::Before;
use crate::page::sections::Section;
use crate::weights::SECTION_MAX;

/// Which words were counted where others are looked up, or stand in lists of terms.
const fn without(looked_up: bool, terms: bool) -> &'static str {
    match (looked_up, terms) {
        (true, true) => " outside tables, code and lists of links or terms",
        (true, false) => " outside tables, code and lists of links",
        (false, true) => " outside lists of terms",
        (false, false) => "",
    }
}

/// Which words of a text were counted, if not all.
pub(super) fn outside(measured: &Measured<'_>) -> &'static str {
    without(measured.has_looked_up(), measured.has_terms())
}

/// Which words before the first section were counted, if not all.
pub(super) const fn outside_before(before: Before) -> &'static str {
    without(before.words > before.prose, before.has_terms)
}

/// The words of a section: those of its prose where that is too long, else all.
pub(super) fn words_of(section: &Section<'_>) -> (usize, &'static str) {
    match section.prose > SECTION_MAX && has_looked_up(section) {
        true => (section.prose, without(true, section.has_terms)),
        false => (section.word_equivalents, without(false, section.has_terms)),
    }
}
