//! The actor that keeps the clock right.
//!
//! **Owns** what this node knows of clocks: the database's, and how this machine's went on.
//! **Invariants** what is done to this machine's clock moves no instant where the database has a
//! clock; while the database is away, instants go on by the monotonic clock. A jump is logged and
//! counted.
//! **Restart** permanent; the clock itself outlives it.
//! **Backpressure** one question to the database at a time.

use std::sync::Arc;
use std::time::Duration;

use citable_metrics::CLOCK_JUMPS;
use citable_schema::{ClockReading, Reader, StoreError};
use tokio::time::Instant;

use super::{DatabaseClock, JUMP, SharedClock, milliseconds};
use crate::routine::Routine;

/// The pause between two looks at the clocks: that between two renewals of a leader's lease.
const EVERY: Duration = Duration::from_secs(5);

/// The actor's routine.
#[derive(Clone)]
pub(crate) struct ClockKeeper {
    machine: SharedClock,
    /// How the machine's clock went on.
    steady: Steady,
    database: Option<Arc<DatabaseClock>>,
    reader: Reader,
}

impl ClockKeeper {
    /// Keeps this machine's clock, and the database's where it has one and the nodes share it.
    pub(crate) fn new(
        machine: SharedClock,
        database: Option<Arc<DatabaseClock>>,
        reader: Reader,
    ) -> Self {
        let steady = Steady::begin(machine.now_ms());
        Self { machine, steady, database, reader }
    }

    fn look_at_machine(&mut self) {
        let jump_ms = self.steady.jump(self.machine.now_ms());
        if jump_ms == 0 {
            return;
        }
        CLOCK_JUMPS.one(["machine"]);
        match self.database {
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
}

impl Routine for ClockKeeper {
    const NAME: &'static str = "ClockKeeper";

    /// The database's time, where it has one.
    type Outcome = Option<ClockReading>;

    async fn start(&mut self) -> Result<Duration, StoreError> {
        self.steady = Steady::begin(self.machine.now_ms());
        Ok(EVERY)
    }

    fn turn(
        &mut self,
    ) -> impl Future<Output = Result<Option<ClockReading>, StoreError>> + Send + 'static {
        self.look_at_machine();
        let reader = self.database.is_some().then(|| self.reader.clone());
        async move {
            match reader {
                Some(reader) => reader.read_clock().await,
                None => Ok(None),
            }
        }
    }

    fn ended(&mut self, outcome: Result<Option<ClockReading>, StoreError>) -> Duration {
        match (&self.database, outcome) {
            (Some(clock), Ok(Some(reading))) => {
                let jump_ms = clock.follow(&reading);
                if jump_ms.abs() > milliseconds(JUMP) {
                    CLOCK_JUMPS.one(["database"]);
                    tracing::warn!(
                        jump_ms,
                        "the database's clock jumped, or this machine slept; stored times follow it"
                    );
                }
            }
            (_, Ok(_)) => {}
            // The monotonic clock goes on.
            (_, Err(error)) => tracing::debug!(%error, "the database didn't return its time"),
        }
        EVERY
    }
}

/// A wall clock beside the monotonic one.
#[derive(Clone, Debug)]
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
