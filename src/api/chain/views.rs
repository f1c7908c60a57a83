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

/// The pause switch.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChainStatus")]
pub(crate) struct StatusView {
    /// Whether it was pressed when it was last read.
    pub frozen: bool,
    /// Whether it was not read for 45 minutes.
    pub stale: bool,
    /// When it was last read (RFC 3339, UTC, milliseconds).
    pub as_of: Option<String>,
    /// `variable`, or `unreadable` when the last attempt to read it failed; null when there was
    /// none.
    pub source: Option<SourceView>,
}

/// How the last attempt to read the pause switch went.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ChainSource")]
pub(crate) enum SourceView {
    /// It was read.
    Variable,
    /// It could not be read.
    Unreadable,
}

/// The board.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChainBoard")]
pub(crate) struct BoardView {
    /// Whether it was not read for 45 minutes.
    pub stale: bool,
    /// When it was last read (RFC 3339, UTC, milliseconds).
    pub as_of: Option<String>,
    /// What the last sweep is called.
    pub sweep_run: Option<String>,
    /// What is open and in a lane, by number.
    pub objects: Vec<ObjectView>,
    /// The last ten decisions, newest first.
    pub decisions: Vec<DecisionView>,
    /// When each part of the chain was last heard of.
    pub heartbeats: Vec<HeartbeatView>,
}

/// An issue or a pull request in a lane.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChainObject")]
pub(crate) struct ObjectView {
    /// Its number.
    pub number: u64,
    /// What it is.
    pub kind: KindView,
    /// Its title.
    pub title: String,
    /// In which lane it is.
    pub lane: LaneView,
    /// At which stage.
    pub stage: Option<String>,
    /// All of its labels.
    pub labels: Vec<String>,
    /// The commit at the head of a pull request.
    pub head: Option<String>,
    /// The branch of that.
    pub head_ref: Option<String>,
    /// When it came to its stage (RFC 3339, UTC, milliseconds).
    pub entered_stage_at: Option<String>,
    /// Hours since then.
    pub hours_in_stage: Option<f64>,
    /// By stage, the newest run of its workflow that belongs to the object, or may.
    pub runs: BTreeMap<String, RunView>,
}

/// What an object is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ChainObjectKind")]
pub(crate) enum KindView {
    /// A pull request.
    Pr,
    /// An issue.
    Issue,
}

/// The lanes.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ChainLane")]
pub(crate) enum LaneView {
    /// Faults.
    Bugfix,
    /// Dependencies.
    Deps,
    /// The chain itself.
    Chain,
    /// Everything new.
    Feature,
}

/// A run of a stage's workflow.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChainRun")]
pub(crate) struct RunView {
    /// Its id.
    pub id: u64,
    /// How it ended; null while it runs.
    pub conclusion: Option<String>,
    /// Whether it waits, runs or has ended.
    pub status: Option<String>,
    /// When it began (RFC 3339, UTC, milliseconds).
    pub at: Option<String>,
    /// How it was found.
    #[serde(rename = "match")]
    pub matched: MatchView,
}

/// How a run was found.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ChainRunMatch")]
pub(crate) enum MatchView {
    /// By the head's commit or branch.
    Head,
    /// It ran after the object came to the stage, and may belong to another one.
    Since,
}

/// A decision of the chain.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChainDecision")]
pub(crate) struct DecisionView {
    /// When (RFC 3339, UTC, milliseconds).
    pub at: String,
    /// About what.
    pub object: Option<String>,
    /// What was decided.
    pub decision: Option<String>,
    /// Why.
    pub reasons: Vec<String>,
    /// By which run.
    pub run_id: String,
}

/// A sign of life.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChainHeartbeat")]
pub(crate) struct HeartbeatView {
    /// Whose.
    pub name: String,
    /// When (RFC 3339, UTC, milliseconds).
    pub at: String,
    /// What it could not reach.
    pub failed_connectors: Vec<String>,
    /// Hours since then; null where it lies ahead.
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
