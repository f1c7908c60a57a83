//! Answers as they came.

use serde::{Deserialize, Serialize};
use url::Url;

use crate::failure::ScanFailure;

/// One answer's status line and headers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The address that answered.
    pub url: Url,
    /// The HTTP status.
    pub status: u16,
    /// Header fields in the order received, names in lower case, values decoded as UTF-8 with
    /// replacement.
    pub headers: Vec<(String, String)>,
}

impl Exchange {
    /// The first value of that header (lower-case name).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Every value of that header (lower-case name), in order.
    pub fn header_values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        self.headers.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// A small file beside the page, such as robots.txt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFetch {
    /// The address first asked for.
    pub url: Url,
    /// When it was fetched, in milliseconds since 1970-01-01T00:00:00Z.
    pub fetched_at: i64,
    /// Each answer in order; empty where none came.
    pub exchanges: Vec<Exchange>,
    /// What came of it.
    pub outcome: FileOutcome,
}

impl FileFetch {
    /// The status of the answer that is no redirect, if there was one.
    pub fn status(&self) -> Option<u16> {
        match self.outcome {
            FileOutcome::Answered { .. } => self.exchanges.last().map(|last| last.status),
            FileOutcome::RedirectsUnresolved | FileOutcome::Unreachable { .. } => None,
        }
    }
}

/// What came of fetching a small file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileOutcome {
    /// An answer that is no redirect, of any status; a 5xx was asked for twice.
    Answered {
        /// The body, content coding undone.
        #[serde(with = "serde_bytes")]
        body: Vec<u8>,
        /// Whether the body was cut at the cap.
        truncated: bool,
    },
    /// A loop, too many hops, or a redirect that may not or cannot be followed.
    RedirectsUnresolved,
    /// No answer.
    Unreachable {
        /// Why.
        failure: ScanFailure,
    },
}
