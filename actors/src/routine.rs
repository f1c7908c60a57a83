//! The frame of actors that do one thing again and again, each turn in a task beside the actor.
//!
//! One turn at a time; the next one begins when its pause is over, or at once where somebody knows
//! that there is something to do. A turn that is interrupted counts as one that failed.

use std::marker::PhantomData;
use std::time::Duration;

use citable_schema::StoreError;
use ractor::{Actor, ActorProcessingErr, ActorRef};

use crate::address::Address;
use crate::supervision::Child;
use crate::tasks::Tasks;
use crate::timer::Timer;

/// What such an actor does.
pub(crate) trait Routine: Send + 'static {
    /// The actor's name.
    const NAME: &'static str;

    /// What a turn brings.
    type Outcome: Send + 'static;

    /// Starts, and answers how long after that the first turn begins.
    ///
    /// # Errors
    /// It can't start; the supervisor tries again.
    fn start(&mut self) -> impl Future<Output = Result<Duration, StoreError>> + Send;

    /// The work of the next turn.
    fn turn(&mut self) -> impl Future<Output = Result<Self::Outcome, StoreError>> + Send + 'static;

    /// A turn is over; answers the pause before the next one.
    fn ended(&mut self, outcome: Result<Self::Outcome, StoreError>) -> Duration;
}

/// What such an actor is told.
pub(crate) enum RoutineMessage<R: Routine> {
    /// Time for a turn.
    Turn,
    /// It is over.
    Ended(Result<R::Outcome, StoreError>),
}

impl<R: Routine> Address<RoutineMessage<R>> {
    /// Says that there is something to do. What is not heard of is found by a later turn.
    pub(crate) fn wake(&self) {
        let _found_later = self.cast(RoutineMessage::Turn);
    }
}

/// The actor.
pub(crate) struct RoutineActor<R>(PhantomData<fn(R)>);

/// The actor as a child of the supervisor.
pub(crate) fn routine_child<R: Routine + Clone + Sync>(
    address: &Address<RoutineMessage<R>>,
    routine: R,
) -> Child {
    Child::of(R::NAME, address, || RoutineActor(PhantomData), routine)
}

/// The same for a routine that claims things of the store under a name of its own in each start.
pub(crate) fn claiming_routine_child<R: Routine>(
    address: &Address<RoutineMessage<R>>,
    process: String,
    make: impl Fn(String) -> R + Send + Sync + 'static,
) -> Child {
    let make = move |holder| (RoutineActor(PhantomData), make(holder));
    Child::claiming(R::NAME, address, process, make)
}

pub(crate) struct RoutineState<R> {
    routine: R,
    tasks: Tasks,
    is_busy: bool,
    /// There was something to do while a turn was under way.
    again: bool,
    next: Timer,
}

impl<R: Routine> Actor for RoutineActor<R> {
    type Msg = RoutineMessage<R>;
    type State = RoutineState<R>;
    type Arguments = R;

    async fn pre_start(
        &self,
        myself: ActorRef<Self::Msg>,
        mut routine: R,
    ) -> Result<Self::State, ActorProcessingErr> {
        let pause = routine.start().await?;
        let (tasks, next) = (Tasks::apart(R::NAME), Timer::default());
        let mut state = RoutineState { routine, tasks, is_busy: false, again: false, next };
        state.turn_after(&myself, pause);
        Ok(state)
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            RoutineMessage::Turn => state.turn(&myself),
            RoutineMessage::Ended(outcome) => state.ended(&myself, outcome),
        }
        Ok(())
    }
}

impl<R: Routine> RoutineState<R> {
    fn turn(&mut self, myself: &ActorRef<RoutineMessage<R>>) {
        if self.is_busy {
            self.again = true;
            return;
        }
        self.is_busy = true;
        let turn = self.routine.turn();
        self.tasks.ask_store(myself, turn, RoutineMessage::Ended);
    }

    fn ended(
        &mut self,
        myself: &ActorRef<RoutineMessage<R>>,
        outcome: Result<R::Outcome, StoreError>,
    ) {
        self.is_busy = false;
        let pause = self.routine.ended(outcome);
        let pause = if std::mem::take(&mut self.again) { Duration::ZERO } else { pause };
        self.turn_after(myself, pause);
    }

    /// One turn is to come, however many were asked for in between.
    fn turn_after(&mut self, myself: &ActorRef<RoutineMessage<R>>, pause: Duration) {
        match pause.is_zero() {
            true => self.turn(myself),
            false => self.next.set(myself, pause, || RoutineMessage::Turn),
        }
    }
}
