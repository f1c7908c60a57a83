//! How a command ends.

use std::process::ExitCode;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Success.
    Good,
    /// A threshold was missed, the page got worse, or the service is degraded or paused.
    Missed,
    /// The command was invalid or failed; standard error says why.
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
