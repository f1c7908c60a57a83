//! The outbox of questions to answer engines about monitored addresses.
//!
//! **Owns** the questions, from one that waits in the store to the answer that is stored.
//! **Invariants** questions are written by the unit that announces a run. Nobody is asked without
//! the consent of that moment. A call is counted before it is made, so an account never makes more
//! than it has, whatever dies; what was counted and not made is lost. One attempt is one call. No
//! key and no question is logged.
//! **Messages** those of every [`Outbox`](crate::outbox::Outbox).
//! **Restart** as of every outbox.
//! **Backpressure** as of every outbox: few calls are under way at once.
//!
//! What engines say never touches a score.

mod ask;
mod begin;
mod citations;
mod engine;
mod engines;
mod schedule;
mod settings;
mod views;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use citable_schema::{AskRow, ClaimAsk, ClaimedAsk, StoreError};

use crate::address::Address;
use crate::bell::Word;
use crate::clock::SharedClock;
use crate::outbox::{ClaimOrder, Claimed, Kind, NextPoll, OutboxMessage};
use crate::quota::week_of;
use crate::tasks::{TaskPanicked, Tasks};

use schedule::attempts;

pub(crate) use ask::Tracking;
pub(crate) use begin::{AsksError, asks_of_run};
pub use engine::{Engine, UnknownEngine};
pub use settings::{ASK_SCHEDULE, CALLS_PER_WEEK, EngineKind, EngineSettings, TrackingSettings};
pub use views::{EngineTracking, TrackedQuestion, Tracking as TrackingView, TrackingStatus};

/// Calls that are under way at once.
const ASKING_AT_ONCE: usize = 4;

/// Messages of the actor.
pub(crate) type TrackingMessage = OutboxMessage<Tracking>;

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

    /// The display name of an engine; none if it isn't configured here.
    pub fn name_of(&self, engine: Engine) -> Option<&str> {
        self.names.get(&engine).map(String::as_str)
    }

    /// Says that questions were committed.
    pub(crate) fn wake(&self) {
        self.address.wake();
    }
}

impl Kind for Tracking {
    const NAME: &'static str = "Tracking";
    const WORD: Word = Word::Tracking;
    const POLL_EVERY: Duration = Duration::from_secs(5);
    /// The question, and the address of the page it is about.
    type Row = (AskRow, String);
    type Question = Infallible;

    fn clock(&self) -> &SharedClock {
        &self.clock
    }

    fn most_in_flight(&self) -> usize {
        ASKING_AT_ONCE
    }

    fn longest_attempt(&self) -> Duration {
        self.settings.call + self.settings.links
    }

    /// Claims one question at most, whatever room there is.
    async fn claim(&self, order: ClaimOrder) -> Result<Claimed<Self::Row>, StoreError> {
        let claim = ClaimAsk {
            owner: order.owner,
            now: order.now,
            lease_until: order.lease_until,
            take_foreign: order.take_foreign,
            engines: self.settings.engines.keys().map(Engine::to_string).collect(),
            attempts: attempts(&self.settings),
            week: week_of(order.now),
            calls_per_week: i64::from(self.settings.calls_per_week),
        };
        let (rows, next_poll) = match self.writer.run(claim).await? {
            ClaimedAsk::Nothing { next_due } => (Vec::new(), NextPoll::At(next_due)),
            ClaimedAsk::Settled => (Vec::new(), NextPoll::Now),
            ClaimedAsk::Ask { ask, url } => (vec![(*ask, url)], NextPoll::Now),
        };
        Ok(Claimed { rows, next_poll })
    }

    fn claim_failed(&self, error: &StoreError) {
        tracing::error!(%error, "couldn't claim a question that is due");
    }

    fn id((ask, _): &Self::Row) -> &str {
        &ask.id
    }

    async fn attempt(&self, (ask, url): Self::Row) {
        self.ask_once(ask, url).await;
    }

    fn broke_off(&self, id: &str, error: TaskPanicked) {
        tracing::error!(ask = id, %error, "an attempt to ask an engine was interrupted");
    }

    fn asked(self: &Arc<Self>, question: Infallible, _tasks: &mut Tasks) {
        match question {}
    }
}
