//! The actor that runs monitors every week and notifies their owners.
//!
//! **Owns** the weekly schedule: of all nodes, the one that holds the leader's lease works at it.
//! **Invariants** every active monitor runs once in each of its weeks, whatever dies and whatever
//! the clock does: the run, the week that it stands for, its charge and its scan are one unit, and
//! so is the lease that allows it. Weeks in which nobody was there are passed over, not made up for.
//! Every run that is over is announced once.
//! **Messages** cast `Turn` where something is known to be due.
//! **Restart** permanent; what it knows is in the store.
//! **Backpressure** one round at a time; runs wait for places in the queue of scans.

use std::sync::Arc;
use std::time::Duration;

use citable_schema::StoreError;

use crate::address::Address;
use crate::routine::{Routine, RoutineMessage, claiming_routine_child};
use crate::supervision::Child;

use super::rounds::Rounds;

/// How rounds over the monitors follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleSettings {
    /// How long after its start the first round begins.
    pub first: Duration,
    /// The pause between two rounds, and so between two signs of life.
    pub every: Duration,
}

impl Default for ScheduleSettings {
    fn default() -> Self {
        Self { first: Duration::ZERO, every: Duration::from_secs(5) }
    }
}

/// The actor's routine.
pub(crate) struct MonitorScheduler {
    settings: ScheduleSettings,
    rounds: Arc<Rounds>,
}

/// The actor as a child of the supervisor. The holder in `rounds` is the process.
pub(crate) fn scheduler_child(
    address: &Address<RoutineMessage<MonitorScheduler>>,
    settings: ScheduleSettings,
    rounds: Rounds,
) -> Child {
    claiming_routine_child(address, rounds.holder.clone(), move |holder| {
        let rounds = Arc::new(Rounds { holder, ..rounds.clone() });
        MonitorScheduler { settings, rounds }
    })
}

impl Routine for MonitorScheduler {
    const NAME: &'static str = "MonitorScheduler";

    /// Whether the round left some work to the next one.
    type Outcome = bool;

    async fn start(&mut self) -> Result<Duration, StoreError> {
        // From the first moment on there is a leader, and so a sign of life.
        self.rounds.lead().await?;
        Ok(self.settings.first)
    }

    fn turn(&mut self) -> impl Future<Output = Result<bool, StoreError>> + Send + 'static {
        let rounds = Arc::clone(&self.rounds);
        async move { Ok(rounds.round().await) }
    }

    fn ended(&mut self, outcome: Result<bool, StoreError>) -> Duration {
        match outcome {
            Ok(true) => Duration::ZERO,
            Ok(false) => self.settings.every,
            Err(error) => {
                tracing::error!(%error, "a round of the monitors was interrupted");
                self.settings.every
            }
        }
    }
}
