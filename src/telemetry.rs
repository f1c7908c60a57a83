//! Logging, to standard error.
//!
//! Libraries warn of what strangers send: pages, answers of origins and name servers, requests. So
//! that nobody outside decides how large the log grows, they write nothing but errors, whatever the
//! level, until an operator names them.

use std::io::IsTerminal;
use std::panic::PanicHookInfo;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use crate::config::{LogFormat, LogSettings};

/// How the names of our own modules begin.
const OURS: &str = "citable";
/// What libraries log at most that are not named.
const OTHERS: LevelFilter = LevelFilter::ERROR;

/// What the service logs unless another filter is set.
const DEFAULT: &str = "info";

/// Starts logging for a command that runs once: it logs nothing unless a filter is set.
pub(crate) fn start_if_asked(settings: &LogSettings) {
    if settings.log.is_some() {
        start(settings);
    }
}

/// Starts logging as the settings say. Only the first call of a process has an effect.
pub(crate) fn start(settings: &LogSettings) {
    let on_terminal = std::io::stderr().is_terminal();
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter(settings.log.as_deref().unwrap_or(DEFAULT)))
        .with_writer(std::io::stderr);
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

/// The filter that these directives ask for. A level that names nothing is that of our own modules;
/// without one it is `info`.
fn filter(directives: &str) -> EnvFilter {
    let ours = |level: LevelFilter| format!("{},{OURS}={level}", level.min(OTHERS));
    let (mut levels, mut named) = (Vec::new(), Vec::new());
    for directive in directives.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        match directive.parse::<LevelFilter>() {
            Ok(level) => levels.push(ours(level)),
            Err(_) => named.push(directive.to_owned()),
        }
    }
    if levels.is_empty() {
        levels.push(ours(LevelFilter::INFO));
    }
    // Of two that are equally exact the later one counts: that is the operator's own.
    levels.append(&mut named);
    EnvFilter::builder().parse_lossy(levels.join(","))
}

/// Logs a panic as JSON, so that programs can read it.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let said = panic.payload_as_str();
    let place = panic.location().map(ToString::to_string);
    tracing::error!(said, place, "a part of the program panicked");
}

#[cfg(test)]
mod tests {
    use tracing::Level;
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    /// Which of these a filter lets through.
    fn passes(directives: &str) -> Vec<&'static str> {
        let subscriber = tracing_subscriber::registry().with(filter(directives));
        tracing::subscriber::with_default(subscriber, || {
            let mut passed = Vec::new();
            macro_rules! ask {
                ($($name:literal $target:literal $level:expr;)*) => {$(
                    if tracing::enabled!(target: $target, $level) {
                        passed.push($name);
                    }
                )*};
            }
            ask! {
                "our info" "citable_actors::fetch" Level::INFO;
                "our debug" "citable::http" Level::DEBUG;
                "parser's error" "html5ever::tree_builder" Level::ERROR;
                "parser's warning" "html5ever::tree_builder" Level::WARN;
                "client's debug" "isahc::handler" Level::DEBUG;
            }
            passed
        })
    }

    #[test]
    fn a_level_that_names_nothing_is_our_own() {
        assert_eq!(passes("info"), ["our info", "parser's error"]);
        for directives in ["debug", "TRACE", "5", " debug ,", "citable=debug,info"] {
            let expected = ["our info", "our debug", "parser's error"];
            assert_eq!(passes(directives), expected, "{directives}");
        }
        assert_eq!(passes("warn"), ["parser's error"]);
        assert_eq!(passes("error"), ["parser's error"]);
        assert_eq!(passes("off"), [""; 0]);
    }

    #[test]
    fn what_is_named_speaks_as_loud_as_it_is_told_to() {
        let expected = ["our info", "parser's error", "client's debug"];
        assert_eq!(passes("info,isahc=debug"), expected);
        assert_eq!(passes("isahc=debug,info"), expected);
        let expected = ["our info", "parser's error", "parser's warning"];
        assert_eq!(passes("info,html5ever=warn"), expected);
        assert_eq!(passes("info,html5ever=off"), ["our info"]);
        let expected = ["our info", "our debug", "parser's error"];
        assert_eq!(passes("citable::http=debug"), expected);
        assert_eq!(passes("debug,citable::http=info"), ["our info", "parser's error"]);
    }
}
