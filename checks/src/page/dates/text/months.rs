//! The names of months. They are kept in `data/month-names.json`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};

use crate::data;

/// The fewest letters of a month's name that stand for it.
const MONTH_LETTERS: usize = 3;

data::words! { "month-names.json" => pub(super) static NAMES: Names {
    /// By language, the names of each month, lower case.
    pub(super) months: HashMap<String, [Vec<String>; 12]>,
} }

/// The names of all months in all languages.
static MONTHS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| NAMES.months.values().flatten().flatten().map(String::as_str).collect());

/// Whether a lower-case word is the name of a month in one of the languages, or its English short
/// form.
pub(crate) fn is_month(word: &str) -> bool {
    const SHORT: [&str; 12] =
        ["jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"];
    MONTHS.contains(word) || SHORT.contains(&word)
}

/// Whether the names of months are known in that language (a primary subtag).
#[must_use]
pub fn knows_months(language: &str) -> bool {
    NAMES.months.contains_key(own_names(language))
}

/// The language whose names of months are those of that one.
fn own_names(language: &str) -> &str {
    match language {
        "no" | "nn" => "nb",
        "sr" | "bs" | "sh" => "hr",
        other => other,
    }
}

/// The month (1 to 12) that a word names, in that language or in English.
pub(crate) fn month_named(word: &str, language: &str) -> Option<u32> {
    (1..=12).find(|month| {
        let Some(day) = NaiveDate::from_ymd_opt(2000, *month, 1) else { return false };
        [language, "en"].iter().any(|language| Month::new(day, language).is(word))
    })
}

/// The month of a day in one language.
pub(super) struct Month {
    names: Option<&'static [Vec<String>; 12]>,
    own: usize,
}

impl Month {
    pub(super) fn new(day: NaiveDate, language: &str) -> Self {
        Self { names: NAMES.months.get(own_names(language)), own: day.month0() as usize }
    }

    /// Whether a word is its name, or begins its name and that of no other month.
    pub(super) fn is(&self, word: &str) -> bool {
        let Some(names) = self.names else { return false };
        let begins = |month: &[String]| {
            word.chars().count() >= MONTH_LETTERS && month.iter().any(|name| name.starts_with(word))
        };
        let is_name = |month: &[String]| month.iter().any(|name| name == word);
        let others = || names.iter().enumerate().filter(|(month, _)| *month != self.own);
        let own = &names[self.own];
        is_name(own) || (begins(own) && !others().any(|(_, month)| begins(month)))
    }
}
