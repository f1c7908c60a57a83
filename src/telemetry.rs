//! Logging, to standard error.

use std::io::IsTerminal;
use std::panic::PanicHookInfo;

use tracing_subscriber::EnvFilter;

use crate::config::{LogFormat, LogSettings};

/// Starts logging as the settings say. Only the first call of a process has an effect.
pub(crate) fn start(settings: &LogSettings) {
    let on_terminal = std::io::stderr().is_terminal();
    let filter = EnvFilter::builder().parse_lossy(&settings.log);
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let json = match settings.log_format {
        LogFormat::Auto => !on_terminal,
        LogFormat::Text => false,
        LogFormat::Json => true,
    };
    // A second subscriber is refused; the first one stays.
    let _started = if json {
        std::panic::set_hook(Box::new(log_panic));
        log.json().flatten_event(true).try_init()
    } else {
        log.with_ansi(on_terminal && crate::render::colour_wanted()).try_init()
    };
}

/// Whoever reads the log by program cannot read what a panic prints.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let said = panic.payload_as_str();
    let place = panic.location().map(ToString::to_string);
    tracing::error!(said, place, "a part of the program panicked");
}
