//! The actor that empties an outbox of the store.
//!
//! **Owns** what is in flight of an outbox on this node.
//! **Invariants** a row is claimed before an attempt is made at it, one claim at a time; no more
//! attempts are in flight than the kind of outbox allows. Nothing is broken off by a drain. A node
//! that leaves the work to others claims nothing and tells them.
//! **Messages** cast `Poll` after a commit, also the tick; call `Drain`; `Ask` what only this kind
//! of outbox is asked; `Claimed` and `Attempted` come back from tasks.
//! **Restart** permanent. Attempts die with it; their rows are claimed again, on a single node at
//! once, elsewhere when the claim is over.
//! **Backpressure** few attempts are in flight at once; the others wait in the store.

mod kind;

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use citable_schema::StoreError;
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort};

use crate::address::Address;
use crate::bell::BellHandle;
use crate::call::CallError;
use crate::claims::Claims;
use crate::clock::milliseconds;
use crate::supervision::Child;
use crate::tasks::{TaskPanicked, Tasks};
use crate::timer::Timer;

pub(crate) use kind::{ClaimOrder, Claimed, Kind, NextPoll, store_end};

use kind::STORING;

/// The shortest pause before a poll for what should be due already: another node may be at it.
const POLL_AGAIN: Duration = Duration::from_secs(1);
/// How much longer a claim lasts than the longest attempt and the storing of its end.
const LEASE_MARGIN: Duration = Duration::from_secs(50);

pub(crate) enum OutboxMessage<K: Kind> {
    /// A row was committed, or it is time for a look at what is due.
    Poll,
    /// Claim no more, answer when nothing is in flight.
    Drain { reply: RpcReplyPort<()> },
    /// What only this kind of outbox is asked.
    Ask(K::Question),
    /// Rows that are due were claimed.
    Claimed(Result<Claimed<K::Row>, StoreError>),
    /// An attempt is over, and its end stored.
    Attempted { id: String, panic: Option<TaskPanicked> },
}

impl<K: Kind> Address<OutboxMessage<K>> {
    /// Says that something was committed. What is not heard of is found a little later.
    pub(crate) fn wake(&self) {
        let _found_later = self.cast(OutboxMessage::Poll);
    }

    /// Claims no more, and returns when what is in flight is over: what is broken off after it was
    /// taken is sent again.
    ///
    /// # Errors
    /// Every [`CallError`].
    pub(crate) async fn drain(&self, deadline: Duration) -> Result<(), CallError> {
        self.call(deadline, |reply| OutboxMessage::Drain { reply }).await
    }
}

/// What a node is for an outbox.
#[derive(Clone)]
pub(crate) struct OutboxNode {
    /// Whether no other node can hold rows of this store.
    pub(crate) single: bool,
    /// Whom this node tells of rows instead of claiming them; none where it claims them.
    pub(crate) left_to: Option<BellHandle>,
}

#[cfg(test)]
impl OutboxNode {
    /// The only node of its store.
    pub(crate) fn alone() -> Self {
        Self { single: true, left_to: None }
    }
}

/// The actor.
pub(crate) struct Outbox<K>(PhantomData<fn(K)>);

/// The actor as a child of the supervisor.
pub(crate) fn outbox_child<K: Kind>(
    address: &Address<OutboxMessage<K>>,
    kind: K,
    process: String,
    node: OutboxNode,
) -> Child {
    let kind = Arc::new(kind);
    Child::claiming(K::NAME, address, process, move |owner| {
        let state = OutboxState {
            kind: Arc::clone(&kind),
            owner,
            node: node.clone(),
            tasks: Tasks::apart(K::NAME),
            claims: Claims::default(),
            in_flight: 0,
            next_poll: Timer::default(),
        };
        (Outbox(PhantomData), state)
    })
}

impl<K: Kind> Actor for Outbox<K> {
    type Msg = OutboxMessage<K>;
    type State = OutboxState<K>;
    type Arguments = OutboxState<K>;

