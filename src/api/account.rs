//! What an account may spend, and what it has spent.

use citable_actors::clock::rfc3339;
use citable_actors::identity::{AccountPlan, KeySource};
use citable_actors::quota::{BucketUsage, PlanLimits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::call::Call;
use crate::http::doc::{Answer, Doc};
use crate::http::problem::{OK, Problem};
use crate::http::reply::{self, Response};

use super::reports::per_viewer;

/// Limits of a plan.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PlanLimits")]
pub struct LimitsView {
    /// Number of scans per UTC day.
    pub scans_per_day: u32,
    /// Number of scans per calendar month (UTC).
    pub scans_per_month: u32,
    /// Number of active monitors.
    pub monitors: u32,
    /// Number of API keys the account can create.
    pub api_keys: u32,
    /// Number of fixes shown in full per report; null means all.
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

/// Response of `GET /account/usage`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AccountUsage")]
pub struct UsageView {
    /// Plan of the account.
    #[schemars(extend("enum" = ["free", "pro", "agency"]))]
    pub plan: String,
    /// Limits of the plan.
    pub limits: LimitsView,
    /// Current usage.
    pub usage: UsedView,
}

/// Usage of an account.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AccountUsageTotals")]
pub struct UsedView {
    /// Scans in the current UTC day.
    pub day: BucketView,
    /// Scans in the current calendar month (UTC).
    pub month: BucketView,
    /// Active monitors.
    pub monitors: CountView,
    /// Active API keys the account created.
    pub api_keys: CountView,
}

/// Scan quota of one period.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "QuotaBucket")]
pub struct BucketView {
    /// Number of scans used.
    pub used: u32,
    /// Number of scans left.
    pub remaining: u32,
    /// Time at which the bucket resets.
    pub reset_at: String,
}

/// Number of resources in use.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ResourceUsage")]
pub struct CountView {
    /// Number in use.
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
    Ok(per_viewer(reply::json(OK, &of_account(&call).await?)))
}

/// Returns the caller's plan, limits and usage.
pub(crate) async fn of_account(call: &Call) -> Result<UsageView, Problem> {
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
    Ok(UsageView { plan, limits, usage })
}

/// `GET /account/usage`.
pub(crate) const USAGE: Doc = Doc {
    operation_id: "readUsage",
    tag: "Account",
    summary: "Read plan and usage",
    description: "Returns the caller's plan, its limits and current usage. Uses no quota.",
    answers: &[Answer::json::<UsageView>(OK, "Plan, limits and usage.")],
    ..Doc::BARE
};
