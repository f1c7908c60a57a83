//! The actor that keeps first answers.
//!
//! **Owns** which requests of this process have begun, and the leases of those that run.
//! **Invariants** of requests with one key, one goes on at a time, and the others get its answer;
//! a refused request frees its key, as soon as the store can. What runs gives a sign of life, so
//! that other nodes can tell it from what died with its process.
//! **Messages** calls `Begin`, `Keep`; cast `Forget`; ticks `SignOfLife`, `Free`; past-tense
//! messages of its own tasks.
//! **Restart** permanent; what it knows is in the store, where the leases run out. On a single node
//! the start frees the keys of requests that an earlier process left.
//! **Backpressure** a permit travels in each call. Keys wait to be freed no longer than their
//! leases last.

use std::collections::HashMap;
use std::sync::Weak;
use std::time::Duration;

use citable_schema::{
    Begin, Begun, FirstAnswer, ForgetRequests, ForgetUnansweredRequests, RenewRequests,
    RequestFence, RequestKey, StoreError, Writer,
};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

use crate::call::answer;
use crate::clock::{SharedClock, milliseconds};
use crate::tasks::Tasks;

/// How long after its owner's last sign of life another request with a key may begin.
pub(super) const LEASE: Duration = Duration::from_secs(60);
/// The pause between two signs of life of requests that run.
pub(super) const SIGN_OF_LIFE_EVERY: Duration = Duration::from_secs(5);
/// The pause after the store failed, before keys are freed or signs of life are given again.
const ANEW_AFTER: Duration = Duration::from_secs(1);
/// Keys that are freed in one unit.
const AT_ONCE: usize = 100;

/// What the actor knows of a request that has begun.
pub(crate) struct Known {
    pub(super) begun: Begun,
    /// Whether this process has it under way, or is about to free its key.
    pub(super) owner_is_ours: bool,
}

/// The actor.
pub(crate) struct Idempotency;

#[derive(Clone)]
pub(crate) struct IdempotencyArgs {
    pub(crate) writer: Writer,
    pub(crate) clock: SharedClock,
    /// Whether no other node can hold requests of this store.
    pub(crate) single_node: bool,
}

type BeginReply = RpcReplyPort<Result<Known, StoreError>>;

pub(crate) enum IdempotencyMessage {
    /// A request has arrived; it lives as long as its owner.
    Begin { begin: Begin, owner: Weak<()>, permit: OwnedSemaphorePermit, reply: BeginReply },
    /// The store knows whether it is new.
    Begun {
        owner: String,
        result: Result<Begun, StoreError>,
        permit: OwnedSemaphorePermit,
        reply: BeginReply,
    },
    /// A request was answered.
    Keep {
        first: FirstAnswer,
        permit: OwnedSemaphorePermit,
        reply: RpcReplyPort<Result<(), StoreError>>,
    },
    /// A request was refused or given up.
    Forget(RequestFence),
    /// Time for a sign of life of what runs.
    SignOfLife,
    /// It was given.
    GaveSign(Result<(), StoreError>),
    /// Time to free keys that could not be freed.
    Free,
    /// The keys of those owners were freed, or not.
    Freed { owners: Vec<String>, result: Result<(), StoreError> },
}

/// A request of this process.
struct Request {
    fence: RequestFence,
    owner: Weak<()>,
    phase: Phase,
}

enum Phase {
    /// The store was asked.
    Beginning { given_up: bool },
    /// It runs since then.
    Running(Instant),
}

/// A request that nobody will answer, and whose key may not be free yet.
struct GivenUp {
    fence: RequestFence,
    since: Instant,
}

impl GivenUp {
    /// Whether its lease still lasts; after that its key is free anyway.
    fn matters(&self) -> bool {
        self.since.elapsed() < LEASE
    }
}

pub(crate) struct IdempotencyState {
    writer: Writer,
    clock: SharedClock,
    tasks: Tasks,
    /// By owner.
    requests: HashMap<String, Request>,
    /// Whether a sign of life is to come, or is being given.
    signing: bool,
    /// By owner; those that are being freed too.
    given_up: HashMap<String, GivenUp>,
    freeing: bool,
    /// Whether the store refused to free keys the last time.
    failing: bool,
}

