//! What goes wrong with objects, and how that is told.

use std::error::Error as StdError;
use std::path::PathBuf;
use std::time::Duration;

use citable_schema::StoreError;
use object_store::client::HttpError;

use crate::fetch::FetchError;

/// The longest account of a failure.
const TOLD_CHARACTERS: usize = 500;

/// Why the objects cannot be had at all.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotStoreError {
    /// The client cannot be made.
    #[error("can't reach the snapshot store: {0}")]
    Client(#[from] FetchError),
    /// The folder cannot be created or used.
    #[error(
        "CITABLE_SNAPSHOT_STORE_URL: can't use the folder {}: {reason}. Name a folder that this \
         program may write to",
        .folder.display()
    )]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: String,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something was refused at the start that every scan needs.
    #[error(
        "CITABLE_SNAPSHOT_STORE_URL: can't {operation} a test object in {place}: {reason}. {advice}"
    )]
    Refused {
        /// The operation that failed.
        operation: Operation,
        /// Where.
        place: String,
        /// What the server said.
        reason: String,
        /// What to do.
        advice: &'static str,
    },
}

/// Why an operation failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ObjectError {
    /// There is no such object; or no such bucket, which only a write tells apart.
    #[error("not found: {0}")]
    Missing(String),
    /// It would be refused again.
    #[error("refused: {0}")]
    Refused(String),
    /// The store is away, or at fault; it may work later.
    #[error("not available: {0}")]
    Unavailable(String),
    /// It took too long.
    #[error("no response within {0:?}")]
    TimedOut(Duration),
}

impl ObjectError {
    /// Whether the same operation may work later.
    pub(crate) fn may_pass(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::TimedOut(_))
    }
}

/// What is done with objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Writing one.
    Write,
    /// Reading one.
    Read,
    /// Deleting one.
    Delete,
}

impl Operation {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Read => "read",
            Self::Delete => "delete",
        }
    }
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<object_store::Error> for ObjectError {
    fn from(error: object_store::Error) -> Self {
        let reason = told(&error.to_string());
        match &error {
            object_store::Error::NotFound { .. } => Self::Missing(reason),
            _ if is_passing(&error) => Self::Unavailable(reason),
            _ => Self::Refused(reason),
        }
    }
}

/// Whether there was no answer, or one that may be another later: the connector reports both as
/// errors of HTTP, and every other answer as an answer. What a file system says may pass, too.
fn is_passing(error: &object_store::Error) -> bool {
    let mut next: Option<&(dyn StdError + 'static)> = Some(error);
    while let Some(cause) = next {
        if cause.is::<HttpError>() || cause.is::<std::io::Error>() {
            return true;
        }
        next = cause.source();
    }
    false
}

/// What a server says of a failure, if its answer is in there (the XML of Amazon S3: a code and a
/// message); the whole account otherwise. One line of bounded length either way.
pub(super) fn told(account: &str) -> String {
    let element = |name: &str| {
        let (_, rest) = account.split_once(&format!("<{name}>"))?;
        rest.split_once(&format!("</{name}>")).map(|(text, _)| text.trim())
    };
    let account = match (element("Code"), element("Message")) {
        (Some(code), Some(message)) => format!("{code}: {}", message.trim_end_matches('.')),
        (Some(code), None) => code.to_owned(),
        _ => account.to_owned(),
    };
    let words = account.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().take(TOLD_CHARACTERS).collect()
}
