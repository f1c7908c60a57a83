//! The actor that keeps the clock right.
//!
//! **Owns** what this node knows of clocks: the database's, and how this machine's went on.
//! **Invariants** what is done to this machine's clock moves no instant where the database has a
//! clock; while the database is away, instants go on by the monotonic clock. A jump is logged and
//! counted.
//! **Messages** tick `Look`; `Read` comes back from its task.
//! **Restart** permanent; the clock itself outlives it.
//! **Backpressure** one question to the database at a time.

use std::sync::Arc;
use std::time::Duration;

use citable_metrics::CLOCK_JUMPS;
use citable_schema::{ClockReading, Reader, StoreError};
use ractor::{Actor, ActorProcessingErr, ActorRef};
use tokio::time::Instant;

use super::{DatabaseClock, JUMP, SharedClock, milliseconds};
use crate::tasks::{TaskPanicked, Tasks};
use crate::timer::Timer;

/// The pause between two looks at the clocks: that between two renewals of a leader's lease.
const EVERY: Duration = Duration::from_secs(5);

/// The actor.
pub(crate) struct ClockKeeper;

#[derive(Clone)]
pub(crate) struct ClockKeeperArgs {
    /// This machine's clock.
    pub(crate) machine: SharedClock,
    /// The database's, where it has one and the nodes share it.
    pub(crate) database: Option<Arc<DatabaseClock>>,
    pub(crate) reader: Reader,
}

pub(crate) enum ClockKeeperMessage {
    /// Time to look at the clocks.
    Look,
    /// The database returned its time.
    Read(Result<Result<Option<ClockReading>, StoreError>, TaskPanicked>),
}

type Myself = ActorRef<ClockKeeperMessage>;

impl Actor for ClockKeeper {
    type Msg = ClockKeeperMessage;
    type State = ClockKeeperState;
    type Arguments = ClockKeeperArgs;

    async fn pre_start(
        &self,
        myself: Myself,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        let machine = Steady::begin(args.machine.now_ms());
        let tasks = Tasks::apart("ClockKeeper");
        let mut state = ClockKeeperState { args, machine, tasks, next: Timer::default() };
        state.look_later(&myself);
        Ok(state)
    }

    async fn handle(
        &self,
        myself: Myself,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ClockKeeperMessage::Look => state.look(&myself),
            ClockKeeperMessage::Read(result) => state.read(&myself, result),
        }
        Ok(())
    }
}

pub(crate) struct ClockKeeperState {
    args: ClockKeeperArgs,
    machine: Steady,
    tasks: Tasks,
    next: Timer,
}

impl ClockKeeperState {
    fn look(&mut self, myself: &Myself) {
        let jump_ms = self.machine.jump(self.args.machine.now_ms());
        if jump_ms != 0 {
            CLOCK_JUMPS.one(["machine"]);
            match self.args.database {
                Some(_) => tracing::warn!(
                    jump_ms,
                    "this machine's clock jumped; stored times follow the database's clock"
                ),
                None => tracing::warn!(
                    jump_ms,
                    "this machine's clock jumped, or the machine slept; stored times follow it"
                ),
            }
        }
        if self.args.database.is_none() {
            return self.look_later(myself);
        }
        let reader = self.args.reader.clone();
        let read = async move { reader.read_clock().await };
        self.tasks.attach(myself, read, ClockKeeperMessage::Read);
    }

    fn read(
        &mut self,
        myself: &Myself,
        result: Result<Result<Option<ClockReading>, StoreError>, TaskPanicked>,
    ) {
        match (&self.args.database, result) {
            (Some(clock), Ok(Ok(Some(reading)))) => {
                let jump_ms = clock.follow(&reading);
                if jump_ms.abs() > milliseconds(JUMP) {
                    CLOCK_JUMPS.one(["database"]);
                    tracing::warn!(
                        jump_ms,
                        "the database's clock jumped, or this machine slept; stored times follow it"
                    );
                }
            }
            (_, Ok(Ok(None))) | (None, _) => {}
            // The monotonic clock goes on.
            (_, Ok(Err(error))) => tracing::debug!(%error, "the database didn't return its time"),
            (_, Err(error)) => tracing::error!(%error, "couldn't read the database's clock"),
        }
        self.look_later(myself);
    }

    fn look_later(&mut self, myself: &Myself) {
        self.next.set(myself, EVERY, || ClockKeeperMessage::Look);
    }
}

/// A wall clock beside the monotonic one.
#[derive(Debug)]
struct Steady {
    wall_ms: i64,
    seen: Instant,
}

impl Steady {
    fn begin(wall_ms: i64) -> Self {
        Self { wall_ms, seen: Instant::now() }
    }

    /// By how many milliseconds the wall clock jumped since it was last looked at; 0 where it went
    /// on as time does.
    fn jump(&mut self, wall_ms: i64) -> i64 {
        let passed = milliseconds(self.seen.elapsed());
        let jump = wall_ms.saturating_sub(self.wall_ms).saturating_sub(passed);
        *self = Self::begin(wall_ms);
        if jump.abs() > milliseconds(JUMP) { jump } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_goes_on_as_time_does_does_not_jump() {
        let mut clock = Steady::begin(10_000);
        for (seconds, wall_ms, jump) in [
            (5, 15_000, 0),
            (5, 20_900, 0),
            (3_600, 3_620_900, 0),
            (5, 7_225_900, 3_600_000),
            (5, 7_230_900, 0),
            (5, 3_635_900, -3_600_000),
            (0, 3_634_800, -1_100),
        ] {
            tokio::time::advance(Duration::from_secs(seconds)).await;
            assert_eq!(clock.jump(wall_ms), jump, "{wall_ms}");
        }
    }
}
