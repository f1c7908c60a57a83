//! The arguments of `citable site`.

use std::path::PathBuf;

use clap::Args;

use super::options::{FileChoice, Options};
use crate::cli::page::NetworkArgs;
use crate::cli::scan::{Instant, instant};

/// The arguments of `citable site`.
#[derive(Args, Debug)]
pub(crate) struct SiteArgs {
    /// Folder of HTML files, URL of a sitemap, file with one URL per line, or - for standard input
    #[arg(value_name = "FOLDER|SITEMAP-URL|LIST|-", help_heading = Option::<&'static str>::None)]
    pub(super) target: String,

    #[command(flatten)]
    pub(super) options: Options,

    /// Skip pages that didn't change since this earlier pages.jsonl: files by their content, pages
    /// by the lastmod of the sitemap
    #[arg(long, value_name = "PAGES.jsonl", help_heading = "Input")]
    pub(super) changed_since: Option<PathBuf>,

    /// Time to judge the pages at, such as 2026-11-20T10:00:00Z. Default: now
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

    #[command(flatten)]
    pub(super) file: FileChoice,

    #[command(flatten)]
    pub(in crate::cli) network: NetworkArgs,
}
