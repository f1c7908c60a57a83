//! `GET /account/usage`, for callers without an account too.

use citable_actors::identity::{AccountPlan, Scope};
use citable_actors::quota::BucketUsage;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::account::BucketView;
use crate::http::problem::Problem;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{count, described, flag, nullable, object, one_of, text};
use crate::mcp::visitor::Visitor;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {}

pub(in crate::mcp) fn input() -> Value {
    object(&[], &[])
}

pub(in crate::mcp) fn output() -> Value {
    let limits = object(
        &["scansPerDay", "scansPerMonth", "monitors", "fixesInFull"],
        &[
            ("scansPerDay", count("Scans in a UTC day.")),
            ("scansPerMonth", count("Scans in a calendar month.")),
            ("monitors", count("Addresses that may be monitored.")),
            ("fixesInFull", nullable(count("Fixes of a report seen in full; null means all."))),
        ],
    );
    object(
        &["hasAccount", "plan", "limits", "today", "thisMonth", "nextStep"],
        &[
            ("hasAccount", flag("Whether an API key was sent.")),
            ("plan", one_of(&["anonymous", "free", "pro", "agency"], "The plan.")),
            ("limits", described(limits, "What it allows.")),
            ("today", described(bucket(), "Scans of the UTC day.")),
            ("thisMonth", described(bucket(), "Scans of the calendar month.")),
            ("nextStep", text("What can be done now.")),
        ],
    )
}

fn bucket() -> Value {
    object(
        &["used", "remaining", "resetAt"],
        &[
            ("used", count("Spent.")),
            ("remaining", count("Left.")),
            ("resetAt", text("When it rolls over (RFC 3339, UTC).")),
        ],
    )
}

pub(in crate::mcp) async fn call(visitor: Visitor, arguments: Arguments) -> Result<Facts, Problem> {
    let Asked {} = arguments.read()?;
    visitor.permit(Scope::Read)?;
    let app = visitor.app();
    let usage = app.handles.reader.usage_of(&visitor.spender()).await?;
    let limits = visitor.caller.limits(&app.limits);
    let left = usage.day.remaining().min(usage.month.remaining());
    Ok(json!({
        "hasAccount": visitor.caller.account().is_some(),
        "plan": visitor.caller.plan().map_or("anonymous", AccountPlan::as_str),
        "limits": {
            "scansPerDay": limits.scans_per_day,
            "scansPerMonth": limits.scans_per_month,
            "monitors": limits.monitors,
            "fixesInFull": limits.recommendations,
        },
        "today": view(usage.day),
        "thisMonth": view(usage.month),
        "nextStep": next_step(&visitor, left),
    })
    .into())
}

fn view(bucket: BucketUsage) -> BucketView {
    bucket.into()
}

fn next_step(visitor: &Visitor, left: u32) -> String {
    let scans = match left {
        0 => "No scan is left at the moment; reports that are there can be read.".to_owned(),
        1 => "start_scan can be called once.".to_owned(),
        left => format!("start_scan can be called {left} times."),
    };
    match visitor.caller.account() {
        Some(_) => scans,
        None => format!(
            "{scans} An account with a paid plan has more: a person signs in at {} and makes an \
             API key for this client.",
            visitor.app().link("/login")
        ),
    }
}
