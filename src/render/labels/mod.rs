//! The words that reports use for the values of closed lists.

mod page;
pub(crate) mod rendering;

use chrono::DateTime;
use citable_checks::compare::{ComparedFix, ComparedScan, Comparison, RecommendationChanges};
use citable_checks::evaluate::was_ignored;
use citable_checks::report::{
    Band, Category, CheckResult, Detail, EngineVerdict, EvidenceStrength, GainKind, ReachReason,
    Recommendation, RecommendedFix, Report, ScoreLength, Status, Verdict,
};
use citable_checks::weights::CATEGORIES;

use super::numbers::{grouped, number_of};

pub(super) use page::{compared_with, coverage, kind, kind_reason, page, standing};

pub(super) const fn band(band: Band) -> &'static str {
    match band {
        Band::Excellent => "excellent",
        Band::Good => "good",
        Band::Fair => "fair",
        Band::Poor => "poor",
        Band::VeryWeak => "very weak",
    }
}

pub(super) const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Eligible => "eligible",
        Verdict::Limited => "limited",
        Verdict::Blocked => "blocked",
    }
}

/// The engine's name, short enough for a tile and a sentence.
pub(super) fn engine(engine: &EngineVerdict) -> String {
    match engine.id.as_str() {
        "google" => "Google".to_owned(),
        "copilot" => "Copilot".to_owned(),
        _ => super::untrusted(&engine.name),
    }
}

/// Checks of robots.txt: for search, and for fetching on a user's behalf.
pub(crate) const ROBOTS_CHECKS: [&str; 2] = ["robots-search-bots", "robots-user-fetchers"];

/// Whether robots.txt was read, without which nobody knows what engines may fetch.
pub(crate) fn knows_robots(report: &Report) -> bool {
    let check = report.checks.iter().find(|check| check.id == ROBOTS_CHECKS[0]);
    check.is_none_or(|check| check.status != Status::Na || was_ignored(check))
}

/// The verdict on an engine as far as it is known: what was not read, robots.txt or the headers of
/// a file without a URL, may forbid what its HTML allows.
pub(super) fn known_verdict(engine: &EngineVerdict, report: &Report) -> Option<Verdict> {
    let is_known = engine.verdict != Verdict::Eligible || knows_reach(report);
    is_known.then_some(engine.verdict)
}

/// Whether all was read that may keep an engine out.
pub(super) fn knows_reach(report: &Report) -> bool {
    super::is_known(&report.url) && knows_robots(report)
}

/// The verdict on an engine, with its reach where that is neither all nor nothing.
pub(super) fn verdict_and_reach(engine: &EngineVerdict, report: &Report) -> String {
    match known_verdict(engine, report) {
        None => "not known".to_owned(),
        Some(Verdict::Limited) => format!("{} to {}%", verdict(engine.verdict), engine.reach),
        Some(known) => verdict(known).to_owned(),
    }
}

const fn reason(reason: ReachReason) -> &'static str {
    match reason {
        ReachReason::RobotsBlocked => "robots.txt blocks its crawler",
        ReachReason::Noindex => "the page disallows indexing",
        ReachReason::Nosnippet => "the page disallows snippets",
        ReachReason::SnippetLimited => "the page limits snippets",
        ReachReason::Noarchive => "the page disallows cached copies",
        ReachReason::TextNeedsJavascript => "the text needs JavaScript",
        ReachReason::Wall => "a wall hides the text",
        ReachReason::PageUnavailable => "the URL returns no page",
    }
}

/// How well a check's rule is supported.
pub(crate) const fn strength(strength: EvidenceStrength) -> &'static str {
    match strength {
        EvidenceStrength::Strong => "strong",
        EvidenceStrength::Moderate => "moderate",
        EvidenceStrength::Weak => "weak",
        EvidenceStrength::Convention => "convention",
    }
}

/// A category's name.
pub(crate) fn category(category: Category) -> &'static str {
    CATEGORIES.iter().find(|(id, _)| *id == category).map_or("", |(_, title)| title)
}

/// The reasons for the verdict on an engine, in words, separated by semicolons.
pub(super) fn reasons(engine: &EngineVerdict, report: &Report) -> String {
    match known_verdict(engine, report) {
        None if super::is_known(&report.url) => "robots.txt not read".to_owned(),
        None => "robots.txt and HTTP headers not read".to_owned(),
        Some(_) => engine.reasons.iter().map(|one| reason(*one)).collect::<Vec<_>>().join("; "),
    }
}

/// When the page was fetched, as people write it.
pub(super) fn scanned_at(report: &Report) -> String {
    instant(&report.scanned_at)
}

