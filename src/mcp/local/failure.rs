//! What a tool of a local session answers where it can't do what it was asked for.

use rmcp::model::{CallToolResult, ContentBlock};

use crate::http::problem::{Code, Problem};

/// The result of a call that failed: what failed, why, and what to do next.
pub(super) fn result(problem: Problem) -> CallToolResult {
    let next = next(problem.code());
    let (_, _, body) = problem.parts("");
    let mut facts = serde_json::to_value(body).unwrap_or_default();
    if let Some(fields) = facts.as_object_mut() {
        // There is no log of a service to look it up in.
        fields.remove("requestId");
        fields.insert("next".to_owned(), next.into());
    }
    CallToolResult::error(vec![ContentBlock::text(facts.to_string())])
}

const fn next(code: Code) -> &'static str {
    match code {
        Code::InvalidUrl => {
            "Call again with the URL of a public page, starting with https://. For a page that \
             isn't public, pass its HTML as file or html."
        }
        Code::NotFound => {
            "Check the ID or path. start_scan starts a scan; scans end with this session. \
             list_checks lists the checks."
        }
        Code::ScanNotFinished | Code::ReportNotReady => {
            "Call get_scan until status is done. If the scan failed, call start_scan again."
        }
        Code::Overloaded => "Wait for running calls and scans to end, then call again.",
        Code::InternalError => "Call again once. If it fails again, tell the user.",
        _ => "Fix the arguments to match the tool's input schema and call again.",
    }
}
