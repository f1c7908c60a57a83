//! The visible date, for machines.

use std::ops::Range;

use chrono::NaiveDate;

use super::certain::is_first;
use super::day::{DATE_WORDS, certain_day, is_of_range};
use super::proposal::Proposal;
use crate::catalogue::provenance::trusted_dates::{shown, trusted};
use crate::edit::{Edit, Piece, Tag};
use crate::page::dates::DateMeaning;
use crate::paste::in_title;
use crate::patch::generator::Generator;
use crate::patch::view::View;
use crate::report::PageKind;

/// Elements whose text is no text of the page, and those that may hold no `time`.
const LEFT_OUT: [&str; 10] =
    ["script", "style", "title", "textarea", "option", "template", "noscript", "svg", "time", "h1"];
/// The most bytes beside a date in its text: a date in a sentence is one of what is told.
const BESIDE_BYTES: usize = 60;
/// Places that are tried.
const PLACES_MAX: usize = 3;

/// Where markup has no date that can be read.
pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    if !view.is_open("dates-declared") {
        return Vec::new();
    }
    let mut proposals = bare_times(view);
    let days = shown(view.context);
    // In a thread, each post has days of its own.
    let is_thread = view.context.subject.kind == PageKind::Qa;
    let is_built = view.generator.is_some_and(Generator::shows_day_of_build);
    let published = days.published.filter(|day| is_first(view, *day));
    let published = published.filter(|day| agrees(view, *day));
    let modified = days.modified.filter(|_| !is_thread && !is_built);
    let modified = modified.filter(|day| agrees(view, *day));
    for day in [published, modified].into_iter().flatten() {
        proposals.extend(wrapped(view, day));
    }
    proposals
}

/// Whether the markup declares no day, or that one: which of two is right, only the owner knows.
fn agrees(view: &View<'_>, day: NaiveDate) -> bool {
    let meanings = [DateMeaning::Published, DateMeaning::Modified];
    let declared =
        meanings.map(|meaning| trusted(view.context, meaning).and_then(|(_, date)| date.day()));
    let mut declared = declared.into_iter().flatten().peekable();
    declared.peek().is_none() || declared.any(|own| (own - day).num_days().abs() <= 1)
}

/// `<time>` elements without a `datetime`, whose text is a date in words.
fn bare_times(view: &View<'_>) -> Vec<Proposal> {
    let text = view.source.text();
    let language = view.context.languages.primary();
    let times = view.tags.tags().filter(|(_, tag)| tag.starts("time"));
    let edits =
        times.filter(|(_, tag)| tag.attribute("datetime").is_none()).filter_map(|(at, tag)| {
            let day = certain_day(&text[view.tags.inside(at)?], language);
            let day = day.filter(|day| agrees(view, *day))?;
            Some(Edit::insert(tag.behind_name(), format!(" datetime=\"{day}\"")))
        });
    let edits: Vec<Edit> = edits.collect();
    match edits.len() {
        0 => Vec::new(),
        1 => vec![Proposal::new("Add datetime to the time element", edits)],
        count => vec![Proposal::new(format!("Add datetime to {count} time elements"), edits)],
    }
}

/// The places where the text shows that day, each in a `<time>`.
fn wrapped(view: &View<'_>, day: NaiveDate) -> Vec<Proposal> {
    let text = view.source.text();
    let language = view.context.languages.primary();
    let mut open: Vec<&Tag> = Vec::new();
    let mut proposals = Vec::new();
    // What stands above the heading may be the day on which the site is read.
    let heading = view.tags.first("h1").map_or(0, |(at, _)| at);
    for piece in &view.tags.pieces[heading..] {
        match piece {
            Piece::Tag(tag) if LEFT_OUT.contains(&tag.name.as_str()) => match tag.is_start {
                true => open.push(tag),
                false => {
                    open.pop_if(|own| own.name == tag.name);
                }
            },
            Piece::Text(range) if open.is_empty() => {
                let Some(place) = shows(&text[range.clone()], day, language) else { continue };
                if text[range.clone()].trim().len() > place.len() + BESIDE_BYTES {
                    continue;
                }
                let place = range.start + place.start..range.start + place.end;
                let written = &text[place.clone()];
                let edits = vec![
                    Edit::insert(place.start, format!("<time datetime=\"{day}\">")),
                    Edit::insert(place.end, "</time>"),
                ];
                let which =
                    if proposals.is_empty() { "the visible date" } else { "another mention of" };
                let title = format!("Make {which} {} machine-readable", in_title(written));
                proposals.push(Proposal::new(title, edits));
                if proposals.len() == PLACES_MAX {
                    break;
                }
            }
            _ => {}
        }
    }
    proposals
}

/// The shortest run of words that is that day.
fn shows(text: &str, day: NaiveDate, language: &str) -> Option<Range<usize>> {
    if text.len() > 2_000 || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let words: Vec<Range<usize>> = text
        .split_whitespace()
        .map(|word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            start..start + word.len()
        })
        .collect();
    (1..=DATE_WORDS).find_map(|count| {
        words.windows(count).find_map(|window| {
            let (first, last) = (window.first()?, window.last()?);
            let run = &text[first.start..last.end];
            let outer = |char: char| !char.is_alphanumeric();
            let begins = run.len() - run.trim_start_matches(outer).len();
            let run = run.trim_matches(outer);
            let place = first.start + begins..first.start + begins + run.len();
            let is_that = certain_day(run, language) == Some(day) || run == day.to_string();
            let is_alone = || !is_of_range(&text[..place.start], &text[place.end..], language);
            (is_that && is_alone()).then_some(place)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_found_in_its_words() {
        let day = NaiveDate::from_ymd_opt(2026, 3, 5).unwrap();
        for (text, expected) in [
            ("Updated March 5, 2026.", Some("March 5, 2026")),
            ("By Jane Doe | 2026-03-05 | Tea", Some("2026-03-05")),
            ("(5 March 2026)", Some("5 March 2026")),
            ("March 6, 2026", None),
            ("March 2 – March 5, 2026", None),
            ("March 5, 2026 – April 7, 2026", None),
            ("3/5/2026", None),
            ("no date", None),
        ] {
            assert_eq!(shows(text, day, "en").map(|range| &text[range]), expected, "{text}");
        }
    }
}
