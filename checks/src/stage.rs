//! The stages of a scan, in order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Stage of a scan. Within one attempt, stages only move forward.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ScanStage")]
pub enum Stage {
    /// Accepted; waiting for a free slot.
    Queued,
    /// Resolving the host and reading robots.txt for CitableBot.
    Resolving,
    /// Fetching the page and following redirects.
    Fetching,
    /// Fetching robots.txt of the final host, sitemaps and other supporting files.
    Supporting,
    /// Parsing the page.
    Reading,
    /// Running the checks.
    Checking,
    /// Computing score, caps and verdicts.
    Scoring,
    /// Storing the report.
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
