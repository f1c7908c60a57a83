//! Sentences about a site.

use citable_checks::report::GainKind;
use citable_checks::site::{Cause, FoundPage, Severity};

use super::overview::{EngineCount, Overview};
use crate::render::numbers::number_of;
use crate::render::{quote, sentence, untrusted};

/// Heading of causes.
pub(in crate::render) const CAUSES: &str = "What to fix, by reach and points lost across all pages";
/// Heading of what only the site shows.
pub(in crate::render) const ACROSS: &str = "Across pages";
/// Heading of the lowest pages.
pub(in crate::render) const LOWEST: &str = "Lowest-scoring pages";
/// Heading of all pages.
pub(in crate::render) const PAGES: &str = "Pages, lowest score first";
/// Heading of pages without a score.
pub(in crate::render) const NOT_SCANNED: &str = "Not scanned";
/// Heading of ignored checks.
pub(in crate::render) const IGNORED: &str = "Ignored checks";
/// Heading of what is left out.
pub(in crate::render) const NOTES: &str = "Notes";
/// What stands beside a score of low confidence.
pub(in crate::render) const UNSURE: &str = "(low confidence)";
/// Why a site has no score.
pub(in crate::render) const NO_SCORE: &str = "A site has no score, because answer engines cite \
    individual pages. The scores measure how ready pages are to be cited; they don't predict \
    citations.";

/// Why it isn't known what engines can use, where it isn't.
pub(in crate::render) fn why_not_known(overview: &Overview) -> Option<&'static str> {
    match overview.without_url {
        true => Some(
            "Whether crawlers may fetch these pages isn't known, because robots.txt and response \
             headers weren't read.",
        ),
        false if overview.engines.iter().any(|engine| engine.unknown > 0) => {
            Some("Where it says “not known”, robots.txt wasn't read.")
        }
        false => None,
    }
}

/// How many pages there are, and how they score.
pub(in crate::render) fn summary(overview: &Overview) -> String {
    let mut text = number_of(overview.scanned, "page");
    if let (Some(median), Some(lowest)) = (overview.median, overview.lowest) {
        text = format!("{text}. Median score {median}, lowest {lowest}");
    }
    if overview.forwarding > 0 {
        let send = if overview.forwarding == 1 { "sends" } else { "send" };
        let pages = number_of(overview.forwarding, "page");
        text = format!("{text}. {pages} only {send} visitors to another URL");
    }
    if overview.frames > 0 {
        text = format!("{text}. {} not counted", number_of(overview.frames, "frame"));
    }
    if overview.failed > 0 {
        text = format!("{text}. {} not scanned", number_of(overview.failed, "page"));
    }
    if overview.stopped {
        text = format!("{text}. Stopped before the end");
    }
    format!("{text}.")
}

/// How many pages are in no band, and why.
pub(in crate::render) fn without_band(overview: &Overview) -> Option<String> {
    let (their, have) = match overview.low_confidence {
        0 => return None,
        1 => ("its", "has"),
        _ => ("their", "have"),
    };
    let pages = number_of(overview.low_confidence, "page");
    Some(format!("{pages} {have} no band, because {their} score has low confidence."))
}

