//! The supervisor of the permanent actors.
//!
//! **Owns** which of them are alive, and who stands at each [`Address`].
//! **Invariants** a crash that one input can cause never turns the service off: the actor is
//! restarted with back-off while that concern answers "unavailable"; only a start that keeps
//! failing gives up, and then the program ends.
//! **Messages** `Restart` (to itself).
//! **Restart** none: it has no state worth a crash.
//! **Backpressure** none needed: it is told of crashes only.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use citable_metrics::ACTOR_RESTARTS;
use futures_util::future::BoxFuture;
use ractor::{Actor, ActorCell, ActorId, ActorProcessingErr, ActorRef, SpawnErr, SupervisionEvent};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::address::Address;

/// The first pause before a crashed actor is started again.
const BACK_OFF_FIRST: Duration = Duration::from_millis(100);
/// The longest pause.
const BACK_OFF_MOST: Duration = Duration::from_secs(10);
/// An actor that lived this long starts with the first pause again.
const BACK_OFF_FORGOTTEN_AFTER: Duration = Duration::from_secs(60);
/// So many failed starts in a row end the program.
const FAILED_STARTS_MOST: u32 = 10;

type Start =
    Box<dyn Fn(ActorCell) -> BoxFuture<'static, Result<ActorCell, SpawnErr>> + Send + Sync>;

/// What the supervisor knows of the health of its children, for readers outside.
#[derive(Clone, Debug)]
pub(crate) struct Health {
    crashes: Arc<AtomicU64>,
    gave_up: watch::Sender<bool>,
}

impl Health {
    pub(crate) fn new() -> Self {
        Self { crashes: Arc::default(), gave_up: watch::Sender::new(false) }
    }

    /// Counts an actor that stopped unasked.
    pub(crate) fn record_crash(&self) {
        self.crashes.fetch_add(1, Ordering::Relaxed);
    }

    /// How many actors stopped unasked since the start.
    pub(crate) fn crashes(&self) -> u64 {
        self.crashes.load(Ordering::Relaxed)
    }

    /// Waits until a permanent actor could not be started any more.
    pub(crate) async fn given_up(&self) {
        let mut gave_up = self.gave_up.subscribe();
        // The sender lives in `self`, so waiting cannot fail.
        let _ = gave_up.wait_for(|gave_up| *gave_up).await;
    }
}

/// A permanent actor and how to start it.
pub(crate) struct Child {
    name: &'static str,
    start: Start,
    vacate: Box<dyn Fn() + Send + Sync>,
}

impl Child {
    /// The actor that `make` makes, reachable at `address`.
    pub(crate) fn permanent<A: Actor>(
        name: &'static str,
        address: &Address<A::Msg>,
        make: impl Fn() -> (A, A::Arguments) + Send + Sync + 'static,
    ) -> Self {
        address.give_name(name);
        let (occupied, vacated) = (address.clone(), address.clone());
        let start = move |supervisor: ActorCell| -> BoxFuture<'static, _> {
            let (actor, arguments) = make();
            let address = occupied.clone();
            Box::pin(async move {
                let (actor, _) = A::spawn_linked(None, actor, arguments, supervisor).await?;
                address.occupy(actor.clone());
                Ok(actor.get_cell())
            })
        };
        Self { name, start: Box::new(start), vacate: Box::new(move || vacated.vacate()) }
    }

    /// The same for an actor that begins with the same arguments each time.
    pub(crate) fn of<A: Actor>(
        name: &'static str,
        address: &Address<A::Msg>,
        actor: fn() -> A,
        args: A::Arguments,
    ) -> Self
    where
        A::Arguments: Clone + Sync,
    {
        Self::permanent(name, address, move || (actor(), args.clone()))
    }

    /// The same for an actor that claims things of the store under a name: `process` and a number,
    /// so that no two starts of it share one.
    pub(crate) fn claiming<A: Actor>(
        name: &'static str,
        address: &Address<A::Msg>,
        process: String,
        make: impl Fn(String) -> (A, A::Arguments) + Send + Sync + 'static,
    ) -> Self {
        let incarnations = AtomicU64::new(0);
        Self::permanent(name, address, move || {
            let incarnation = incarnations.fetch_add(1, Ordering::Relaxed);
            make(format!("{process}.{incarnation}"))
        })
    }
}

