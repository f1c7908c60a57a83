//! Days in a text, as people write them.
//!
//! A day that is known is looked for as people write it, so that nothing has to be guessed from
//! `03/04/2024`; a day of which nothing is known is read where it can mean one only.

mod months;
mod order;
mod short;
mod tokens;

use chrono::{Datelike, NaiveDate};

pub use months::knows_months;
pub(crate) use months::{is_month, month_named};
pub use order::Locale;

use months::Month;
use short::{short_day, shows_short_day};
use tokens::{Token, Tokens};

/// The fewest words and numbers of a date.
pub(super) const DATE_TOKENS: usize = 3;
/// How many words and numbers after the beginning of a date another one stands beside it.
const BESIDE_TOKENS: usize = 10;
/// How many years the Buddhist calendar of Thailand is ahead.
const BUDDHIST_YEARS: i32 = 543;
/// Years that the date of a page can have.
const YEARS: std::ops::RangeInclusive<i32> = 1990..=2100;

/// A text in which dates are looked for, taken apart once.
#[derive(Debug, Default)]
pub struct DatedText {
    tokens: Tokens,
}

impl DatedText {
    /// Takes a text apart into numbers and words.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { tokens: Tokens::of(text) }
    }

    /// How many words and numbers it has.
    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// So many words and numbers before that place, lower case.
    pub(super) fn before(&self, at: usize, most: usize) -> String {
        let mut words = String::new();
        for token in (at.saturating_sub(most)..at).filter_map(|at| self.tokens.get(at)) {
            match token {
                Token::Word(word) => words.push_str(word),
                Token::Number(number) => words.push_str(&number.to_string()),
            }
            words.push(' ');
        }
        words
    }

    /// Whether a date may begin there: with a number, or with a word before one.
    fn may_begin(&self, start: usize) -> bool {
        let tokens = &self.tokens;
        tokens.is_number(start) || tokens.is_number(start + 1 + tokens.between(start + 1))
    }

    /// Whether the text shows that day, with the month as a number or by its name in that language
    /// (a primary subtag) or in English, whichever part comes first.
    #[must_use]
    pub fn shows(&self, day: NaiveDate, language: &str) -> bool {
        let months = [Month::new(day, language), Month::new(day, "en")];
        (0..self.len()).filter(|start| self.may_begin(*start)).any(|start| {
            const ORDERS: [[Part; 3]; 3] = [
                [Part::Day, Part::Month, Part::Year],
                [Part::Month, Part::Day, Part::Year],
                [Part::Year, Part::Month, Part::Day],
            ];
            ORDERS.iter().any(|order| self.follows(start, order, day, &months))
        })
    }

    /// The first day that the text shows in a way that can be read in one way only: the month by
    /// its name in that language or in English, the year first, or in numbers whose order is clear.
    #[must_use]
    pub fn first_day<'a>(&self, locale: impl Into<Locale<'a>>) -> Option<NaiveDate> {
        let locale = locale.into();
        (0..self.len()).find_map(|start| self.day_at(start, locale))
    }

    /// The newest of all days that the text shows in that way and that are none of the future.
    #[must_use]
    pub fn newest_day<'a>(
        &self,
        locale: impl Into<Locale<'a>>,
        today: NaiveDate,
    ) -> Option<NaiveDate> {
        self.days(locale.into()).map(|(_, day)| day).filter(|day| *day <= today).max()
    }

    /// The newest of the first such day and of those that follow within a few words of it:
    /// "August 16, 2019 - Updated July 9, 2025".
    #[must_use]
    pub fn newest_of_first_days<'a>(
        &self,
        locale: impl Into<Locale<'a>>,
        today: NaiveDate,
    ) -> Option<NaiveDate> {
        let mut last = None;
        let beside = self.days(locale.into()).take_while(|(at, _)| {
            let is_beside = last.is_none_or(|last| at - last <= BESIDE_TOKENS);
            last = Some(*at);
            is_beside
        });
        beside.map(|(_, day)| day).filter(|day| *day <= today).max()
    }

    /// The days that can be read in one way only, and where they begin. What is a part of one is
    /// none of another: "2/26/2015 7:11".
    pub(super) fn days(&self, locale: Locale<'_>) -> impl Iterator<Item = (usize, NaiveDate)> {
        let mut next = 0;
        (0..self.len()).filter_map(move |at| {
            let day = (at >= next).then(|| self.day_at(at, locale)).flatten()?;
            next = at + DATE_TOKENS;
            Some((at, day))
        })
    }

    /// Whether the text shows any day, be it one that can be read in two ways: `03/04/2024`.
    #[must_use]
    pub fn shows_any_day<'a>(&self, locale: impl Into<Locale<'a>>) -> bool {
        let locale = locale.into();
        let small = |number: i32| (1..=31).contains(&number);
        let is_numeric = |parts: [Token<'_>; 3]| match parts {
            [Token::Number(one), Token::Number(two), Token::Number(year)] => {
                small(one) && small(two) && one.min(two) <= 12 && YEARS.contains(&year)
            }
            _ => false,
        };
        self.first_day(locale).is_some()
            || (0..self.len()).any(|start| {
                self.tokens.parts(start).is_some_and(is_numeric)
                    || shows_short_day(&self.tokens, start, locale)
            })
    }

    fn day_at(&self, start: usize, locale: Locale<'_>) -> Option<NaiveDate> {
        let whole = self.tokens.parts(start).and_then(|parts| whole_day(parts, locale));
        let twice = || self.day_named_twice(start, locale);
        whole.or_else(twice).or_else(|| short_day(&self.tokens, start, locale))
    }

    /// A day whose month bears both its names, as in the Arab world: “28 آب/أغسطس 2026”.
    fn day_named_twice(&self, start: usize, locale: Locale<'_>) -> Option<NaiveDate> {
        let token = |on: usize| self.tokens.get(start + on);
        let (Token::Word(one), Token::Word(other)) = (token(1)?, token(2)?) else { return None };
        let [month, same] = [one, other].map(|word| month_named(word, locale.language));
        let parts = [token(0)?, token(1)?, token(3)?];
        (one != other && month.is_some() && month == same)
            .then(|| whole_day(parts, locale))
            .flatten()
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
                at += self.tokens.between(at);
            }
            match self.tokens.get(at) {
                Some(token) if part.is(token, day, months) => at += 1,
                _ => return false,
            }
        }
        true
    }
}

/// The day that three parts with a whole year are.
fn whole_day(parts: [Token<'_>; 3], locale: Locale<'_>) -> Option<NaiveDate> {
    let month = |word: &str| month_named(word, locale.language);
    let (year, month, day) = match parts {
        [Token::Number(one), Token::Word(word), Token::Number(other)] => {
            (one.max(other), month(word)?, one.min(other))
        }
        [Token::Word(word), Token::Number(day), Token::Number(year)] => (year, month(word)?, day),
        [Token::Number(one), Token::Number(other), Token::Number(year)]
            if YEARS.contains(&year) =>
        {
            let (day, month) = locale.day_and_month(one, other)?;
            (year, u32::try_from(month).ok()?, day)
        }
        [Token::Number(year), Token::Number(month), Token::Number(day)] => {
            (year, u32::try_from(month).ok()?, day)
        }
        _ => return None,
    };
    let year = match year - BUDDHIST_YEARS {
        own if locale.language == "th" && YEARS.contains(&own) => own,
        _ => year,
    };
    let day = NaiveDate::from_ymd_opt(year, month, u32::try_from(day).ok()?);
    day.filter(|day| YEARS.contains(&day.year()))
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

#[cfg(test)]
mod tests;
