//! The day that the URL of a page files it under.

use url::Url;

use super::is_month;
use crate::page::text::is_number;
use crate::url::is_year;

/// The year and the month that the path files a page under: `/2019/05/tea`, `/2019/may/03/tea`,
/// `/2019/news/05/03/tea`, `/20190503-tea`, `/201905/03/tea`, `/tea-20190503`,
/// `/tea-that-nobody-drank-2019-05`. A year alone may be one that the page is about.
pub(crate) fn filed_month(url: &Url) -> Option<(i32, u32)> {
    let month = |text: &str| text.parse().ok().filter(|month| (1..=12).contains(month));
    let segments: Vec<&str> = url.path_segments().into_iter().flatten().collect();
    segments.iter().enumerate().find_map(|(at, segment)| {
        let segment = segment.trim_start_matches('@');
        if is_year(segment) {
            let section = usize::from(has_section_in_day(segments.get(at..)?));
            let next = segments.get(at + 1 + section)?.to_ascii_lowercase();
            let named = || MONTHS.iter().zip(1..).find(|(name, _)| **name == next).map(|of| of.1);
            let month = if next.len() <= 2 { month(&next) } else { named() };
            return Some((segment.parse().ok()?, month?));
        }
        if let Some((year, of_month)) = month_at_end(segment).filter(|(_, month)| month.len() == 2)
        {
            return Some((year.parse().ok()?, month(of_month)?));
        }
        let is_day_next = || segments.get(at + 1).is_some_and(|day| is_day_or_month(day));
        if segment.len() == 6 && is_number(segment) && is_day_next() {
            let (year, of_month) = segment.split_at(4);
            return Some((year.parse().ok().filter(|_| is_year(year))?, month(of_month)?));
        }
        let (year, rest) = day_at_end(segment).unwrap_or(segment).split_at_checked(4)?;
        let (of_month, rest) = rest.strip_prefix('-').unwrap_or(rest).split_at_checked(2)?;
        let (day, rest) = rest.strip_prefix('-').unwrap_or(rest).split_at_checked(2)?;
        let is_day = day.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = rest.starts_with(|char: char| char.is_ascii_digit());
        (is_year(year) && is_day && !is_number).then_some(())?;
        Some((year.parse().ok()?, month(of_month)?))
    })
}

/// The eight digits of a day behind the words of a segment.
fn day_at_end(segment: &str) -> Option<&str> {
    let (words, day) = segment.split('.').next()?.rsplit_once('-')?;
    let is_day = day.len() == 8 && is_number(day);
    (is_day && words.contains(char::is_alphabetic)).then_some(day)
}

/// The same where the month has one digit, `/tea-that-nobody-drank-2019-5`, and the page was published in
/// it: systems write such a number behind the second text of a name, too.
pub(crate) fn numbered_month(url: &Url, published: Option<(i32, u32)>) -> Option<(i32, u32)> {
    let mut segments = url.path_segments().into_iter().flatten();
    let (year, month) = segments.find_map(month_at_end)?;
    let filed = (year.parse().ok()?, month.parse().ok()?);
    (published == Some(filed)).then_some(filed)
}

/// The year and the month behind the words of a segment: `the-tea-of-may-2019-05`. One word before
/// them is the name of a series.
fn month_at_end(segment: &str) -> Option<(&str, &str)> {
    const NAMED_MIN: usize = 3;
    let (rest, month) = segment.split('.').next()?.rsplit_once('-')?;
    let (words, year) = rest.rsplit_once('-')?;
    let named = words.split('-').filter(|word| word.contains(char::is_alphabetic)).count();
    (is_day_or_month(month) && is_year(year) && named >= NAMED_MIN).then_some((year, month))
}

/// Whether a section stands between the year and the month of a day: `/2019/POLITICS/05/03/`.
fn has_section_in_day(segments: &[&str]) -> bool {
    let [year, section, month, day, ..] = segments else { return false };
    is_year(year)
        && section.contains(char::is_alphabetic)
        && !is_month(&section.to_ascii_lowercase())
        && is_day_or_month(month)
        && is_day_or_month(day)
}

fn is_day_or_month(text: &str) -> bool {
    (1..=2).contains(&text.len()) && is_number(text)
}

/// Months as addresses name them.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Whether the path names a day: `/2026/05/03/`, `/2026/news/05/03/`, `/2026-05-03/`, `/20260503/`.
pub(crate) fn is_dated(url: &Url) -> bool {
    let segments: Vec<&str> = url.path_segments().into_iter().flatten().collect();
    let is_day = |segment: &&str| {
        let mut parts = segment.split('-');
        let first = [parts.next(), parts.next(), parts.next()].map(Option::unwrap_or_default);
        let is_whole =
            segment.len() == 8 && is_number(segment) && segment.get(..4).is_some_and(is_year);
        is_whole || (is_year(first[0]) && is_day_or_month(first[1]) && is_day_or_month(first[2]))
    };
    segments.iter().any(is_day)
        || segments.windows(3).any(|three| {
            is_year(three[0])
                && (is_day_or_month(three[1]) || is_month(&three[1].to_ascii_lowercase()))
                && is_day_or_month(three[2])
        })
        || segments.windows(4).any(has_section_in_day)
}
