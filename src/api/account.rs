//! What an account may spend, and what it has spent.

use citable_actors::clock::rfc3339;
use citable_actors::identity::{AccountPlan, KeySource};
use citable_actors::quota::{BucketUsage, PlanLimits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::call::Call;
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::problem::{OK, Problem};
use crate::http::reply::{self, JSON, Response};

use super::reports::per_viewer;

/// What a plan allows.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Limits")]
pub struct LimitsView {
    /// Scans in a UTC day.
    pub scans_per_day: u32,
    /// Scans in a calendar month.
    pub scans_per_month: u32,
    /// Addresses that may be monitored.
    pub monitors: u32,
    /// API keys that the account may make itself.
    pub api_keys: u32,
    /// Fixes of a report that are seen in full; null means all of them.
    pub recommendations: Option<u32>,
}

impl From<PlanLimits> for LimitsView {
    fn from(limits: PlanLimits) -> Self {
        Self {
            scans_per_day: limits.scans_per_day,
            scans_per_month: limits.scans_per_month,
            monitors: limits.monitors,
            api_keys: limits.keys,
            recommendations: limits.recommendations,
        }
    }
}

/// The answer of `GET /account/usage`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AccountUsage")]
pub struct UsageView {
    /// `free`, `pro` or `agency`.
    pub plan: String,
    /// What the plan allows.
    pub limits: LimitsView,
    /// What is used of it.
    pub usage: UsedView,
}

/// What is used of a plan.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Used")]
pub struct UsedView {
    /// Scans of the UTC day.
    pub day: BucketView,
    /// Scans of the calendar month.
    pub month: BucketView,
    /// Active monitors.
    pub monitors: CountView,
    /// Live API keys that the account made itself.
    pub api_keys: CountView,
}

/// How full a bucket is.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Bucket")]
pub struct BucketView {
    /// Spent.
    pub used: u32,
    /// Left.
    pub remaining: u32,
    /// When it rolls over (RFC 3339, UTC, milliseconds).
    pub reset_at: String,
}

/// A number of things.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Count")]
pub struct CountView {
    /// How many.
    pub used: usize,
}

impl From<BucketUsage> for BucketView {
    fn from(bucket: BucketUsage) -> Self {
        let reset_at = rfc3339(bucket.period.end);
        Self { used: bucket.used, remaining: bucket.remaining(), reset_at }
    }
}

/// Answers with the caller's plan, limits and usage.
pub(crate) async fn usage(call: Call) -> Result<Response, Problem> {
    let reader = &call.app().handles.reader;
    let account = call.account()?;
    let used = reader.usage_of(&call.spender()).await?;
    let keys = reader.keys_of(account.id.clone()).await?;
    let monitors = reader.count_monitors(account.id.clone()).await?;
    let own_keys = keys.iter().filter(|key| key.source == KeySource::Account).count();
    let usage = UsedView {
        day: used.day.into(),
        month: used.month.into(),
        monitors: CountView { used: monitors as usize },
        api_keys: CountView { used: own_keys },
    };
    let limits = call.app().limits.of(account.plan).into();
    let plan = AccountPlan::as_str(account.plan).to_owned();
    Ok(per_viewer(reply::json(OK, &UsageView { plan, limits, usage })))
}

/// `GET /account/usage`.
pub(crate) const USAGE: Doc = Doc {
    operation_id: "readUsage",
    tag: "Account",
    summary: "Read plan, limits and usage",
    description: "The caller's plan, what it allows, and what is used of it. Spends no quota.",
    parameters: &[],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "Plan, limits and usage.",
        media: JSON,
        bodies: &[schema_of::<UsageView>],
        headers: &[],
    }],
    errors: &[],
};
