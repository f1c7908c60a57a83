//! The date of a build, which generators write below each page: it says nothing of when one of them
//! changed, so that it isn't asked for in their markup.

use std::collections::BTreeMap;

use crate::site::causes::cause::{Cause, CauseFix};

/// The fix that asks for a date in the markup.
const FIX: &str = "dates-declared";
/// Pages from which on one date is that of a build.
const PAGES_MIN: usize = 20;
/// Percent of them that show it.
const SHARED_PERCENT: usize = 90;

/// The day that nearly all of many pages show, by the titles of their fixes.
pub(super) fn of<'a>(fix: &str, titles: impl Iterator<Item = &'a str>) -> Option<String> {
    if fix != FIX {
        return None;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all = 0;
    for title in titles {
        all += 1;
        if let Some(day) = day_in(title) {
            *counts.entry(day).or_default() += 1;
        }
    }
    let (day, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (all >= PAGES_MIN && count * 100 >= all * SHARED_PERCENT).then(|| day.to_owned())
}

/// What is said of the pages instead.
pub(super) fn said(cause: Cause, day: &str, who: &str) -> Cause {
    let title = "Show when each page was last changed, or no date: not the build's".to_owned();
    Cause {
        summary: format!(
            "{who}: The visible date is {day} on nearly all. It looks like the build's."
        ),
        fix: CauseFix { title, ..cause.fix },
        gain: 0,
        low_confidence_gain: 0,
        even_gain: true,
        ..cause
    }
}

/// The day in brackets at the end of what a title names: “(2026-05-14)”.
fn day_in(title: &str) -> Option<&str> {
    const LENGTH: usize = "2026-05-14".len();
    let mut days = title.match_indices('(').filter_map(|(at, _)| {
        let (day, after) = title.get(at + 1..)?.split_at_checked(LENGTH)?;
        let is_day = day.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
        (is_day && after.starts_with(')')).then_some(day)
    });
    days.next_back()
}
