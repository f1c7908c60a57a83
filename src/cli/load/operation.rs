//! What a workload repeats, and how one repetition ends.

use citable_actors::idempotency::IdempotencyError;
use citable_actors::identity::IdentityError;
use citable_actors::store::StoreError;
use citable_actors::{AskError, CallError, LedgerError, ScansError};
use futures_util::future::BoxFuture;
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde::Serialize;

/// Calls of one actor, all made through its public handle.
pub(super) trait Workload: Send + Sync {
    /// What one operation does.
    fn operation(&self) -> &'static str;

    /// Runs the operation with that number. The same seed and number give the same operation.
    fn run(&self, number: u64) -> BoxFuture<'_, Ended>;

    /// Calls that wait or run in the actor.
    fn waiting(&self) -> usize;
}

/// How an operation ended; where it was done, which of the workload's kinds it was.
pub(super) type Ended = Result<&'static str, Fault>;

/// Why an operation was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A part of the service had no room or no time for it.
    Refused(Refusal),
    /// What should not happen.
    Failed(String),
}

/// Who refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Refusal {
    /// As many calls wait for the actor as may.
    MailboxFull,
    /// As many changes wait for the store as may.
    StoreFull,
    /// As many scans wait as may.
    QueueFull,
    /// The actor was being restarted.
    Restarting,
    /// No answer came in time.
    TimedOut,
}

impl Refusal {
    /// In words.
    pub(super) const fn in_words(self) -> &'static str {
        match self {
            Self::MailboxFull => "mailbox full",
            Self::StoreFull => "store queue full",
            Self::QueueFull => "scan queue full",
            Self::Restarting => "restarting",
            Self::TimedOut => "timed out",
        }
    }
}

/// What the operation of a number draws its choices from.
pub(super) fn draws(seed: u64, number: u64) -> StdRng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&number.to_le_bytes());
    StdRng::from_seed(key)
}

impl From<CallError> for Fault {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Overloaded => Self::Refused(Refusal::MailboxFull),
            CallError::Unavailable => Self::Refused(Refusal::Restarting),
            CallError::TimedOut => Self::Refused(Refusal::TimedOut),
            CallError::Broken => Self::Failed(error.to_string()),
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Overloaded => Self::Refused(Refusal::StoreFull),
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<AskError> for Fault {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Call(error) => error.into(),
            AskError::Store(error) => error.into(),
        }
    }
}

impl From<ScansError> for Fault {
    fn from(error: ScansError) -> Self {
        match error {
            ScansError::QueueFull => Self::Refused(Refusal::QueueFull),
            ScansError::Call(error) => error.into(),
            ScansError::Read(error) => error.into(),
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<LedgerError> for Fault {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Scans(error) => error.into(),
            LedgerError::Call(error) => error.into(),
            LedgerError::Store(error) => error.into(),
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<IdempotencyError> for Fault {
    fn from(error: IdempotencyError) -> Self {
        match error {
            IdempotencyError::Call(error) => error.into(),
            IdempotencyError::Store(error) => error.into(),
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<IdentityError> for Fault {
    fn from(error: IdentityError) -> Self {
        match error {
            IdentityError::Ask(error) => error.into(),
            other => Self::Failed(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    #[test]
    fn the_same_seed_and_number_draw_the_same() {
        let drawn = |seed, number| draws(seed, number).random::<u64>();
        assert_eq!(drawn(1, 7), drawn(1, 7));
        assert_ne!(drawn(1, 7), drawn(1, 8));
        assert_ne!(drawn(1, 7), drawn(2, 7));
    }

    #[test]
    fn a_full_part_refuses_wherever_it_is() {
        for (fault, refusal) in [
            (Fault::from(LedgerError::Call(CallError::Overloaded)), Refusal::MailboxFull),
            (Fault::from(LedgerError::Scans(ScansError::QueueFull)), Refusal::QueueFull),
            (
                Fault::from(IdentityError::Ask(AskError::Store(StoreError::Overloaded))),
                Refusal::StoreFull,
            ),
            (Fault::from(ScansError::Read(AskError::Call(CallError::TimedOut))), Refusal::TimedOut),
        ] {
            assert_eq!(fault, Fault::Refused(refusal));
        }
        let broken = Fault::from(IdempotencyError::Call(CallError::Broken));
        assert!(matches!(broken, Fault::Failed(_)));
    }
}
