//! The one day that a text means.

use chrono::NaiveDate;

use crate::page::dates::{Date, DatedText};

/// The most bytes of a date in words.
const DATE_BYTES: usize = 40;

/// The day that a text without a time of day means, where it can mean no other: its month has a
/// name, or its year comes first.
pub(super) fn certain_day(text: &str, language: &str) -> Option<NaiveDate> {
    let text = text.trim();
    let year_first = text.len() > 4 && text.bytes().take(4).all(|byte| byte.is_ascii_digit());
    let has_name = text.chars().filter(|char| char.is_alphabetic()).count() >= 3;
    let has_year = text.split(|char: char| !char.is_ascii_digit()).any(|part| part.len() == 4);
    let is_plain = text.len() <= DATE_BYTES && !text.contains(':') && Date::parse(text).is_none();
    let day = || DatedText::new(text).first_day(language);
    (is_plain && has_year && (year_first || has_name)).then(day).flatten()
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
            ("March 5, 2026 10:30", "en", None),
            ("last week", "en", None),
        ] {
            let day = certain_day(text, language).map(|day| day.to_string());
            assert_eq!(day.as_deref(), expected, "{text}");
        }
    }
}
