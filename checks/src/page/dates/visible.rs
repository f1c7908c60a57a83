//! Whether a text shows a date that is known: the declared date is looked for as people write it,
//! so that nothing has to be guessed from `03/04/2024`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use serde::Deserialize;

use crate::data;

/// Words between the parts of a date: ordinals, prepositions, and words for year and day.
const BETWEEN: [&str; 32] = [
    "st", "nd", "rd", "th", "er", "re", "º", "ª", "de", "del", "di", "d", "of", "den", "der", "da",
    "do", "el", "le", "the", "a", "г", "р", "року", "года", "r", "年", "月", "日", "년", "월",
    "일",
];
/// The most words between two parts of a date.
const BETWEEN_MAX: usize = 3;
/// The fewest words and numbers of a date.
const DATE_TOKENS: usize = 3;
/// How many words and numbers after the beginning of a date another one stands beside it.
const BESIDE_TOKENS: usize = 10;
/// The fewest letters of a month's name that stand for it.
const MONTH_LETTERS: usize = 3;
/// How many years the Buddhist calendar of Thailand is ahead.
const BUDDHIST_YEARS: i32 = 543;
/// Years that the date of a page can have.
const YEARS: std::ops::RangeInclusive<i32> = 1990..=2100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    #[expect(dead_code, reason = "says where the file comes from")]
    source: String,
    #[expect(dead_code, reason = "says how old the file is")]
    checked: String,
    /// By language, the names of each month, lower case.
    months: HashMap<String, [Vec<String>; 12]>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| data::read!("month-names.json"));

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

/// A word or a number of a text.
#[derive(Clone, Copy)]
enum Token<'a> {
    Number(i32),
    Word(&'a str),
}

/// The same, as it is kept.
enum Piece {
    Number(i32),
    /// A word, by where it stands among the letters, and whether dates have it between their parts.
    Word {
        letters: std::ops::Range<usize>,
        is_between: bool,
    },
}

/// A text in which dates are looked for, taken apart once.
#[derive(Default)]
pub struct DatedText {
    /// All words, one after the other.
    letters: String,
    pieces: Vec<Piece>,
}

