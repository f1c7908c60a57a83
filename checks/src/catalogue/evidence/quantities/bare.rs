//! Whether a number without a unit says how many.

use super::around::{
    first_word, is_numeral_word, is_spaced_script, is_time_of_day, joined, last_word,
};
use super::named_numbers::is_house;
use super::place::{NEAR_BYTES, Place};
use super::words::{is_label, is_ordinal};
use crate::page::dates::is_month;

/// Digits from which a number without separators is a key or a telephone number.
const KEY_DIGITS: usize = 7;
/// Digits from which a number that fills a cell alone is data, and not the number of a row.
const CELL_DIGITS: usize = 3;

impl Place<'_> {
    /// Whether the number says how many by itself.
    pub(super) fn counts_without_unit(&self) -> bool {
        let number = self.number;
        if self.is_year() || number.is_key(KEY_DIGITS) || number.significant < 2 {
            return false;
        }
        // “Web 1.0”.
        if number.is_decimal && number.value.ends_with(".0") && !self.reading.is_cell {
            return false;
        }
        let after = self.after();
        // Where decimals have a comma, a point stands in versions.
        let digits = &self.text[number.start..number.end];
        if self.reading.nouns_have_capitals && number.is_decimal && digits.contains('.') {
            return false;
        }
        if self.reading.is_cell && self.fills_its_text() {
            return number.significant >= CELL_DIGITS || number.is_decimal;
        }
        (self.is_before_word(after) || self.ends_clause(after))
            && !self.is_named()
            && !self.is_at_head(after)
            && !is_house(after)
    }

    /// Whether the number is so large that it is one of many, and ends what is said of them: “put the
    /// crowd at 2,000.”
    fn ends_clause(&self, after: &str) -> bool {
        let is_told = last_word(self.before().trim_end()).starts_with(char::is_lowercase);
        let is_end = after.chars().next().is_none_or(|char| ".,;:!?)".contains(char));
        self.number.has_thousands && is_told && is_end
    }

    /// Whether a word follows that the number may count.
    fn is_before_word(&self, after: &str) -> bool {
        let rest = after.strip_prefix('+').unwrap_or(after);
        let Some(first) = rest.chars().next() else { return false };
        if first.is_alphabetic() && is_spaced_script(first) {
            return false;
        }
        let rest = rest.strip_prefix([' ', '-', '\u{2011}']).unwrap_or(rest);
        let is_after_stop = rest.starts_with(char::is_alphabetic);
        if !is_after_stop || self.is_date_of_east_asia(after) || is_numeral_word(rest) {
            return false;
        }
        let word = first_word(rest).to_lowercase();
        // “10-K”: a letter behind a hyphen is part of a name.
        let is_name = joined(after) != after && word.chars().count() == 1;
        !is_name
            && !is_time_of_day(rest, &word)
            && !is_month(&word)
            && !is_ordinal(&word)
            && !self.is_date(rest)
    }

    /// "15 de marzo", "15. of May".
    fn is_date(&self, rest: &str) -> bool {
        let mut words = rest.split(' ');
        let is_small = self.number.is_small();
        is_small && words.nth(1).is_some_and(|second| is_month(&first_word(second).to_lowercase()))
    }

    /// Whether the word before makes the number a name: "Chapter 12", "March 15", "iPhone 15".
    fn is_named(&self) -> bool {
        let before = self.before();
        let trimmed = before.trim_end();
        let word = last_word(trimmed.trim_end_matches('.'));
        let lower = word.to_lowercase();
        if is_label(&lower) || is_month(&lower) || trimmed.ends_with(['№', '§', '°']) {
            return true;
        }
        if self.number.has_thousands || trimmed.ends_with(|char: char| !char.is_alphanumeric()) {
            return false;
        }
        let capitals = word.chars().filter(|char| char.is_uppercase()).count();
        let begins = word.starts_with(char::is_uppercase);
        let head = trimmed[..trimmed.len() - word.len()].trim_end();
        let begins_sentence = head.is_empty() && before.len() < NEAR_BYTES - 4
            || head.ends_with(['.', '!', '?', ':', ';', '"', '“', '(', '¿', '¡', '•']);
        match () {
            () if capitals > 0 && !begins => true,
            () if capitals > 1 => true,
            () => begins && !begins_sentence && !self.reading.nouns_have_capitals,
        }
    }

    /// Whether it numbers what follows: "3.2 Overview", "10115 Berlin".
    fn is_at_head(&self, after: &str) -> bool {
        let number = self.number;
        let before_capital = after.trim_start().starts_with(char::is_uppercase);
        let is_first = self.text[..number.start].trim_start().is_empty();
        let is_code = number.significant == 5 && !number.has_thousands && !number.is_decimal;
        before_capital && ((is_first && number.is_decimal) || is_code)
    }
}
