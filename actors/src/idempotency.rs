//! The actor that keeps first answers.
//!
//! **Owns** which requests have begun, and the leases of those that run.
//! **Invariants** of requests with one key, one goes on at a time, and the others get its answer;
//! a refused request frees its key.
//! **Messages** calls `Begin`, `Keep`; cast `Forget`.
//! **Restart** permanent; what it knows is in the store. On a single node the start frees the keys
//! of requests that an earlier process left.
//! **Backpressure** a permit travels in each call.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use citable_schema::{
    Begin, Begun, FirstAnswer, KeepAnswer, RequestFence, RequestKey, StoreError, Writer,
};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort};
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedSemaphorePermit;

use crate::address::Address;
use crate::bounded::BoundedAddress;
use crate::call::{CallError, answer};
use crate::clock::{SharedClock, milliseconds};
use crate::ids::{Prefix, new_id};
use crate::secrets::{Purpose, Secrets, hash_of};
use crate::tasks::Tasks;

/// How long a caller waits.
const DEADLINE: Duration = Duration::from_secs(10);
/// How long a request may run before another one with its key may begin; longer than any that
/// lives.
const LEASE: Duration = Duration::from_secs(60);
/// How long an answer is given again.
pub const ANSWER_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// An answer that is given again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAnswer {
    /// Its status.
    pub status: u16,
    /// Its media type.
    pub content_type: String,
    /// Its `Location`.
    pub location: Option<String>,
    /// Its body.
    pub body: String,
}

/// What is known of a request.
#[derive(Debug)]
pub enum Beginning {
    /// It is new; whoever holds the reservation goes on.
    New(Reservation),
    /// It was answered.
    Answered(StoredAnswer),
    /// It is running.
    Running,
    /// The key was used for another request.
    OtherRequest,
}

/// Why it is not known what to do with a request.
#[derive(Debug, thiserror::Error)]
pub enum IdempotencyError {
    /// The actor gave no answer.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored answer cannot be read.
    #[error("a stored answer cannot be read: {0}")]
    Unreadable(String),
}

impl IdempotencyError {
    /// Whether nothing can have been stored.
    fn came_before_the_store(&self) -> bool {
        matches!(
            self,
            Self::Call(CallError::Overloaded | CallError::Unavailable)
                | Self::Store(StoreError::Overloaded)
        )
    }
}

/// The right to answer a request that has begun. Dropped without an answer, it frees the key.
pub struct Reservation {
    sealer: Sealer,
    answered: bool,
    idempotency: BoundedAddress<IdempotencyMessage>,
}

impl fmt::Debug for Reservation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reservation").finish_non_exhaustive()
    }
}

/// Makes answers as they are stored.
#[derive(Clone)]
struct Sealer {
    fence: RequestFence,
    secrets: Secrets,
}

impl Sealer {
    fn seal(&self, stored: &StoredAnswer, now: i64) -> FirstAnswer {
        let plain = serde_json::to_vec(stored).unwrap_or_default();
        let about = about(&self.fence.request);
        let answer = self.secrets.seal(Purpose::StoredAnswers, &about, &plain);
        let expires_at = now + milliseconds(ANSWER_LIFETIME);
        FirstAnswer { fence: self.fence.clone(), answer, expires_at }
    }
}

impl Reservation {
    /// The answer as it is stored.
    pub(crate) fn first_answer(&self, stored: &StoredAnswer, now: i64) -> FirstAnswer {
        self.sealer.seal(stored, now)
    }

    /// A name of the request that is the same whenever it comes again.
    pub fn request_name(&self) -> String {
        hash_of(&String::from_utf8_lossy(&about(&self.sealer.fence.request)))
    }

    /// The request was answered, and the answer is stored.
    pub(crate) fn answered(mut self) {
        self.answered = true;
    }
}

type Answering<T> = dyn Fn(&T) -> StoredAnswer + Send + Sync;

/// How to answer a request that may come again, where the answer depends on what becomes of its
/// change: both are stored in one transaction.
pub struct Once<T> {
    reservation: Reservation,
    answer: Arc<Answering<T>>,
}

impl<T> fmt::Debug for Once<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Once").finish_non_exhaustive()
    }
}

