//! The progress line on a terminal while a page is fetched and read.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use citable_actors::fetch::{ProgressSink, Step};
use citable_checks::stage::Stage;
use indicatif::ProgressBar;

/// How often the spinner turns.
const TURN: Duration = Duration::from_millis(100);

/// A spinner on standard error that names what the command waits for; nothing where standard error
/// is no terminal.
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

    /// Receives each step.
    pub(in crate::cli) fn sink(&self) -> ProgressSink {
        let bar = self.0.clone();
        Arc::new(move |step: Step| bar.set_message(words(&step)))
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

fn words(step: &Step) -> String {
    let stage = match step.stage {
        Stage::Queued => "Waiting",
        Stage::Resolving => "Resolving the host and reading its robots.txt",
        Stage::Fetching => "Fetching the page",
        Stage::Supporting => "Fetching supporting files",
        Stage::Reading => "Reading the page",
        Stage::Checking => "Running the checks",
        Stage::Scoring => "Computing the score",
        Stage::Saving => "Saving the report",
        Stage::Done | Stage::Error => "Finishing",
    };
    match &step.detail {
        Some(detail) => format!("{stage}: {detail}"),
        None => stage.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_names_what_the_scan_waits_for() {
        let step = Step { stage: Stage::Supporting, detail: Some("sitemap 2 of 4".to_owned()) };
        assert_eq!(words(&step), "Fetching supporting files: sitemap 2 of 4");
        assert_eq!(words(&Stage::Fetching.into()), "Fetching the page");
    }
}
