//! The actor that runs monitors every week and notifies their owners.
//!
//! **Owns** the weekly schedule: of all nodes, the one that holds the leader's lease works at it.
//! **Invariants** every active monitor runs once in each of its weeks, whatever dies and whatever
//! the clock does: the run, the week that it stands for, its charge and its scan are one unit, and
//! so is the lease that allows it. Weeks in which nobody was there are passed over, not made up for.
//! Every run that is over is announced once.
//! **Messages** cast `Look`, also the tick; `Looked` comes back from its task.
//! **Restart** permanent; what it knows is in the store.
//! **Backpressure** one round at a time; runs wait for places in the queue of scans.

use std::sync::Arc;
use std::time::Duration;

use ractor::{Actor, ActorProcessingErr, ActorRef};

use crate::address::Address;
use crate::supervision::Child;
use crate::tasks::{TaskPanicked, Tasks};
use crate::timer::Timer;

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

/// The actor.
pub(crate) struct MonitorScheduler;

#[derive(Clone)]
pub(crate) struct SchedulerArgs {
    pub(crate) settings: ScheduleSettings,
    pub(crate) rounds: Rounds,
}

pub(crate) struct SchedulerState {
    settings: ScheduleSettings,
    rounds: Arc<Rounds>,
    tasks: Tasks,
    looking: bool,
    look_again: bool,
    next_look: Timer,
}

pub(crate) enum SchedulerMessage {
    /// Time to look, or something is known to be due.
    Look,
    /// A round is over, and whether it left some work to the next one.
    Looked(Result<bool, TaskPanicked>),
}

/// The actor as a child of the supervisor. The holder in `args` is the process.
pub(crate) fn scheduler_child(address: &Address<SchedulerMessage>, args: SchedulerArgs) -> Child {
    let process = args.rounds.holder.clone();
    Child::claiming("MonitorScheduler", address, process, move |holder| {
        let rounds = Rounds { holder, ..args.rounds.clone() };
        (MonitorScheduler, SchedulerArgs { settings: args.settings, rounds })
    })
}

impl Actor for MonitorScheduler {
    type Msg = SchedulerMessage;
    type State = SchedulerState;
    type Arguments = SchedulerArgs;

    async fn pre_start(
        &self,
        myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        // From the first moment on there is a leader, and so a sign of life.
        args.rounds.lead().await?;
        let mut state = SchedulerState {
            settings: args.settings,
            rounds: Arc::new(args.rounds),
            tasks: Tasks::apart("MonitorScheduler"),
            looking: false,
            look_again: false,
            next_look: Timer::default(),
        };
        state.look_after(&myself, args.settings.first);
        Ok(state)
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            SchedulerMessage::Look => state.look(&myself),
            SchedulerMessage::Looked(result) => state.looked(&myself, result),
        }
        Ok(())
    }
}

impl SchedulerState {
    fn look(&mut self, myself: &ActorRef<SchedulerMessage>) {
        if self.looking {
            self.look_again = true;
            return;
        }
        self.looking = true;
        let rounds = Arc::clone(&self.rounds);
        let round = async move { rounds.round().await };
        self.tasks.attach(myself, round, SchedulerMessage::Looked);
    }

    fn looked(&mut self, myself: &ActorRef<SchedulerMessage>, result: Result<bool, TaskPanicked>) {
        self.looking = false;
        let more_waits = result.unwrap_or_else(|error| {
            tracing::error!(%error, "a round of the monitors was interrupted");
            false
        });
        if std::mem::take(&mut self.look_again) || more_waits {
            return self.look(myself);
        }
        self.look_after(myself, self.settings.every);
    }

    /// One look is to come, however many were asked for in between.
    fn look_after(&mut self, myself: &ActorRef<SchedulerMessage>, pause: Duration) {
        self.next_look.set(myself, pause, || SchedulerMessage::Look);
    }
}
