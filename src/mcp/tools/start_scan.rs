//! `POST /scan`, without its human check: agents cannot pass one, and the quotas are the same.

use citable_actors::identity::Scope;
use citable_actors::ledger::AdmitScan;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::scans::{self, AcceptedStatus, ScanAccepted};
use crate::http::problem::Problem;
use crate::mcp::limits::POLL_AFTER_SECONDS;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{count, flag, nullable, object, one_of, scan_id, text};
use crate::mcp::visitor::Visitor;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    url: String,
    #[serde(default)]
    refresh: bool,
}

pub(in crate::mcp) fn input() -> Value {
    let url = text("The page's public https address; `https://` may be left out.");
    let refresh = flag(
        "Scan anew even where a report less than 24 hours old exists. Needs an account. Default \
         false.",
    );
    object(&["url"], &[("url", url), ("refresh", refresh)])
}

pub(in crate::mcp) fn output() -> Value {
    object(
        &["scanId", "status", "cached", "url", "reportUrl", "pollAfterSeconds", "nextStep"],
        &[
            ("scanId", scan_id()),
            ("status", one_of(&["pending", "done"], "Whether there is a report yet.")),
            ("cached", flag("Whether this is an earlier scan's report, which costs nothing.")),
            ("url", text("The normalised address.")),
            ("scannedAt", text("When the earlier scan ran (RFC 3339, UTC).")),
            ("reportUrl", text("Where the report is, or will be, for other programs.")),
            ("pollAfterSeconds", nullable(count("Seconds before get_scan is worth a call."))),
            ("nextStep", text("What to do now.")),
        ],
    )
}

pub(in crate::mcp) async fn call(visitor: Visitor, arguments: Arguments) -> Result<Facts, Problem> {
    let asked: Asked = arguments.read()?;
    visitor.permit(Scope::Scan)?;
    let (app, caller) = (visitor.app(), &visitor.caller);
    scans::not_paused(app).await?;
    let target = scans::target(app, caller, &asked.url, asked.refresh)?;
    if !asked.refresh
        && let Some(scan) = scans::known(app, &target).await?
    {
        return Ok(told(&scan).into());
    }
    let scan = scans::fresh(target);
    let accepted = scans::pending(app, &scan);
    let order = AdmitScan { scan, spender: visitor.spender(), answer: None };
    scans::admit(app, caller, order).await?;
    Ok(told(&accepted).into())
}

fn told(scan: &ScanAccepted) -> Value {
    let done = scan.status == AcceptedStatus::Done;
    let mut facts = json!({
        "scanId": scan.id,
        "status": scan.status,
        "cached": scan.cached,
        "url": scan.url,
        "reportUrl": scan.report_url,
        "pollAfterSeconds": if done { None } else { Some(POLL_AFTER_SECONDS) },
        "nextStep": if done {
            "Call get_scan for the findings, or get_fix_plan for the fixes."
        } else {
            "Call get_scan with this scanId after pollAfterSeconds, until status is done."
        },
    });
    if let Some(scanned_at) = &scan.scanned_at {
        facts["scannedAt"] = scanned_at.as_str().into();
    }
    facts
}
