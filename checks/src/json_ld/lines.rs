//! Texts of the page, cut to what a snippet shows.

use crate::excerpt::one_line;

/// The most characters of a page's value in a snippet. Google shows 110 of a headline.
const VALUE_CHARACTERS: usize = 110;

/// A value of the page as one line of a snippet.
pub(super) fn value_line(text: &str) -> String {
    one_line(text, VALUE_CHARACTERS)
}
