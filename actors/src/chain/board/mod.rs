//! The board: what is open in the repository, and its stage.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::settings::DECISIONS;
use super::stated::{Decision, Heartbeat};
use super::wire::{Issue, IssueEvent, Pull, RunOfWorkflow, State};

const LANE: &str = "lane:";
const STAGE: &str = "stage:";

/// The board. Instants are milliseconds since 1970.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// What the last sweep is called.
    pub sweep_run: Option<String>,
    /// What is open and in a lane, by number.
    pub objects: Vec<ChainObject>,
    /// The last decisions, newest first.
    pub decisions: Vec<Decision>,
    /// When each part was last heard of.
    pub heartbeats: Vec<Heartbeat>,
}

/// An issue or a pull request in a lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainObject {
    /// Its number.
    pub number: u64,
    /// What it is.
    pub kind: ObjectKind,
    /// Its title.
    pub title: String,
    /// In which lane it is.
    pub lane: Lane,
    /// At which stage.
    pub stage: Option<String>,
    /// All of its labels.
    pub labels: Vec<String>,
    /// The commit at the head of a pull request.
    pub head: Option<String>,
    /// The branch of that.
    pub head_ref: Option<String>,
    /// When it came to its stage.
    pub entered_stage_at: Option<i64>,
    /// The newest run of each stage's workflow that belongs to it, or may.
    pub runs: BTreeMap<String, ChainRun>,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ObjectKind {
    /// A pull request.
    Pr,
    /// An issue.
    Issue,
}

/// The lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lane {
    /// Faults.
    Bugfix,
    /// Dependencies.
    Deps,
    /// The chain itself.
    Chain,
    /// Everything new.
    Feature,
}

impl Lane {
    fn parse(word: &str) -> Option<Self> {
        match word {
            "bugfix" => Some(Self::Bugfix),
            "deps" => Some(Self::Deps),
            "chain" => Some(Self::Chain),
            "feature" => Some(Self::Feature),
            _ => None,
        }
    }
}

/// A run of a stage's workflow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainRun {
    /// Its id.
    pub id: u64,
    /// How it ended.
    pub conclusion: Option<String>,
    /// Whether it has.
    pub status: Option<String>,
    /// When it began.
    pub at: Option<i64>,
    /// How it was found.
    pub matched: RunMatch,
}

/// How a run was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunMatch {
    /// By the head's commit or branch.
    Head,
    /// It ran after the object came to the stage, and may be another one's.
    Since,
}

/// Everything that was read for a board.
#[derive(Default)]
pub(super) struct Material {
    pub(super) issues: Vec<Issue>,
    pub(super) pulls: Vec<Pull>,
    pub(super) events: Vec<IssueEvent>,
    /// Of each stage, newest first.
    pub(super) runs: Vec<(String, Vec<RunOfWorkflow>)>,
    pub(super) state: State,
}

impl Material {
    /// The board. Events are listed for a while only, so what `before` knew of an object that is
    /// still at its stage counts.
    pub(super) fn board(self, before: &Board) -> Board {
        let Self { issues, pulls, events, runs, state } = self;
        let pulls: HashMap<u64, Pull> = pulls.into_iter().map(|pull| (pull.number, pull)).collect();
        let entered = entered(&events);
        let mut objects: Vec<ChainObject> =
            issues.into_iter().filter_map(|issue| object(issue, &pulls)).collect();
        objects.sort_by_key(|object| object.number);
        objects.dedup_by_key(|object| object.number);
        for object in &mut objects {
            object.entered_stage_at = entered_at(object, &entered, before);
            object.runs =
                runs.iter().filter_map(|(stage, runs)| newest(object, stage, runs)).collect();
        }
        let mut decisions = state.decisions();
        decisions.sort_by_key(|decision| std::cmp::Reverse(decision.at));
        decisions.truncate(DECISIONS);
        let (heartbeats, sweep_run) = (state.heartbeats(), state.sweep_run);
        Board { sweep_run, objects, decisions, heartbeats }
    }
}

/// None for what is in no lane.
fn object(issue: Issue, pulls: &HashMap<u64, Pull>) -> Option<ChainObject> {
    let labels: Vec<String> = issue.labels.into_iter().filter_map(|label| label.name()).collect();
    let lane = labels.iter().find_map(|label| Lane::parse(label.strip_prefix(LANE)?))?;
    let stage = labels.iter().find_map(|label| label.strip_prefix(STAGE)).map(str::to_owned);
    let kind = if issue.pull_request.is_some() { ObjectKind::Pr } else { ObjectKind::Issue };
    let head = pulls.get(&issue.number).filter(|_| kind == ObjectKind::Pr).map(|pull| &pull.head);
    Some(ChainObject {
        number: issue.number,
        kind,
        title: issue.title,
        lane,
        stage,
        labels,
        head: head.map(|head| head.sha.clone()),
        head_ref: head.map(|head| head.branch.clone()),
        entered_stage_at: None,
        runs: BTreeMap::new(),
    })
}

/// When each object got each label last.
fn entered(events: &[IssueEvent]) -> HashMap<(u64, &str), i64> {
    let mut entered = HashMap::new();
    for event in events.iter().filter(|event| event.event == "labeled") {
        let (Some(issue), Some(label)) = (&event.issue, &event.label) else { continue };
        let at = event.created_at.timestamp_millis();
        let last = entered.entry((issue.number, label.name.as_str())).or_insert(at);
        *last = at.max(*last);
    }
    entered
}

fn entered_at(
    object: &ChainObject,
    entered: &HashMap<(u64, &str), i64>,
    before: &Board,
) -> Option<i64> {
    let stage = object.stage.as_ref()?;
    let label = format!("{STAGE}{stage}");
    let listed = entered.get(&(object.number, label.as_str())).copied();
    listed.or_else(|| {
        let known = before.objects.iter().find(|known| known.number == object.number)?;
        known.entered_stage_at.filter(|_| known.stage.as_ref() == Some(stage))
    })
}

/// The newest run of a stage's workflow that is the object's, or else one that may be.
fn newest(object: &ChainObject, stage: &str, runs: &[RunOfWorkflow]) -> Option<(String, ChainRun)> {
    let is_heads = |run: &&RunOfWorkflow| {
        let sha = object.head.as_deref().is_some_and(|head| run.head_sha == head);
        let branch = object.head_ref.as_deref();
        sha || branch.is_some_and(|branch| run.head_branch.as_deref() == Some(branch))
    };
    let newest_first = |run: &&RunOfWorkflow| (run.at(), run.id);
    let (run, matched) = match runs.iter().filter(is_heads).max_by_key(newest_first) {
        Some(run) => (run, RunMatch::Head),
        None => {
            let entered =
                object.entered_stage_at.filter(|_| object.stage.as_deref() == Some(stage));
            let since = entered?;
            let later = runs.iter().filter(|run| run.at().is_some_and(|at| at >= since));
            (later.max_by_key(newest_first)?, RunMatch::Since)
        }
    };
    let (conclusion, status) = (run.conclusion.clone(), run.status.clone());
    Some((stage.to_owned(), ChainRun { id: run.id, conclusion, status, at: run.at(), matched }))
}

#[cfg(test)]
mod tests;
