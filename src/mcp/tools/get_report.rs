//! `GET /scan/{id}` as a document: in Markdown part by part, in JSON cut to what a reader can take.

use citable_actors::identity::Scope;
use citable_checks::report::{CheckResult, Recommendation, Report, Status};
use rmcp::model::Resource;
use serde::Deserialize;
use serde_json::{Value, json};

use super::report;
use crate::http::problem::{Code, Problem};
use crate::mcp::cut::{self, escaped};
use crate::mcp::limits::{OUTPUT_BYTES, REPORT_BYTES};
use crate::mcp::page_text::NOTICE;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, facts, one_of, plain, plain_or_null, scan_id, text};
use crate::mcp::visitor::Visitor;
use crate::render::markdown;

/// Bytes reserved for the fields besides the text.
const BESIDE: usize = 1_200;
/// Bytes that the text may have, as a string of JSON.
const ROOM: usize = OUTPUT_BYTES - BESIDE;
/// The same for one part of the Markdown. An answer has it twice, the second time as JSON within
/// JSON, where each escape takes two bytes.
const PART_ROOM: usize = (REPORT_BYTES - 2 * BESIDE) * 10 / 21;

/// Something that is left out of a report that is too long.
struct Cut {
    apply: fn(&mut Report),
    told: &'static str,
}

/// What is left out, in this order, until the rest fits: it stays a whole document.
const CUTS: [Cut; 3] = [
    Cut {
        apply: |report| forget_details(report, |check| check.status != Status::Fail),
        told: "Details of checks that didn't fail. get_scan with detail full has them.",
    },
    Cut {
        apply: |report| forget_details(report, |_| true),
        told: "Details of the checks. get_scan with detail full has them.",
    },
    Cut {
        apply: forget_steps,
        told: "Details of the checks and steps of the fixes. get_scan with detail full and get_fix_plan \
            have them.",
    },
];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    scan_id: String,
    #[serde(default)]
    format: Format,
    cursor: Option<String>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Markdown,
    Json,
}

pub(in crate::mcp) fn input() -> Value {
    let mut format = one_of(&["markdown", "json"]);
    format["default"] = "markdown".into();
    arguments(
        &["scanId"],
        &[
            ("scanId", scan_id("ID of a finished scan.")),
            ("format", format),
            ("cursor", text("nextCursor of the previous part. Markdown only.")),
        ],
    )
}

pub(in crate::mcp) fn output() -> Value {
    facts(
        &["scanId", "format", "text", "truncated", "nextCursor", "reportUrl"],
        &[
            ("scanId", plain("string")),
            ("format", plain("string")),
            ("text", plain("string")),
            ("truncated", plain("boolean")),
            ("nextCursor", plain_or_null("string")),
            ("leftOut", plain("string")),
            ("reportUrl", plain("string")),
            ("webUrl", plain("string")),
            ("aboutPageContent", plain("string")),
        ],
    )
}

pub(in crate::mcp) async fn call(visitor: Visitor, sent: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    visitor.permit(Scope::Read)?;
    let report = report(&visitor, &asked.scan_id).await?;
    told(&report, &asked, |path| visitor.app().link(path))
}

fn told(
    report: &Report,
    asked: &Asked,
    link_to: impl Fn(&str) -> String,
) -> Result<Facts, Problem> {
    let (name, part) = match asked.format {
        Format::Markdown => ("markdown", part_of(report, asked.cursor.as_deref())?),
        Format::Json if asked.cursor.is_some() => return Err(no_such_part()),
        Format::Json => ("json", as_json(report)),
    };
    let mut told = json!({
        "scanId": report.id,
        "format": name,
        "text": part.text,
        "truncated": part.left_out.is_some(),
        "nextCursor": part.next,
        "reportUrl": link_to(&format!("/api/v1/scan/{}", report.id)),
        "webUrl": link_to(&format!("/report/{}", report.id)),
        "aboutPageContent": NOTICE,
    });
    if let Some(left_out) = part.left_out {
        told["leftOut"] = left_out.into();
    }
    let mut facts = Facts::from(told);
    facts.links.push(link(report));
    Ok(facts)
}

/// A part of a document.
struct Part {
    text: String,
    /// What it is without.
    left_out: Option<String>,
    /// The cursor of the part that follows.
    next: Option<String>,
}

/// The whole report as a resource.
fn link(report: &Report) -> Resource {
    let uri = format!("citable://scans/{}", report.id);
    Resource::new(uri, format!("report-{}", report.id))
        .with_title("Full report")
        .with_mime_type("application/json")
}

/// The whole document, part by part.
#[cfg(test)]
pub(in crate::mcp) fn document(report: &Report) -> String {
    cut::parts(&markdown::report(report), PART_ROOM).concat()
}

/// The answer that a caller gets who asks for nothing but the report.
#[cfg(test)]
pub(in crate::mcp) fn default_form(report: &Report) -> Facts {
    let (scan_id, format, cursor) = (report.id.clone(), Format::default(), None);
    told(report, &Asked { scan_id, format, cursor }, |path| {
        format!("https://citable.example{path}")
    })
    .unwrap_or_else(|problem| panic!("{problem:?}"))
}

/// One part of the Markdown; a cursor is the number of a part, and the first one has none.
fn part_of(report: &Report, cursor: Option<&str>) -> Result<Part, Problem> {
    let parts = cut::parts(&markdown::report(report), PART_ROOM);
    let index = match cursor {
        None => 0,
        Some(cursor) => cursor.parse().ok().filter(|index| *index > 0).ok_or_else(no_such_part)?,
    };
    let text = parts.get(index).ok_or_else(no_such_part)?.clone();
    let next = index + 1;
    let left = parts.len() - next;
    Ok(Part {
        text,
        left_out: (left > 0).then(|| {
            let parts = if left == 1 { "part" } else { "parts" };
            format!("{left} more {parts}. Call again with nextCursor as cursor.")
        }),
        next: (left > 0).then(|| next.to_string()),
    })
}

fn no_such_part() -> Problem {
    let message = "`cursor` doesn't belong to this document. Omit it to start from the first part.";
    Problem::new(Code::InvalidCursor, message)
}

/// The JSON, and what is missing.
fn as_json(report: &Report) -> Part {
    let mut report = report.clone();
    let mut text = written(&report);
    let mut left_out = None;
    for cut in &CUTS {
        if escaped(&text) <= ROOM {
            break;
        }
        (cut.apply)(&mut report);
        (text, left_out) = (written(&report), Some(cut.told.to_owned()));
    }
    Part { text, left_out, next: None }
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
