//! What GitHub answers, as far as it is read, and the state file.
//! <https://docs.github.com/en/rest>

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::settings::HEARTBEATS;
use crate::chain::stated::{Decision, Heartbeat};

/// An open issue or pull request.
#[derive(Debug, Deserialize)]
pub(super) struct Issue {
    pub(super) number: u64,
    pub(super) title: String,
    pub(super) labels: Vec<Label>,
    /// There for pull requests alone.
    pub(super) pull_request: Option<serde_json::Value>,
}

/// A label, in either of its two forms.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Label {
    Name(String),
    Whole { name: Option<String> },
}

impl Label {
    pub(super) fn name(self) -> Option<String> {
        match self {
            Self::Name(name) => Some(name),
            Self::Whole { name } => name,
        }
    }
}

/// An open pull request.
#[derive(Debug, Deserialize)]
pub(super) struct Pull {
    pub(super) number: u64,
    pub(super) head: Head,
}

/// Where a pull request comes from.
#[derive(Debug, Deserialize)]
pub(super) struct Head {
    pub(super) sha: String,
    #[serde(rename = "ref")]
    pub(super) branch: String,
}

/// Something that happened to an issue.
#[derive(Debug, Deserialize)]
pub(super) struct IssueEvent {
    pub(super) event: String,
    pub(super) created_at: DateTime<Utc>,
    pub(super) label: Option<NamedLabel>,
    pub(super) issue: Option<NumberedIssue>,
}

#[derive(Debug, Deserialize)]
pub(super) struct NamedLabel {
    pub(super) name: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct NumberedIssue {
    pub(super) number: u64,
}

/// The runs of a workflow.
#[derive(Debug, Deserialize)]
pub(super) struct Runs {
    pub(super) workflow_runs: Vec<RunOfWorkflow>,
}

/// A run of a workflow.
#[derive(Debug, Deserialize)]
pub(super) struct RunOfWorkflow {
    pub(super) id: u64,
    pub(super) head_sha: String,
    pub(super) head_branch: Option<String>,
    pub(super) status: Option<String>,
    pub(super) conclusion: Option<String>,
    created_at: Option<DateTime<Utc>>,
    run_started_at: Option<DateTime<Utc>>,
}

impl RunOfWorkflow {
    /// When it began.
    pub(super) fn at(&self) -> Option<i64> {
        self.run_started_at.or(self.created_at).map(|at| at.timestamp_millis())
    }
}

/// A variable of the repository.
#[derive(Debug, Deserialize)]
pub(super) struct Variable {
    value: String,
}

impl Variable {
    /// Whether it presses the switch.
    pub(super) fn presses(&self) -> bool {
        matches!(self.value.trim(), "1" | "true")
    }
}

/// The state file.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct State {
    pub(super) sweep_run: Option<String>,
    #[serde(default)]
    decisions: Vec<StatedDecision>,
    #[serde(default)]
    heartbeats: Vec<StatedHeartbeat>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StatedDecision {
    at: DateTime<Utc>,
    object: Option<String>,
    decision: Option<String>,
    #[serde(default)]
    reasons: Vec<String>,
    run_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StatedHeartbeat {
    name: String,
    at: DateTime<Utc>,
    #[serde(default)]
    failed_connectors: Vec<String>,
}

impl State {
    pub(super) fn decisions(&self) -> Vec<Decision> {
        let decision = |stated: &StatedDecision| Decision {
            at: stated.at.timestamp_millis(),
            object: stated.object.clone(),
            decision: stated.decision.clone(),
            reasons: stated.reasons.clone(),
            run_id: stated.run_id.clone(),
        };
        self.decisions.iter().map(decision).collect()
    }

    pub(super) fn heartbeats(&self) -> Vec<Heartbeat> {
        let heartbeat = |stated: &StatedHeartbeat| Heartbeat {
            name: stated.name.clone(),
            at: stated.at.timestamp_millis(),
            failed_connectors: stated.failed_connectors.clone(),
        };
        self.heartbeats.iter().take(HEARTBEATS).map(heartbeat).collect()
    }
}