    async fn pre_start(
        &self,
        myself: ActorRef<Self::Msg>,
        mut state: Self::State,
    ) -> Result<Self::State, ActorProcessingErr> {
        state.poll(&myself);
        Ok(state)
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            OutboxMessage::Poll => state.poll(&myself),
            OutboxMessage::Drain { reply } => state.drain(reply),
            OutboxMessage::Ask(question) => state.kind.asked(question, &mut state.tasks),
            OutboxMessage::Claimed(result) => state.claimed(&myself, result),
            OutboxMessage::Attempted { id, panic } => state.attempted(&myself, &id, panic),
        }
        Ok(())
    }
}

pub(crate) struct OutboxState<K> {
    kind: Arc<K>,
    /// Names this incarnation: no two starts of the actor share it.
    owner: String,
    node: OutboxNode,
    tasks: Tasks,
    claims: Claims,
    in_flight: usize,
    next_poll: Timer,
}

type Myself<K> = ActorRef<OutboxMessage<K>>;

impl<K: Kind> OutboxState<K> {
    /// Claims as many rows as there is room for, if any is due.
    fn poll(&mut self, myself: &Myself<K>) {
        if let Some(others) = &self.node.left_to {
            return others.say(K::WORD);
        }
        // Where there is no room, the end of an attempt polls again.
        let room = self.kind.most_in_flight().saturating_sub(self.in_flight);
        if !self.claims.begin(room) {
            return;
        }
        let now = self.kind.clock().now_ms();
        let lease = self.kind.longest_attempt() + STORING + LEASE_MARGIN;
        let order = ClaimOrder {
            owner: self.owner.clone(),
            now,
            lease_until: now.saturating_add(milliseconds(lease)),
            limit: i64::try_from(room).unwrap_or(i64::MAX),
            take_foreign: self.node.single,
        };
        let kind = Arc::clone(&self.kind);
        let claim = async move { kind.claim(order).await };
        self.tasks.ask_store(myself, claim, OutboxMessage::Claimed);
    }

    fn claimed(&mut self, myself: &Myself<K>, result: Result<Claimed<K::Row>, StoreError>) {
        let again = self.claims.end();
        let Claimed { rows, next_poll } = result.unwrap_or_else(|error| {
            self.kind.claim_failed(&error);
            Claimed { rows: Vec::new(), next_poll: NextPoll::At(None) }
        });
        for row in rows {
            self.attempt(myself, row);
        }
        match next_poll {
            NextPoll::Now => self.poll(myself),
            NextPoll::At(next_due) => {
                self.poll_at(myself, next_due);
                if again {
                    self.poll(myself);
                }
            }
        }
        self.claims.answer_drained(self.in_flight);
    }

    fn attempt(&mut self, myself: &Myself<K>, row: K::Row) {
        self.in_flight += 1;
        let (kind, id) = (Arc::clone(&self.kind), K::id(&row).to_owned());
        let attempt = async move { kind.attempt(row).await };
        self.tasks
            .attach(myself, attempt, |result| OutboxMessage::Attempted { id, panic: result.err() });
    }

    fn attempted(&mut self, myself: &Myself<K>, id: &str, panic: Option<TaskPanicked>) {
        self.in_flight -= 1;
        if let Some(error) = panic {
            self.kind.broke_off(id, error);
        }
        self.poll(myself);
        self.claims.answer_drained(self.in_flight);
    }

    fn drain(&mut self, reply: RpcReplyPort<()>) {
        self.claims.drain(reply);
        self.claims.answer_drained(self.in_flight);
    }

    /// Polls when the next row is due, instead of whenever it would have before.
    fn poll_at(&mut self, myself: &Myself<K>, next_due: Option<i64>) {
        let until = next_due.map_or(K::POLL_EVERY, |due| {
            let left = due.saturating_sub(self.kind.clock().now_ms());
            Duration::from_millis(u64::try_from(left).unwrap_or(0))
        });
        let pause = until.clamp(POLL_AGAIN, K::POLL_EVERY);
        self.next_poll.set(myself, pause, || OutboxMessage::Poll);
    }
}

#[cfg(test)]
mod tests;
