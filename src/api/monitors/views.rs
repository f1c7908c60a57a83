//! The bodies of the monitor routes.

use citable_actors::clock::rfc3339;
use citable_actors::monitors::{Engine, Monitor, TrackingConsent};
use citable_actors::tracking;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::reply;

/// The body of `POST /monitors`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MonitorRequest {
    /// The page to scan every week; `https://` may be left out.
    #[schemars(length(min = 1, max = 2048))]
    pub url: String,
    /// What the owner consents to at the same time. Not with an API key.
    #[serde(default)]
    pub tracking_consent: Option<ConsentRequest>,
}

/// Which answer engines may be asked about an address.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConsentRequest {
    /// One or more of `engine_1`, `engine_2` and `engine_3`.
    #[schemars(
        length(min = 1),
        extend("items" = { "type": "string", "enum": Engine::ALL.map(Engine::as_str) })
    )]
    pub engines: Vec<String>,
}

/// An address that is scanned every week.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Monitor")]
pub struct MonitorView {
    /// `mon_…`.
    pub id: String,
    /// The normalised address.
    pub url: String,
    /// SHA-256 of the normalised address, as in the history.
    pub url_hash: String,
    /// `active` or `inactive`.
    pub status: String,
    /// When the address was first monitored (RFC 3339, UTC, milliseconds).
    pub created_at: String,
    /// When it is due next.
    pub next_run_at: Option<String>,
    /// When its last run ended, with or without a score.
    pub last_run_at: Option<String>,
    /// The last scan that brought a score.
    pub last_scan_id: Option<String>,
    /// Its score.
    pub last_score: Option<i32>,
    /// The score before that.
    pub previous_score: Option<i32>,
    /// What its owner consented to.
    pub tracking_consent: Option<ConsentView>,
    /// What answer engines said about it; null until they were asked.
    pub tracking: Option<TrackingView>,
}

/// That answer engines may be asked about an address.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TrackingConsent")]
pub struct ConsentView {
    /// Which engines.
    pub engines: Vec<String>,
    /// Since when (RFC 3339, UTC, milliseconds).
    pub consented_at: String,
    /// The client address that said so.
    pub ip: String,
}

/// What answer engines said about an address.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Tracking")]
pub struct TrackingView {
    /// When they were last asked (RFC 3339, UTC, milliseconds).
    pub last_run_at: String,
    /// What was asked, in the page's own words.
    pub questions: Vec<String>,
    /// What each engine said.
    pub engines: Vec<EngineView>,
}

/// What one answer engine said about an address.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TrackedEngine")]
pub struct EngineView {
    /// `engine_1`, `engine_2` or `engine_3`.
    pub engine: String,
    /// What people call it.
    pub name: String,
    /// `pending`, `done`, `unavailable`, `failed` or `over_limit`. `done` where at least one question
    /// was answered and nothing is still to be asked.
    pub status: String,
    /// Why not every question has an answer, in one word; null where each has.
    pub reason: Option<String>,
    /// The questions that were answered.
    pub questions: Vec<QuestionView>,
}

/// A question that an answer engine answered.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TrackedQuestion")]
pub struct QuestionView {
    /// What was asked.
    pub text: String,
    /// Whether the answer cites the page or its site.
    pub cited: bool,
    /// Where among the addresses that it cites, from 1 on: the page, or else its site.
    pub position: Option<u32>,
    /// The address under which it is cited, where that is known.
    pub cited_url: Option<String>,
    /// Other sites that it cites, in order, at most ten.
    pub others: Vec<String>,
}

/// How many monitors the plan allows.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MonitorAllowance")]
pub struct Allowance {
    /// How many may be active.
    pub limit: u32,
    /// How many are.
    pub used: u32,
    /// How many more may be.
    pub remaining: u32,
}

/// The answer of `GET /monitors`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MonitorList {
    /// The active monitors, oldest first.
    pub monitors: Vec<MonitorView>,
    /// How many the plan allows.
    pub allowance: Allowance,
}

/// An answer about one monitor.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OneMonitor")]
pub struct One {
    /// The monitor.
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
            last_run_at: rfc3339(tracking.last_run_at),
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