struct Place {
    child: Child,
    started_at: Instant,
    restarts: u32,
    failed_starts: u32,
}

/// The supervisor.
pub(crate) struct Supervisor;

pub(crate) struct SupervisorArgs {
    pub(crate) children: Vec<Child>,
    pub(crate) health: Health,
}

pub(crate) struct SupervisorState {
    places: Vec<Place>,
    alive: HashMap<ActorId, usize>,
    health: Health,
}

pub(crate) enum SupervisorMessage {
    /// The pause after a crash is over.
    Restart(usize),
}

impl Actor for Supervisor {
    type Msg = SupervisorMessage;
    type State = SupervisorState;
    type Arguments = SupervisorArgs;

    async fn pre_start(
        &self,
        myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        let mut state =
            SupervisorState { places: Vec::new(), alive: HashMap::new(), health: args.health };
        for child in args.children {
            let cell = (child.start)(myself.get_cell()).await?;
            state.alive.insert(cell.get_id(), state.places.len());
            state.places.push(Place {
                child,
                started_at: Instant::now(),
                restarts: 0,
                failed_starts: 0,
            });
        }
        Ok(state)
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            SupervisorMessage::Restart(index) => state.restart(&myself, index).await,
        }
        Ok(())
    }

    async fn handle_supervisor_evt(
        &self,
        myself: ActorRef<Self::Msg>,
        event: SupervisionEvent,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match event {
            SupervisionEvent::ActorFailed(cell, error) => {
                state.child_stopped(&myself, cell.get_id(), &error.to_string());
            }
            SupervisionEvent::ActorTerminated(cell, _, reason) => {
                let reason = reason.unwrap_or_else(|| "stopped".to_owned());
                state.child_stopped(&myself, cell.get_id(), &reason);
            }
            SupervisionEvent::ActorStarted(_) | SupervisionEvent::ProcessGroupChanged(_) => {}
        }
        Ok(())
    }
}

impl SupervisorState {
    fn child_stopped(&mut self, myself: &ActorRef<SupervisorMessage>, id: ActorId, reason: &str) {
        let Some(index) = self.alive.remove(&id) else { return };
        let place = &mut self.places[index];
        (place.child.vacate)();
        self.health.record_crash();
        if place.started_at.elapsed() >= BACK_OFF_FORGOTTEN_AFTER {
            place.restarts = 0;
        }
        let pause = back_off(place.restarts);
        place.restarts = place.restarts.saturating_add(1);
        tracing::error!(actor = place.child.name, reason, ?pause, "an actor stopped; restarting");
        myself.send_after(pause, move || SupervisorMessage::Restart(index));
    }

    async fn restart(&mut self, myself: &ActorRef<SupervisorMessage>, index: usize) {
        let place = &mut self.places[index];
        match (place.child.start)(myself.get_cell()).await {
            Ok(cell) => {
                ACTOR_RESTARTS.one([place.child.name]);
                place.started_at = Instant::now();
                place.failed_starts = 0;
                self.alive.insert(cell.get_id(), index);
            }
            Err(error) => {
                place.failed_starts += 1;
                tracing::error!(actor = place.child.name, %error, "couldn't start an actor");
                if place.failed_starts >= FAILED_STARTS_MOST {
                    self.health.gave_up.send_replace(true);
                    return;
                }
                let pause = back_off(place.restarts);
                place.restarts = place.restarts.saturating_add(1);
                myself.send_after(pause, move || SupervisorMessage::Restart(index));
            }
        }
    }
}

fn back_off(restarts: u32) -> Duration {
    BACK_OFF_FIRST.saturating_mul(1 << restarts.min(16)).min(BACK_OFF_MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_doubles_up_to_its_bound() {
        assert_eq!(back_off(0), Duration::from_millis(100));
        assert_eq!(back_off(1), Duration::from_millis(200));
        assert_eq!(back_off(60), BACK_OFF_MOST);
    }
}
