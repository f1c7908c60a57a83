//! How the failures of the layers below become problems: what the caller can act on is said, the
//! rest goes to the log.

use std::error::Error;

use citable_actors::fetch::TargetError;
use citable_actors::store::StoreError;
use citable_actors::{CallError, ReaderError, ScansError};

use super::problem::{Code, Problem};

impl From<TargetError> for Problem {
    fn from(error: TargetError) -> Self {
        Self::new(Code::InvalidUrl, error.to_string())
    }
}

impl From<ScansError> for Problem {
    fn from(error: ScansError) -> Self {
        match error {
            ScansError::QueueFull => Self::overloaded(),
            ScansError::Draining => Self::draining(),
            ScansError::UnknownScan => no_such_scan(),
            ScansError::Call(error) => error.into(),
            ScansError::Read(error) => error.into(),
            ScansError::Store(error) => error.into(),
            // Only a listener can be too late, and its handler answers that itself.
            ScansError::AlreadyEnded => logged(&error),
        }
    }
}

impl From<ReaderError> for Problem {
    fn from(error: ReaderError) -> Self {
        match error {
            ReaderError::Overloaded => Self::overloaded(),
            ReaderError::Call(error) => error.into(),
            ReaderError::Store(error) => error.into(),
        }
    }
}

impl From<CallError> for Problem {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Unavailable | CallError::TimedOut => Self::overloaded(),
            CallError::Broken => logged(&error),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Overloaded | StoreError::Contention(_) => Self::overloaded(),
            StoreError::Unavailable(_) => {
                tracing::warn!(%error, "the store did not answer");
                Self::overloaded()
            }
            error => logged(&error),
        }
    }
}

/// The answer for an id that names no scan, malformed or not: the two are not told apart.
pub(crate) fn no_such_scan() -> Problem {
    Problem::not_found("There is no scan with this id; start one with POST /scan.")
}

/// The answer for a scan id that cannot be one.
pub(crate) fn malformed_scan_id() -> Problem {
    Problem::new(Code::InvalidScanId, "A scan's id is `scn_` and 22 letters and digits.")
}

fn logged(error: &(dyn Error + 'static)) -> Problem {
    tracing::error!(error, "a request failed");
    Problem::internal()
}
