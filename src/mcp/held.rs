//! A scan that a local session holds in memory.

use std::sync::Arc;

use citable_checks::failure::ScanFailure;
use citable_checks::report::Report;
use citable_checks::stage::Stage;

/// A scan, and what became of it.
#[derive(Clone, Debug)]
pub(super) enum Held {
    /// It runs.
    Running { id: String, url: String, stage: Stage },
    /// It has a report.
    Done(Arc<Report>),
    /// It failed.
    Failed { id: String, url: String, failure: ScanFailure },
}

impl Held {
    /// Its ID.
    pub(super) fn id(&self) -> &str {
        match self {
            Self::Running { id, .. } | Self::Failed { id, .. } => id,
            Self::Done(report) => &report.id,
        }
    }
}
