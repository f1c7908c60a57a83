//! What somebody at a terminal sees while a page is fetched and read.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use citable_actors::fetch::ProgressSink;
use citable_checks::stage::Stage;
use indicatif::ProgressBar;

/// How often the spinner turns.
const TURN: Duration = Duration::from_millis(100);

/// A spinner with the stage's name on standard error; nothing where that is no terminal.
pub(in crate::cli) struct Progress(ProgressBar);

impl Progress {
    pub(in crate::cli) fn start() -> Self {
        if !std::io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(TURN);
        Self(bar)
    }

    /// Is told of each stage as it begins.
    pub(in crate::cli) fn sink(&self) -> ProgressSink {
        let bar = self.0.clone();
        Arc::new(move |stage: Stage| bar.set_message(stage.as_str()))
    }

    /// Takes the spinner away.
    pub(in crate::cli) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}
