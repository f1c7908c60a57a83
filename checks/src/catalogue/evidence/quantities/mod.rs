//! Quantities in a text: a number with a unit, a share, an amount of money or a multiple, or one of
//! two digits and more before a word.
//!
//! Numbers that only name or date something are none: years, dates, times of day, telephone
//! numbers, versions, sections, models. Each text is read once from its beginning to its end.

mod digits;
mod named_numbers;
mod number;
mod words;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use crate::page::dates::is_month;
use digits::{digit, is_multiplier, is_numeral, may_begin_number};
use named_numbers::{follows_area_code, is_dated, is_decade, is_house};
use number::{Number, Shape, read_number, read_numerals};
use words::{
    begins_with_counter, begins_with_interval, begins_with_no_counter, begins_with_share, is_clock,
    is_file_unit, is_label, is_long_unit, is_measured, is_of_claim, is_ordinal, is_own, is_symbol,
    is_unit, is_whose,
};

/// Bytes before and after a number in which words are looked for.
const NEAR_BYTES: usize = 48;
/// Digits from which a number without separators is a key or a telephone number.
const KEY_DIGITS: usize = 7;
/// Digits from which a number that fills a cell alone is data, and not the number of a row.
const CELL_DIGITS: usize = 3;

/// Words after a number in which it is told to be the page's own.
const OWN_WORDS: usize = 3;

/// What “K” after such a number tells of a picture or a run, and not thousands.
const MODELS_OF_K: [&str; 5] = ["2", "4", "5", "6", "8"];

/// Letters of a unit after a number that may be a year: shorter words have other meanings.
const YEAR_UNIT_LETTERS: usize = 4;

/// A quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quantity {
    /// Where the number stands in its text.
    pub(super) text: Range<usize>,
    /// The same for the same number with the same unit.
    pub(super) key: u64,
    /// Whether it is an amount of money.
    pub(super) is_money: bool,
    /// Whether somebody must have found it out: a share, or a large number that is neither a price
    /// nor a measure, and not the page's own count.
    pub(super) is_claim: bool,
}

/// How a text is read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    /// Whether the text is a cell of a table, whose head names the unit.
    pub(super) is_cell: bool,
    /// Whether the language writes all nouns with a capital, so that one before a number does not
    /// make it a name ("iPhone 15").
    pub(super) nouns_have_capitals: bool,
}

