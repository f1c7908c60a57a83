//! Titles that tie a page to a month that is over, or to a place in a series.

use std::collections::HashSet;

use chrono::{Datelike, NaiveDate};

use crate::applicability::is_lasting;
use crate::catalogue::provenance::trusted_dates::day_of;
use crate::check::Context;
use crate::data;
use crate::page::dates::month_named;
use crate::page::text::is_number;
use crate::report::PageKind;
use crate::url::is_year;

/// Whether the title names a month before the one of the scan. In a thread, people ask
/// about that month; elsewhere a title that compares or teaches promises to be kept up to date.
pub(super) fn names_past_month(context: &Context<'_>) -> bool {
    let title = &context.title.text;
    let may_be_tied = context.subject.kind == PageKind::Qa || !is_lasting(title);
    may_be_tied
        && months(title, context.languages.primary()).any(|month| month < this_month(context))
}

/// Whether the title of a thread names a day around its newest date, or the past year of that date:
/// people wrote about what was so then, as in “Update of 2024-09-05 broken” and “My plan, 2024
/// version”.
pub(super) fn names_day_or_year_of(context: &Context<'_>, newest: NaiveDate) -> bool {
    let title = &context.title.text;
    let is_day = |word: &str| {
        let word = word.trim_matches(|char: char| !char.is_ascii_digit());
        let day = NaiveDate::parse_from_str(word, "%Y-%m-%d");
        day.is_ok_and(|day| (newest - day).num_days().abs() <= DAYS_AROUND)
    };
    let is_year_before = |word: &str| {
        is_year(word) && word.parse() == Ok(newest.year()) && newest.year() < today(context).year()
    };
    context.subject.kind == PageKind::Qa
        && (title.split_whitespace().any(is_day)
            || title.split(|char: char| !char.is_alphanumeric()).any(is_year_before))
}

data::words! { "periodical-words.json" => static WORDS: Words {
    /// Words before the number of an issue, lower case.
    words: HashSet<String>,
} }

/// Whether the title begins or ends with the number of an issue of a series: “Tea this week: issue
/// 85”, “Leaf digest #12”. One that compares or teaches is kept up to date, whatever its number.
pub(super) fn is_issue(context: &Context<'_>) -> bool {
    let title = context.title.text.to_lowercase();
    let words: Vec<&str> = title.split_whitespace().collect();
    let number = |word: &str| {
        let word = word.trim_matches(|char: char| !char.is_alphanumeric());
        word.len() <= ISSUE_DIGITS && is_number(word)
    };
    let is_issue = |pair: Option<&[&str]>| {
        let Some(&[name, count]) = pair else { return false };
        let name = name.trim_matches(|char: char| !char.is_alphabetic());
        WORDS.words.contains(name) && number(count)
    };
    let is_named =
        is_issue(words.get(..2)) || is_issue(words.len().checked_sub(2).map(|at| &words[at..]));
    context.subject.kind == PageKind::Article && is_named && !is_lasting(&context.title.text)
}

data::words! { "report-words.json" => static REPORTS: Reports {
    /// Words for what is found out or counted once, lower case.
    words: HashSet<String>,
} }

/// Whether the title names a survey or the like and a year that is over, in which the page was published
/// or which was the one before: “Findings from our 2024 tea survey”.
pub(super) fn is_report_on_year(context: &Context<'_>, newest: NaiveDate) -> bool {
    let title = context.title.text.to_lowercase();
    let words = || title.split(|char: char| !char.is_alphanumeric());
    let is_past = |word: &str| {
        let year = word.parse().ok().filter(|_| is_year(word));
        year.is_some_and(|year: i32| {
            year < today(context).year() && (newest.year() - 1..=newest.year()).contains(&year)
        })
    };
    context.subject.kind == PageKind::Article
        && words().any(is_past)
        && words().any(|word| REPORTS.words.contains(word))
        && !is_lasting(&context.title.text)
}

/// Digits of the number of an issue.
const ISSUE_DIGITS: usize = 3;

/// Days before or after the day that a title names on which the newest date may be.
const DAYS_AROUND: i64 = 31;

fn today(context: &Context<'_>) -> NaiveDate {
    day_of(context.page.fetched_at)
}

/// The first day of the month in which the page was fetched.
fn this_month(context: &Context<'_>) -> NaiveDate {
    today(context).with_day(1).unwrap_or(today(context))
}

/// The months that a title names, each by its first day: “07/2024”, “July 2024”.
fn months(title: &str, language: &str) -> impl Iterator<Item = NaiveDate> {
    let lower = title.to_lowercase();
    let is_sign = |char: char| char.is_alphanumeric() || char == '/';
    let words: Vec<String> = lower
        .split(|char| !is_sign(char))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let (year, month) = match word.split_once('/') {
            Some((month, year)) => (year, month.parse().ok()),
            None => (words.get(at + 1).map_or("", String::as_str), month_named(word, language)),
        };
        if let (true, Some(month)) = (is_year(year), month) {
            found
                .extend(year.parse().ok().and_then(|year| NaiveDate::from_ymd_opt(year, month, 1)));
        }
    }
    found.into_iter()
}
