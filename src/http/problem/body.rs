//! What the body of an error holds.

use citable_checks::failure::ScanFailure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The body of every error.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Error")]
pub struct ErrorBody {
    /// What went wrong, as a code that does not change.
    pub error: String,
    /// The same in one sentence for a person.
    pub message: String,
    /// The request's id, as in `X-Request-Id`.
    pub request_id: String,
    /// What comes with some codes only.
    #[serde(flatten)]
    pub extras: Extras,
}

/// What comes with some codes only.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Extras {
    /// Where an agent can scan without what was missing here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentPointers>,
    /// The scan that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scan_id: Option<String>,
    /// Why the scan failed, or what a larger plan is needed for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The scope that the key lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The bucket that is empty: `day` or `month`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bucket: Option<String>,
    /// How much is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// How much was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used: Option<u32>,
    /// When it is allowed again (RFC 3339, UTC, milliseconds).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset_at: Option<String>,
    /// Seconds until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_sec: Option<i64>,
    /// The plan whose limit it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// The message again, under the name that OAuth clients show (RFC 6749 section 5.2).
    #[serde(rename = "error_description", skip_serializing_if = "Option::is_none")]
    pub error_description: Option<String>,
}

/// Why a scan failed, or what a larger plan is needed for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Reason {
    /// Why a scan failed.
    Failure(ScanFailure),
    /// `plan`: the plan does not hold it at all; `monitor_limit`: not so many.
    Plan(String),
}

/// Where an agent that was refused a scan can go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentPointers {
    /// The MCP endpoint.
    pub mcp_endpoint: String,
    /// The tool that starts a scan there.
    pub tool: String,
    /// The page where an account makes its keys.
    pub keys_url: String,
    /// The header without which the request would be taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_without: Option<String>,
}