impl<T: 'static> Once<T> {
    /// `answer` says what a change that was made is answered with.
    pub fn new(
        reservation: Reservation,
        answer: impl Fn(&T) -> StoredAnswer + Send + Sync + 'static,
    ) -> Self {
        Self { reservation, answer: Arc::new(answer) }
    }

    /// The same for the store, whose outcome `made` turns into what was made, if anything was.
    pub(crate) fn keep<R>(
        &self,
        now: i64,
        made: impl Fn(&R) -> Option<T> + Send + Sync + 'static,
    ) -> KeepAnswer<R> {
        let (sealer, answer) = (self.reservation.sealer.clone(), Arc::clone(&self.answer));
        Arc::new(move |outcome| made(outcome).map(|made| sealer.seal(&answer(&made), now)))
    }

    /// The answer is stored.
    pub(crate) fn answered(self) {
        self.reservation.answered();
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if !self.answered {
            self.idempotency.cast(IdempotencyMessage::Forget(self.sealer.fence.clone()));
        }
    }
}

pub(crate) enum IdempotencyMessage {
    /// A request has arrived.
    Begin {
        begin: Begin,
        permit: OwnedSemaphorePermit,
        reply: RpcReplyPort<Result<Begun, StoreError>>,
    },
    /// A request was answered.
    Keep {
        first: FirstAnswer,
        permit: OwnedSemaphorePermit,
        reply: RpcReplyPort<Result<(), StoreError>>,
    },
    /// A request was refused or given up.
    Forget(RequestFence),
}

/// How the rest of the program keeps first answers.
#[derive(Clone, Debug)]
pub struct IdempotencyHandle {
    address: BoundedAddress<IdempotencyMessage>,
    secrets: Secrets,
    clock: SharedClock,
}

impl IdempotencyHandle {
    pub(crate) fn new(
        address: Address<IdempotencyMessage>,
        most_waiting: usize,
        secrets: Secrets,
        clock: SharedClock,
    ) -> Self {
        Self { address: BoundedAddress::new(address, most_waiting), secrets, clock }
    }

    /// How many calls wait or run.
    pub fn waiting(&self) -> usize {
        self.address.waiting()
    }

    /// Begins a request of a credential with a key; `fingerprint` is what the request says.
    ///
    /// # Errors
    /// Every [`IdempotencyError`].
    pub async fn begin(
        &self,
        credential: String,
        key: String,
        fingerprint: String,
    ) -> Result<Beginning, IdempotencyError> {
        let request = RequestKey { credential, key };
        let fence = RequestFence { request: request.clone(), owner: new_id(Prefix::Boot) };
        // Made before the question, so that a caller who leaves frees the key.
        let reservation = Reservation {
            sealer: Sealer { fence: fence.clone(), secrets: self.secrets.clone() },
            answered: false,
            idempotency: self.address.clone(),
        };
        let now = self.clock.now_ms();
        let begin = Begin { fence, fingerprint, lease_until: now + milliseconds(LEASE), now };
        let message = |reply, permit| IdempotencyMessage::Begin { begin, permit, reply };
        let begun = self.address.call(DEADLINE, message).await.map_err(IdempotencyError::from);
        match begun.and_then(|begun| Ok(begun?)) {
            Ok(Begun::New) => Ok(Beginning::New(reservation)),
            Ok(begun) => {
                reservation.answered();
                self.known(&request, begun)
            }
            Err(error) => {
                if error.came_before_the_store() {
                    // Else each refusal would cost the store a change, just when it has no room.
                    reservation.answered();
                }
                Err(error)
            }
        }
    }

    /// Keeps the answer of a request.
    ///
    /// # Errors
    /// Every [`IdempotencyError`].
    pub async fn keep(
        &self,
        reservation: Reservation,
        stored: &StoredAnswer,
    ) -> Result<(), IdempotencyError> {
        let first = reservation.first_answer(stored, self.clock.now_ms());
        let message = |reply, permit| IdempotencyMessage::Keep { first, permit, reply };
        self.address.call(DEADLINE, message).await??;
        reservation.answered();
        Ok(())
    }

