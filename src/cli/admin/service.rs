//! What an operator does to the service as a whole.

use std::path::PathBuf;

use clap::Subcommand;

use super::{copies, pause};
use crate::cli::admin::office::Said;
use crate::config::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum ServiceCommand {
    /// Copy the embedded database to a file, also while the service runs
    Backup {
        /// A new file, or a folder; without it `backups` in the data folder
        path: Option<PathBuf>,
    },
    /// Put a backup in the place of the embedded database; the service must be stopped
    Restore {
        /// The backup
        path: PathBuf,
    },
    /// Begin no more scans, on any node, until `resume`; what runs ends
    Pause {
        /// Why, for other operators
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
