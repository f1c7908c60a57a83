//! Texts of the page, cut to what a snippet shows.

use crate::paste::words;

/// The most characters of a page's value in a snippet. Google shows 110 of a headline.
const VALUE_CHARACTERS: usize = 250;

/// A value of the page as one line of a snippet.
pub(super) fn value_line(text: &str) -> String {
    words(text, VALUE_CHARACTERS)
}
