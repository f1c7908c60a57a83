//! What [`super::Tracking`] knows, and what it does about it.

use std::time::Duration;

use citable_schema::{AskRow, ClaimAsk, ClaimedAsk, StoreError};
use ractor::{ActorRef, RpcReplyPort};

use super::ask::{AskContext, STORING};
use super::schedule::attempts;
use super::{TrackingArgs, TrackingMessage};
use crate::clock::milliseconds;
use crate::outbox::{LEASE_MARGIN, Outbox};
use crate::quota::week_of;
use crate::tasks::{TaskPanicked, Tasks};
use crate::tracking::Engine;
use crate::tracking::messages::Claimed;

/// Calls that are under way at once.
const ASKING_AT_ONCE: usize = 4;
/// The longest pause between two looks: another process may have announced a run.
const LOOK_EVERY: Duration = Duration::from_secs(5);
pub(crate) struct TrackingState {
    context: AskContext,
    owner: String,
    single_node: bool,
    tasks: Tasks,
    outbox: Outbox<TrackingMessage>,
}

type Myself = ActorRef<TrackingMessage>;

impl TrackingState {
    pub(super) fn begin(myself: &Myself, args: TrackingArgs) -> Self {
        let mut state = Self {
            context: args.context,
            owner: args.owner,
            single_node: args.single_node,
            tasks: Tasks::default(),
            outbox: Outbox::new(ASKING_AT_ONCE, LOOK_EVERY),
        };
        state.look(myself);
        state
    }

    /// Claims a question, if there is room for one more and any is due.
    pub(super) fn look(&mut self, myself: &Myself) {
        if self.outbox.claim().is_none() {
            return;
        }
        let (order, writer) = (self.claim(), self.context.writer.clone());
        let claim = async move { writer.run(order).await };
        self.tasks.attach(myself, claim, TrackingMessage::Claimed);
    }

    fn claim(&self) -> ClaimAsk {
        let now = self.context.clock.now_ms();
        let settings = &self.context.settings;
        let lease = settings.call + settings.links + STORING + LEASE_MARGIN;
        ClaimAsk {
            owner: self.owner.clone(),
            now,
            lease_until: now.saturating_add(milliseconds(lease)),
            take_foreign: self.single_node,
            engines: settings.engines.keys().map(Engine::to_string).collect(),
            attempts: attempts(settings),
            week: week_of(now),
            calls_per_week: i64::from(settings.calls_per_week),
        }
    }

    pub(super) fn claimed(&mut self, myself: &Myself, result: Claimed) {
        let again = self.outbox.claimed();
        let result = result.unwrap_or_else(|panic| Err(StoreError::Database(panic.to_string())));
        let look = match result {
            Ok(ClaimedAsk::Nothing { next_due }) => {
                self.look_at(myself, next_due);
                again
            }
            Ok(ClaimedAsk::Settled) => true,
            Ok(ClaimedAsk::Ask { ask, url }) => {
                self.ask(myself, *ask, url);
                true
            }
            Err(error) => {
                tracing::error!(%error, "a question that is due could not be claimed");
                self.look_at(myself, None);
                again
            }
        };
        if look {
            self.look(myself);
        }
        self.outbox.answer_drained();
    }

    pub(super) fn asked(&mut self, myself: &Myself, id: &str, panic: Option<TaskPanicked>) {
        self.outbox.ended();
        if let Some(error) = panic {
            // It is asked again when its claim is over.
            tracing::error!(ask = id, %error, "an attempt to ask an engine broke off");
        }
        self.look(myself);
        self.outbox.answer_drained();
    }

    pub(super) fn drain(&mut self, reply: RpcReplyPort<()>) {
        self.outbox.drain(reply);
    }

    fn ask(&mut self, myself: &Myself, ask: AskRow, url: String) {
        self.outbox.began();
        let id = ask.id.clone();
        let attempt = self.context.clone().attempt(ask, url);
        self.tasks
            .attach(myself, attempt, |result| TrackingMessage::Asked { id, panic: result.err() });
    }

    fn look_at(&mut self, myself: &Myself, next_due: Option<i64>) {
        let now = self.context.clock.now_ms();
        self.outbox.look_at(myself, now, next_due, || TrackingMessage::LookDue);
    }
}
