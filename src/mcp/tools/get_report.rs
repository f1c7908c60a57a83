//! `GET /scan/{id}` as one document, in its two forms, cut to what a reader can take.

use citable_actors::identity::Scope;
use citable_checks::report::{Recommendation, Report};
use rmcp::model::Resource;
use serde::Deserialize;
use serde_json::{Value, json};

use super::report;
use crate::http::problem::Problem;
use crate::mcp::Visitor;
use crate::mcp::limits::OUTPUT_BYTES;
use crate::mcp::page_text::NOTICE;
use crate::mcp::schema::{flag, object, one_of, scan_id, text};
use crate::mcp::table::{Arguments, Facts};
use crate::render::markdown;

/// Bytes for what stands beside the text.
const BESIDE: usize = 1_200;
/// What escaping adds to a text of ours within JSON, at most: every line feed and quote has two.
const ESCAPED: usize = 5;
const UNESCAPED: usize = 4;

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
    let mut facts = Facts::of(told)?;
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

/// Bytes that the document may have.
const fn room() -> usize {
    (OUTPUT_BYTES - BESIDE) * UNESCAPED / ESCAPED
}

/// The Markdown up to a line at which it can end, and what is missing.
fn as_markdown(report: &Report) -> (String, Option<&'static str>) {
    let whole = markdown::report(report);
    if whole.len() <= room() {
        return (whole, None);
    }
    let mut text = String::new();
    let mut fenced = false;
    for line in whole.lines() {
        if text.len() + line.len() + 2 * FENCE.len() > room() {
            break;
        }
        fenced ^= line.trim_start().starts_with(FENCE);
        text.push_str(line);
        text.push('\n');
    }
    if fenced {
        text.push_str(FENCE);
        text.push('\n');
    }
    let left_out = "The end of the document. get_scan with detail full gives the findings in \
        parts, get_fix_plan the fixes, reportUrl the whole.";
    (text, Some(left_out))
}

const FENCE: &str = "```";

/// The JSON, without the details where they are too many: it stays a whole document.
fn as_json(report: &Report) -> (String, Option<&'static str>) {
    let text = |report: &Report| serde_json::to_string(report).unwrap_or_default();
    let fits = |text: &str| text.len() <= json_room();
    let whole = text(report);
    if fits(&whole) {
        return (whole, None);
    }
    let mut short = report.clone();
    short.checks.iter_mut().for_each(|check| check.details.clear());
    let without_details = text(&short);
    if fits(&without_details) {
        let left_out = "The details of the checks. get_scan with detail full gives them.";
        return (without_details, Some(left_out));
    }
    for recommendation in &mut short.recommendations {
        if let Recommendation::Full(fix) = recommendation {
            (fix.steps, fix.snippet, fix.evidence) = (Vec::new(), None, Vec::new());
        }
    }
    let left_out = "The details of the checks, which get_scan with detail full gives, and the steps \
        of the fixes, which get_fix_plan gives.";
    (text(&short), Some(left_out))
}

/// The same for JSON within JSON, where every quote is escaped.
const fn json_room() -> usize {
    (OUTPUT_BYTES - BESIDE) * 3 / 4
}
