//! Which words are counted, in a sentence.

use super::measured::{Measured, has_looked_up};
use crate::page::sections::Section;
use crate::weights::SECTION_MAX;

/// Which words were counted where others are looked up.
pub(super) const OUTSIDE: &str = " outside tables and code";

/// Which words of a text were counted, if not all.
pub(super) fn outside(measured: &Measured<'_>) -> &'static str {
    if measured.has_looked_up() { OUTSIDE } else { "" }
}

/// The words of a section: those of its prose where that is too long, else all.
pub(super) fn words_of(section: &Section<'_>) -> (usize, &'static str) {
    match section.prose > SECTION_MAX && has_looked_up(section) {
        true => (section.prose, OUTSIDE),
        false => (section.word_equivalents, ""),
    }
}
