//! The actor that asks answer engines about monitored addresses.
//!
//! **Owns** the questions, from one that waits in the store to the answer that is stored.
//! **Invariants** questions are written by the unit that announces a run. Nobody is asked without
//! the consent of that moment. A call is counted before it is made, so an account never makes more
//! than it has, whatever dies; what was counted and not made is lost. One attempt is one call. No
//! key and no question is logged.
//! **Messages** cast `Wake` after a commit; call `Drain`; tick `LookDue`; `Claimed` and `Asked` come
//! back from tasks.
//! **Restart** permanent. Attempts die with it; their questions are claimed again, on a single node
//! at once, elsewhere when the claim is over.
//! **Backpressure** few calls are under way at once; the others wait in the store.
//!
//! What engines say never touches a score.

mod ask;
mod begin;
mod citations;
mod engine;
mod engines;
mod messages;
mod schedule;
mod settings;
mod state;
mod views;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use ractor::{Actor, ActorProcessingErr, ActorRef};

use crate::address::Address;
use crate::call::CallError;
use crate::supervision::Child;

pub(crate) use ask::AskContext;
pub(crate) use begin::{AsksError, asks_of_run};
pub use engine::{Engine, UnknownEngine};
pub(crate) use messages::{TrackingArgs, TrackingMessage};
pub use settings::{ASK_SCHEDULE, CALLS_PER_WEEK, EngineKind, EngineSettings, TrackingSettings};
pub(crate) use state::TrackingState;
pub use views::{EngineTracking, TrackedQuestion, Tracking as TrackingView, TrackingStatus};

/// How the rest of the program reaches the questions.
#[derive(Clone, Debug)]
pub struct TrackingHandle {
    address: Address<TrackingMessage>,
    names: Arc<BTreeMap<Engine, String>>,
}

impl TrackingHandle {
    pub(crate) fn new(address: Address<TrackingMessage>, settings: &TrackingSettings) -> Self {
        let engines = settings.engines.iter();
        let names = engines.map(|(id, engine)| (*id, engine.name.clone())).collect();
        Self { address, names: Arc::new(names) }
    }

    /// What people call an engine; none where there is no such engine here.
    pub(crate) fn name_of(&self, engine: Engine) -> Option<&str> {
        self.names.get(&engine).map(String::as_str)
    }

    /// Says that questions were committed. Those that are not heard of are found a little later.
    pub(crate) fn wake(&self) {
        let _found_later = self.address.cast(TrackingMessage::Wake);
    }

    /// Claims no more questions, and returns when those under way are over: one that is broken off
    /// is asked again, and costs another call.
    ///
    /// # Errors
    /// Every [`CallError`].
    pub(crate) async fn drain(&self, deadline: Duration) -> Result<(), CallError> {
        self.address.call(deadline, |reply| TrackingMessage::Drain { reply }).await
    }
}

/// The actor.
pub(crate) struct Tracking;

/// The actor as a child of the supervisor. The owner in `args` is the process.
pub(crate) fn tracking_child(address: &Address<TrackingMessage>, args: TrackingArgs) -> Child {
    Child::claiming("Tracking", address, args.owner.clone(), move |owner| {
        (Tracking, TrackingArgs { owner, ..args.clone() })
    })
}

impl Actor for Tracking {
    type Msg = TrackingMessage;
    type State = TrackingState;
    type Arguments = TrackingArgs;

    async fn pre_start(
        &self,
        myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(TrackingState::begin(&myself, args))
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            TrackingMessage::Wake | TrackingMessage::LookDue => state.look(&myself),
            TrackingMessage::Drain { reply } => state.drain(reply),
            TrackingMessage::Claimed(result) => state.claimed(&myself, result),
            TrackingMessage::Asked { id, panic } => state.asked(&myself, &id, panic),
        }
        Ok(())
    }
}
