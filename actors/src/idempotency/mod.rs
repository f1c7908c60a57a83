//! Repeated requests: of those with one key, one runs and the others get its response.

mod actor;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use citable_schema::{Begin, Begun, FirstAnswer, KeepAnswer, RequestFence, RequestKey, StoreError};
use serde::{Deserialize, Serialize};

use crate::address::Address;
use crate::bounded::BoundedAddress;
use crate::call::CallError;
use crate::clock::{SharedClock, milliseconds};
use crate::ids::{Prefix, new_id};
use crate::secrets::{Purpose, Secrets, hash_of};

use self::actor::{Known, LEASE};
pub(crate) use actor::{Idempotency, IdempotencyArgs, IdempotencyMessage};

/// How long a caller waits.
const DEADLINE: Duration = Duration::from_secs(10);
/// An owner that was silent for so long is taken for gone.
const SILENCE: Duration = Duration::from_secs(15);
/// When a request that is still running is worth another try.
pub const TRY_AGAIN_IN: Duration = Duration::from_secs(2);
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
    /// It is new. The holder of the reservation continues.
    New(Reservation),
    /// It was answered.
    Answered(StoredAnswer),
    /// It is running.
    Running {
        /// When another try is worth it: soon where its owner lives, else when its lease is over.
        try_again_in: Duration,
    },
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
    #[error("a stored response can't be read: {0}")]
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
    /// As long as this is there, somebody means to answer.
    _life: Arc<()>,
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
        let life = Arc::new(());
        let owner = Arc::downgrade(&life);
        let reservation = Reservation {
            sealer: Sealer { fence: fence.clone(), secrets: self.secrets.clone() },
            answered: false,
            idempotency: self.address.clone(),
            _life: life,
        };
        let now = self.clock.now_ms();
        let begin = Begin { fence, fingerprint, lease_until: now + milliseconds(LEASE), now };
        let message = |reply, permit| IdempotencyMessage::Begin { begin, owner, permit, reply };
        let begun = self.address.call(DEADLINE, message).await.map_err(IdempotencyError::from);
        match begun.and_then(|begun| Ok(begun?)) {
            Ok(Known { begun: Begun::New, .. }) => Ok(Beginning::New(reservation)),
            Ok(known) => {
                reservation.answered();
                self.known(&request, known)
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

    fn known(&self, request: &RequestKey, known: Known) -> Result<Beginning, IdempotencyError> {
        let unreadable = |error: String| IdempotencyError::Unreadable(error);
        match known.begun {
            Begun::Answered(sealed) => {
                let plain = self.secrets.open(Purpose::StoredAnswers, &about(request), &sealed);
                let plain = plain.map_err(|error| unreadable(error.to_string()))?;
                let stored = serde_json::from_slice(&plain);
                stored.map(Beginning::Answered).map_err(|error| unreadable(error.to_string()))
            }
            Begun::OtherRequest => Ok(Beginning::OtherRequest),
            Begun::New => Ok(Beginning::Running { try_again_in: TRY_AGAIN_IN }),
            Begun::Running { lease_until, .. } => {
                let left = lease_until.saturating_sub(self.clock.now_ms());
                Ok(Beginning::Running { try_again_in: try_again_in(left, known.owner_is_ours) })
            }
        }
    }
}

/// When a request that runs is worth another try, given the milliseconds that its lease has left.
fn try_again_in(left: i64, owner_is_ours: bool) -> Duration {
    let was_heard_of = left > milliseconds(LEASE - SILENCE);
    if owner_is_ours || was_heard_of {
        return TRY_AGAIN_IN;
    }
    Duration::from_millis(u64::try_from(left).unwrap_or(0))
}

/// What a stored answer belongs to.
fn about(request: &RequestKey) -> Vec<u8> {
    // A credential holds no line break, so no two requests share these bytes.
    format!("{}\n{}", request.credential, request.key).into_bytes()
}

#[cfg(test)]
mod tests;
