//! Which words are counted, in a sentence.

use super::measured::{Measured, has_looked_up};
use crate::page::sections::Section;
use crate::weights::SECTION_MAX;

/// Which words of a text were counted, if not all.
pub(super) fn outside(measured: &Measured<'_>) -> &'static str {
    if measured.has_looked_up() { " outside tables and code" } else { "" }
}

/// The words of a section: those of its prose where that is too long, else all.
pub(super) fn words_of(section: &Section<'_>) -> (usize, &'static str) {
    match section.prose > SECTION_MAX && has_looked_up(section) {
        true => (section.prose, " outside tables and code"),
        false => (section.word_equivalents, ""),
    }
}
