//! A report as instructions for a coding agent.

use citable_actors::ids::{Prefix, is_id};
use citable_checks::report::Report;

use super::reports::{self, Stored};
use super::scans::{CACHED, ID, VARIES};
use crate::http::call::Call;
use crate::http::conditional::{self, IF_NONE_MATCH_PARAMETER};
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::errors::malformed_scan_id;
use crate::http::problem::{Code, NOT_MODIFIED, OK, Problem};
use crate::http::reply::{MARKDOWN, Response};
use crate::render::instructions::ai_instructions;

/// `GET /scan/{id}/ai-instructions`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readInstructions",
    tag: "Scans",
    summary: "Read a report as instructions for a coding agent",
    description: "Markdown: how to apply the fixes in order and verify them, then the report as \
        this caller sees it.",
    parameters: &[ID, IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer {
            status: OK,
            description: "The instructions and the report.",
            media: MARKDOWN,
            bodies: &[schema_of::<String>],
            headers: &[("ETag", "The document's tag."), CACHED, VARIES],
        },
        Answer {
            status: NOT_MODIFIED,
            description: "The caller has this document already.",
            media: MARKDOWN,
            bodies: &[],
            headers: &[("ETag", "The document's tag."), CACHED, VARIES],
        },
    ],
    errors: &[Code::InvalidScanId, Code::NotFound, Code::ReportNotReady],
};

/// Answers with the instructions.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    let id = call.param("id");
    if !is_id(Prefix::Scan, id) {
        return Err(malformed_scan_id());
    }
    let report = ready(reports::stored(call.app(), id).await?)?;
    let text = ai_instructions(&report.for_viewer(call.allowance()));
    let response = conditional::tagged(call.headers(), MARKDOWN, text.into_bytes());
    Ok(reports::per_viewer(response))
}

/// The whole report of a scan, where there is one.
pub(crate) fn ready(scan: Stored) -> Result<Report, Problem> {
    match scan {
        Stored::Report(report) => Ok(*report),
        Stored::Pending(_) => Err(not_ready("The scan is still running; poll it, then ask again.")),
        Stored::Failed(_) => Err(not_ready("The scan failed, so it has no report; scan again.")),
        Stored::Missing => Err(not_ready("The scan's report is missing; scan again.")),
    }
}

fn not_ready(message: &str) -> Problem {
    Problem::new(Code::ReportNotReady, message)
}
