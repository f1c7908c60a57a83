//! What an operator does to the service as a whole.

use std::path::PathBuf;

use clap::Subcommand;

use super::{copies, pause};
use crate::cli::admin::office::Said;
use crate::config::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum ServiceCommand {
    /// Back up the embedded database, even while the service runs
    Backup {
        /// New file, or a folder. Default: `backups` in the data folder
        path: Option<PathBuf>,
    },
    /// Replace the embedded database with a backup. Stop the service first
    Restore {
        /// Backup file
        path: PathBuf,
    },
    /// Start no more scans on any node until `resume`. Running scans finish
    Pause {
        /// Reason, for other operators
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// End the pause
    Resume,
}

pub(super) async fn run(settings: &Settings, command: ServiceCommand) -> anyhow::Result<Said> {
    match command {
        ServiceCommand::Backup { path } => copies::backup(settings, path).await,
        ServiceCommand::Restore { path } => copies::restore(settings, &path).await,
        ServiceCommand::Pause { reason } => pause::pause(settings, reason).await,
        ServiceCommand::Resume => pause::resume(settings).await,
    }
}
