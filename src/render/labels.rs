//! The words that reports use for the values of closed lists.

use citable_checks::report::{
    Band, Category, CheckResult, Detail, EvidenceStrength, GainKind, PageKind, ReachReason,
    RecommendedFix, Report, Standing, Status, Verdict,
};
use citable_checks::weights::CATEGORIES;

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

pub(super) const fn reason(reason: ReachReason) -> &'static str {
    match reason {
        ReachReason::RobotsBlocked => "robots.txt blocks its crawler",
        ReachReason::Noindex => "the page asks not to be indexed",
        ReachReason::Nosnippet => "the page forbids snippets",
        ReachReason::SnippetLimited => "the page limits snippets",
        ReachReason::Noarchive => "the page forbids a cached copy",
        ReachReason::TextNeedsJavascript => "the text needs JavaScript",
        ReachReason::Wall => "a wall stands before the text",
        ReachReason::PageUnavailable => "the page does not answer with a document",
    }
}

pub(super) const fn kind(kind: PageKind) -> &'static str {
    match kind {
        PageKind::Home => "home page",
        PageKind::Article => "article",
        PageKind::Product => "product",
        PageKind::Docs => "documentation",
        PageKind::Qa => "questions and answers",
        PageKind::Listing => "listing",
        PageKind::Other => "page",
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

/// A report's groups of checks, in the order in which they matter.
pub(super) const GROUPS: [(Status, &str); 4] = [
    (Status::Fail, "Failed"),
    (Status::Warn, "Warnings"),
    (Status::Pass, "Passed"),
    (Status::Na, "Not applicable"),
];

/// The reasons, in words, separated by semicolons.
pub(super) fn reasons(reasons: &[ReachReason]) -> String {
    reasons.iter().map(|one| reason(*one)).collect::<Vec<_>>().join("; ")
}

/// What the page is, in one line.
pub(super) fn page(report: &Report) -> String {
    let page = &report.page;
    let language = if page.language == "und" { "unknown" } else { &page.language };
    format!(
        "{}, language {language}, {} words, {} bytes",
        kind(page.kind),
        page.word_equivalents,
        page.bytes
    )
}

/// How much of the catalogue the report rests on.
pub(super) fn coverage(report: &Report) -> String {
    let confidence = if report.low_confidence { " Low confidence." } else { "" };
    format!(
        "{} of {} checks ran, covering {}% of the weight for this kind of page.{confidence}",
        report.checks_run, report.checks_total, report.coverage
    )
}

/// Where the page stands in one category among pages of its kind.
pub(super) fn standing(one: &Standing, report: &Report) -> String {
    let category = report.categories.iter().find(|category| category.id == one.category);
    let title = category.map_or("", |category| category.title.as_str());
    // Its score in the report counts the age of the page, which is compared with nobody's.
    let what = match (one.category, category.and_then(|category| category.score)) {
        (Category::Provenance, _) => format!("{title} without freshness"),
        (_, score) => format!("{title} {}", score_or(score, "-")),
    };
    let pages = pages_of(one.kind);
    let (percent, of, set) = (one.better_than, one.of, &one.set);
    format!("{what}: better than {percent}% of {of} {pages} in the reference set ({set})")
}

const fn pages_of(kind: PageKind) -> &'static str {
    match kind {
        PageKind::Home => "home pages",
        PageKind::Article => "articles",
        PageKind::Product => "product pages",
        PageKind::Docs => "documentation pages",
        PageKind::Qa => "question-and-answer pages",
        PageKind::Listing => "listings",
        PageKind::Other => "other pages",
    }
}

/// What belongs to a detail besides its label and its excerpt, as sentences.
pub(super) fn notes(detail: &Detail) -> Vec<String> {
    let measured = detail.measured.as_ref().map(|value| format!("measured: {value}"));
    let expected = detail.expected.as_ref().map(|value| format!("expected: {value}"));
    let line = detail.line.map(|line| format!("line {line}"));
    let selector = detail.selector.as_deref().map(super::quote);
    let notes = [measured, expected, line, selector].into_iter().flatten();
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
        (GainKind::Exact, Some(gain)) => format!("+{gain}"),
        (GainKind::AtMost, Some(gain)) => format!("up to +{gain}"),
        (GainKind::Unlocks, _) | (_, None) => "opens checks that could not be judged".to_owned(),
    }
}

/// What a fix adds, and the score with it and those before it.
pub(super) fn gain_and_score(fix: &RecommendedFix) -> String {
    let gain = gain(fix);
    match (fix.gain_kind, fix.projected_score) {
        (GainKind::Exact, Some(score)) => format!("{gain}, to {score} with those before it"),
        (GainKind::AtMost, Some(score)) => {
            format!("{gain}, to at most {score} with those before it")
        }
        _ => gain,
    }
}

/// What a fix takes.
pub(super) const fn effort(effort: u8) -> &'static str {
    match effort {
        0 | 1 => "a line of configuration",
        2 => "a template",
        3 | 4 => "this page's text",
        _ => "engineering",
    }
}

/// A number of points won or lost, with its sign.
pub(super) fn delta(points: i16) -> String {
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

/// The score in a sentence.
pub(super) fn score(report: &Report) -> String {
    format!("Score {} of 100, {}", report.score, band(report.band))
}

/// How many fixes a comparison withholds.
pub(super) fn withheld(count: u32) -> String {
    match count {
        1 => "The title of 1 fix is locked.".to_owned(),
        count => format!("The titles of {count} fixes are locked."),
    }
}

/// A check's verdict as JSON names it.
pub(super) const fn status_id(status: Status) -> &'static str {
    match status {
        Status::Na => "na",
        status => self::status(status),
    }
}