impl DatedText {
    /// Takes a text apart into numbers and words.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut taken = Self::default();
        let mut run = String::new();
        let mut is_number = false;
        let mut is_small = false;
        for char in text.chars().chain([' ']) {
            let digit = digit(char);
            let is_word = digit.is_none() && (char.is_alphanumeric() || is_vowel_sign(char));
            // Elements that only the style sets apart touch in the text: "EditorialMay 5, 2024".
            let begins_inside = is_small && char.is_uppercase();
            let breaks = (digit.is_none() && !is_word)
                || digit.is_some() != is_number
                || begins_inside
                || stands_alone(char);
            is_small = char.is_lowercase();
            if breaks && !run.is_empty() {
                taken.push(&run, is_number);
                run.clear();
            }
            is_number = digit.is_some();
            match digit {
                Some(digit) => run.push(digit),
                None if stands_alone(char) => taken.push_word(char.encode_utf8(&mut [0; 4])),
                None if char.is_ascii_alphabetic() => run.push(char.to_ascii_lowercase()),
                None if is_word => run.extend(char.to_lowercase()),
                None => {}
            }
        }
        taken
    }

    fn push(&mut self, run: &str, is_number: bool) {
        match run.parse() {
            Ok(number) if is_number => self.pieces.push(Piece::Number(number)),
            _ => self.push_word(run),
        }
    }

    fn push_word(&mut self, word: &str) {
        let start = self.letters.len();
        self.letters.push_str(word);
        let letters = start..self.letters.len();
        self.pieces.push(Piece::Word { letters, is_between: BETWEEN.contains(&word) });
    }

    fn token(&self, at: usize) -> Option<Token<'_>> {
        Some(match self.pieces.get(at)? {
            Piece::Number(number) => Token::Number(*number),
            Piece::Word { letters, .. } => Token::Word(&self.letters[letters.clone()]),
        })
    }

    /// How many words of those that stand in dates follow each other there, up to a number of them.
    fn between(&self, at: usize, most: usize) -> usize {
        let pieces = self.pieces[at.min(self.pieces.len())..].iter().take(most);
        pieces.take_while(|piece| matches!(piece, Piece::Word { is_between: true, .. })).count()
    }

    /// Whether a date may begin there: with a number, or with a word before one.
    fn may_begin(&self, start: usize) -> bool {
        let is_number = |at: usize| matches!(self.pieces.get(at), Some(Piece::Number(_)));
        is_number(start) || is_number(start + 1 + self.between(start + 1, usize::MAX))
    }

    /// Whether the text shows that day, with the month as a number or by its name in that language
    /// (a primary subtag) or in English, whichever part comes first.
    #[must_use]
    pub fn shows(&self, day: NaiveDate, language: &str) -> bool {
        let months = [Month::new(day, language), Month::new(day, "en")];
        (0..self.pieces.len()).filter(|start| self.may_begin(*start)).any(|start| {
            const ORDERS: [[Part; 3]; 3] = [
                [Part::Day, Part::Month, Part::Year],
                [Part::Month, Part::Day, Part::Year],
                [Part::Year, Part::Month, Part::Day],
            ];
            ORDERS.iter().any(|order| self.follows(start, order, day, &months))
        })
    }

    /// The first day that the text shows in a way that can be read in one way only: the month by
    /// its name in that language (a primary subtag) or in English, the year first, or in numbers
    /// whose order is clear.
    #[must_use]
    pub fn first_day(&self, language: &str) -> Option<NaiveDate> {
        (0..self.pieces.len()).find_map(|start| self.day_at(start, language))
    }

    /// The newest of all days that the text shows in that way and that are none of the future.
    #[must_use]
    pub fn newest_day(&self, language: &str, today: NaiveDate) -> Option<NaiveDate> {
        self.days(language).map(|(_, day)| day).filter(|day| *day <= today).max()
    }

    /// The newest of the first such day and of those that follow within a few words of it:
    /// "August 16, 2019 - Updated July 9, 2025".
    #[must_use]
    pub fn newest_of_first_days(&self, language: &str, today: NaiveDate) -> Option<NaiveDate> {
        let mut last = None;
        let beside = self.days(language).take_while(|(at, _)| {
            let is_beside = last.is_none_or(|last| at - last <= BESIDE_TOKENS);
            last = Some(*at);
            is_beside
        });
        beside.map(|(_, day)| day).filter(|day| *day <= today).max()
    }

    /// The days that can be read in one way only, and where they begin. What is a part of one is
    /// none of another: "2/26/2015 7:11".
    fn days(&self, language: &str) -> impl Iterator<Item = (usize, NaiveDate)> {
        let mut next = 0;
        (0..self.pieces.len()).filter_map(move |at| {
            let day = (at >= next).then(|| self.day_at(at, language)).flatten()?;
            next = at + DATE_TOKENS;
            Some((at, day))
        })
    }

    /// Whether the text shows any day, be it one that can be read in two ways: `03/04/2024`.
    #[must_use]
    pub fn shows_any_day(&self, language: &str) -> bool {
        let small = |number: i32| (1..=31).contains(&number);
        let is_numeric = |parts: [Token<'_>; 3]| match parts {
            [Token::Number(one), Token::Number(two), Token::Number(year)] => {
                small(one) && small(two) && one.min(two) <= 12 && YEARS.contains(&year)
            }
            _ => false,
        };
        self.first_day(language).is_some()
            || (0..self.pieces.len()).any(|start| {
                self.parts(start).is_some_and(is_numeric) || self.is_short_with_time(start)
            })
    }

    /// A day with two digits for the year, and a time after it by which it is told from a version or
    /// a count: "3/09/15 8:00am".
    fn is_short_with_time(&self, start: usize) -> bool {
        use Token::{Number, Word};
        match [0, 1, 2, 3, 4, 5].map(|after| self.token(start + after)) {
            [
                Some(Number(one)),
                Some(Number(two)),
                Some(Number(year)),
                Some(Number(hour)),
                Some(Number(minute)),
                Some(Word("am" | "pm")),
            ] => {
                [one, two].iter().all(|part| (1..=31).contains(part))
                    && one.min(two) <= 12
                    && (0..=99).contains(&year)
                    && (1..=12).contains(&hour)
                    && (0..=59).contains(&minute)
            }
            _ => false,
        }
    }

    /// Three tokens that only such words separate as stand in dates.
    fn parts(&self, start: usize) -> Option<[Token<'_>; 3]> {
        let mut at = start;
        let mut next = || {
            at += self.between(at, BETWEEN_MAX) + 1;
            self.token(at - 1)
        };
        Some([next()?, next()?, next()?])
    }

    fn day_at(&self, start: usize, language: &str) -> Option<NaiveDate> {
        let month = |word: &str| (1..=12).find(|month| is_that_month(*month, word, language));
        let (year, month, day) = match self.parts(start)? {
            [Token::Number(one), Token::Word(word), Token::Number(other)] => {
                (one.max(other), month(word)?, one.min(other))
            }
            [Token::Word(word), Token::Number(day), Token::Number(year)] => {
                (year, month(word)?, day)
            }
            [Token::Number(one), Token::Number(other), Token::Number(year)]
                if YEARS.contains(&year) =>
            {
                let (day, month) = day_and_month(one, other, language)?;
                (year, u32::try_from(month).ok()?, day)
            }
            [Token::Number(year), Token::Number(month), Token::Number(day)] => {
                (year, u32::try_from(month).ok()?, day)
            }
            _ => return None,
        };
        let year = match year - BUDDHIST_YEARS {
            own if language == "th" && YEARS.contains(&own) => own,
            _ => year,
        };
        let day = NaiveDate::from_ymd_opt(year, month, u32::try_from(day).ok()?);
        day.filter(|day| YEARS.contains(&day.year()))
    }

    fn follows(
        &self,
        start: usize,
        order: &[Part; 3],
        day: NaiveDate,
        months: &[Month; 2],
    ) -> bool {
        let mut at = start;
        for (place, part) in order.iter().enumerate() {
            if place > 0 {
                at += self.between(at, usize::MAX);
            }
            match self.token(at) {
                Some(token) if part.is(token, day, months) => at += 1,
                _ => return false,
            }
        }
        true
    }
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

