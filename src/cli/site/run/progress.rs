//! How far a run is, on standard error.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::output;
use crate::render::site::row::PageRow;

/// How often a line is written where standard error is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(30);
/// What a terminal shows.
const TEMPLATE: &str = "{bar:24} {pos} of {len} pages, {per_sec}, {eta} left{msg}";

/// How far a run is.
pub(in crate::cli::site) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    told: Instant,
    done: usize,
    all: usize,
    lowest: Option<u8>,
}

impl Progress {
    /// Begins a run over that many pages.
    pub(in crate::cli::site) fn start(all: usize) -> Self {
        let bar = match std::io::stderr().is_terminal() {
            true => ProgressBar::new(u64::try_from(all).unwrap_or(u64::MAX)),
            false => ProgressBar::hidden(),
        };
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        let now = Instant::now();
        Self { bar, begun: now, told: now, done: 0, all, lowest: None }
    }

    /// Counts one more page.
    pub(super) fn page(&mut self, row: Option<&PageRow>) {
        self.done += 1;
        self.bar.inc(1);
        let score = row.and_then(|row| row.scan.as_ref()).map(|scan| scan.score);
        if let Some(score) = score
            && self.lowest.is_none_or(|lowest| score < lowest)
        {
            self.lowest = Some(score);
            self.bar.set_message(format!(", lowest score {score}"));
        }
        if self.bar.is_hidden() && self.told.elapsed() >= LINE_EVERY {
            self.told = Instant::now();
            output::tell(&self.line());
        }
    }

    fn line(&self) -> String {
        let seconds = self.begun.elapsed().as_secs().max(1);
        let done = u64::try_from(self.done).unwrap_or(u64::MAX).max(1);
        let rest = u64::try_from(self.all.saturating_sub(self.done)).unwrap_or(u64::MAX);
        let left = rest.saturating_mul(seconds) / done;
        let lowest = self.lowest.map(|score| format!(", lowest score {score}")).unwrap_or_default();
        format!("{} of {} pages, about {left} s left{lowest}\n", self.done, self.all)
    }

    /// Takes the bar away.
    pub(in crate::cli::site) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
