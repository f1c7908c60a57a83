//! The settings of the log.

use clap::Args;

use super::values::{self, LogFormat};

/// What is logged, to standard error.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Logging")]
pub struct LogSettings {
    /// Log level (`error`, `warn`, `info`, `debug`, `trace` or `off`), or levels by module such as
    /// `info,citable::http=debug`. `serve` logs at `info` by default, other commands not at all.
    /// Libraries log only errors unless you name them, as in `info,isahc=debug`
    #[arg(long, env = "CITABLE_LOG", value_name = "FILTER", value_parser = values::log_filter)]
    pub log: Option<String>,

    /// Log format: `auto` is text on a terminal and JSON elsewhere
    #[arg(long, env = "CITABLE_LOG_FORMAT", default_value = "auto", value_name = "FORMAT")]
    pub log_format: LogFormat,
}