/// Day and month of two numbers before a year, where only one order is possible or usual: English
/// has both, and the other languages whose months are known here write the day first.
fn day_and_month(one: i32, other: i32, language: &str) -> Option<(i32, i32)> {
    let day_first = language != "en" && knows_months(language);
    match (one > 12, other > 12) {
        (false, true) => Some((other, one)),
        (true, false) => Some((one, other)),
        (false, false) if day_first || one == other => Some((one, other)),
        _ => None,
    }
}

/// Whether a word names that month (1 to 12), in that language or in English.
fn is_that_month(month: u32, word: &str, language: &str) -> bool {
    let Some(day) = NaiveDate::from_ymd_opt(2000, month, 1) else { return false };
    [language, "en"].iter().any(|language| Month::new(day, language).is(word))
}

/// A part of a date.
enum Part {
    Day,
    Month,
    Year,
}

impl Part {
    fn is(&self, token: Token<'_>, day: NaiveDate, months: &[Month; 2]) -> bool {
        match (self, token) {
            (Self::Day, Token::Number(number)) => u32::try_from(number) == Ok(day.day()),
            (Self::Month, Token::Number(number)) => u32::try_from(number) == Ok(day.month()),
            (Self::Month, Token::Word(word)) => months.iter().any(|month| month.is(word)),
            (Self::Year, Token::Number(number)) => {
                let year = day.year();
                number == year || number == year % 100 || number == year + BUDDHIST_YEARS
            }
            (Self::Day | Self::Year, Token::Word(_)) => false,
        }
    }
}

/// The month of a day in one language.
struct Month {
    names: Option<&'static [Vec<String>; 12]>,
    own: usize,
}

impl Month {
    fn new(day: NaiveDate, language: &str) -> Self {
        Self { names: NAMES.months.get(own_names(language)), own: day.month0() as usize }
    }

