//! The one day that a text means.

use chrono::NaiveDate;

use crate::lists::DATES;
use crate::page::dates::{Date, DatedText};

/// The most bytes of a date in words.
const DATE_BYTES: usize = 40;
/// The most words of a date: "5 de marzo de 2026".
pub(super) const DATE_WORDS: usize = 5;

/// What stands between the days of a range.
const DASHES: [char; 4] = ['-', '–', '—', '~'];

/// The day that a text means which has nothing else, no other day and no time of day, where it can
/// mean no other: its month has a name, or its year comes first.
pub(super) fn certain_day(text: &str, language: &str) -> Option<NaiveDate> {
    let text = text.trim();
    if text.len() > DATE_BYTES || text.contains(':') || Date::parse(text).is_some() {
        return None;
    }
    let parts = |is_part: fn(char) -> bool| {
        text.split(move |char| !is_part(char)).filter(|part| !part.is_empty())
    };
    let numbers: Vec<usize> = parts(|char| char.is_ascii_digit()).map(str::len).collect();
    let words =
        parts(char::is_alphabetic).filter(|word| !DATES.linking.contains(&word.to_lowercase()));
    let is_whole = matches!(
        (&numbers[..], words.count()),
        ([4, 1..=2, 1..=2], 0) | ([4, 1..=2] | [1..=2, 4], 1)
    );
    is_whole.then(|| DatedText::new(text).first_day(language)).flatten()
}

/// Whether a date is one end of a range of days, by what stands before and behind it.
pub(super) fn is_of_range(before: &str, after: &str, language: &str) -> bool {
    let before = before.trim_end().strip_suffix(DASHES).map(str::trim_end);
    let begins = before.is_some_and(|own| own.ends_with(|char: char| char.is_ascii_digit()));
    let rest = after.trim_start().strip_prefix(DASHES).unwrap_or_default();
    let words: Vec<&str> = rest.split_whitespace().take(DATE_WORDS).collect();
    let is_day = |count: usize| {
        let run = words[..count].join(" ");
        certain_day(run.trim_matches(|char: char| !char.is_alphanumeric()), language).is_some()
    };
    begins || (1..=words.len()).any(is_day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dates_of_one_meaning_are_certain() {
        for (text, language, expected) in [
            ("March 5, 2026", "en", Some("2026-03-05")),
            ("5 March 2026", "en", Some("2026-03-05")),
            ("5. März 2026", "de", Some("2026-03-05")),
            ("2026/3/5", "en", Some("2026-03-05")),
            ("03/05/2026", "en", None),
            ("05.03.2026", "de", None),
            ("March 2026", "en", None),
            ("2026-03-05", "en", None),
            ("5 de marzo de 2026", "es", Some("2026-03-05")),
            ("March 5th, 2026", "en", Some("2026-03-05")),
            ("2026年3月5日", "ja", Some("2026-03-05")),
            ("March 5, 2026 10:30", "en", None),
            ("March 5, 2026 at 7pm", "en", None),
            ("March 5, 2026 at noon", "en", None),
            ("March 5, 2026 9am", "en", None),
            ("5 March 2026 – 9 March 2026", "en", None),
            ("March 5 – April 7, 2026", "en", None),
            ("March 5-8, 2026", "en", None),
            ("Before March 5, 2026", "en", None),
            ("3 hours after March 5, 2026", "en", None),
            ("last week", "en", None),
        ] {
            let day = certain_day(text, language).map(|day| day.to_string());
            assert_eq!(day.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn both_ends_of_a_range_are_known_as_such() {
        for (before, after, expected) in [
            ("March 5 – ", "", true),
            ("", " – April 7, 2026", true),
            ("By Jane Doe – ", " – 5 min read", false),
            ("Updated ", ".", false),
        ] {
            assert_eq!(is_of_range(before, after, "en"), expected, "{before}, {after}");
        }
    }
}
