//! The arguments of `citable site`.

use std::path::PathBuf;

use clap::Args;

use super::options::{FileChoice, Options};
use crate::cli::page::NetworkArgs;
use crate::cli::scan::{Instant, instant};
use crate::config::RenderArgs;

/// The arguments of `citable site`.
#[derive(Args, Debug)]
pub(crate) struct SiteArgs {
    #[command(flatten)]
    pub(super) run: RunArgs,

    #[command(flatten)]
    pub(super) file: FileChoice,

    #[command(flatten)]
    pub(super) renderer: RenderArgs,

    #[command(flatten)]
    pub(in crate::cli) network: NetworkArgs,
}

/// What is run, and how.
#[derive(Args, Debug, Default)]
pub(super) struct RunArgs {
    /// Folder of HTML files, URL of a sitemap, file with one URL per line, or - for standard input
    #[arg(
        value_name = "FOLDER|SITEMAP-URL|LIST|-",
        required_unless_present = "replay",
        conflicts_with = "replay",
        help_heading = Option::<&'static str>::None
    )]
    pub(super) target: Option<String>,

    #[command(flatten)]
    pub(super) options: Options,

    /// Skip pages unchanged since this earlier pages.jsonl: files by their content, fetched pages
    /// by their lastmod in the sitemap
    #[arg(long, value_name = "PAGES.jsonl", help_heading = "Input")]
    pub(super) changed_since: Option<PathBuf>,

    /// Judge the pages that a run with --keep-snapshots kept in this state folder, without fetching
    #[arg(long, value_name = "FOLDER", help_heading = "Input")]
    pub(super) replay: Option<PathBuf>,

    /// Don't use the network: for a folder, which never needs it
    #[arg(long, help_heading = "Input", hide_short_help = true)]
    pub(super) offline: bool,

    /// Judge the pages as of this time. Default: now
    #[arg(long, value_name = "RFC3339", value_parser = instant, help_heading = "Input")]
    pub(super) now: Option<Instant>,

    /// In JSON outputs, include the whole report of each page
    #[arg(long, help_heading = "Output")]
    pub(super) full: bool,

    /// In the text output, list everything
    #[arg(long, help_heading = "Output")]
    pub(super) verbose: bool,

    /// Keep what an earlier run finished: unchanged files, and pages younger than --max-age
    #[arg(long, help_heading = "State")]
    pub(super) resume: bool,

    /// Keep a snapshot of each page and the files around it, for --replay
    #[arg(long, help_heading = "State")]
    pub(super) keep_snapshots: bool,
}
