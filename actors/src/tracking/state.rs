//! What [`super::Tracking`] knows, and what it does about it.

use std::time::Duration;

use citable_schema::{AskRow, ClaimAsk, ClaimedAsk, StoreError};
use ractor::{ActorRef, MessagingErr, RpcReplyPort};
use tokio::task::JoinHandle;

use super::ask::{AskContext, STORING};
use super::schedule::{attempts, milliseconds};
use super::{Claimed, TrackingArgs, TrackingMessage};
use crate::call::answer;
use crate::monitors::Engine;
use crate::quota::week_of;
use crate::tasks::{TaskPanicked, Tasks};

/// Calls that are under way at once.
const ASKING_AT_ONCE: usize = 4;
/// The longest pause between two looks: another process may have announced a run.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// The shortest pause before a look for what should be due already: another node may be at it.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// How much longer a claim lasts than the longest attempt.
const LEASE_MARGIN: Duration = Duration::from_secs(50);

pub(crate) struct TrackingState {
    context: AskContext,
    owner: String,
    single_node: bool,
    tasks: Tasks,
    asking: usize,
    claiming: bool,
    claim_again: bool,
    draining: bool,
    drained: Vec<RpcReplyPort<()>>,
    next_look: Option<JoinHandle<Result<(), MessagingErr<TrackingMessage>>>>,
}

type Myself = ActorRef<TrackingMessage>;

impl TrackingState {
    pub(super) fn begin(myself: &Myself, args: TrackingArgs) -> Self {
        let mut state = Self {
            context: args.context,
            owner: args.owner,
            single_node: args.single_node,
            tasks: Tasks::default(),
            asking: 0,
            claiming: false,
            claim_again: false,
            draining: false,
            drained: Vec::new(),
            next_look: None,
        };
        state.look(myself);
        state
    }

    /// Claims a question, if there is room for one more and any is due.
    pub(super) fn look(&mut self, myself: &Myself) {
        // The end of an attempt looks again.
        if self.asking >= ASKING_AT_ONCE || self.draining {
            return;
        }
        if self.claiming {
            self.claim_again = true;
            return;
        }
        self.claiming = true;
        let (order, writer) = (self.claim(), self.context.writer.clone());
        let claim = async move { writer.claim_ask(order).await };
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
        self.claiming = false;
        let result = result.unwrap_or_else(|panic| Err(StoreError::Database(panic.to_string())));
        let asked_for = std::mem::take(&mut self.claim_again);
        let look = match result {
            Ok(ClaimedAsk::Nothing { next_due }) => {
                self.look_at(myself, next_due);
                asked_for
            }
            Ok(ClaimedAsk::Settled) => true,
            Ok(ClaimedAsk::Ask { ask, url }) => {
                self.ask(myself, *ask, url);
                true
            }
            Err(error) => {
                tracing::error!(%error, "a question that is due could not be claimed");
                self.look_at(myself, None);
                asked_for
            }
        };
        if look {
            self.look(myself);
        }
        self.answer_drained();
    }

    pub(super) fn asked(&mut self, myself: &Myself, id: &str, panic: Option<TaskPanicked>) {
        self.asking = self.asking.saturating_sub(1);
        if let Some(error) = panic {
            // It is asked again when its claim is over.
            tracing::error!(ask = id, %error, "an attempt to ask an engine broke off");
        }
        self.look(myself);
        self.answer_drained();
    }

    pub(super) fn drain(&mut self, reply: RpcReplyPort<()>) {
        self.draining = true;
        self.drained.push(reply);
        self.answer_drained();
    }

    fn ask(&mut self, myself: &Myself, ask: AskRow, url: String) {
        self.asking += 1;
        let id = ask.id.clone();
        let attempt = self.context.clone().attempt(ask, url);
        self.tasks
            .attach(myself, attempt, |result| TrackingMessage::Asked { id, panic: result.err() });
    }

    fn answer_drained(&mut self) {
        if self.draining && self.asking == 0 && !self.claiming {
            for reply in self.drained.drain(..) {
                answer(reply, ());
            }
        }
    }

    /// Looks again when the next question is due, instead of whenever it would have before.
    fn look_at(&mut self, myself: &Myself, next_due: Option<i64>) {
        let now = self.context.clock.now_ms();
        let until = next_due.map_or(LOOK_EVERY, |due| {
            Duration::from_millis(u64::try_from(due.saturating_sub(now)).unwrap_or(0))
        });
        let pause = until.clamp(LOOK_AGAIN, LOOK_EVERY);
        let next = myself.send_after(pause, || TrackingMessage::LookDue);
        if let Some(before) = self.next_look.replace(next) {
            before.abort();
        }
    }
}

impl Drop for TrackingState {
    fn drop(&mut self) {
        if let Some(next) = self.next_look.take() {
            next.abort();
        }
    }
}
