//! What sets one outbox apart from another.

use std::sync::Arc;
use std::time::Duration;

use citable_schema::{StoreError, Unit, Writer};

use crate::bell::Word;
use crate::clock::SharedClock;
use crate::tasks::{TaskPanicked, Tasks};

/// The pause before an end that could not be stored is stored again; it doubles.
const STORE_PAUSE: Duration = Duration::from_millis(500);
/// How often that is tried: for about two minutes in all.
const STORE_TRIES: u32 = 8;
/// The longest that takes.
pub(super) const STORING: Duration = Duration::from_secs(128);

/// What an outbox holds, and how it is emptied.
pub(crate) trait Kind: Send + Sync + 'static {
    /// What the actor is called.
    const NAME: &'static str;
    /// What tells other nodes that something was put in.
    const WORD: Word;
    /// The longest pause between two polls: another process may have put something in.
    const POLL_EVERY: Duration;
    /// What was claimed, with all that one attempt at it needs.
    type Row: Send + 'static;
    /// What else the actor is asked.
    type Question: Send + 'static;

    fn clock(&self) -> &SharedClock;

    /// How many attempts may be in flight.
    fn most_in_flight(&self) -> usize;

    /// How long one attempt may take, without the storing of its end.
    fn longest_attempt(&self) -> Duration;

    /// Claims rows that are due.
    fn claim(
        &self,
        order: ClaimOrder,
    ) -> impl Future<Output = Result<Claimed<Self::Row>, StoreError>> + Send;

    /// Says that nothing could be claimed.
    fn claim_failed(&self, error: &StoreError);

    /// The id of what was claimed.
    fn id(row: &Self::Row) -> &str;

    /// Makes one attempt, and stores how it ended.
    fn attempt(&self, row: Self::Row) -> impl Future<Output = ()> + Send;

    /// Says that an attempt panicked. Another one is made when its claim is over.
    fn broke_off(&self, id: &str, error: TaskPanicked);

    /// Answers what else the actor is asked.
    fn asked(self: &Arc<Self>, question: Self::Question, tasks: &mut Tasks);
}

/// Who claims, until when, and how many rows at most.
pub(crate) struct ClaimOrder {
    pub(crate) owner: String,
    pub(crate) now: i64,
    pub(crate) lease_until: i64,
    pub(crate) limit: i64,
    /// Whether no other node can hold rows of this store.
    pub(crate) take_foreign: bool,
}

/// What was claimed.
pub(crate) struct Claimed<Row> {
    pub(crate) rows: Vec<Row>,
    pub(crate) next_poll: NextPoll,
}

/// When the outbox is polled again. Instants are milliseconds since 1970.
pub(crate) enum NextPoll {
    /// Now: more may be due.
    Now,
    /// When the next row is due, if any is known.
    At(Option<i64>),
}

/// Stores how an attempt ended. What was taken and is not known to be would be sent again, so this
/// does not give up soon.
///
/// # Errors
/// [`StoreError::Fenced`] where the claim was lost; else the store failed all the time.
pub(crate) async fn store_end<U: Unit>(
    writer: &Writer,
    end: impl Fn() -> U,
) -> Result<U::Answer, StoreError> {
    let mut pause = STORE_PAUSE;
    for _ in 1..STORE_TRIES {
        match writer.run(end()).await {
            Ok(answer) => return Ok(answer),
            Err(StoreError::Fenced) => return Err(StoreError::Fenced),
            Err(_) => tokio::time::sleep(pause).await,
        }
        pause *= 2;
    }
    writer.run(end()).await
}