/// An instant as people write it; as it stands where it is none.
pub(super) fn instant(text: &str) -> String {
    DateTime::parse_from_rfc3339(text).map_or_else(
        |_| super::untrusted(text),
        |at| at.to_utc().format("%-d %B %Y, %H:%M UTC").to_string(),
    )
}

/// What belongs to a detail besides its label and its excerpt, as sentences.
pub(super) fn notes(detail: &Detail) -> Vec<String> {
    let line = detail.line.map(|line| format!("line {line}"));
    let selector = detail.selector.as_deref().map(super::quote);
    let measured = detail.measured.as_ref().map(|value| format!("found: {value}"));
    let expected = detail.expected.as_ref().map(|value| format!("expected: {value}"));
    let notes = [line, selector, measured, expected].into_iter().flatten();
    notes.map(|note| super::sentence(&note)).collect()
}

/// A check's verdict.
pub(crate) const fn status(status: Status) -> &'static str {
    match status {
        Status::Pass => "pass",
        Status::Warn => "warn",
        Status::Fail => "fail",
        Status::Na => "n/a",
    }
}

/// A category as JSON names it.
pub(crate) const fn category_id(category: Category) -> &'static str {
    match category {
        Category::Access => "access",
        Category::Indexing => "indexing",
        Category::Extraction => "extraction",
        Category::Structure => "structure",
        Category::Evidence => "evidence",
        Category::Provenance => "provenance",
        Category::Schema => "schema",
    }
}

/// What a fix adds to the score.
pub(super) fn gain(fix: &RecommendedFix) -> String {
    match (fix.gain_kind, fix.gain) {
        (GainKind::Unlocks, _) | (_, None) => "unlocks checks".to_owned(),
        (_, Some(0)) => "no points".to_owned(),
        (GainKind::Exact, Some(gain)) => format!("+{}", number_of(gain, "point")),
        (GainKind::AtMost, Some(gain)) => format!("up to +{}", number_of(gain, "point")),
    }
}

/// What stands beside the gain of a fix that may not suit the page, so that it ranks behind others.
pub(super) const IF_SUITED: &str = "if it suits the page";

/// Why such a fix stands behind others that gain less.
pub(super) const WHY_BEHIND: &str = "Fixes marked “if it suits the page” rank as if they gained a \
    third: only you can tell whether they suit the page.";

/// What a fix adds to the score, if it suits the page.
fn gain_if_suited(fix: &RecommendedFix) -> String {
    match fix.conditional {
        true => format!("{}, {IF_SUITED}", gain(fix)),
        false => gain(fix),
    }
}

/// What a fix adds, for a column of points.
pub(super) fn gain_column(fix: &RecommendedFix) -> String {
    match (fix.gain_kind, fix.gain) {
        (GainKind::Unlocks, _) | (_, None) => "unlocks".to_owned(),
        (_, Some(0)) => "+0".to_owned(),
        (GainKind::Exact, Some(gain)) => format!("+{gain}"),
        (GainKind::AtMost, Some(gain)) => format!("up to +{gain}"),
    }
}

/// What a fix adds, and the score with it and those before it. Where one of these may gain less than
/// it says, so may the score be lower.
pub(super) fn gain_and_score(fix: &RecommendedFix, report: &Report) -> String {
    let gain = gain_if_suited(fix);
    let Some(score) = fix.projected_score.filter(|_| fix.gain.is_some_and(|gain| gain > 0)) else {
        return gain;
    };
    let mut fixes = report.recommendations.iter().filter_map(Recommendation::full);
    let is_open = |one: &RecommendedFix| one.gain_kind == GainKind::AtMost && one.rank <= fix.rank;
    let most = if fixes.any(is_open) { "at most " } else { "" };
    match fix.rank {
        1 => format!("{gain}, for a score of {most}{score}"),
        _ => format!("{gain}, for a score of {most}{score} after the fixes above"),
    }
}

/// What a fix takes.
pub(super) const fn effort(effort: u8) -> &'static str {
    match effort {
        0 | 1 => "config",
        2 => "template",
        3 | 4 => "content",
        _ => "engineering",
    }
}

/// A number of points won or lost, with its sign.
pub(crate) fn delta(points: i16) -> String {
    match points {
        0 => "±0".to_owned(),
        _ => format!("{points:+}"),
    }
}

/// A score, or a dash where there is none.
pub(super) fn score_or(score: Option<u8>, none: &str) -> String {
    score.map_or_else(|| none.to_owned(), |score| score.to_string())
}

/// The line of the page's own source that a detail stands on. A detail of robots.txt says so in
/// its label; those of sitemaps stand on lines of sitemaps.
pub(super) fn line_of_page(check: &CheckResult, detail: &Detail) -> Option<u32> {
    let elsewhere = check.id == "sitemap-entry" || detail.label.contains("robots.txt");
    detail.line.filter(|line| *line > 0 && !elsewhere)
}

