//! `POST /scan`, without its human check: agents cannot pass one, and the quotas are the same.

use std::future;
use std::time::Duration;

use citable_actors::Resume;
use citable_actors::identity::Scope;
use citable_actors::ledger::AdmitScan;
use futures_util::StreamExt as _;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::get_scan::{self, result_fields};
use super::stored;
use crate::api::reports::Stored;
use crate::api::scans::{self, ScanAccepted};
use crate::http::problem::Problem;
use crate::mcp::limits::{DEFAULT_WAIT_SECONDS, MOST_WAIT_SECONDS, POLL_AFTER_SECONDS};
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, described, facts, plain, text};
use crate::mcp::visitor::Visitor;
use crate::mcp::words::SERVICE;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    url: String,
    #[serde(default)]
    refresh: bool,
    wait_seconds: Option<u64>,
}

pub(in crate::mcp) fn input() -> Value {
    let refresh = json!({
        "type": "boolean",
        "default": false,
        "description": "Scan again even if a report under 24 hours old exists. Needs an account.",
    });
    arguments(
        &["url"],
        &[
            ("url", text("Public HTTPS URL. Bare domains get https://.")),
            ("refresh", refresh),
            ("waitSeconds", wait_schema()),
        ],
    )
}

/// How long a call may wait, as an argument.
pub(in crate::mcp) fn wait_schema() -> Value {
    json!({
        "type": "integer",
        "minimum": 0,
        "maximum": MOST_WAIT_SECONDS,
        "default": DEFAULT_WAIT_SECONDS,
        "description": "Seconds to wait for the result.",
    })
}

pub(in crate::mcp) fn output() -> Value {
    let mut fields = result_fields();
    fields.extend([
        ("cached", described("boolean", "True if this is an earlier report, at no cost.")),
        ("reportUrl", plain("string")),
        ("webUrl", plain("string")),
    ]);
    facts(
        &["scanId", "status", "cached", "url", "reportUrl", "pollAfterSeconds", "nextStep"],
        &fields,
    )
}

pub(in crate::mcp) async fn call(visitor: Visitor, sent: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = sent.read()?;
    let until = Instant::now() + wait(asked.wait_seconds)?;
    visitor.permit(Scope::Scan)?;
    let (app, caller) = (visitor.app(), &visitor.caller);
    scans::not_paused(app).await?;
    let target = scans::target(app, caller, &asked.url, asked.refresh)?;
    if !asked.refresh
        && let Some(scan) = scans::known(app, &target).await?
    {
        return answer(&visitor, &scan).await;
    }
    let scan = scans::fresh(target);
    let accepted = scans::pending(app, &scan);
    let order = AdmitScan { scan, spender: visitor.spender(), answer: None };
    scans::admit(app, caller, order).await?;
    ended(&visitor, &accepted.id, until).await;
    answer(&visitor, &accepted).await
}

/// For how long the caller wants to wait.
pub(in crate::mcp) fn wait(seconds: Option<u64>) -> Result<Duration, Problem> {
    let seconds = seconds.unwrap_or(DEFAULT_WAIT_SECONDS);
    if seconds > MOST_WAIT_SECONDS {
        let message =
            format!("`waitSeconds` must be a whole number from 0 to {MOST_WAIT_SECONDS}.");
        return Err(Problem::invalid_request(message).about("waitSeconds"));
    }
    Ok(Duration::from_secs(seconds))
}

/// Waits for the end of a scan, until that instant or until the service stops.
async fn ended(visitor: &Visitor, id: &str, until: Instant) {
    let scans = &visitor.app().handles.scans;
    let Ok(events) = scans.follow(id.to_owned(), Resume::Snapshot).await else { return };
    let end = events.filter(|event| future::ready(event.is_terminal()));
    let mut drain = visitor.site.drain.clone();
    tokio::select! {
        _end = end.into_future() => {}
        () = tokio::time::sleep_until(until) => {}
        () = drain.started() => {}
    }
}

/// What is known of an accepted scan by now: the result, where there is one.
async fn answer(visitor: &Visitor, scan: &ScanAccepted) -> Result<Facts, Problem> {
    let mut told = match stored(visitor, &scan.id).await? {
        Stored::Report(report) => {
            get_scan::summary(&report.for_viewer(visitor.allowance()), SERVICE)
        }
        Stored::Failed(scan) => get_scan::failed(&scan),
        Stored::Pending(_) | Stored::Missing => pending(scan),
    };
    told["cached"] = scan.cached.into();
    told["reportUrl"] = scan.report_url.as_str().into();
    told["webUrl"] = scan.web_url.as_str().into();
    Ok(told.into())
}

fn pending(scan: &ScanAccepted) -> Value {
    json!({
        "scanId": scan.id,
        "status": scan.status,
        "url": scan.url,
        "pollAfterSeconds": POLL_AFTER_SECONDS,
        "nextStep": "Call get_scan with this scanId after pollAfterSeconds, until status is done.",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_short() {
        assert_eq!(wait(None).unwrap(), Duration::from_secs(DEFAULT_WAIT_SECONDS));
        assert_eq!(wait(Some(0)).unwrap(), Duration::ZERO);
        assert_eq!(wait(Some(20)).unwrap(), Duration::from_secs(20));
        assert!(wait(Some(21)).is_err());
    }
}
