//! How long sentences may be, by language.

use std::collections::HashMap;

use crate::data;
use crate::weights::{SENTENCE_MEDIAN_FAIL, SENTENCE_MEDIAN_PASS, SENTENCE_MOST_PASS};

data::words! { "sentence-lengths.json" => static TABLE: Table {
    /// By language, the limits in percent of those for English.
    percent: HashMap<String, usize>,
} }

/// The most words that sentences of a language may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// The median, to pass.
    pub(super) median: usize,
    /// The median, not to fail.
    pub(super) median_fail: usize,
    /// Nine of ten.
    pub(super) most: usize,
}

impl Limits {
    /// Those of a language (a primary subtag).
    pub(super) fn of(language: &str) -> Self {
        let percent = TABLE.percent.get(language).copied().unwrap_or(100);
        let scaled = |words: usize| words * percent / 100;
        Self {
            median: scaled(SENTENCE_MEDIAN_PASS),
            median_fail: scaled(SENTENCE_MEDIAN_FAIL),
            most: scaled(SENTENCE_MOST_PASS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_of_long_sentences_has_wider_limits() {
        assert_eq!(Limits::of("en"), Limits { median: 25, median_fail: 35, most: 45 });
        assert_eq!(Limits::of("und"), Limits::of("en"));
        assert_eq!(Limits::of("es"), Limits { median: 32, median_fail: 45, most: 58 });
        for (language, percent) in &TABLE.percent {
            assert!((100..=150).contains(percent), "{language}");
        }
    }
}
