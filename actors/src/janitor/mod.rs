//! The actor that throws away what is not needed any more.
//!
//! **Owns** the sweeps of the store: what goes, and when.
//! **Invariants** one sweep of few rows runs at a time, with a pause behind it, so that nobody
//! waits long for the store. What must be kept however old it is, the store's own statements keep.
//! Nodes may sweep at once.
//! **Messages** tick `GoOn`; `Swept` comes back from the task.
//! **Restart** permanent; it begins with the first kind again.
//! **Backpressure** none needed: nobody calls it.

mod settings;
#[cfg(test)]
mod tests;

use std::time::Duration;

use citable_schema::{Leftover, StoreError, Sweep, Writer};
use ractor::{Actor, ActorProcessingErr, ActorRef};

use crate::clock::{SharedClock, milliseconds};
use crate::tasks::Tasks;
use crate::timer::Timer;

pub use settings::{JanitorSettings, Retention};

/// The actor.
pub(crate) struct Janitor;

#[derive(Clone)]
pub(crate) struct JanitorArgs {
    pub(crate) settings: JanitorSettings,
    pub(crate) writer: Writer,
    pub(crate) clock: SharedClock,
}

pub(crate) enum JanitorMessage {
    /// Time for the next sweep.
    GoOn,
    /// A sweep is over: so many rows were found.
    Swept(Result<usize, StoreError>),
}

type Myself = ActorRef<JanitorMessage>;

impl Actor for Janitor {
    type Msg = JanitorMessage;
    type State = JanitorState;
    type Arguments = JanitorArgs;

    async fn pre_start(
        &self,
        myself: Myself,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(JanitorState::begin(&myself, args))
    }

    async fn handle(
        &self,
        myself: Myself,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            JanitorMessage::GoOn => state.sweep(&myself),
            JanitorMessage::Swept(result) => state.swept(&myself, result),
        }
        Ok(())
    }
}

pub(crate) struct JanitorState {
    args: JanitorArgs,
    tasks: Tasks,
    /// Kinds of this round that are done.
    done: usize,
    /// Rows of this round.
    rows: usize,
    next: Timer,
}

impl JanitorState {
    fn begin(myself: &Myself, args: JanitorArgs) -> Self {
        let first = args.settings.first;
        let (tasks, next) = (Tasks::apart("Janitor"), Timer::default());
        let mut state = Self { args, tasks, done: 0, rows: 0, next };
        state.go_on_after(myself, first);
        state
    }

    /// Deletes a few rows of the kind that is due.
    fn sweep(&mut self, myself: &Myself) {
        let (settings, now) = (&self.args.settings, self.args.clock.now_ms());
        let what = self.kind();
        let until = now.saturating_sub(milliseconds(settings.keep.after(what)));
        let order = Sweep { what, until, limit: settings.batch, now };
        let writer = self.args.writer.clone();
        self.tasks.ask_store(myself, async move { writer.run(order).await }, JanitorMessage::Swept);
    }

    fn swept(&mut self, myself: &Myself, result: Result<usize, StoreError>) {
        let what = self.kind();
        let full = match result {
            Ok(rows) => {
                self.rows += rows;
                i64::try_from(rows).is_ok_and(|rows| rows >= self.args.settings.batch)
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
        let pause = match self.done < Leftover::ALL.len() {
            true => self.args.settings.pause,
            false => self.end_round(),
        };
        self.go_on_after(myself, pause);
    }

    /// How long to rest.
    fn end_round(&mut self) -> Duration {
        if self.rows > 0 {
            tracing::info!(rows = self.rows, "old rows were deleted");
        }
        (self.done, self.rows) = (0, 0);
        self.args.settings.every
    }

    fn kind(&self) -> Leftover {
        Leftover::ALL[self.done % Leftover::ALL.len()]
    }

    fn go_on_after(&mut self, myself: &Myself, pause: Duration) {
        self.next.set(myself, pause, || JanitorMessage::GoOn);
    }
}