type Myself = ActorRef<IdempotencyMessage>;

impl Actor for Idempotency {
    type Msg = IdempotencyMessage;
    type State = IdempotencyState;
    type Arguments = IdempotencyArgs;

    async fn pre_start(
        &self,
        _myself: Myself,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        if args.single_node {
            args.writer.run(ForgetUnansweredRequests).await?;
        }
        Ok(IdempotencyState {
            writer: args.writer,
            clock: args.clock,
            tasks: Tasks::default(),
            requests: HashMap::new(),
            signing: false,
            given_up: HashMap::new(),
            freeing: false,
            failing: false,
        })
    }

    async fn handle(
        &self,
        myself: Myself,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        use IdempotencyMessage as Message;
        match message {
            Message::Begin { begin, owner, permit, reply } => {
                state.begin(&myself, begin, owner, permit, reply);
            }
            Message::Begun { owner, result, permit, reply } => {
                answer(reply, state.begun(&myself, &owner, result));
                drop(permit);
            }
            Message::Keep { first, permit, reply } => {
                let writer = state.writer.clone();
                state.tasks.answer(reply, permit, async move { writer.run(first).await });
            }
            Message::Forget(fence) => state.forget(&myself, fence),
            Message::SignOfLife => state.give_sign(&myself),
            Message::GaveSign(result) => state.gave_sign(&myself, result),
            Message::Free => state.free(&myself),
            Message::Freed { owners, result } => state.freed(&myself, &owners, result),
        }
        Ok(())
    }
}

impl IdempotencyState {
    fn begin(
        &mut self,
        myself: &Myself,
        begin: Begin,
        owner: Weak<()>,
        permit: OwnedSemaphorePermit,
        reply: BeginReply,
    ) {
        let (writer, fence, name) =
            (self.writer.clone(), begin.fence.clone(), begin.fence.owner.clone());
        let phase = Phase::Beginning { given_up: false };
        self.requests.insert(name.clone(), Request { fence, owner, phase });
        // Whoever was refused may ask again before the store has freed the key.
        let refused: Vec<RequestFence> = self.given_up_for(&begin.fence.request).cloned().collect();
        let work = async move {
            if !refused.is_empty() {
                writer.run(ForgetRequests { fences: refused }).await?;
            }
            writer.run(begin).await
        };
        self.tasks.ask_store(myself, work, move |result| IdempotencyMessage::Begun {
            owner: name,
            result,
            permit,
            reply,
        });
    }

    fn begun(
        &mut self,
        myself: &Myself,
        owner: &str,
        result: Result<Begun, StoreError>,
    ) -> Result<Known, StoreError> {
        // What failed may be stored all the same, unless it never came to the store.
        let is_ours = match &result {
            Ok(begun) => *begun == Begun::New,
            Err(error) => *error != StoreError::Overloaded,
        };
        let request = self.requests.remove(owner).filter(|_| is_ours);
        match request {
            Some(Request { fence, phase: Phase::Beginning { given_up: true }, .. }) => {
                self.give_up(myself, fence);
            }
            Some(request) => {
                let phase = Phase::Running(Instant::now());
                self.requests.insert(owner.to_owned(), Request { phase, ..request });
                self.sign_later(myself, SIGN_OF_LIFE_EVERY);
            }
            None => {}
        }
        let begun = result?;
        let owner_is_ours = match &begun {
            Begun::Running { owner, .. } => self.is_ours(owner),
            _ => false,
        };
        Ok(Known { begun, owner_is_ours })
    }

