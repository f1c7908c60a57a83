//! The settings of the log.

use clap::Args;

use super::values::{self, LogFormat};

/// What is logged, to standard error.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Logging")]
pub struct LogSettings {
    /// What is logged: a level of the service itself (`error`, `warn`, `info`, `debug`, `trace`,
    /// `off`), or levels by module such as `info,citable::http=debug`. Libraries log errors alone,
    /// unless they are named, as in `info,isahc=debug`
    #[arg(long, env = "CITABLE_LOG", default_value = "info", value_name = "FILTER", value_parser = values::log_filter)]
    pub log: String,

    /// How it is logged: `auto` is text on a terminal and JSON elsewhere
    #[arg(long, env = "CITABLE_LOG_FORMAT", default_value = "auto", value_name = "FORMAT")]
    pub log_format: LogFormat,
}
