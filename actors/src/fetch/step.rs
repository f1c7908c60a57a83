//! Progress of a fetch.

use std::sync::Arc;

use citable_checks::stage::Stage;

/// Where a scan is, and what it waits for there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The stage.
    pub stage: Stage,
    /// What it waits for now, such as `robots.txt` or `sitemap 2 of 4`.
    pub detail: Option<String>,
}

impl From<Stage> for Step {
    fn from(stage: Stage) -> Self {
        Self { stage, detail: None }
    }
}

/// Receives each stage as it begins, and what [`Stage::Supporting`] waits for.
pub type ProgressSink = Arc<dyn Fn(Step) + Send + Sync>;
