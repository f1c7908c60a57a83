//! The actor that throws away what is not needed any more.
//!
//! **Owns** the sweeps of the store: what goes, and when.
//! **Invariants** one sweep of few rows runs at a time, with a pause behind it, so that nobody
//! waits long for the store. What must be kept however old it is, the store's own statements keep.
//! Nodes may sweep at once.
//! **Restart** permanent; it begins with the first kind again.
//! **Backpressure** none needed: nobody calls it.

mod settings;
#[cfg(test)]
mod tests;

use std::time::Duration;

use citable_schema::{Leftover, StoreError, Sweep, Writer};

use crate::clock::{SharedClock, milliseconds};
use crate::routine::Routine;

pub use settings::{JanitorSettings, Retention};

/// The actor's routine.
#[derive(Clone)]
pub(crate) struct Janitor {
    settings: JanitorSettings,
    writer: Writer,
    clock: SharedClock,
    /// Kinds of this round that are done.
    done: usize,
    /// Rows of this round.
    rows: usize,
}

impl Janitor {
    pub(crate) fn new(settings: JanitorSettings, writer: Writer, clock: SharedClock) -> Self {
        Self { settings, writer, clock, done: 0, rows: 0 }
    }

    fn kind(&self) -> Leftover {
        Leftover::ALL[self.done % Leftover::ALL.len()]
    }

    /// How long to rest.
    fn end_round(&mut self) -> Duration {
        if self.rows > 0 {
            tracing::info!(rows = self.rows, "old rows were deleted");
        }
        (self.done, self.rows) = (0, 0);
        self.settings.every
    }
}

impl Routine for Janitor {
    const NAME: &'static str = "Janitor";

    /// Rows that were found.
    type Outcome = usize;

    async fn start(&mut self) -> Result<Duration, StoreError> {
        Ok(self.settings.first)
    }

    /// Deletes a few rows of the kind that is due.
    fn turn(&mut self) -> impl Future<Output = Result<usize, StoreError>> + Send + 'static {
        let (settings, now) = (&self.settings, self.clock.now_ms());
        let what = self.kind();
        let until = now.saturating_sub(milliseconds(settings.keep.after(what)));
        let order = Sweep { what, until, limit: settings.batch, now };
        let writer = self.writer.clone();
        async move { writer.run(order).await }
    }

    fn ended(&mut self, outcome: Result<usize, StoreError>) -> Duration {
        let what = self.kind();
        let full = match outcome {
            Ok(rows) => {
                self.rows += rows;
                i64::try_from(rows).is_ok_and(|rows| rows >= self.settings.batch)
            }
            Err(error) => {
                // The next round tries again.
                tracing::warn!(?what, %error, "couldn't delete old rows");
                false
            }
        };
        if !full {
            self.done += 1;
        }
        match self.done < Leftover::ALL.len() {
            true => self.settings.pause,
            false => self.end_round(),
        }
    }
}
