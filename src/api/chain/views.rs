//! The chain board as clients see it.

use std::collections::BTreeMap;

use citable_actors::chain::{
    ChainBoard, ChainObject, ChainRun, ChainStatus, Decision, Heartbeat, Lane, ObjectKind,
    RunMatch, SwitchSource,
};
use citable_actors::clock::rfc3339;
use schemars::JsonSchema;
use serde::Serialize;

/// Milliseconds of an hour.
const HOUR_MS: f64 = 3_600_000.0;

/// Pause switch of the chain.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChainStatus")]
pub(crate) struct StatusView {
    /// True if the switch was on when it was last read.
    pub frozen: bool,
    /// True if there is no copy, or it is older than 45 minutes.
    pub stale: bool,
    /// Time of the last read.
    pub as_of: Option<String>,
    /// Outcome of the last read; null if there was none.
    pub source: Option<SourceView>,
}

/// Outcome of the last read of the pause switch.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ChainSource")]
pub(crate) enum SourceView {
    /// The variable was read.
    Variable,
    /// The read failed.
    Unreadable,
}

/// Chain board.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChainBoard")]
pub(crate) struct BoardView {
    /// True if there is no copy, or it is older than 45 minutes.
    pub stale: bool,
    /// Time of the last read.
    pub as_of: Option<String>,
    /// Name of the last sweep.
    pub sweep_run: Option<String>,
    /// Open issues and pull requests that are in a lane, by number.
    pub objects: Vec<ObjectView>,
    /// Last 10 decisions, newest first.
    #[schemars(length(max = 10))]
    pub decisions: Vec<DecisionView>,
    /// Last heartbeat of each part of the chain.
    pub heartbeats: Vec<HeartbeatView>,
}

/// Issue or pull request in a lane.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChainObject")]
pub(crate) struct ObjectView {
    /// Number in the repository.
    pub number: u64,
    /// Kind of object.
    pub kind: KindView,
    /// Title.
    pub title: String,
    /// Lane the object is in.
    pub lane: LaneView,
    /// Stage the object has reached.
    pub stage: Option<String>,
    /// Labels of the object.
    pub labels: Vec<String>,
    /// Head commit of a pull request.
    pub head: Option<String>,
    /// Head branch of a pull request.
    pub head_ref: Option<String>,
    /// Time at which the object entered its stage.
    pub entered_stage_at: Option<String>,
    /// Hours since the object entered its stage.
    pub hours_in_stage: Option<f64>,
    /// Newest matching workflow run, keyed by stage.
    pub runs: BTreeMap<String, RunView>,
}

/// Kind of object.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ChainObjectKind")]
pub(crate) enum KindView {
    /// Pull request.
    Pr,
    /// Issue.
    Issue,
}

/// Lane.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ChainLane")]
pub(crate) enum LaneView {
    /// Bug fixes.
    Bugfix,
    /// Dependencies.
    Deps,
    /// Work on the chain itself.
    Chain,
    /// Features.
    Feature,
}

/// Workflow run of a stage.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChainRun")]
pub(crate) struct RunView {
    /// ID of the run.
    pub id: u64,
    /// Conclusion; null while the run is in progress.
    pub conclusion: Option<String>,
    /// Status of the run.
    pub status: Option<String>,
    /// Time at which the run started.
    pub at: Option<String>,
    /// How the run was matched to the object.
    #[serde(rename = "match")]
    pub matched: MatchView,
}

/// How a run was matched.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ChainRunMatch")]
pub(crate) enum MatchView {
    /// Matched by head commit or branch.
    Head,
    /// Ran after the object entered the stage; may belong to another object.
    Since,
}

/// Decision of the chain.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChainDecision")]
pub(crate) struct DecisionView {
    /// Time of the event.
    pub at: String,
    /// Object the decision is about.
    pub object: Option<String>,
    /// Decision.
    pub decision: Option<String>,
    /// Reasons for the decision.
    pub reasons: Vec<String>,
    /// ID of the run that decided.
    pub run_id: String,
}

/// Heartbeat of one part of the chain.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChainHeartbeat")]
pub(crate) struct HeartbeatView {
    /// Name of the part.
    pub name: String,
    /// Time of the event.
    pub at: String,
    /// Connectors that failed.
    pub failed_connectors: Vec<String>,
    /// Hours since the heartbeat; null if that time is in the future.
    pub age_hours: Option<f64>,
}

impl From<ChainStatus> for StatusView {
    fn from(status: ChainStatus) -> Self {
        let source = status.source.map(|source| match source {
            SwitchSource::Variable => SourceView::Variable,
            SwitchSource::Unreadable => SourceView::Unreadable,
        });
        let (frozen, stale) = (status.frozen, status.stale);
        Self { frozen, stale, as_of: status.as_of.map(rfc3339), source }
    }
}

impl From<ChainBoard> for BoardView {
    fn from(read: ChainBoard) -> Self {
        let ChainBoard { stale, as_of, board, now } = read;
        Self {
            stale,
            as_of: as_of.map(rfc3339),
            sweep_run: board.sweep_run,
            objects: board.objects.into_iter().map(|object| object_view(object, now)).collect(),
            decisions: board.decisions.into_iter().map(DecisionView::from).collect(),
            heartbeats: board.heartbeats.into_iter().map(|beat| heartbeat(beat, now)).collect(),
        }
    }
}

fn object_view(object: ChainObject, now: i64) -> ObjectView {
    ObjectView {
        number: object.number,
        kind: match object.kind {
            ObjectKind::Pr => KindView::Pr,
            ObjectKind::Issue => KindView::Issue,
        },
        title: object.title,
        lane: match object.lane {
            Lane::Bugfix => LaneView::Bugfix,
            Lane::Deps => LaneView::Deps,
            Lane::Chain => LaneView::Chain,
            Lane::Feature => LaneView::Feature,
        },
        stage: object.stage,
        labels: object.labels,
        head: object.head,
        head_ref: object.head_ref,
        entered_stage_at: object.entered_stage_at.map(rfc3339),
        hours_in_stage: object.entered_stage_at.and_then(|at| hours(at, now)),
        runs: object.runs.into_iter().map(|(stage, run)| (stage, run.into())).collect(),
    }
}

impl From<ChainRun> for RunView {
    fn from(run: ChainRun) -> Self {
        let matched = match run.matched {
            RunMatch::Head => MatchView::Head,
            RunMatch::Since => MatchView::Since,
        };
        let (conclusion, status) = (run.conclusion, run.status);
        Self { id: run.id, conclusion, status, at: run.at.map(rfc3339), matched }
    }
}

impl From<Decision> for DecisionView {
    fn from(decision: Decision) -> Self {
        let Decision { at, object, decision, reasons, run_id } = decision;
        Self { at: rfc3339(at), object, decision, reasons, run_id }
    }
}

fn heartbeat(beat: Heartbeat, now: i64) -> HeartbeatView {
    let Heartbeat { name, at, failed_connectors } = beat;
    HeartbeatView { name, at: rfc3339(at), failed_connectors, age_hours: hours(at, now) }
}

/// Hours from one instant to a later one, to hundredths.
fn hours(from: i64, to: i64) -> Option<f64> {
    let span = to.checked_sub(from).filter(|span| *span >= 0)?;
    Some((span as f64 / HOUR_MS * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_counted_to_hundredths_and_not_backwards() {
        assert_eq!(hours(0, 5_400_000), Some(1.5));
        assert_eq!(hours(0, 40_000), Some(0.01));
        assert_eq!(hours(7, 7), Some(0.0));
        assert_eq!(hours(8, 7), None);
    }
}
