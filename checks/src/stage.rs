//! The stages of a scan, in order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a scan is. Stages only ever move forward within one attempt.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Accepted and stored; waits for a free place.
    Queued,
    /// The name is resolved, and robots.txt of the requested host is read for our own agent.
    Resolving,
    /// The page is fetched, hop by hop.
    Fetching,
    /// robots.txt of the final host and the other small files are fetched.
    Supporting,
    /// The page is decoded, parsed and its facts are gathered.
    Reading,
    /// The checks run over the facts.
    Checking,
    /// Score, caps and verdicts are computed.
    Scoring,
    /// Report, snapshot and check events are stored.
    Saving,
    /// Finished with a report.
    Done,
    /// Finished without a report.
    Error,
}

impl Stage {
    /// The stage's name as clients see it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Resolving => "resolving",
            Self::Fetching => "fetching",
            Self::Supporting => "supporting",
            Self::Reading => "reading",
            Self::Checking => "checking",
            Self::Scoring => "scoring",
            Self::Saving => "saving",
            Self::Done => "done",
            Self::Error => "error",
        }
    }

    /// The stage of that name, if there is one.
    pub fn parse(name: &str) -> Option<Self> {
        [
            Self::Queued,
            Self::Resolving,
            Self::Fetching,
            Self::Supporting,
            Self::Reading,
            Self::Checking,
            Self::Scoring,
            Self::Saving,
            Self::Done,
            Self::Error,
        ]
        .into_iter()
        .find(|stage| stage.as_str() == name)
    }

    /// Whether nothing follows this stage.
    pub const fn is_terminal(self) -> bool {
        matches!(self, Self::Done | Self::Error)
    }
}