/// What a check found, with its details, one to a line.
pub(super) fn found(check: &CheckResult) -> Vec<String> {
    let details = check.details.iter().map(|detail| {
        let mut line = super::sentence(&detail.label);
        if !detail.excerpt.is_empty() {
            line = format!("{line}: {}", super::quote(&detail.excerpt));
        }
        let notes = notes(detail);
        match notes.is_empty() {
            true => line,
            false => format!("{line} ({})", notes.join("; ")),
        }
    });
    std::iter::once(super::sentence(&check.summary)).chain(details).collect()
}

/// The score in a word, which is left out where the report is unsure of it.
pub(super) fn band_word(report: &Report) -> Option<&'static str> {
    (!report.low_confidence).then(|| band(report.band))
}

/// The score in words.
pub(super) fn score(report: &Report) -> String {
    match band_word(report) {
        Some(word) => format!("{} of 100, {word}", report.score),
        None => format!("{} of 100", report.score),
    }
}

/// The score without its caps, in a sentence.
pub(super) fn uncapped(report: &Report) -> String {
    let caps = if report.caps.len() == 1 { "this cap" } else { "these caps" };
    format!("Without {caps}, the score would be {}.", report.uncapped_score())
}

/// What the length of the text takes from the score, in a sentence; none where it takes nothing.
pub(super) fn length(report: &Report) -> Option<String> {
    let length = report.length.filter(|length| length.percent < 100)?;
    let (counted, all) = (length.word_equivalents, report.page.word_equivalents);
    let text = match counted < all {
        true => format!(
            "{} of {} count (lists of links and “Updated …” lines don't, code counts half)",
            grouped(counted),
            number_of(all, "word")
        ),
        false => has_words(length),
    };
    Some(keeps(&text, length, report.raw_score))
}

/// The same of a page of which only the words that count are known.
pub(super) fn length_says(length: ScoreLength, raw_score: u8) -> String {
    keeps(&has_words(length), length, raw_score)
}

/// How the length of the text changed what it leaves of the score, in a sentence; none where it
/// leaves the same.
pub(crate) fn compared_length(comparison: &Comparison) -> Option<String> {
    let left = |scan: &ComparedScan| match scan.length {
        Some(length) => {
            let words = number_of(length.word_equivalents, "word");
            (length.percent, format!("{}% of the raw score ({words})", length.percent))
        }
        None => (100, "all of the raw score".to_owned()),
    };
    let ((before, said_before), (now, said)) = (left(&comparison.from), left(&comparison.to));
    (before != now).then(|| format!("The text now keeps {said}, and kept {said_before} before."))
}

/// How the kind of the page changed, in sentences; none where it is the same.
pub(crate) fn compared_kind(comparison: &Comparison) -> Option<String> {
    let (before, now) = (comparison.from.kind?, comparison.to.kind?);
    (before != now).then(|| {
        format!(
            "The page is read as {} now, and was read as {} before. Other checks apply to such pages, \
             so the two scores can't be compared.",
            page::a_kind(now),
            page::a_kind(before)
        )
    })
}

/// The fixes of a comparison under their headings; most comparisons have none that no longer apply.
pub(crate) fn compared_fixes(
    changes: &RecommendationChanges,
) -> Vec<(&'static str, &[ComparedFix])> {
    let mut all = vec![("Resolved fixes", changes.resolved.as_slice())];
    if !changes.no_longer_applicable.is_empty() {
        all.push(("Fixes that no longer apply", &changes.no_longer_applicable));
    }
    all.extend([("New fixes", changes.new.as_slice()), ("Open fixes", &changes.open)]);
    all
}

fn has_words(length: ScoreLength) -> String {
    format!("the text has {}", number_of(length.word_equivalents, "word"))
}

fn keeps(text: &str, length: ScoreLength, raw_score: u8) -> String {
    format!(
        "{text}, so the page keeps {}% of its raw score of {raw_score}. A text of {} words or more \
         keeps all of it.",
        length.percent,
        grouped(length.full_from),
    )
}

/// How many fixes a comparison withholds.
pub(super) fn withheld(count: u32) -> String {
    match count {
        1 => "1 fix is locked.".to_owned(),
        count => format!("{count} fixes are locked."),
    }
}

/// A check's verdict as JSON names it.
pub(super) const fn status_id(status: Status) -> &'static str {
    match status {
        Status::Na => "na",
        status => self::status(status),
    }
}

#[cfg(test)]
mod tests {
    use citable_checks::report::PageKind;
    use citable_checks::viewer::Allowance;

