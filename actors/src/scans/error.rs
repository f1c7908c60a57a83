//! Why a scan is not run, or cannot be followed.

use crate::call::CallError;
use crate::worker::AskError;

/// Why a scan was not taken, or cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum ScansError {
    /// As many scans wait as may.
    #[error("too many scans are waiting; try again in a few seconds")]
    QueueFull,
    /// The service is stopping.
    #[error("the service is shutting down; try again in a moment")]
    Draining,
    /// The operator has paused scans.
    #[error("scans are paused; try again later")]
    Paused,
    /// No scan has that ID.
    #[error("no scan has this ID")]
    UnknownScan,
    /// The listener has already heard the scan's last event.
    #[error("the scan has ended and its last event was already received")]
    AlreadyEnded,
    /// The actor gave no answer.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The log could not be read.
    #[error(transparent)]
    Read(#[from] AskError),
}