    /// Of the attempts at a request, those that nobody will answer.
    fn given_up_for<'s>(&'s self, request: &RequestKey) -> impl Iterator<Item = &'s RequestFence> {
        self.given_up
            .values()
            .map(|given_up| &given_up.fence)
            .filter(move |fence| fence.request == *request)
    }

    fn is_ours(&self, owner: &str) -> bool {
        self.requests.contains_key(owner) || self.given_up.contains_key(owner)
    }

    fn forget(&mut self, myself: &Myself, fence: RequestFence) {
        match self.requests.get_mut(&fence.owner) {
            // The store may not have come to it yet, and would keep what is stored then.
            Some(Request { phase: Phase::Beginning { given_up }, .. }) => *given_up = true,
            _ => {
                self.requests.remove(&fence.owner);
                self.give_up(myself, fence);
            }
        }
    }

    fn give_up(&mut self, myself: &Myself, fence: RequestFence) {
        let owner = fence.owner.clone();
        self.given_up.insert(owner, GivenUp { fence, since: Instant::now() });
        self.free(myself);
    }

    /// Frees keys, as many as one unit may; the others follow.
    fn free(&mut self, myself: &Myself) {
        self.given_up.retain(|_, given_up| given_up.matters());
        if self.freeing || self.given_up.is_empty() {
            return;
        }
        self.freeing = true;
        let fences = self.given_up.values().map(|given_up| given_up.fence.clone());
        let fences: Vec<RequestFence> = fences.take(AT_ONCE).collect();
        let owners = fences.iter().map(|fence| fence.owner.clone()).collect();
        let writer = self.writer.clone();
        let work = async move { writer.run(ForgetRequests { fences }).await };
        self.tasks.ask_store(myself, work, |result| IdempotencyMessage::Freed { owners, result });
    }

    fn freed(&mut self, myself: &Myself, owners: &[String], result: Result<(), StoreError>) {
        self.freeing = false;
        match result {
            Ok(()) => {
                self.failing = false;
                self.given_up.retain(|owner, _| !owners.contains(owner));
                self.free(myself);
            }
            Err(error) => {
                // One line for each outage.
                if !std::mem::replace(&mut self.failing, true) {
                    tracing::warn!(
                        %error,
                        "couldn't release idempotency keys; they are released once the database \
                         is back"
                    );
                }
                myself.send_after(ANEW_AFTER, || IdempotencyMessage::Free);
            }
        }
    }

    /// Sees to it that a sign of life is to come, if anything runs.
    fn sign_later(&mut self, myself: &Myself, pause: Duration) {
        if !self.signing && !self.requests.is_empty() {
            self.signing = true;
            myself.send_after(pause, || IdempotencyMessage::SignOfLife);
        }
    }

    fn give_sign(&mut self, myself: &Myself) {
        self.requests.retain(|_, request| request.is_alive());
        let old = self.requests.values().filter(|request| request.needs_sign());
        let fences: Vec<RequestFence> = old.map(|request| request.fence.clone()).collect();
        if fences.is_empty() {
            self.signing = false;
            return self.sign_later(myself, SIGN_OF_LIFE_EVERY);
        }
        let lease_until = self.clock.now_ms().saturating_add(milliseconds(LEASE));
        let writer = self.writer.clone();
        let work = async move { writer.run(RenewRequests { fences, lease_until }).await };
        self.tasks.ask_store(myself, work, IdempotencyMessage::GaveSign);
    }

    fn gave_sign(&mut self, myself: &Myself, result: Result<(), StoreError>) {
        self.signing = false;
        let pause = match result {
            Ok(()) => SIGN_OF_LIFE_EVERY,
            Err(error) => {
                tracing::debug!(%error, "couldn't renew the claims of running requests");
                ANEW_AFTER
            }
        };
        self.sign_later(myself, pause);
    }
}

impl Request {
    /// Whether the store is being asked, or somebody means to answer.
    fn is_alive(&self) -> bool {
        matches!(self.phase, Phase::Beginning { .. }) || self.owner.strong_count() > 0
    }

    /// Whether it has run for so long that others may wonder. Most requests never do.
    fn needs_sign(&self) -> bool {
        matches!(self.phase, Phase::Running(since) if since.elapsed() >= SIGN_OF_LIFE_EVERY)
    }
}
