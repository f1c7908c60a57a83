//! What the tools return about a scan.

use citable_actors::ScanView;
use citable_checks::failure::ScanFailure;
use citable_checks::report::{CheckResult, Detail, Recommendation, Report};
use citable_checks::stage::Stage;
use serde_json::{Value, json};

use crate::api::scans::why_failed;
use crate::mcp::limits::{DETAILS_OF_A_FINDING, POLL_AFTER_SECONDS};
use crate::mcp::page_text::{NOTICE, advice, of_page, quote};
use crate::mcp::words::{SERVICE, Words};

/// The stages that a scan goes through before it ends.
const STAGES: [Stage; 8] = [
    Stage::Queued,
    Stage::Resolving,
    Stage::Fetching,
    Stage::Supporting,
    Stage::Reading,
    Stage::Checking,
    Stage::Scoring,
    Stage::Saving,
];
/// The progress of a scan that has ended.
const WHOLE: usize = 100;

/// A scan that is queued or running.
pub(super) fn pending(scan: &ScanView) -> Value {
    running(&scan.id, &scan.url, scan.stage)
}

/// A scan that reached that stage.
pub(in crate::mcp::tools) fn running(id: &str, url: &str, at: Stage) -> Value {
    let reached = STAGES.iter().position(|stage| *stage == at).unwrap_or_default();
    json!({
        "scanId": id,
        "status": "pending",
        "stage": at,
        "progress": reached * WHOLE / STAGES.len(),
        "url": url,
        "nextStep": "Call get_scan again after pollAfterSeconds.",
        "pollAfterSeconds": POLL_AFTER_SECONDS,
    })
}

/// A scan that failed.
pub(in crate::mcp::tools) fn failed(scan: &ScanView) -> Value {
    broken(&scan.id, &scan.url, &why_failed(scan), SERVICE)
}

/// A scan that failed for that reason.
pub(in crate::mcp::tools) fn broken(
    id: &str,
    url: &str,
    reason: &ScanFailure,
    words: Words,
) -> Value {
    json!({
        "scanId": id,
        "status": "error",
        "stage": Stage::Error,
        "progress": WHOLE,
        "url": url,
        "failure": { "code": reason.code, "message": advice(&reason.message) },
        "nextStep": words.after_failure,
        "pollAfterSeconds": null,
    })
}

/// What a report says besides its findings.
pub(in crate::mcp::tools) fn summary(report: &Report, words: Words) -> Value {
    let mut told = json!({
        "scanId": report.id,
        "status": "done",
        "stage": Stage::Done,
        "progress": WHOLE,
        "url": report.url,
        "scannedAt": report.scanned_at,
        "score": report.score,
        "band": report.band,
        "length": report.length,
        "caps": report.caps.iter().map(|cap| json!({
            "limit": cap.limit, "reason": advice(&cap.reason), "checkIds": cap.check_ids,
        })).collect::<Vec<_>>(),
        "engines": report.engines,
        "categories": report.categories,
        "page": {
            "kind": report.page.kind,
            "language": report.page.language,
            "words": report.page.word_equivalents,
            "pageContent": { "title": of_page(&report.page.title) },
        },
        "lowConfidence": report.low_confidence,
        "recommendationsLocked": report.recommendations_locked,
        "aboutPageContent": NOTICE,
        "nextStep": next_step(report, words),
        "pollAfterSeconds": null,
    });
    told["recommendations"] = report.recommendations.iter().map(recommendation).collect();
    told
}

fn next_step(report: &Report, words: Words) -> &'static str {
    match report.recommendations.is_empty() {
        true => "Nothing needs fixing.",
        false => words.after_report,
    }
}

fn recommendation(fix: &Recommendation) -> Value {
    match fix {
        Recommendation::Locked(fix) => {
            json!({ "rank": fix.rank, "title": advice(&fix.title), "locked": true })
        }
        Recommendation::Full(fix) => json!({
            "rank": fix.rank,
            "title": advice(&fix.title),
            "locked": false,
            "checkIds": fix.check_ids,
            "effort": fix.effort,
            "gain": fix.gain,
            "gainKind": fix.gain_kind,
            "projectedScore": fix.projected_score,
        }),
    }
}

/// What one check found.
pub(super) fn finding(check: &CheckResult, whole: bool) -> Value {
    let most = if whole { check.details.len() } else { DETAILS_OF_A_FINDING };
    let mut told = json!({
        "checkId": check.id,
        "title": check.title,
        "category": check.category,
        "status": check.status,
        "weight": check.weight,
        "summary": advice(&check.summary),
        "detailsTotal": check.details.len(),
    });
    told["details"] = check.details.iter().take(most).map(detail).collect();
    told
}

fn detail(detail: &Detail) -> Value {
    let mut told = json!({ "label": advice(&detail.label) });
    if !detail.excerpt.is_empty() {
        told["pageContent"] = of_page(&detail.excerpt).into();
    }
    for (name, note) in [("measured", &detail.measured), ("expected", &detail.expected)] {
        if let Some(note) = note {
            told[name] = advice(note).into();
        }
    }
    if let Some(selector) = &detail.selector {
        told["selector"] = quote(selector).into();
    }
    if let Some(line) = detail.line {
        told["line"] = line.into();
    }
    told
}
