//! The words and numbers of notification mails.

use citable_checks::excerpt::one_line;
use citable_checks::report::GainKind;
use url::Url;

use crate::clock::rfc3339;

use super::news::{EngineLine, FixLine, PageChange, PauseReason, WeeklyReport};

/// The most characters of an address in a subject.
const SUBJECT_ADDRESS_CHARACTERS: usize = 60;
/// The most characters of an engine's name.
const NAME_CHARACTERS: usize = 60;
/// The characters of a day in RFC 3339.
const DAY_CHARACTERS: usize = 10;

/// A plan's name.
pub(super) fn plan_in_words(plan: &str) -> &'static str {
    match plan {
        "agency" => "Agency",
        "pro" => "Pro",
        _ => "Free",
    }
}

/// The day of an instant, in UTC.
pub(super) fn day_of(ms: i64) -> String {
    rfc3339(ms).chars().take(DAY_CHARACTERS).collect()
}

/// By how many points the score changed.
pub(super) fn points(change: &PageChange) -> Option<i32> {
    change.previous_score.map(|previous| change.score.saturating_sub(previous))
}

/// The score and how it changed.
pub(super) fn standing(change: &PageChange) -> String {
    let score = change.score;
    let (Some(points), Some(previous)) = (points(change), change.previous_score) else {
        return format!("{score} of 100, first scan");
    };
    let count = in_points(points.unsigned_abs());
    match points {
        0 => format!("{score} of 100, unchanged"),
        1.. => format!("{score} of 100, up {count} from {previous}"),
        _ => format!("{score} of 100, down {count} from {previous}"),
    }
}

/// What an engine cited.
pub(super) fn citations_in_words(line: &EngineLine) -> String {
    let (name, cited, answered) =
        (one_line(&line.name, NAME_CHARACTERS), line.cited, line.answered);
    let answers = if answered == 1 { "answer" } else { "answers" };
    match line.best_position {
        _ if answered == 0 => format!("{name} gave no answer this week"),
        None => format!("{name} didn't cite this page or its site in {answered} {answers}"),
        Some(best) => format!(
            "{name} cited this page or its site in {cited} of {answered} {answers}, best \
             position {best}"
        ),
    }
}

/// How many pages did what.
pub(super) fn tally(report: &WeeklyReport) -> String {
    let moved = |is: fn(i32) -> bool| {
        report.pages.iter().filter_map(points).filter(|points| is(*points)).count()
    };
    let (down, up) = (moved(|points| points < 0), moved(|points| points > 0));
    let (pages, failed) = (report.pages.len(), report.failures.len());
    let mut parts = vec![format!("{pages} {} scanned", if pages == 1 { "page" } else { "pages" })];
    parts.extend((down > 0).then(|| format!("{down} down")));
    parts.extend((up > 0).then(|| format!("{up} up")));
    parts.extend((pages > 0 && down + up == 0).then(|| "no score changed".to_owned()));
    parts.extend((failed > 0).then(|| format!("{failed} not scanned")));
    parts.join(", ")
}

/// What a fix gains, where that can be said.
pub(super) fn gain_in_words(fix: &FixLine) -> Option<String> {
    let points = u32::from(fix.gain?);
    match fix.gain_kind {
        GainKind::Exact => Some(format!("+{}", in_points(points))),
        GainKind::AtMost => Some(format!("up to +{}", in_points(points))),
        GainKind::Unlocks => None,
    }
}

fn in_points(count: u32) -> String {
    if count == 1 { "1 point".to_owned() } else { format!("{count} points") }
}

/// Why webhooks stopped.
pub(super) const fn pause_in_words(reason: PauseReason) -> &'static str {
    match reason {
        PauseReason::Failing => "every delivery failed for 5 days.",
        PauseReason::Gone => "the endpoint returned 410 Gone.",
    }
}

/// An address as a subject has it.
pub(super) fn short_address(url: &str) -> String {
    let name = url.strip_prefix("https://").unwrap_or(url).trim_end_matches('/');
    one_line(name, SUBJECT_ADDRESS_CHARACTERS)
}

/// Where webhooks go; the rest of their address may be a secret.
pub(super) fn host_of(url: &str) -> String {
    let url = Url::parse(url).ok();
    let host = url.as_ref().and_then(Url::host_str).unwrap_or("your endpoint");
    one_line(host, SUBJECT_ADDRESS_CHARACTERS)
}