    /// Whether a word is its name, or begins its name and that of no other month.
    fn is(&self, word: &str) -> bool {
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

/// The ASCII digit for a digit of ASCII, full width, Arabic, Persian, Devanagari or Thai.
fn digit(char: char) -> Option<char> {
    if char.is_ascii() {
        return char.is_ascii_digit().then_some(char);
    }
    const ZEROS: [u32; 5] = [0xFF10, 0x660, 0x6F0, 0x966, 0xE50];
    let code = char as u32;
    let value =
        ZEROS.iter().find_map(|zero| code.checked_sub(*zero).filter(|value| *value < 10))?;
    char::from_digit(value, 10)
}

/// The words for year, month and day of East Asia, which stand between digits and other words.
fn stands_alone(char: char) -> bool {
    matches!(char, '年' | '月' | '日' | '년' | '월' | '일')
}

/// Signs that belong to the letter before them, in Thai and in scripts of India.
fn is_vowel_sign(char: char) -> bool {
    matches!(char, '\u{0900}'..='\u{0DFF}' | '\u{0E31}' | '\u{0E34}'..='\u{0E4E}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shows(text: &str, language: &str) -> bool {
        let day = NaiveDate::from_ymd_opt(2024, 3, 5).unwrap();
        DatedText::new(text).shows(day, language)
    }

    #[test]
    fn a_known_day_is_found_as_people_write_it() {
        for (text, language) in [
            ("Posted on March 5, 2024 by Jane", "en"),
            ("Mar. 5th, 2024", "en"),
            ("5 March 2024", "en"),
            ("the 5th of March 2024", "en"),
            ("03/05/2024", "en"),
            ("05.03.24", "de"),
            ("Stand: 5. März 2024, 10 Uhr", "de"),
            ("5. Mrz. 2024", "de"),
            ("le 5 mars 2024", "fr"),
            ("5 de marzo de 2024", "es"),
            ("5 de março de 2024", "pt"),
            ("5 marca 2024", "pl"),
            ("5 марта 2024 г.", "ru"),
            ("2024. március 5.", "hu"),
            ("5. maaliskuuta 2024", "fi"),
            ("2024年3月5日 10:00", "ja"),
            ("２０２４年３月５日", "ja"),
            ("2024년 3월 5일", "ko"),
            ("5 มีนาคม 2567", "th"),
            ("٥ مارس ٢٠٢٤", "ar"),
            ("5 मार्च 2024", "hi"),
            ("5 Μαρτίου 2024", "el"),
            ("5. mars 2024", "nn"),
            ("2024-03-05T10:00", "sw"),
        ] {
            assert!(shows(text, language), "{text}");
        }
    }

    #[test]
    fn another_day_is_not_taken_for_it() {
        for (text, language) in [
            ("March 6, 2024", "en"),
            ("March 5, 2023", "en"),
            ("March 2024", "en"),
            ("May 5, 2024", "en"),
            ("Ma 5, 2024", "en"),
            ("15.03.2024", "de"),
            ("5 cups of tea, March to June 2024", "en"),
            ("5 mars 2024", "de"),
            ("© 2024", "en"),
            ("", "en"),
        ] {
            assert!(!shows(text, language), "{text}");
        }
    }

    #[test]
    fn a_day_of_which_nothing_is_known_is_read_where_it_can_mean_one_only() {
        for (text, language, expected) in [
            ("By Jane, March 5, 2024, 3 min", "en", Some("2024-03-05")),
            ("Tea 2023 5th of March 2024", "en", Some("2024-03-05")),
            ("Stand: 5. März 2024", "de", Some("2024-03-05")),
            ("5 de marzo de 2024", "es", Some("2024-03-05")),
            ("Publié le 5 mars 2024", "fr", Some("2024-03-05")),
            ("2024年3月5日", "ja", Some("2024-03-05")),
            ("发布于 2024-03-05 10:00", "zh", Some("2024-03-05")),
            ("2024년 3월 5일", "ko", Some("2024-03-05")),
            ("5 มีนาคม 2567", "th", Some("2024-03-05")),
            ("5 марта 2024 г.", "ru", Some("2024-03-05")),
            ("٥ مارس ٢٠٢٤", "ar", Some("2024-03-05")),
            ("03/04/2024", "en", None),
            ("15/03/2024", "en", Some("2024-03-15")),
            ("03/15/2024", "en", Some("2024-03-15")),
            ("5.3.2024", "de", Some("2024-03-05")),
            ("05/03/2024", "fr", Some("2024-03-05")),
            ("05/03/2024", "ka", None),
            ("© 2024, 3 cups, May", "en", None),
            ("February 30, 2024", "en", None),
            ("March 5, 1824", "en", None),
            ("5 მარტი 2024", "ka", None),
        ] {
            let day = DatedText::new(text).first_day(language).map(|day| day.to_string());
            assert_eq!(day.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_day_that_can_mean_two_is_one_that_is_shown() {
        for (text, expected) in [
            ("03/04/2024", true),
            ("3.4.2024", true),
            ("March 5, 2024", true),
            ("13/14/2024", false),
            ("© 2024", false),
            ("3/09/15 8:00am", true),
            ("8 9 10 11 12", false),
            ("before 1.1.16 and 1.0.13 am", false),
            ("3 4", false),
            ("", false),
        ] {
            assert_eq!(DatedText::new(text).shows_any_day("en"), expected, "{text}");
        }
        assert!(knows_months("nn") && !knows_months("ka"));
    }

    #[test]
    fn every_language_has_twelve_months_that_are_told_apart() {
        for (language, months) in &NAMES.months {
            for (place, names) in months.iter().enumerate() {
                let day =
                    NaiveDate::from_ymd_opt(2024, u32::try_from(place).unwrap() + 1, 9).unwrap();
                for name in names {
                    assert_eq!(*name, name.to_lowercase(), "{language}");
                    let text = DatedText::new(&format!("9 {name} 2024"));
                    assert!(text.shows(day, language), "{language} {name}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>(), near in "[0-9年月日mMarch ./,-]{0,40}") {
            for text in [text, near] {
                let _ = shows(&text, "en");
                let _ = DatedText::new(&text).shows_any_day("th");
            }
        }
    }
}
