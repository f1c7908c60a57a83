//! What a tool answers where it cannot do what it was asked for: what failed, why, and what to do
//! next. The reader is a model that can act on it, so it is a result and no error of the protocol.
//!
//! It is made of the same problem as on REST.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use super::limits::RETRY_SECONDS;
use super::page_text;
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
    let (field, fault) = (error.path().to_string(), page_text::echo(&error.inner().to_string()));
    if field == "." || fault.contains(&format!("`{field}`")) {
        return Problem::invalid_request(format!("The arguments do not fit: {fault}."));
    }
    let field = page_text::echo(&field);
    Problem::invalid_request(format!("The argument `{field}` does not fit: {fault}."))
}

/// A call that took too long.
pub(super) fn too_slow() -> Problem {
    let problem = Problem::new(Code::Overloaded, "The call took too long and was given up.");
    problem.with(|extras| extras.retry_after_sec = Some(RETRY_SECONDS.into()))
}

/// A scan that is not there.
pub(super) fn no_such_scan() -> Problem {
    Problem::not_found("There is no scan with this id.")
}

fn next(visitor: &Visitor, code: Code) -> String {
    let app = visitor.app();
    let key = format!(
        "A person with a paid plan can sign in at {}, make an API key, and put it into this \
         client: every request then carries `Authorization: Bearer <key>`.",
        app.link("/login")
    );
    match code {
        Code::Unauthorized => key,
        Code::InsufficientScope => format!("{key} The key needs the scope that is named here."),
        Code::RefreshRequiresAccount => {
            format!("Call start_scan again without refresh for the report that is there. Or: {key}")
        }
        Code::PlanRequired => format!(
            "Tell the user that a paid plan holds this; it is taken after signing in at {}.",
            app.link("/login")
        ),
        Code::RateLimited | Code::QuotaExceeded => format!(
            "Wait for retryAfterSeconds, or tell the user. Reports that are there can be read all \
             the while. {}",
            if visitor.caller.account().is_some() { "A larger plan has more scans." } else { &key }
        ),
        Code::InvalidUrl => {
            "Call again with the address of a public page that begins with https://.".to_owned()
        }
        Code::NotFound => {
            "Look at the id or address. start_scan starts a scan, list_scans shows those of the \
             account, list_checks shows the checks."
                .to_owned()
        }
        Code::ScanNotFinished | Code::ReportNotReady => {
            "Call get_scan until its status is done; after a failed scan call start_scan."
                .to_owned()
        }
        Code::ReportMissing => "Call start_scan with refresh.".to_owned(),
        Code::Overloaded | Code::Draining | Code::DailyBudgetExhausted => {
            "Wait for retryAfterSeconds, then call again.".to_owned()
        }
        Code::InternalError => {
            "Call again once. If it fails again, tell the user the requestId.".to_owned()
        }
        _ => "Mend the arguments by the tool's input schema and call again.".to_owned(),
    }
}
