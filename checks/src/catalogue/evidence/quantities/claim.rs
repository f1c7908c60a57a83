//! Whether somebody must have found a number out.

use super::around::{first_word, joined};
use super::place::Place;
use super::words::{begins_with_share, is_measured, is_of_claim, is_own, is_unit, is_whose};
use crate::page::text::bare_words;

/// Words after a number in which it is told to be the page's own.
const OWN_WORDS: usize = 3;

impl Place<'_> {
    /// Whether the words after it make it one that somebody must have found out.
    pub(super) fn is_claim(&self, is_money: bool) -> bool {
        // “3,500+ people”, “2,000-foot”.
        let spaced = joined(self.after().strip_prefix('+').unwrap_or(self.after())).trim_start();
        // A hundred percent is a manner of speaking.
        let is_share =
            spaced.starts_with(['%', '٪', '％', '‰']) || begins_with_share(&spaced.to_lowercase());
        let is_all = is_share && self.number.value == "100";
        let unit = first_word(spaced).to_lowercase();
        let is_large = self.number.has_thousands && !is_money && !is_unit(&unit);
        let is_found = is_share || is_large || self.number.has_multiplier || is_of_claim(&unit);
        // Most numbers are no finding, and the words around them are the dearer question.
        !is_all && is_found && !self.is_of_the_page(spaced)
    }

    /// Whether the words after it or before it say that it is the page's own, or a measure.
    fn is_of_the_page(&self, after: &str) -> bool {
        let words = bare_words(after).take(OWN_WORDS);
        let words: Vec<String> = words.map(str::to_lowercase).collect();
        words.iter().any(|word| is_own(word) || is_whose(word)) || self.is_measure(&words)
    }

    /// Whether it is how much of something a thing has: "slopes of up to 45%", "100% cotton".
    fn is_measure(&self, after: &[String]) -> bool {
        const WORDS_BEFORE: usize = 4;
        let mut before = bare_words(self.before()).rev().take(WORDS_BEFORE);
        after.iter().any(|word| is_measured(word))
            || before.any(|word| {
                let word = word.to_lowercase();
                is_measured(&word) || is_whose(&word)
            })
    }
}
