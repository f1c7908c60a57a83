//! The bodies of the monitor routes.

use citable_actors::clock::rfc3339;
use citable_actors::monitors::{Engine, Monitor, TrackingConsent};
use citable_actors::tracking::{self, TrackingStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::reply;

/// Body of `POST /monitors`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CreateMonitorRequest")]
pub struct MonitorRequest {
    /// HTTPS URL to scan every week. Bare domains get `https://`.
    #[schemars(length(min = 1, max = 2048))]
    pub url: String,
    /// Consent to AI-answer tracking. Sessions only; API keys are refused.
    #[serde(default)]
    pub tracking_consent: Option<ConsentRequest>,
}

/// Consent to AI-answer tracking.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TrackingConsentRequest")]
pub struct ConsentRequest {
    /// Answer engines that may be asked about the URL. Engines that the operator has not
    /// configured are accepted and shown as `unavailable`.
    #[schemars(
        length(min = 1),
        extend("items" = { "type": "string", "enum": Engine::ALL.map(Engine::as_str) })
    )]
    pub engines: Vec<String>,
}

/// URL that is scanned every week.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Monitor")]
pub struct MonitorView {
    /// ID of the monitor.
    pub id: String,
    /// Normalized URL.
    pub url: String,
    /// SHA-256 of the normalized URL in hex, as in the history.
    pub url_hash: String,
    /// Status of the monitor.
    #[schemars(extend("enum" = ["active", "inactive"]))]
    pub status: String,
    /// Time of creation.
    pub created_at: String,
    /// Time of the next run; null if the monitor is inactive.
    pub next_run_at: Option<String>,
    /// Time at which the last run ended, with or without a score.
    pub last_run_at: Option<String>,
    /// ID of the last scan with a score.
    pub last_scan_id: Option<String>,
    /// Score of the last scan.
    #[schemars(range(min = 0, max = 100))]
    pub last_score: Option<i32>,
    /// Score of the previous scan.
    #[schemars(range(min = 0, max = 100))]
    pub previous_score: Option<i32>,
    /// Consent to AI-answer tracking; null if none is recorded.
    pub tracking_consent: Option<ConsentView>,
    /// Results of AI-answer tracking; null without consent and results.
    pub tracking: Option<TrackingView>,
}

/// Recorded consent to AI-answer tracking.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TrackingConsent")]
pub struct ConsentView {
    /// Answer engines that may be asked.
    #[schemars(extend("items" = { "type": "string", "enum": Engine::ALL.map(Engine::as_str) }))]
    pub engines: Vec<String>,
    /// Time of the consent.
    pub consented_at: String,
    /// IP address the consent came from.
    pub ip: String,
}

/// Results of AI-answer tracking.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TrackingResults")]
pub struct TrackingView {
    /// Time of the last run; null if there was none yet.
    pub last_run_at: Option<String>,
    /// Questions asked, made from the page's title and headings.
    pub questions: Vec<String>,
    /// Results by engine.
    pub engines: Vec<EngineView>,
}

/// Results of one answer engine.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TrackedEngine")]
pub struct EngineView {
    /// ID of the engine.
    #[schemars(extend("enum" = Engine::ALL.map(Engine::as_str)))]
    pub engine: String,
    /// Display name of the engine.
    pub name: String,
    /// Status of the engine. `pending`: questions are waiting; `done`: at least one question was
    /// answered and none is waiting; `unavailable`: the operator has not configured the engine;
    /// `failed`: no answer; `over_limit`: the account's weekly calls are used up.
    #[schemars(extend("enum" = TrackingStatus::ALL.map(TrackingStatus::as_str)))]
    pub status: String,
    /// Reason code if a question has no answer, such as `not_configured`; null otherwise.
    pub reason: Option<String>,
    /// Answered questions.
    pub questions: Vec<QuestionView>,
}

/// Question that an answer engine answered.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TrackedQuestion")]
pub struct QuestionView {
    /// Text of the question.
    pub text: String,
    /// True if the answer cites the page or its site.
    pub cited: bool,
    /// Position of the page, or else its site, among the citations, starting at 1.
    #[schemars(range(min = 1))]
    pub position: Option<u32>,
    /// Cited URL, if known.
    pub cited_url: Option<String>,
    /// Other sites the answer cites, in order.
    #[schemars(length(max = 10))]
    pub others: Vec<String>,
}

/// Monitors the plan allows.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MonitorAllowance")]
pub struct Allowance {
    /// Number of monitors the plan allows.
    pub limit: u32,
    /// Number of active monitors.
    pub used: u32,
    /// Number of monitors left.
    pub remaining: u32,
}

/// Active monitors of an account.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MonitorList {
    /// Active monitors, oldest first.
    pub monitors: Vec<MonitorView>,
    /// Monitors the plan allows.
    pub allowance: Allowance,
}

/// Envelope of one monitor.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MonitorEnvelope")]
pub struct One {
    /// Monitor.
    pub monitor: MonitorView,
}

impl One {
    pub(super) fn body(monitor: &Monitor) -> Vec<u8> {
        reply::to_json(&Self { monitor: monitor.into() })
    }
}

impl Allowance {
    pub(super) fn of(limit: u32, used: usize) -> Self {
        let used = u32::try_from(used).unwrap_or(u32::MAX);
        Self { limit, used, remaining: limit.saturating_sub(used) }
    }
}

impl From<&Monitor> for MonitorView {
    fn from(monitor: &Monitor) -> Self {
        Self {
            id: monitor.id.clone(),
            url: monitor.url.clone(),
            url_hash: monitor.url_hash.clone(),
            status: if monitor.active { "active" } else { "inactive" }.to_owned(),
            created_at: rfc3339(monitor.created_at),
            next_run_at: monitor.next_run_at.map(rfc3339),
            last_run_at: monitor.last_run_at.map(rfc3339),
            last_scan_id: monitor.last_scan_id.clone(),
            last_score: monitor.last_score,
            previous_score: monitor.previous_score,
            tracking_consent: monitor.consent.as_ref().map(Into::into),
            tracking: monitor.tracking.as_ref().map(Into::into),
        }
    }
}

impl From<&tracking::TrackingView> for TrackingView {
    fn from(tracking: &tracking::TrackingView) -> Self {
        Self {
            last_run_at: tracking.last_run_at.map(rfc3339),
            questions: tracking.questions.clone(),
            engines: tracking.engines.iter().map(Into::into).collect(),
        }
    }
}

impl From<&tracking::EngineTracking> for EngineView {
    fn from(engine: &tracking::EngineTracking) -> Self {
        Self {
            engine: engine.engine.to_string(),
            name: engine.name.clone(),
            status: engine.status.as_str().to_owned(),
            reason: engine.reason.clone(),
            questions: engine.questions.iter().map(Into::into).collect(),
        }
    }
}

impl From<&tracking::TrackedQuestion> for QuestionView {
    fn from(question: &tracking::TrackedQuestion) -> Self {
        Self {
            text: question.text.clone(),
            cited: question.cited,
            position: question.position,
            cited_url: question.cited_url.clone(),
            others: question.others.clone(),
        }
    }
}

impl From<&TrackingConsent> for ConsentView {
    fn from(consent: &TrackingConsent) -> Self {
        Self {
            engines: consent.engines.iter().map(|engine| engine.as_str().to_owned()).collect(),
            consented_at: rfc3339(consent.consented_at),
            ip: consent.ip.clone(),
        }
    }
}
