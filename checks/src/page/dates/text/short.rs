//! Days with two digits for the year: `01/25/26`.

use chrono::NaiveDate;

use super::order::Locale;
use super::tokens::{Token, Tokens};

/// The year that two digits stand for.
fn whole_year(short: i32) -> Option<i32> {
    match short {
        0..=69 => Some(2000 + short),
        90..=99 => Some(1900 + short),
        _ => None,
    }
}

/// Three numbers at that place that are written as such a day: joined by one sign, and by no sign
/// to a fourth. A stop and a hyphen join the numbers of versions and telephones too: "2.4.17" is one
/// sooner than a day of April.
fn numbers(tokens: &Tokens, start: usize, locale: Locale<'_>) -> Option<[i32; 3]> {
    let [first, second, third] = [0, 1, 2].map(|after| tokens.number(start + after));
    let (first, second, third) = (first?, second?, third?);
    let joint = second.2.filter(|joint| third.2 == Some(*joint))?;
    let is_alone = first.2.is_none_or(char::is_whitespace)
        && tokens.number(start + 3).is_none_or(|next| next.2.is_none_or(char::is_whitespace));
    let all_have_two = [first, second, third].iter().all(|(_, digits, _)| *digits == 2);
    let year = if locale.is_year_first() { first } else { third };
    let is_filed = locale.is_filed(first.0, second.0, third.0);
    let is_usual = match joint {
        '/' => year.1 == 2,
        '.' => all_have_two && (locale.language != "en" || is_filed),
        '-' => all_have_two,
        _ => false,
    };
    let are_small = [first, second, third].iter().all(|(_, digits, _)| *digits <= 2);
    (is_alone && is_usual && are_small).then_some([first.0, second.0, third.0])
}

/// The day there, where its parts can be told.
pub(super) fn short_day(tokens: &Tokens, start: usize, locale: Locale<'_>) -> Option<NaiveDate> {
    let [first, second, third] = numbers(tokens, start, locale)?;
    let (year, month, day) = match locale.is_year_first() {
        true => (first, second, third),
        false => {
            let (day, month) = locale.day_and_month(first, second)?;
            (third, month, day)
        }
    };
    NaiveDate::from_ymd_opt(whole_year(year)?, u32::try_from(month).ok()?, u32::try_from(day).ok()?)
}

/// Whether such a day stands there, be it one that can be read in two ways, or one with a time after
/// it by which it is told from a version or a count: "3/09/15 8:00am".
pub(super) fn shows_short_day(tokens: &Tokens, start: usize, locale: Locale<'_>) -> bool {
    let could_be = |[one, other, year]: [i32; 3]| {
        let is_day = [one, other].iter().all(|part| (1..=31).contains(part));
        is_day && one.min(other) <= 12 && whole_year(year).is_some()
    };
    short_day(tokens, start, locale).is_some()
        || numbers(tokens, start, locale).is_some_and(could_be)
        || has_time(tokens, start)
}

fn has_time(tokens: &Tokens, start: usize) -> bool {
    use Token::{Number, Word};
    match [0, 1, 2, 3, 4, 5].map(|after| tokens.get(start + after)) {
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
