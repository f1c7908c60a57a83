//! The arguments of `citable fix`.

use clap::{Args, ValueEnum};

use crate::cli::scan::{Instant, Meant, instant};
use crate::cli::site::FilesArgs;
use crate::config::TestHooks;

/// The arguments of `citable fix`.
#[derive(Args, Debug)]
pub(crate) struct FixArgs {
    #[command(flatten)]
    pub(super) files: FilesArgs,

    /// Write the edits into the files instead of printing them
    #[arg(long, help_heading = "Edits")]
    pub(super) apply: bool,

    /// Exit with 1 if something can be fixed
    #[arg(long, conflicts_with = "apply", help_heading = "Edits")]
    pub(super) check: bool,

    /// Only edits for these checks (ID or number) or categories. Repeatable
    #[arg(long, value_name = "CHECK|CATEGORY", value_delimiter = ',', help_heading = "Edits")]
    pub(super) only: Vec<Meant>,

    /// Also make edits that a person should review, such as heading levels
    #[arg(long = "unsafe", help_heading = "Edits")]
    pub(super) with_unsafe: bool,

    /// Format on standard output: diff, json or github
    #[arg(
        long,
        value_enum,
        default_value = "diff",
        hide_possible_values = true,
        help_heading = "Edits"
    )]
    pub(super) format: Format,

    /// Judge the pages as of this time, such as 2026-11-20T10:00:00Z. Default: now
    #[arg(long, value_name = "RFC3339", value_parser = instant, hide = true)]
    now: Option<Instant>,

    /// Taken so that the arguments of `scan` fit: nothing is fetched anyway
    #[arg(long = "offline", hide = true)]
    _offline: bool,

    #[command(flatten)]
    hooks: TestHooks,
}

/// The forms of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A unified diff, for `git apply` and `patch`. What was proved is on standard error.
    Diff,
    /// Every edit with its proof, and the diff of each file.
    Json,
    /// Annotations of a workflow on GitHub.
    Github,
}

impl FixArgs {
    /// The instant that the pages are judged at.
    pub(super) fn now_ms(&self) -> anyhow::Result<i64> {
        match self.now {
            Some(instant) => Ok(instant.0),
            None => Ok(self.hooks.clock()?.now_ms()),
        }
    }

    /// Whether edits for that check are asked for.
    pub(super) fn wants(&self, check: &str) -> bool {
        // No check measures whether the charset is declared: it goes with the language.
        let check = if check == "charset" { "language" } else { check };
        self.only.is_empty() || self.only.iter().any(|only| only.is(check))
    }
}