    fn known(&self, request: &RequestKey, begun: Begun) -> Result<Beginning, IdempotencyError> {
        let unreadable = |error: String| IdempotencyError::Unreadable(error);
        match begun {
            Begun::Answered(sealed) => {
                let plain = self.secrets.open(Purpose::StoredAnswers, &about(request), &sealed);
                let plain = plain.map_err(|error| unreadable(error.to_string()))?;
                let stored = serde_json::from_slice(&plain);
                stored.map(Beginning::Answered).map_err(|error| unreadable(error.to_string()))
            }
            Begun::OtherRequest => Ok(Beginning::OtherRequest),
            Begun::New | Begun::Running => Ok(Beginning::Running),
        }
    }
}

/// The actor.
pub(crate) struct Idempotency;

pub(crate) struct IdempotencyArgs {
    pub(crate) writer: Writer,
    /// Whether no other node can hold requests of this store.
    pub(crate) single_node: bool,
}

pub(crate) struct IdempotencyState {
    writer: Writer,
    tasks: Tasks,
}

impl Actor for Idempotency {
    type Msg = IdempotencyMessage;
    type State = IdempotencyState;
    type Arguments = IdempotencyArgs;

    async fn pre_start(
        &self,
        _myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        if args.single_node {
            args.writer.forget_unanswered_requests().await?;
        }
        Ok(IdempotencyState { writer: args.writer, tasks: Tasks::default() })
    }

    async fn handle(
        &self,
        _myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        let writer = state.writer.clone();
        match message {
            IdempotencyMessage::Begin { begin, permit, reply } => {
                let work = async move {
                    answer(reply, writer.begin_request(begin).await);
                    drop(permit);
                };
                state.tasks.run(work);
            }
            IdempotencyMessage::Keep { first, permit, reply } => {
                let work = async move {
                    answer(reply, writer.answer_request(first).await);
                    drop(permit);
                };
                state.tasks.run(work);
            }
            IdempotencyMessage::Forget(fence) => {
                let work = async move {
                    if let Err(error) = writer.forget_request(fence).await {
                        // Its lease runs out by itself.
                        tracing::warn!(%error, "the key of a refused request was not freed");
                    }
                };
                state.tasks.run(work);
            }
        }
        Ok(())
    }
}

/// What a stored answer belongs to.
fn about(request: &RequestKey) -> Vec<u8> {
    // A credential holds no line break, so no two requests share these bytes.
    format!("{}\n{}", request.credential, request.key).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemClock;

    /// Answers nothing, and knows which keys it was told to free.
    struct Freed(tokio::sync::mpsc::UnboundedSender<String>);

    impl Actor for Freed {
        type Msg = IdempotencyMessage;
        type State = ();
        type Arguments = ();

        async fn pre_start(
            &self,
            _myself: ActorRef<Self::Msg>,
            _args: (),
        ) -> Result<(), ActorProcessingErr> {
            Ok(())
        }

        async fn handle(
            &self,
            _myself: ActorRef<Self::Msg>,
            message: Self::Msg,
            _state: &mut (),
        ) -> Result<(), ActorProcessingErr> {
            match message {
                IdempotencyMessage::Begin { reply, .. } => answer(reply, Err(StoreError::Fenced)),
                IdempotencyMessage::Forget(fence) => {
                    let _told = self.0.send(fence.request.key);
                }
                IdempotencyMessage::Keep { .. } => {}
            }
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_request_that_was_refused_at_the_door_costs_the_store_nothing() {
        let (told, mut freed) = tokio::sync::mpsc::unbounded_channel();
        let (actor, _running) = Actor::spawn(None, Freed(told), ()).await.unwrap();
        let address = Address::vacant();
        address.occupy(actor.clone());
        let handle = |places| {
            let (secrets, clock) = (Secrets::ephemeral(), std::sync::Arc::new(SystemClock));
            IdempotencyHandle::new(address.clone(), places, secrets, clock)
        };
        let begin = async |places, key: &str| {
            handle(places).begin("key_1".to_owned(), key.to_owned(), String::new()).await
        };
        let refused = begin(0, "refused at the door").await.unwrap_err();
        assert!(matches!(refused, IdempotencyError::Call(CallError::Overloaded)));
        begin(1, "failed behind it").await.unwrap_err();
        assert_eq!(freed.recv().await.as_deref(), Some("failed behind it"));
        actor.stop(None);
    }
}
