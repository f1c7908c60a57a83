//! The words that reports use for the values of closed lists.

use citable_checks::report::{
    Band, Category, Detail, EvidenceStrength, PageKind, ReachReason, Report, Status, Verdict,
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
        "{} of {} checks ran; {} of 100 points of weight could be judged.{confidence}",
        report.checks_run, report.checks_total, report.coverage
    )
}

/// What belongs to a detail besides its label and its excerpt.
pub(super) fn notes(detail: &Detail) -> Vec<String> {
    let measured = detail.measured.as_ref().map(|value| format!("measured: {value}"));
    let expected = detail.expected.as_ref().map(|value| format!("expected: {value}"));
    let line = detail.line.map(|line| format!("line {line}"));
    [measured, expected, line, detail.selector.clone()].into_iter().flatten().collect()
}
