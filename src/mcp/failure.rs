//! What a tool answers where it cannot do what it was asked for: what failed, why, and what to do
//! next. The reader is a model that can act on it, so it is a result and no error of the protocol.
//!
//! It is made of the same problem as on REST.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use super::limits::RETRY_SECONDS;
use crate::http::fault::Fault;
use crate::http::problem::{Code, Problem};
use crate::mcp::visitor::Visitor;

/// The header of a problem that says when to come back.
const RETRY_AFTER: &str = "retry-after";

/// The result of a call that failed. Structured content is for what succeeded: clients hold it
/// against the schema of that.
pub(super) fn result(visitor: &Visitor, problem: Problem) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(facts(visitor, problem).to_string())])
}

/// The same as a value.
pub(super) fn facts(visitor: &Visitor, problem: Problem) -> Value {
    let code = problem.code();
    let problem = problem.documented(|path| visitor.app().link(path));
    let (_, headers, body) = problem.parts(&visitor.request_id);
    let told = headers.iter().find(|(name, _)| name == RETRY_AFTER);
    let told = told.and_then(|(_, value)| value.to_str().ok()?.parse::<i64>().ok());
    let seconds = body.extras.retry_after_sec.or(told);
    let mut facts = serde_json::to_value(body).unwrap_or_default();
    if let Some(fields) = facts.as_object_mut() {
        fields.remove("retryAfterSec");
        fields.insert("next".to_owned(), next(visitor, code).into());
        if let Some(seconds) = seconds {
            fields.insert("retryAfterSeconds".to_owned(), seconds.into());
        }
    }
    facts
}

/// Arguments that do not fit.
pub(super) fn arguments(error: &serde_path_to_error::Error<serde_json::Error>) -> Problem {
    Fault::of(error).into()
}

/// A call that took too long.
pub(super) fn too_slow() -> Problem {
    let problem = Problem::new(Code::Overloaded, "The call took too long and was stopped.");
    problem.with(|extras| extras.retry_after_sec = Some(RETRY_SECONDS.into()))
}

/// A scan that is not there.
pub(super) fn no_such_scan() -> Problem {
    Problem::not_found("No scan with this ID.")
}

fn next(visitor: &Visitor, code: Code) -> String {
    let app = visitor.app();
    let key = format!(
        "A person with a paid plan can sign in at {}, create an API key, and add it to this \
         client as the header `Authorization: Bearer <key>`.",
        app.link("/login")
    );
    match code {
        Code::Unauthorized => key,
        Code::InsufficientScope => format!("{key} The key needs the scope named in `scope`."),
        Code::RefreshRequiresAccount => {
            format!("Call start_scan again without refresh to get the existing report. Or: {key}")
        }
        Code::PlanRequired => format!(
            "Tell the user that this needs a paid plan. Sign in at {} to upgrade.",
            app.link("/login")
        ),
        Code::RateLimited | Code::QuotaExceeded => format!(
            "Wait for retryAfterSeconds, or tell the user. Existing reports can still be read. {}",
            if visitor.caller.account().is_some() { "A larger plan has more scans." } else { &key }
        ),
        Code::InvalidUrl => {
            "Call again with the URL of a public page, starting with https://.".to_owned()
        }
        Code::NotFound => {
            "Check the ID or URL. start_scan starts a scan, list_scans lists the account's scans, \
             list_checks lists the checks."
                .to_owned()
        }
        Code::ScanNotFinished | Code::ReportNotReady => {
            "Call get_scan until status is done. If the scan failed, call start_scan again."
                .to_owned()
        }
        Code::ReportMissing => "Call start_scan with refresh.".to_owned(),
        Code::Overloaded | Code::Draining | Code::DailyBudgetExhausted => {
            "Wait for retryAfterSeconds, then call again.".to_owned()
        }
        Code::InternalError => {
            "Call again once. If it fails again, tell the user the requestId.".to_owned()
        }
        _ => "Fix the arguments to match the tool's input schema and call again.".to_owned(),
    }
}
