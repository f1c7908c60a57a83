//! A report as instructions for a coding agent.

use citable_actors::ids::{Prefix, is_id};
use citable_checks::report::Report;

use super::reports::{self, Stored};
use super::scans::{CACHED, ID, VARIES};
use crate::http::call::Call;
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc};
use crate::http::errors::malformed_scan_id;
use crate::http::problem::{Code, OK, Problem};
use crate::http::ready::ReportForm;
use crate::http::reply::{MARKDOWN, Response};

/// `GET /scan/{id}/ai-instructions`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readInstructions",
    tag: "Scans",
    summary: "Read a report as instructions for a coding agent",
    description: "Returns Markdown for a coding agent: how to apply the fixes in order and verify \
        them, followed by the report as the caller may see it.",
    parameters: &[ID, IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer::text(OK, "Instructions, then the report.", MARKDOWN).with(&[
            ("ETag", "Entity tag of the document."),
            CACHED,
            VARIES,
        ]),
        Answer::unchanged(&[("ETag", "Entity tag of the document."), CACHED, VARIES]),
    ],
    errors: &[Code::InvalidScanId, Code::NotFound, Code::ReportNotReady],
};

/// Answers with the instructions.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    let id = call.param("id");
    if !is_id(Prefix::Scan, id) {
        return Err(malformed_scan_id().about("id"));
    }
    if let Some(ready) = reports::ready(&call, id, ReportForm::Instructions).await? {
        return Ok(ready);
    }
    let report = ready(reports::stored(call.app(), id).await?)?;
    Ok(reports::respond(&call, id, report, ReportForm::Instructions).await)
}

/// The whole report of a scan, where there is one.
pub(crate) fn ready(scan: Stored) -> Result<Report, Problem> {
    match scan {
        Stored::Report(report) => Ok(*report),
        Stored::Pending(_) => Err(not_ready(
            "The scan is still running. Poll GET /scan/{id} until it is done, then try again.",
        )),
        Stored::Failed(_) => {
            Err(not_ready("The scan failed, so there is no report. Scan the page again."))
        }
        Stored::Missing => {
            Err(not_ready("The report of this scan is missing. Scan the page again."))
        }
    }
}

fn not_ready(message: &str) -> Problem {
    Problem::new(Code::ReportNotReady, message)
}