    use super::*;
    use crate::render::text::Layout;
    use crate::render::{html, markdown, sample, text};

    #[test]
    fn every_form_for_people_says_what_a_short_text_keeps() {
        let mut short = sample::unavailable();
        let said = |report: &Report| {
            let forms = [
                markdown::report(report),
                text::report(report, Layout { width: 400, ..Layout::PLAIN }),
                html::report(report),
            ];
            forms.map(|text| text.contains("520 words, so the page keeps 80% of its raw score"))
        };
        assert_eq!(said(&short), [false; 3]);
        short.page.word_equivalents = 520;
        short.length = Some(ScoreLength { word_equivalents: 520, percent: 80, full_from: 1_000 });
        assert_eq!(said(&short), [true; 3]);
        short.page.word_equivalents = 900;
        let counted = "520 of 900 words count (lists of links and “Updated …” lines don't, code counts half), so the page";
        assert!(length(&short).is_some_and(|said| said.starts_with(counted)));
        short.length = short.length.map(|length| ScoreLength { percent: 100, ..length });
        assert_eq!(length(&short), None);
    }

    #[test]
    fn a_comparison_says_what_the_length_changed() {
        let report = sample::report();
        let mut compared = Comparison::of(&report, &report, Allowance::All);
        assert_eq!(compared_length(&compared), None);
        let length =
            |words, percent| ScoreLength { word_equivalents: words, percent, full_from: 1_000 };
        compared.from.length = Some(length(235, 62));
        compared.to.length = Some(length(718, 88));
        let said = "The text now keeps 88% of the raw score (718 words), and kept 62% of the raw \
                    score (235 words) before.";
        let text = text::comparison(&compared, Layout { width: 400, ..Layout::PLAIN });
        assert!(text.contains(said), "{text}");
        assert!(markdown::comparison(&compared).contains(said));
        compared.to.length = None;
        let whole = "The text now keeps all of the raw score, and kept 62%";
        assert!(compared_length(&compared).is_some_and(|said| said.starts_with(whole)));
    }

    #[test]
    fn a_comparison_says_that_the_kind_of_the_page_changed() {
        let report = sample::report();
        let mut compared = Comparison::of(&report, &report, Allowance::All);
        assert_eq!(compared_kind(&compared), None);
        compared.from.kind = Some(PageKind::Listing);
        compared.to.kind = Some(PageKind::Article);
        let said = "The page is read as an article now, and was read as a listing before.";
        let text = text::comparison(&compared, Layout { width: 400, ..Layout::PLAIN });
        assert!(text.contains(said), "{text}");
        assert!(markdown::comparison(&compared).contains(said));
        compared.from.kind = None;
        assert_eq!(compared_kind(&compared), None, "older comparisons don't tell");
    }

    #[test]
    fn fixes_that_no_longer_apply_are_not_called_resolved() {
        let (before, mut now) = (sample::report(), sample::report());
        let wanted = before.recommendations.iter().find_map(Recommendation::full).unwrap();
        let is_of_fix = |id: &String| wanted.check_ids.contains(id);
        now.recommendations.clear();
        for check in now.checks.iter_mut().filter(|check| is_of_fix(&check.id)) {
            check.status = Status::Na;
        }
        let changes = Comparison::of(&before, &now, Allowance::All).recommendations;
        let ids = |fixes: &[ComparedFix]| -> Vec<Vec<String>> {
            fixes.iter().map(|fix| fix.check_ids.clone()).collect()
        };
        assert!(ids(&changes.no_longer_applicable).contains(&wanted.check_ids));
        assert!(!ids(&changes.resolved).contains(&wanted.check_ids));
        let headings: Vec<&str> =
            compared_fixes(&changes).into_iter().map(|(heading, _)| heading).collect();
        assert_eq!(headings[..2], ["Resolved fixes", "Fixes that no longer apply"]);
        let same = Comparison::of(&before, &before, Allowance::All).recommendations;
        assert_eq!(compared_fixes(&same).len(), 3);
    }

    #[test]
    fn the_band_is_not_named_where_the_report_is_unsure() {
        let mut report = sample::report();
        assert_eq!(score(&report), "73 of 100");
        report.low_confidence = false;
        assert_eq!(score(&report), "73 of 100, fair");
    }

    #[test]
    fn dates_are_written_as_people_write_them() {
        let mut report = sample::report();
        report.scanned_at = "2026-11-02T22:15:59.000Z".to_owned();
        assert_eq!(scanned_at(&report), "2 November 2026, 22:15 UTC");
        report.scanned_at = "now".to_owned();
        assert_eq!(scanned_at(&report), "now");
    }
}