/// What an engine can use, of all pages.
pub(in crate::render) fn engine(engine: &EngineCount) -> String {
    let EngineCount { eligible, limited, blocked, unknown, .. } = *engine;
    let all = eligible + limited + blocked + unknown;
    if eligible == all {
        return format!("all {} eligible", number_of(all, "page"));
    }
    if unknown == all {
        return "not known".to_owned();
    }
    let counts = [
        (blocked > 0).then(|| format!("{blocked} blocked")),
        (limited > 0).then(|| format!("{limited} limited")),
        (eligible > 0 || unknown == 0).then(|| format!("{eligible} eligible")),
        (unknown > 0).then(|| format!("{unknown} not known")),
    ];
    counts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What to edit for a cause, in the words of the first of its pages.
pub(in crate::render) fn fix(cause: &Cause) -> String {
    let of = if cause.total > 1 { " for the first page listed" } else { "" };
    format!("Fix{of}: {}", sentence(&cause.fix.title))
}

/// What a cause costs: each of its pages, and all of them together.
pub(in crate::render) fn cost(cause: &Cause) -> Option<String> {
    let pages = u64::try_from(cause.total).unwrap_or(u64::MAX).max(1);
    let each = if cause.even_gain { " a page" } else { " a page on average" };
    let most = if cause.gain_kind == GainKind::Exact { "" } else { "up to " };
    let gain = match cause.gain {
        0 => None,
        gain if pages == 1 => Some(format!("{most}+{}", number_of(gain, "point"))),
        gain if gain < pages => Some(format!("less than +1 point{each}, {most}+{gain} in all")),
        gain => {
            let points = number_of((gain + pages / 2) / pages, "point");
            Some(format!("{most}+{points}{each}, +{gain} in all"))
        }
    };
    let gain = gain.map(|gain| format!("{gain}{}", unsure_part(cause)));
    let reach = match cause.reach_lost / pages {
        0 => None,
        100.. => Some("no engine can use these pages".to_owned()),
        percent if pages == 1 => Some(format!("{percent}% of reach lost")),
        percent => Some(format!("{percent}% of reach lost on average")),
    };
    let cost: Vec<String> = [reach, gain].into_iter().flatten().collect();
    (!cost.is_empty()).then(|| cost.join(", "))
}

/// Which part of the points is on pages whose score has low confidence.
fn unsure_part(cause: &Cause) -> String {
    let (pages, gain) = (cause.low_confidence_pages, cause.low_confidence_gain);
    match gain {
        0 => String::new(),
        _ if gain == cause.gain && cause.total == 1 => ", with low confidence".to_owned(),
        _ if gain == cause.gain => ", all on pages with low confidence".to_owned(),
        _ => format!(", {gain} of them on {} with low confidence", number_of(pages, "page")),
    }
}

/// A page of a finding, with what holds of it alone.
pub(in crate::render) fn found(page: &FoundPage) -> String {
    match page.detail.is_empty() {
        true => untrusted(&page.url),
        false => format!("{}: {}", untrusted(&page.url), page.detail),
    }
}

/// A severity as a word.
pub(in crate::render) const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Fail => "fail",
        Severity::Warn => "warn",
    }
}

/// An ignored check, in one sentence.
pub(in crate::render) fn ignored(ignored: &super::overview::IgnoredCheck) -> String {
    let place = match ignored.paths.as_slice() {
        [] => String::new(),
        paths => {
            let paths: Vec<String> = paths.iter().map(|path| quote(path)).collect();
            format!(" in {}", paths.join(", "))
        }
    };
    let pages = match ignored.pages {
        0 => "No findings".to_owned(),
        pages => format!("Findings on {}", number_of(pages, "page")),
    };
    let reason = untrusted(&ignored.reason);
    format!("{}{place}: {}. {pages}.", untrusted(&ignored.check), reason.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::site::sample;

    #[test]
    fn an_average_is_named_as_one() {
        let mut cause = sample::overview().causes.remove(0);
        let cost = |cause: &Cause| cost(cause).unwrap();
        assert_eq!(cost(&cause), "+3 points a page, +9 in all");
        cause.even_gain = false;
        assert_eq!(cost(&cause), "+3 points a page on average, +9 in all");
        cause.gain = 2;
        assert_eq!(cost(&cause), "less than +1 point a page on average, +2 in all");
        (cause.gain, cause.total) = (2, 1);
        assert_eq!(cost(&cause), "+2 points");
        cause.gain_kind = GainKind::AtMost;
        assert_eq!(cost(&cause), "up to +2 points");
    }

    #[test]
    fn what_rests_on_low_confidence_is_marked() {
        let mut cause = sample::overview().causes.remove(0);
        let cost = |cause: &Cause| cost(cause).unwrap();
        (cause.low_confidence_pages, cause.low_confidence_gain) = (2, 6);
        let all = "+3 points a page, +9 in all";
        assert_eq!(cost(&cause), format!("{all}, 6 of them on 2 pages with low confidence"));
        (cause.low_confidence_pages, cause.low_confidence_gain) = (3, 9);
        assert_eq!(cost(&cause), format!("{all}, all on pages with low confidence"));
        (cause.gain, cause.total) = (2, 1);
        (cause.low_confidence_pages, cause.low_confidence_gain) = (1, 2);
        assert_eq!(cost(&cause), "+2 points, with low confidence");
    }

    #[test]
    fn what_is_not_known_is_not_called_eligible() {
        let count = |[blocked, limited, eligible, unknown]: [usize; 4]| {
            let (id, name) = ("google".to_owned(), "Google".to_owned());
            engine(&EngineCount { id, name, eligible, limited, blocked, unknown })
        };
        assert_eq!(count([0, 0, 3, 0]), "all 3 pages eligible");
        assert_eq!(count([0, 0, 0, 3]), "not known");
        assert_eq!(count([1, 0, 2, 0]), "1 blocked, 2 eligible");
        assert_eq!(count([1, 0, 0, 2]), "1 blocked, 2 not known");
        assert_eq!(count([0, 3, 0, 0]), "3 limited, 0 eligible");
        assert_eq!(count([0, 0, 2, 1]), "2 eligible, 1 not known");
    }
}
