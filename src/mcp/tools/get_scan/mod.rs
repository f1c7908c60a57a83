//! `GET /scan/{id}`, in parts that fit a reader's context. A scan that failed is an answer and no
//! failure of the call.

mod facts;

use citable_actors::identity::Scope;
use citable_checks::report::{Category, CheckResult, Report, Status};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{categories, limited, stored, wanted, weight};
use crate::api::reports::Stored;
use crate::api::scans::report_missing;
use crate::http::problem::Problem;
use crate::mcp::held::Held;
use crate::mcp::limits::{DEFAULT_FINDINGS, MOST_FINDINGS, OUTPUT_BYTES};
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{
    arguments, described, facts as result, limit, objects, one_of, plain, plain_or_null, scan_id,
    whole as number,
};
use crate::mcp::visitor::Visitor;
use crate::mcp::words::{LOCAL, SERVICE, Words};

pub(super) use facts::{broken, failed, running, summary};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    scan_id: String,
    #[serde(default)]
    detail: Detail,
    category: Option<Category>,
    limit: Option<usize>,
    #[serde(default)]
    offset: usize,
}

/// Level of detail.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Detail {
    /// No findings.
    Summary,
    /// Those that failed or warned.
    #[default]
    Failures,
    /// All of them, with all that they rest on.
    Full,
}

pub(in crate::mcp) fn input() -> Value {
    let detail = json!({
        "type": "string",
        "enum": ["summary", "failures", "full"],
        "default": "failures",
        "description": "summary: no findings; failures: checks that failed or warned; full: all.",
    });
    arguments(
        &["scanId"],
        &[
            ("scanId", scan_id("ID from start_scan.")),
            ("detail", detail),
            ("category", one_of(&categories())),
            ("limit", limit(DEFAULT_FINDINGS, MOST_FINDINGS)),
            ("offset", number(0, MOST_FINDINGS, 0, "Number of findings to skip.")),
        ],
    )
}

pub(in crate::mcp) fn output() -> Value {
    let mut fields = result_fields();
    fields.extend([
        ("page", described("object", "kind, language, words, pageContent.")),
        ("categories", objects("id, title, score, weight, passed, warned, failed, notApplicable.")),
        (
            "findings",
            objects("Worst first: checkId, title, category, status, weight, summary, details."),
        ),
        ("findingsTotal", plain("integer")),
        ("nextOffset", plain("integer")),
        ("leftOut", plain("string")),
    ]);
    result(&["scanId", "status", "progress", "url", "nextStep", "pollAfterSeconds"], &fields)
}

/// What start_scan and get_scan both say of a scan.
pub(in crate::mcp) fn result_fields() -> Vec<(&'static str, Value)> {
    vec![
        ("scanId", plain("string")),
        ("status", one_of(&["pending", "done", "error"])),
        ("stage", plain("string")),
        ("progress", described("integer", "Percent.")),
        ("url", plain("string")),
        ("scannedAt", plain("string")),
        ("score", described("integer", "0 to 100.")),
        ("band", plain("string")),
        ("lowConfidence", plain("boolean")),
        ("length", described("object", "Share of the score that the length of the text leaves.")),
        ("caps", objects("Caps on the score: limit, reason, checkIds.")),
        ("engines", objects("id, name, verdict (eligible, limited, blocked), reach, reasons.")),
        (
            "recommendations",
            objects("Fixes, best first: rank, title, locked, checkIds, effort, gain."),
        ),
        ("failure", described("object", "Why the scan failed: code, message.")),
        ("nextStep", plain("string")),
        ("pollAfterSeconds", plain_or_null("integer")),
    ]
}

pub(in crate::mcp) async fn call(visitor: Visitor, sent: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    visitor.permit(Scope::Read)?;
    let limit = limited(asked.limit, DEFAULT_FINDINGS, MOST_FINDINGS)?;
    match stored(&visitor, &asked.scan_id).await? {
        Stored::Report(report) => {
            let report = report.for_viewer(visitor.allowance());
            Ok(done(&report, &asked, limit, SERVICE).into())
        }
        Stored::Pending(scan) => Ok(facts::pending(&scan).into()),
        Stored::Failed(scan) => Ok(facts::failed(&scan).into()),
        Stored::Missing => Err(report_missing()),
    }
}

/// The same for a scan that a local session holds.
pub(in crate::mcp) fn held(
    sent: Arguments,
    find: impl FnOnce(&str) -> Result<Held, Problem>,
) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    let limit = limited(asked.limit, DEFAULT_FINDINGS, MOST_FINDINGS)?;
    Ok(match find(&asked.scan_id)? {
        Held::Done(report) => done(&report, &asked, limit, LOCAL),
        unfinished => at_hand(&unfinished),
    }
    .into())
}

/// What a local session says of a scan, without its findings.
pub(in crate::mcp) fn at_hand(scan: &Held) -> Value {
    match scan {
        Held::Running { id, url, stage } => running(id, url, *stage),
        Held::Failed { id, url, failure } => broken(id, url, failure, LOCAL),
        Held::Done(report) => summary(report, LOCAL),
    }
}

#[cfg(test)]
pub(in crate::mcp) fn whole(report: &Report) -> Value {
    let (detail, category, limit) = (Detail::Full, None, None);
    let asked = Asked { scan_id: report.id.clone(), detail, category, limit, offset: 0 };
    done(report, &asked, MOST_FINDINGS, SERVICE)
}

#[cfg(test)]
pub(in crate::mcp) fn default_form(report: &Report) -> Value {
    let (detail, category, limit) = (Detail::default(), None, None);
    let asked = Asked { scan_id: report.id.clone(), detail, category, limit, offset: 0 };
    done(report, &asked, DEFAULT_FINDINGS, SERVICE)
}

/// A finished scan: the summary, then as many findings as were asked for and fit.
fn done(report: &Report, asked: &Asked, limit: usize, words: Words) -> Value {
    let mut told = facts::summary(report, words);
    if asked.detail == Detail::Summary {
        return told;
    }
    let chosen: Vec<&CheckResult> = chosen(report, asked);
    let mut findings = Vec::new();
    let mut room = OUTPUT_BYTES.saturating_sub(weight(&told));
    for check in chosen.iter().skip(asked.offset).take(limit) {
        let finding = facts::finding(check, asked.detail == Detail::Full);
        let needed = weight(&finding) + 1;
        if needed > room {
            break;
        }
        room -= needed;
        findings.push(finding);
    }
    let next = asked.offset + findings.len();
    let left = chosen.len().saturating_sub(next);
    told["findingsTotal"] = chosen.len().into();
    told["findings"] = findings.into();
    if left > 0 {
        let findings = if left == 1 { "finding" } else { "findings" };
        told["leftOut"] = json!(format!("{left} more {findings}. Call again with offset {next}."));
        told["nextOffset"] = next.into();
    }
    told
}

/// The findings that are asked for, the worst first.
fn chosen<'r>(report: &'r Report, asked: &Asked) -> Vec<&'r CheckResult> {
    let all = [Status::Fail, Status::Warn, Status::Pass, Status::Na];
    let statuses = if asked.detail == Detail::Full { &all[..] } else { &all[..2] };
    let of = |status: Status| {
        let matches = move |check: &&CheckResult| {
            check.status == status && wanted(asked.category, check.category)
        };
        report.checks.iter().filter(matches)
    };
    statuses.iter().flat_map(|status| of(*status)).collect()
}
