//! A number in its text, and what stands around it.

use super::around::{first_word, is_counted_point, is_spaced_script, last_word};
use super::currency::{is_currency_code, is_currency_sign};
use super::digits::digit;
use super::named_numbers::is_dated;
use super::number::Number;
use super::words::{begins_with_interval, begins_with_no_counter};

/// Bytes before and after a number in which words are looked for.
pub(super) const NEAR_BYTES: usize = 48;

/// How a text is read.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::catalogue::evidence) struct Reading {
    /// Whether the text is a cell of a table, whose head names the unit.
    pub(in crate::catalogue::evidence) is_cell: bool,
    /// Whether the language writes all nouns with a capital, so that one before a number does not
    /// make it a name ("iPhone 15").
    pub(in crate::catalogue::evidence) nouns_have_capitals: bool,
}

/// A number in its text.
pub(super) struct Place<'a> {
    pub(super) text: &'a str,
    pub(super) reading: Reading,
    pub(super) number: &'a Number,
}

impl Place<'_> {
    pub(super) fn before(&self) -> &str {
        let from = self.text.floor_char_boundary(self.number.start.saturating_sub(NEAR_BYTES));
        &self.text[from..self.number.start]
    }

    pub(super) fn after(&self) -> &str {
        let to = self.text.ceil_char_boundary(self.text.len().min(self.number.end + NEAR_BYTES));
        &self.text[self.number.end..to]
    }

    /// Whether it may be a year by itself, or is one by the words around it.
    pub(super) fn is_year(&self) -> bool {
        let word = last_word(self.before().trim_end());
        self.number.is_year() || is_dated(self.number, word, self.after())
    }

    /// Whether what stands right before makes it part of a name: `B12`, `COVID-19`, `[12]`, `#7`,
    /// 第3章.
    pub(super) fn is_glued_before(&self) -> bool {
        let before = self.before();
        let mut signs = before.chars().rev();
        let (last, one_before) = (signs.next(), signs.next());
        match last {
            None => false,
            Some('第' | '제' | '[' | '#' | '@' | '_' | '/' | '=' | '\\' | '№' | '§' | '&') => {
                true
            }
            Some('-' | '\u{2010}' | '\u{2011}' | '.' | ',' | '\'' | '’' | '–' | '+') => {
                one_before.is_some_and(char::is_alphanumeric)
            }
            // A telephone number goes on.
            Some(' ') => one_before.is_some_and(|before| digit(before).is_some()),
            Some(letter) if letter.is_alphabetic() && is_spaced_script(letter) => {
                !is_currency_code(last_word(before))
            }
            Some('和' | '成') => ["令和", "平成", "昭和"].iter().any(|era| before.ends_with(era)),
            Some(_) => false,
        }
    }

    pub(super) fn is_money(&self) -> bool {
        let before = self.before().trim_end();
        let after = self.after().trim_start();
        before.chars().next_back().is_some_and(is_currency_sign)
            || after.chars().next().is_some_and(is_currency_sign)
            || is_currency_code(last_word(before))
            || is_currency_code(first_word(after))
    }

    /// Whether a year, a month, a day, an hour or a number of a chapter follows in a script that
    /// writes no spaces.
    pub(super) fn is_date_of_east_asia(&self, after: &str) -> bool {
        let spaced = after.trim_start();
        let is_interval = |sign: char| {
            let rest = &spaced[sign.len_utf8()..];
            begins_with_interval(rest)
        };
        match spaced.chars().next() {
            Some(sign @ ('年' | '년')) => self.number.is_year() && !is_interval(sign),
            Some(sign @ ('日' | '일' | '시' | '点' | '點')) => {
                !is_interval(sign) && self.number.is_small() && !is_counted_point(spaced)
            }
            Some('分' | '분') => self.before().trim_end().ends_with(['時', '时', '点', '시']),
            _ => begins_with_no_counter(spaced),
        }
    }

    pub(super) fn fills_its_text(&self) -> bool {
        let around = [&self.text[..self.number.start], &self.text[self.number.end..]];
        let is_sign = |char: char| char.is_whitespace() || "+-−±<>≤≥~≈()*".contains(char);
        self.text.len() - (self.number.end - self.number.start) < NEAR_BYTES
            && around.iter().all(|part| part.chars().all(is_sign))
    }
}
