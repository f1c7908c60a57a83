//! What a number is of.

use super::around::{first_word, is_spaced_script, is_time_of_day, joined};
use super::named_numbers::is_decade;
use super::place::Place;
use super::words::{
    begins_with_counter, begins_with_share, is_file_unit, is_long_unit, is_symbol, is_unit,
};

/// What “K” after such a number tells of a picture or a run, and not thousands.
const MODELS_OF_K: [&str; 5] = ["2", "4", "5", "6", "8"];

/// Letters of a unit after a number that may be a year: shorter words have other meanings.
const YEAR_UNIT_LETTERS: usize = 4;

impl Place<'_> {
    /// Whether a unit, a share or a multiple follows.
    pub(super) fn has_unit(&self) -> bool {
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

    /// What tells it from the same number of something else: a symbol with capitals in it, such as
    /// “GHz” beside “GB”, else the first letter, which a unit and its symbol share.
    pub(super) fn sort(&self) -> &str {
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

    /// Whether it is how large a file is to get, in brackets behind its name: “(PDF, 3 MB)”.
    pub(super) fn is_size_of_file(&self) -> bool {
        /// Bytes between the bracket and the number.
        const SORT_BYTES: usize = 12;
        let after = self.after().trim_start();
        let unit = first_word(after);
        let opens = self.before().rfind(['(', '[']);
        is_file_unit(&unit.to_lowercase())
            && after[unit.len()..].trim_start().starts_with([')', ']', ',', ';'])
            && opens.is_some_and(|at| self.before().len() - at <= SORT_BYTES)
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