/// Tells `found` of every quantity in one block of text.
pub(super) fn quantities(text: &str, reading: Reading, mut found: impl FnMut(Quantity)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if !may_begin_number(*byte) {
            at += 1;
            continue;
        }
        if !text.is_char_boundary(at) {
            at += 1;
            continue;
        }
        match read_number(text, at).or_else(|| read_numerals(text, at)) {
            Some(number) => {
                at = number.end;
                let place = Place { text, reading, number: &number };
                if let Some(quantity) = place.quantity() {
                    found(quantity);
                }
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
}

/// Whether what follows a number makes it inches: the sign of them, or a fraction with one that may
/// be a quotation mark (`30 1/8 "`).
fn is_inches(after: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let upper = digits(after);
    let fraction = after[upper..].strip_prefix('/').filter(|rest| upper > 0 && digits(rest) > 0);
    match fraction {
        Some(rest) => rest[digits(rest)..].trim_start().starts_with(['"', '″', '”']),
        None => after.starts_with('″'),
    }
}

/// A number in its text.
struct Place<'a> {
    text: &'a str,
    reading: Reading,
    number: &'a Number,
}

impl Place<'_> {
    fn quantity(&self) -> Option<Quantity> {
        let number = self.number;
        if number.shape == Shape::Other || self.is_glued_before() {
            return None;
        }
        let is_money = self.is_money();
        if !is_money && follows_area_code(number, self.before()) {
            return None;
        }
        if self.is_size_of_file() {
            return None;
        }
        let unit = is_money || self.has_unit();
        if !unit && !self.counts_without_unit() {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        (&number.value, self.sort()).hash(&mut hasher);
        let (text, key) = (number.start..number.end, hasher.finish());
        Some(Quantity { text, key, is_money, is_claim: self.is_claim(is_money) })
    }

    /// What tells it from the same number of something else: a symbol with capitals in it, such as
    /// “GHz” beside “GB”, else the first letter, which a unit and its symbol share.
    fn sort(&self) -> &str {
        const SYMBOL_LETTERS: usize = 4;
        let spaced = self.after().trim_start();
        let word = first_word(spaced);
        let is_symbol = (2..=SYMBOL_LETTERS).contains(&word.chars().count())
            && word.chars().skip(1).any(char::is_uppercase)
            && is_symbol(&word.to_lowercase());
        let first = spaced.chars().next().filter(|first| first.is_alphanumeric());
        match is_symbol {
            true => word,
            false => &spaced[..first.map_or(0, char::len_utf8)],
        }
    }

    /// Whether the words after it make it one that somebody must have found out.
    fn is_claim(&self, is_money: bool) -> bool {
        // “3,500+ people”, “2,000-foot”.
        let spaced = joined(self.after().strip_prefix('+').unwrap_or(self.after())).trim_start();
        let is_word = |char: char| char.is_alphanumeric();
        let words = spaced.split(|char| !is_word(char)).filter(|word| !word.is_empty());
        let words: Vec<String> = words.take(OWN_WORDS).map(str::to_lowercase).collect();
        if words.iter().any(|word| is_own(word) || is_whose(word)) || self.is_measure(&words) {
            return false;
        }
        // A hundred percent is a manner of speaking.
        let is_share =
            spaced.starts_with(['%', '٪', '％', '‰']) || begins_with_share(&spaced.to_lowercase());
        let is_all = is_share && self.number.value == "100";
        let unit = first_word(spaced).to_lowercase();
        let is_large = self.number.has_thousands && !is_money && !is_unit(&unit);
        !is_all && (is_share || is_large || self.number.has_multiplier || is_of_claim(&unit))
    }

    /// Whether it is how much of something a thing has: "slopes of up to 45%", "100% cotton".
    fn is_measure(&self, after: &[String]) -> bool {
        const WORDS_BEFORE: usize = 4;
        let before = self.before().rsplit(|char: char| !char.is_alphanumeric());
        let mut before = before.filter(|word| !word.is_empty()).take(WORDS_BEFORE);
        after.iter().any(|word| is_measured(word))
            || before.any(|word| {
                let word = word.to_lowercase();
                is_measured(&word) || is_whose(&word)
            })
    }

    /// Whether it is how large a file is to get, in brackets behind its name: “(PDF, 3 MB)”.
    fn is_size_of_file(&self) -> bool {
        /// Bytes between the bracket and the number.
        const SORT_BYTES: usize = 12;
        let after = self.after().trim_start();
        let unit = first_word(after);
        let opens = self.before().rfind(['(', '[']);
        is_file_unit(&unit.to_lowercase())
            && after[unit.len()..].trim_start().starts_with([')', ']', ',', ';'])
            && opens.is_some_and(|at| self.before().len() - at <= SORT_BYTES)
    }

    fn before(&self) -> &str {
        let from = self.text.floor_char_boundary(self.number.start.saturating_sub(NEAR_BYTES));
        &self.text[from..self.number.start]
    }

    fn after(&self) -> &str {
        let to = self.text.ceil_char_boundary(self.text.len().min(self.number.end + NEAR_BYTES));
        &self.text[self.number.end..to]
    }

    /// Whether what stands right before makes it part of a name: `B12`, `COVID-19`, `[12]`, `#7`,
    /// 第3章.
    fn is_glued_before(&self) -> bool {
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

    fn is_money(&self) -> bool {
        let before = self.before().trim_end();
        let after = self.after().trim_start();
        before.chars().next_back().is_some_and(is_currency_sign)
            || after.chars().next().is_some_and(is_currency_sign)
            || is_currency_code(last_word(before))
            || is_currency_code(first_word(after))
    }

    /// Whether a unit, a share or a multiple follows.
    fn has_unit(&self) -> bool {
        let after = self.after();
        let Some(first) = after.chars().next() else { return self.number.has_multiplier };
        if self.is_date_of_east_asia(after) {
            return false;
        }
        if self.number.has_multiplier || matches!(first, '%' | '٪' | '‰' | '％' | '°' | '℃' | '×')
        {
            return true;
        }
        let spaced = after.trim_start();
        if spaced.starts_with(['%', '٪', '％', '°', '℃', '‰']) {
            return true;
        }
        if is_inches(spaced) {
            return true;
        }
        if first.is_alphabetic() && is_spaced_script(first) {
            let letters = first_word(after);
            let ends = !after[letters.len()..].starts_with(|next: char| next.is_ascii_digit());
            return ends && self.has_symbol(letters);
        }
        let written = first_word(spaced);
        let word = written.to_lowercase();
        if is_time_of_day(spaced, &word) {
            return false;
        }
        // “1-1 X-Force”: a letter with a hyphen begins a name.
        if word.chars().count() == 1 && spaced[written.len()..].starts_with(['-', '\u{2011}']) {
            return false;
        }
        // “7-year”, “5-minute”.
        if is_long_unit(&first_word(joined(after)).to_lowercase()) && joined(after) != after {
            return true;
        }
        let fits = !self.is_year() || word.chars().count() >= YEAR_UNIT_LETTERS;
        begins_with_counter(spaced)
            || (is_unit(&word) && fits)
            || begins_with_share(&spaced.to_lowercase())
    }

    /// Whether letters right after the number are a symbol of a unit: `15km`, but not `5G`.
    fn has_symbol(&self, letters: &str) -> bool {
        // “5G” is one, “1M+” is not.
        let is_model = letters.len() == 1
            && letters.chars().all(char::is_uppercase)
            && self.number.significant < 2
            // “3K” is neither a picture nor a run.
            && (letters != "K" || MODELS_OF_K.contains(&self.number.value.as_str()))
            && !self.after()[letters.len()..].starts_with('+');
        let is_decade = letters == "s" && is_decade(self.number, self.before());
        !is_model && !is_decade && is_symbol(&letters.to_lowercase())
    }

    /// Whether a year, a month, a day, an hour or a number of a chapter follows in a script that
    /// writes no spaces.
    fn is_date_of_east_asia(&self, after: &str) -> bool {
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

    /// Whether the number says how many by itself.
    fn counts_without_unit(&self) -> bool {
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
        self.is_before_word(after)
            && !self.is_named()
            && !self.is_at_head(after)
            && !is_house(after)
    }

    /// Whether it may be a year by itself, or is one by the words around it.
    fn is_year(&self) -> bool {
        let word = last_word(self.before().trim_end());
        self.number.is_year() || is_dated(self.number, word, self.after())
    }

    fn fills_its_text(&self) -> bool {
        let around = [&self.text[..self.number.start], &self.text[self.number.end..]];
        let is_sign = |char: char| char.is_whitespace() || "+-−±<>≤≥~≈()*".contains(char);
        self.text.len() - (self.number.end - self.number.start) < NEAR_BYTES
            && around.iter().all(|part| part.chars().all(is_sign))
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

/// What stands behind a hyphen that joins it to the number before, or the same text.
fn joined(after: &str) -> &str {
    let rest = after.strip_prefix(['-', '\u{2010}', '\u{2011}']);
    rest.filter(|rest| rest.starts_with(char::is_alphabetic)).unwrap_or(after)
}

/// Whether a number of the script stands off from the words before it by a space, so that letters
/// right before or after it belong to it.
fn is_spaced_script(letter: char) -> bool {
    matches!(letter as u32, 0..=0x058F | 0x1E00..=0x1FFF | 0xFF21..=0xFF5A)
}

/// 点 in "3点の違い" counts; after an hour it does not.
fn is_counted_point(spaced: &str) -> bool {
    let mut signs = spaced.chars();
    signs.next() == Some('点')
        && signs.next().is_some_and(|next| matches!(next, 'の' | 'を' | 'が' | 'で' | '以' | '満'))
}

/// "a.m.", "Uhr": what follows an hour.
fn is_time_of_day(after: &str, word: &str) -> bool {
    let is_half =
        |half: &str| after.get(..half.len()).is_some_and(|own| own.eq_ignore_ascii_case(half));
    is_clock(word) || ["a.m", "p.m", "a. m", "p. m"].into_iter().any(is_half)
}

/// What follows goes on as a number in words: 3 and 十.
fn is_numeral_word(rest: &str) -> bool {
    rest.chars().next().is_some_and(|first| is_numeral(first) && !is_multiplier(first))
}

fn last_word(text: &str) -> &str {
    let start = text.trim_end_matches(|char: char| char.is_alphabetic() || "°º'’".contains(char));
    &text[start.len()..]
}

fn first_word(text: &str) -> &str {
    let rest = text.trim_start_matches(|char: char| {
        char.is_alphabetic() || is_mark(char) || matches!(char, '²' | '³' | '\'' | '’')
    });
    &text[..text.len() - rest.len()]
}

/// Signs of India that belong to the letter before them.
fn is_mark(char: char) -> bool {
    matches!(char, '\u{0900}'..='\u{0DFF}' | '\u{0300}'..='\u{036F}')
}

/// General category Sc.
fn is_currency_sign(char: char) -> bool {
    matches!(char,
        '$' | '\u{A2}'..='\u{A5}' | '\u{58F}' | '\u{60B}' | '\u{7FE}' | '\u{7FF}' | '\u{9F2}'
        | '\u{9F3}' | '\u{9FB}' | '\u{AF1}' | '\u{BF9}' | '\u{E3F}' | '\u{17DB}'
        | '\u{20A0}'..='\u{20C0}' | '\u{A838}' | '\u{FDFC}' | '\u{FE69}' | '\u{FF04}' | '\u{FFE0}'
        | '\u{FFE1}' | '\u{FFE5}' | '\u{FFE6}')
}

/// Codes of money (ISO 4217) that pages write.
fn is_currency_code(word: &str) -> bool {
    matches!(
        word,
        "EUR"
            | "USD"
            | "GBP"
            | "CHF"
            | "JPY"
            | "CNY"
            | "RMB"
            | "INR"
            | "KRW"
            | "AUD"
            | "CAD"
            | "NZD"
            | "SEK"
            | "NOK"
            | "DKK"
            | "PLN"
            | "CZK"
            | "RUB"
            | "TRY"
            | "BRL"
            | "MXN"
            | "ZAR"
            | "AED"
            | "SAR"
            | "THB"
            | "IDR"
            | "VND"
            | "HKD"
            | "SGD"
            | "TWD"
            | "HUF"
            | "ILS"
            | "UAH"
            | "Rs"
            | "RM"
            | "Tk"
            | "Taka"
            | "BDT"
            | "PKR"
            | "NGN"
            | "KES"
            | "PHP"
            | "kr"
            | "Kč"
            | "zł"
            | "руб"
            | "грн"
    )
}

#[cfg(test)]
mod tests;
