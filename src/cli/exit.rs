//! How a command ends.

use std::process::ExitCode;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All is well.
    Good,
    /// A threshold was missed, the page got worse, or the service is degraded.
    Missed,
    /// It could not be done; said on standard error.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Good => Self::SUCCESS,
            Exit::Missed => Self::from(1),
            Exit::Failed => Self::from(2),
        }
    }
}
