//! Whether a text shows a date that is known: the declared date is looked for as people write it,
//! so that nothing has to be guessed from `03/04/2024`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use serde::Deserialize;

/// Words between the parts of a date: ordinals, prepositions, and words for year and day.
const BETWEEN: [&str; 32] = [
    "st", "nd", "rd", "th", "er", "re", "º", "ª", "de", "del", "di", "d", "of", "den", "der", "da",
    "do", "el", "le", "the", "a", "г", "р", "року", "года", "r", "年", "月", "日", "년", "월",
    "일",
];
/// The fewest letters of a month's name that stand for it.
const MONTH_LETTERS: usize = 3;
/// How many years the Buddhist calendar of Thailand is ahead.
const BUDDHIST_YEARS: i32 = 543;

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

#[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
static NAMES: LazyLock<Names> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/month-names.json"))
        .expect("data/month-names.json is valid")
});

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
enum Token {
    Number(i32),
    Word(String),
}

/// A text in which dates are looked for, taken apart once.
pub struct DatedText {
    tokens: Vec<Token>,
}

impl DatedText {
    /// Takes a text apart into numbers and words.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut tokens = Vec::new();
        let mut run = String::new();
        let mut is_number = false;
        for char in text.chars().chain([' ']) {
            let digit = digit(char);
            let is_word = digit.is_none() && (char.is_alphanumeric() || is_vowel_sign(char));
            let breaks =
                (digit.is_none() && !is_word) || digit.is_some() != is_number || stands_alone(char);
            if breaks && !run.is_empty() {
                tokens.push(token(std::mem::take(&mut run), is_number));
            }
            is_number = digit.is_some();
            match digit {
                Some(digit) => run.push(digit),
                None if stands_alone(char) => tokens.push(Token::Word(char.to_string())),
                None if is_word => run.extend(char.to_lowercase()),
                None => {}
            }
        }
        Self { tokens }
    }

    /// Whether the text shows that day, with the month as a number or by its name in that language
    /// (a primary subtag) or in English, whichever part comes first.
    #[must_use]
    pub fn shows(&self, day: NaiveDate, language: &str) -> bool {
        let months = [Month::new(day, language), Month::new(day, "en")];
        (0..self.tokens.len()).any(|start| {
            const ORDERS: [[Part; 3]; 3] = [
                [Part::Day, Part::Month, Part::Year],
                [Part::Month, Part::Day, Part::Year],
                [Part::Year, Part::Month, Part::Day],
            ];
            ORDERS.iter().any(|order| self.follows(start, order, day, &months))
        })
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
                at += self.tokens[at..].iter().take_while(|token| is_between(token)).count();
            }
            match self.tokens.get(at) {
                Some(token) if part.is(token, day, months) => at += 1,
                _ => return false,
            }
        }
        true
    }
}

/// A part of a date.
enum Part {
    Day,
    Month,
    Year,
}

impl Part {
    fn is(&self, token: &Token, day: NaiveDate, months: &[Month; 2]) -> bool {
        match (self, token) {
            (Self::Day, Token::Number(number)) => u32::try_from(*number) == Ok(day.day()),
            (Self::Month, Token::Number(number)) => u32::try_from(*number) == Ok(day.month()),
            (Self::Month, Token::Word(word)) => months.iter().any(|month| month.is(word)),
            (Self::Year, Token::Number(number)) => {
                let year = day.year();
                *number == year || *number == year % 100 || *number == year + BUDDHIST_YEARS
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
        let language = match language {
            "no" | "nn" => "nb",
            "sr" | "bs" | "sh" => "hr",
            other => other,
        };
        Self { names: NAMES.months.get(language), own: day.month0() as usize }
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

fn is_between(token: &Token) -> bool {
    matches!(token, Token::Word(word) if BETWEEN.contains(&word.as_str()))
}

fn token(run: String, is_number: bool) -> Token {
    match run.parse() {
        Ok(number) if is_number => Token::Number(number),
        _ => Token::Word(run),
    }
}

/// The ASCII digit for a digit of ASCII, full width, Arabic, Persian, Devanagari or Thai.
fn digit(char: char) -> Option<char> {
    const ZEROS: [u32; 6] = [0x30, 0xFF10, 0x660, 0x6F0, 0x966, 0xE50];
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
            }
        }
    }
}
