//! Real pages from which something is deleted that speaks for them: but for rare ones, no score rises.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not foresee")]
#![allow(clippy::print_stdout, reason = "the helper says where data is absent")]

#[expect(dead_code, reason = "what people noted down is not looked at here")]
#[path = "../examples/support/mod.rs"]
mod support;

use citable_checks::evaluate::evaluate;
use citable_checks::report::{Report, Status};
use regex::Regex;
use support::{Case, cases, data_folder, in_parallel, snapshot};

/// What is deleted, the check that must not fail for it to speak for the page, and the patterns that
/// match it.
const DELETIONS: [(&str, &str, &[&str]); 7] = [
    ("structured data", "jsonld-valid", &[r#"(?is)<script[^>]*ld\+json[^>]*>.*?</script>"#]),
    (
        "every declared date",
        "dates-declared",
        &[
            r#"(?i)"(datePublished|dateModified|dateCreated)"\s*:\s*"[^"]*"\s*,"#,
            r#"(?i)<meta[^>]*(published_time|modified_time|updated_time)[^>]*>"#,
            r#"(?i)\sdatetime="[^"]*""#,
        ],
    ),
    (
        "declared authors",
        "author-byline",
        &[r#"(?i)<meta[^>]*name="(author|byl|dc.creator)"[^>]*>"#],
    ),
    ("section headings", "section-length", &[r"(?is)<h[2-4]\b[^>]*>.*?</h[2-4]>"]),
    ("the main heading", "title-h1-match", &[r"(?is)<h1\b[^>]*>.*?</h1>"]),
    ("the description", "page-metadata", &[r#"(?i)<meta[^>]*name="description"[^>]*>"#]),
    ("the canonical", "canonical", &[r#"(?i)<link[^>]*rel="canonical"[^>]*>"#]),
];

/// Every so many pages one is tried, for the time that it takes.
const STEP: usize = 5;

/// In how many of a hundred tries a deletion may pay: what makes a page news, and the words of
/// headings in a short text, decide on what is judged at all.
const MOST_RAISED_PERCENT: usize = 1;

fn report(case: &Case) -> Option<Report> {
    evaluate("scn_test", &snapshot(case), &mut |_| {}).ok()
}

fn without(case: &Case, patterns: &[Regex]) -> Option<Case> {
    let html = String::from_utf8(case.html.clone()).ok()?;
    let left = patterns
        .iter()
        .fold(html.clone(), |html, pattern| pattern.replace_all(&html, "").into_owned());
    (left != html).then(|| Case {
        id: case.id.clone(),
        kind: case.kind.clone(),
        url: case.url.clone(),
        html: left.into_bytes(),
        main_content: None,
        truth: [const { None }; 3],
        none_is_none: false,
    })
}

/// The score before and after each deletion that changed the page and left its kind.
fn tries(case: &Case) -> Vec<String> {
    let Some(before) = report(case) else { return Vec::new() };
    let mut told = Vec::new();
    // Headings that say “Loading…” speak against a page.
    let mut details = before.checks.iter().flat_map(|result| &result.details);
    let is_loading = details.any(|detail| detail.label == "Parts that JavaScript fills");
    for (what, check, patterns) in DELETIONS {
        let found = before.checks.iter().find(|result| result.id == check).unwrap();
        if found.status == Status::Fail || (is_loading && what == "section headings") {
            continue;
        }
        let patterns: Vec<Regex> =
            patterns.iter().map(|pattern| Regex::new(pattern).unwrap()).collect();
        let Some(after) = without(case, &patterns).as_ref().and_then(report) else { continue };
        if after.page.kind != before.page.kind {
            continue;
        }
        let raised = after.score > before.score;
        let mark = if raised { "RAISED" } else { "kept" };
        let flips: Vec<String> = before
            .checks
            .iter()
            .zip(&after.checks)
            .filter(|(one, other)| (one.status, one.value) != (other.status, other.value))
            .map(|(one, other)| {
                let (from, to) = (one.value.unwrap_or(0), other.value.unwrap_or(0));
                format!("{} {:?} {from} > {:?} {to}", one.id, one.status, other.status)
            })
            .collect();
        told.push(format!(
            "{mark} {} without {what}: {} > {} {}",
            case.id,
            before.score,
            after.score,
            flips.join(", ")
        ));
    }
    told
}

#[test]
fn deleting_what_speaks_for_a_page_does_not_pay() {
    let pages: Vec<Case> = cases(&data_folder()).into_iter().step_by(STEP).collect();
    if pages.is_empty() {
        return;
    }
    let told: Vec<String> = in_parallel(pages, |case| tries(&case)).into_iter().flatten().collect();
    let raised: Vec<&String> = told.iter().filter(|line| line.starts_with("RAISED")).collect();
    assert!(told.len() > 200, "{}", told.len());
    assert!(
        raised.len() * 100 <= told.len() * MOST_RAISED_PERCENT,
        "{raised:#?} of {}",
        told.len()
    );
}
