//! `GET /scan/{id}` as one document, in its two forms, cut to what a reader can take.

use citable_actors::identity::Scope;
use citable_checks::report::{CheckResult, Recommendation, Report, Status};
use rmcp::model::Resource;
use serde::Deserialize;
use serde_json::{Value, json};

use super::report;
use crate::http::problem::Problem;
use crate::mcp::cut::{self, escaped};
use crate::mcp::limits::OUTPUT_BYTES;
use crate::mcp::page_text::NOTICE;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{flag, object, one_of, scan_id, text};
use crate::mcp::visitor::Visitor;
use crate::render::markdown;

/// Bytes for what stands beside the text.
const BESIDE: usize = 1_200;
/// Bytes that the text may have, as a string of JSON.
const ROOM: usize = OUTPUT_BYTES - BESIDE;

/// Something that is left out of a report that is too long.
struct Cut {
    apply: fn(&mut Report),
    told: &'static str,
}

/// What is left out, in this order, until the rest fits: it stays a whole document.
const CUTS: [Cut; 3] = [
    Cut {
        apply: |report| forget_details(report, |check| check.status != Status::Fail),
        told: "The details of checks that did not fail: get_scan with detail full gives them.",
    },
    Cut {
        apply: |report| forget_details(report, |_| true),
        told: "The details of the checks: get_scan with detail full gives them.",
    },
    Cut {
        apply: forget_steps,
        told: "The details of the checks, and the steps of the fixes: get_scan with detail full and \
            get_fix_plan give them.",
    },
];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    scan_id: String,
    #[serde(default)]
    format: Format,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Markdown,
    Json,
}

pub(in crate::mcp) fn input() -> Value {
    let format = one_of(&["markdown", "json"], "The document's form. Default markdown.");
    object(&["scanId"], &[("scanId", scan_id()), ("format", format)])
}

pub(in crate::mcp) fn output() -> Value {
    object(
        &["scanId", "format", "text", "truncated", "reportUrl", "aboutPageContent"],
        &[
            ("scanId", scan_id()),
            ("format", one_of(&["markdown", "json"], "The document's form.")),
            ("text", text("The document.")),
            ("truncated", flag("Whether something was left out.")),
            ("leftOut", text("What was left out, and how to get it.")),
            ("reportUrl", text("Where the whole report is, for other programs.")),
            ("aboutPageContent", text("How to take what was copied from the page.")),
        ],
    )
}

pub(in crate::mcp) async fn call(visitor: Visitor, arguments: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = arguments.read()?;
    visitor.permit(Scope::Read)?;
    let report = report(&visitor, &asked.scan_id).await?;
    let (name, (text, left_out)) = match asked.format {
        Format::Markdown => ("markdown", as_markdown(&report)),
        Format::Json => ("json", as_json(&report)),
    };
    let mut told = json!({
        "scanId": report.id,
        "format": name,
        "text": text,
        "truncated": left_out.is_some(),
        "reportUrl": visitor.app().link(&format!("/api/v1/scan/{}", report.id)),
        "aboutPageContent": NOTICE,
    });
    if let Some(left_out) = left_out {
        told["leftOut"] = left_out.into();
    }
    let mut facts = Facts::from(told);
    facts.links.push(link(&report));
    Ok(facts)
}

/// The whole report as a resource.
fn link(report: &Report) -> Resource {
    let uri = format!("citable://scans/{}", report.id);
    Resource::new(uri, format!("report-{}", report.id))
        .with_title("The whole report")
        .with_mime_type("application/json")
}

#[cfg(test)]
pub(in crate::mcp) fn document(report: &Report) -> String {
    as_markdown(report).0
}

/// The Markdown, and what is missing.
fn as_markdown(report: &Report) -> (String, Option<&'static str>) {
    let whole = markdown::report(report);
    let left_out = "The end of the document: get_scan with detail full gives the findings in \
        parts, get_fix_plan the fixes, reportUrl the whole.";
    match cut::markdown(&whole, ROOM) {
        Some(text) => (text, Some(left_out)),
        None => (whole, None),
    }
}

/// The JSON, and what is missing.
fn as_json(report: &Report) -> (String, Option<&'static str>) {
    let mut report = report.clone();
    let mut text = written(&report);
    let mut left_out = None;
    for cut in &CUTS {
        if escaped(&text) <= ROOM {
            break;
        }
        (cut.apply)(&mut report);
        (text, left_out) = (written(&report), Some(cut.told));
    }
    (text, left_out)
}

fn written(report: &Report) -> String {
    serde_json::to_string(report).unwrap_or_default()
}

fn forget_details(report: &mut Report, which: fn(&CheckResult) -> bool) {
    for check in report.checks.iter_mut().filter(|check| which(check)) {
        check.details.clear();
    }
}

fn forget_steps(report: &mut Report) {
    for recommendation in &mut report.recommendations {
        if let Recommendation::Full(fix) = recommendation {
            (fix.steps, fix.snippet, fix.evidence) = (Vec::new(), None, Vec::new());
        }
    }
}
