//! What the body of an error holds.

use citable_checks::failure::ScanFailure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Code;

/// The body of every error.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Error")]
pub struct ErrorBody {
    /// Stable, machine-readable error code.
    #[schemars(with = "Code")]
    pub error: String,
    /// Human-readable explanation and what to do next.
    pub message: String,
    /// ID of the request, as in the `X-Request-Id` header. Quote it in support requests.
    pub request_id: String,
    /// Fields that only some codes carry.
    #[serde(flatten)]
    pub extras: Extras,
}

/// Fields that only some codes carry.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Extras {
    /// Field, query parameter or header at fault, such as `url`, `scopes[0]` or
    /// `Idempotency-Key`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
    /// Documentation of this error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc_url: Option<String>,
    /// Where to get a plan that allows this request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upgrade_url: Option<String>,
    /// Other ways for an agent to start this scan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentPointers>,
    /// ID of the failed scan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scan_id: Option<String>,
    /// Why the scan failed, or which plan limit applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Scope that the API key lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["read", "scan", "monitors", "webhooks"]))]
    pub scope: Option<String>,
    /// Quota bucket that is used up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["day", "month"]))]
    pub bucket: Option<String>,
    /// Number of requests or scans allowed in the window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Number of scans used in the bucket.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used: Option<u32>,
    /// Time at which the limit resets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset_at: Option<String>,
    /// Seconds until the limit resets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub retry_after_sec: Option<i64>,
    /// Plan whose limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["anonymous", "free", "pro", "agency"]))]
    pub plan: Option<String>,
    /// Copy of `message` for OAuth clients (RFC 6749 section 5.2).
    #[serde(rename = "error_description", skip_serializing_if = "Option::is_none")]
    pub error_description: Option<String>,
}

/// Why a scan failed, or which plan limit applies.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "ErrorReason")]
pub enum Reason {
    /// Why a scan failed.
    Failure(ScanFailure),
    /// Which plan limit applies.
    Plan(PlanLimit),
}

/// Which plan limit applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanLimit {
    /// The plan does not include the feature.
    Plan,
    /// The account has reached the plan's number of monitors.
    MonitorLimit,
}

/// Other ways for an agent to start a scan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentPointers {
    /// URL of the MCP endpoint, which needs no human-check token.
    pub mcp_endpoint: String,
    /// Name of the MCP tool that starts a scan.
    pub tool: String,
    /// URL of the page where API keys are created.
    pub keys_url: String,
    /// Header to omit when retrying the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_without: Option<String>,
}
