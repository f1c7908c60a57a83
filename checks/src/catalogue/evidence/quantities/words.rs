//! Words that stand beside numbers. They are kept in `data/quantity-words.json`.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use crate::data;

data::words! { "quantity-words.json" => static WORDS: Words {
    #[expect(dead_code, reason = "says which languages the words are of")]
    languages: Vec<String>,
    /// Symbols of units, of money and of multiples, lower case.
    symbols: HashSet<String>,
    /// Words of units and of multiples, lower case.
    words: HashSet<String>,
    /// Several words for percent, lower case.
    shares: Beginnings,
    /// What follows a number in scripts that write no space before it.
    counters: Beginnings,
    /// Words after which a number is a name: "Chapter 12".
    labels: HashSet<String>,
    /// Words after which the number before them was a time of day.
    clock: HashSet<String>,
    /// Words after which four digits are a year, also a distant one.
    years: HashSet<String>,
    /// What follows a year that is counted from an event, as written.
    eras: Beginnings,
    /// Words in which the names of streets end.
    streets: HashSet<String>,
    /// Ends of ordinal numbers.
    ordinals: HashSet<String>,
    /// What makes the number before it a date, a time or a name, in scripts that write no space.
    not_after: Beginnings,
    /// Units of what somebody counted or reckoned: shares and large numbers, lower case.
    claims: HashSet<String>,
    /// What a page counts or offers itself: votes, discounts.
    own: HashSet<String>,
    /// What a share beside it measures, as a setting or a property of a thing: how steep, of which
    /// fibre.
    measured: HashSet<String>,
    /// Words that say whose something is, of who writes or who reads: what they say of themselves
    /// has no other source.
    whose: HashSet<String>,
    /// Units of the size of a file.
    files: HashSet<String>,
    /// What makes of such a word a length of time after all.
    intervals: Beginnings,
} }

/// Words that a text may begin with, by their first letter: a page of numbers asks for them often.
#[derive(Deserialize)]
#[serde(from = "Vec<String>")]
struct Beginnings(HashMap<char, Vec<String>>);

impl From<Vec<String>> for Beginnings {
    fn from(words: Vec<String>) -> Self {
        let mut by_letter: HashMap<char, Vec<String>> = HashMap::new();
        for word in words {
            if let Some(letter) = word.chars().next() {
                by_letter.entry(letter).or_default().push(word);
            }
        }
        Self(by_letter)
    }
}

impl Beginnings {
    /// What follows each of the words that the text begins with.
    fn rests<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let words = text.chars().next().and_then(|letter| self.0.get(&letter));
        words.into_iter().flatten().filter_map(|word| text.strip_prefix(word.as_str()))
    }

    fn begin(&self, text: &str) -> bool {
        self.rests(text).next().is_some()
    }
}

/// Symbols that are words or letters of other meaning where a space stands before them.
const GLUED_ONLY: [&str; 2] = ["k", "s"];

/// Whether a text that follows a number without a space is a symbol of a unit.
pub(super) fn is_symbol(lower: &str) -> bool {
    WORDS.symbols.contains(lower)
}

/// Whether a word that follows a number after a space is a unit or a multiple.
pub(crate) fn is_unit(lower: &str) -> bool {
    WORDS.words.contains(lower) || (WORDS.symbols.contains(lower) && !GLUED_ONLY.contains(&lower))
}

/// Whether a text begins with several words for percent.
pub(super) fn begins_with_share(lower: &str) -> bool {
    WORDS.shares.begin(lower)
}

/// Whether a number after that word is a name.
pub(super) fn is_label(lower: &str) -> bool {
    WORDS.labels.contains(lower)
}

/// Whether a number before that word was found out by somebody: a share, a large number.
pub(super) fn is_of_claim(lower: &str) -> bool {
    WORDS.claims.contains(lower)
}

/// Whether a share beside that word measures a thing, which nobody has to find out.
pub(super) fn is_measured(lower: &str) -> bool {
    WORDS.measured.contains(lower)
}

/// Whether that word says that something is the writer's or the reader's.
pub(super) fn is_whose(lower: &str) -> bool {
    WORDS.whose.contains(lower)
}

/// Whether that is a unit of the size of a file.
pub(super) fn is_file_unit(lower: &str) -> bool {
    WORDS.files.contains(lower)
}

/// Whether that is a unit written out.
pub(super) fn is_long_unit(lower: &str) -> bool {
    WORDS.words.contains(lower)
}

/// Whether a number before that word is the page's own: of votes, of a discount.
pub(super) fn is_own(lower: &str) -> bool {
    WORDS.own.contains(lower)
}

/// Whether a number before that word is a time of day.
pub(super) fn is_clock(lower: &str) -> bool {
    WORDS.clock.contains(lower)
}

/// Whether four digits after that word are a year.
pub(super) fn is_year_word(lower: &str) -> bool {
    WORDS.years.contains(lower)
}

/// Whether a text begins with an era.
pub(super) fn begins_with_era(text: &str) -> bool {
    let goes_on = |rest: &str| rest.starts_with(|next: char| next.is_alphanumeric() || next == '-');
    WORDS.eras.rests(text).any(|rest| !goes_on(rest))
}

/// Whether the name of a street may end in that word.
pub(super) fn is_street(lower: &str) -> bool {
    WORDS.streets.contains(lower)
}

/// Whether what follows a number makes it an ordinal.
pub(super) fn is_ordinal(lower: &str) -> bool {
    WORDS.ordinals.contains(lower)
}

/// Whether a text begins with something that is counted, in scripts that write no space.
pub(super) fn begins_with_counter(text: &str) -> bool {
    WORDS.counters.begin(text)
}

/// Whether a text begins with something that makes the number before it a date or a name.
pub(super) fn begins_with_no_counter(text: &str) -> bool {
    let named = WORDS.not_after.rests(text).next();
    named.is_some_and(|rest| !begins_with_interval(rest))
}

/// Whether a text begins with what makes a length of time of a point in time: 間 after 時.
pub(super) fn begins_with_interval(text: &str) -> bool {
    WORDS.intervals.begin(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_lower_case_and_what_has_two_meanings_needs_a_place() {
        let all = [
            &WORDS.symbols,
            &WORDS.words,
            &WORDS.labels,
            &WORDS.clock,
            &WORDS.years,
            &WORDS.streets,
            &WORDS.claims,
            &WORDS.own,
            &WORDS.whose,
            &WORDS.files,
            &WORDS.ordinals,
        ];
        for word in all.into_iter().flatten() {
            assert_eq!(*word, word.to_lowercase());
        }
        assert!(is_symbol("k") && !is_unit("k") && is_unit("km"));
        assert!(begins_with_no_counter("時に") && !begins_with_no_counter("時間"));
    }
}
