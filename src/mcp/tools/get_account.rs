//! `GET /account/usage`, for callers without an account too.

use citable_actors::identity::{AccountPlan, Scope};
use citable_actors::quota::BucketUsage;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::account::BucketView;
use crate::http::problem::Problem;
use crate::mcp::row::{Arguments, Facts};
use crate::mcp::schema::{arguments, described, facts, one_of, plain};
use crate::mcp::visitor::Visitor;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {}

pub(in crate::mcp) fn input() -> Value {
    arguments(&[], &[])
}

pub(in crate::mcp) fn output() -> Value {
    facts(
        &["hasAccount", "plan", "limits", "today", "thisMonth", "nextStep"],
        &[
            ("hasAccount", described("boolean", "True if the request carried an API key.")),
            ("plan", one_of(&["anonymous", "free", "pro", "agency"])),
            (
                "limits",
                described(
                    "object",
                    "scansPerDay, scansPerMonth, monitors, fixesInFull (null means all).",
                ),
            ),
            ("today", described("object", "Scans: used, remaining, resetAt.")),
            ("thisMonth", plain("object")),
            ("nextStep", plain("string")),
        ],
    )
}

pub(in crate::mcp) async fn call(visitor: Visitor, sent: Arguments) -> Result<Facts, Problem> {
    let Asked {} = sent.read()?;
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
        0 => "No scans are left right now. Existing reports can still be read.".to_owned(),
        1 => "start_scan can start 1 more scan.".to_owned(),
        left => format!("start_scan can start {left} more scans."),
    };
    match visitor.caller.account() {
        Some(_) => scans,
        None => format!(
            "{scans} A paid plan has more: a person signs in at {} and creates an API key for this \
             client.",
            visitor.app().link("/login")
        ),
    }
}
