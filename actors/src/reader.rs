//! The actor that reads.
//!
//! **Owns** every read of the store on behalf of a caller.
//! **Invariants** a read runs to its end even when its caller is gone: a connection whose query
//! was dropped half-way cannot be used again.
//! **Messages** one call per question; `ReadOver` comes back from its task.
//! **Restart** permanent; it has no state.
//! **Backpressure** a permit travels in each message; without a free one the caller is told
//! [`ReaderError::Overloaded`].

use std::sync::Arc;
use std::time::Duration;

use citable_checks::failure::ScanFailure;
use citable_checks::stage::Stage;
use citable_schema::{EventRow, ReportRow, ScanRow, ScanStatus as RowStatus, StoreError};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::address::Address;
use crate::call::{CallError, answer};
use crate::scan::event::{LifecycleEvent, failure_of};
use crate::tasks::Tasks;

pub use crate::scan::event::ScanStatus;

/// How long a caller waits for a read.
const DEADLINE: Duration = Duration::from_secs(5);
/// A finished report serves as a cached answer while it is younger than this.
pub const CACHE_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// A scan as callers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanView {
    /// Its id.
    pub id: String,
    /// The normalised address that was asked for.
    pub url: String,
    /// Whether it has ended, and how.
    pub status: ScanStatus,
    /// The stage it reached.
    pub stage: Stage,
    /// When it was accepted, in milliseconds since 1970.
    pub created_at: i64,
    /// When it ended, in milliseconds since 1970.
    pub finished_at: Option<i64>,
    /// The score of a finished scan.
    pub score: Option<u8>,
    /// Why a failed scan failed.
    pub failure: Option<ScanFailure>,
}

impl ScanView {
    fn from_row(row: ScanRow) -> Self {
        Self {
            status: match row.status {
                RowStatus::Queued | RowStatus::Running => ScanStatus::Pending,
                RowStatus::Done => ScanStatus::Done,
                RowStatus::Error => ScanStatus::Error,
            },
            stage: Stage::parse(&row.stage).unwrap_or(Stage::Queued),
            failure: failure_of(&row),
            id: row.id,
            url: row.url,
            created_at: row.created_at,
            finished_at: row.finished_at,
            score: row.score.and_then(|score| u8::try_from(score).ok()),
        }
    }
}

/// A finished report that is young enough to answer a new request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedReport {
    /// The scan that made it.
    pub scan_id: String,
    /// When the page was fetched, in milliseconds since 1970.
    pub scanned_at: i64,
}

/// Why a read brought nothing.
#[derive(Debug, thiserror::Error)]
pub enum ReaderError {
    /// Too many reads wait already.
    #[error("too many requests are being read at the moment; try again in a few seconds")]
    Overloaded,
    /// The actor gave no answer.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

type Answer<T> = RpcReplyPort<Result<T, StoreError>>;

pub(crate) enum Question {
    Scan { id: String, reply: Answer<Option<ScanRow>> },
    Report { id: String, reply: Answer<Option<ReportRow>> },
    NewestReports { url_hash: String, count: i64, reply: Answer<Vec<ReportRow>> },
    NewestReport { url_hash: String, since: i64, reply: Answer<Option<ReportRow>> },
    LastEvent { id: String, reply: Answer<Option<EventRow>> },
    EventsAfter { id: String, seq: i64, reply: Answer<Vec<EventRow>> },
    Ping { reply: Answer<()> },
}

pub(crate) enum ReaderMessage {
    /// A caller asks.
    Ask(Question, OwnedSemaphorePermit),
    /// A read is over; its answer went to the caller from the task.
    ReadOver,
}

/// How callers read.
#[derive(Clone, Debug)]
pub struct ReaderHandle {
    address: Address<ReaderMessage>,
    places: Arc<Semaphore>,
}

impl ReaderHandle {
    pub(crate) fn new(address: Address<ReaderMessage>, most_waiting: usize) -> Self {
        Self { address, places: Arc::new(Semaphore::new(most_waiting)) }
    }

    /// The scan of that id.
    ///
    /// # Errors
    /// Every [`ReaderError`].
    pub async fn scan(&self, id: String) -> Result<Option<ScanView>, ReaderError> {
        let row = self.ask(|reply| Question::Scan { id, reply }).await?;
        Ok(row.map(ScanView::from_row))
    }

    /// The report of the scan of that id, as the JSON bytes that were stored.
    ///
    /// # Errors
    /// Every [`ReaderError`].
    pub async fn report(&self, id: String) -> Result<Option<Vec<u8>>, ReaderError> {
        let row = self.ask(|reply| Question::Report { id, reply }).await?;
        Ok(row.map(|row| row.body))
    }

    /// The newest finished report of an address that is under [`CACHE_LIFETIME`] old.
    ///
    /// # Errors
    /// Every [`ReaderError`].
    pub async fn cached_report(
        &self,
        url_hash: String,
        now_ms: i64,
    ) -> Result<Option<CachedReport>, ReaderError> {
        let since = now_ms - i64::try_from(CACHE_LIFETIME.as_millis()).unwrap_or(i64::MAX);
        let row = self.ask(|reply| Question::NewestReport { url_hash, since, reply }).await?;
        Ok(row.map(|row| CachedReport { scan_id: row.scan_id, scanned_at: row.scanned_at }))
    }

    /// The newest finished reports of an address, newest first, as the JSON bytes that were
    /// stored.
    ///
    /// # Errors
    /// Every [`ReaderError`].
    pub async fn newest_reports(
        &self,
        url_hash: String,
        count: u32,
    ) -> Result<Vec<Vec<u8>>, ReaderError> {
        let count = i64::from(count);
        let rows = self.ask(|reply| Question::NewestReports { url_hash, count, reply }).await?;
        Ok(rows.into_iter().map(|row| row.body).collect())
    }

    /// How long the store takes to answer.
    ///
    /// # Errors
    /// Every [`ReaderError`].
    pub async fn ping(&self) -> Result<Duration, ReaderError> {
        let asked = Instant::now();
        self.ask(|reply| Question::Ping { reply }).await?;
        Ok(asked.elapsed())
    }

    /// The newest event of a scan's log.
    pub(crate) async fn last_event(
        &self,
        id: String,
    ) -> Result<Option<LifecycleEvent>, ReaderError> {
        let row = self.ask(|reply| Question::LastEvent { id, reply }).await?;
        Ok(row.map(LifecycleEvent::from_row))
    }

    /// A scan's events after `seq`, oldest first.
    pub(crate) async fn events_after(
        &self,
        id: String,
        seq: i64,
    ) -> Result<Vec<LifecycleEvent>, ReaderError> {
        let rows = self.ask(|reply| Question::EventsAfter { id, seq, reply }).await?;
        Ok(rows.into_iter().map(LifecycleEvent::from_row).collect())
    }

    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(Answer<T>) -> Question,
    ) -> Result<T, ReaderError> {
        let permit = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_none_free| ReaderError::Overloaded)?;
        let answered = self
            .address
            .call(DEADLINE, |reply| ReaderMessage::Ask(question(reply), permit))
            .await?;
        Ok(answered?)
    }
}

/// The actor.
pub(crate) struct Reader;

pub(crate) struct ReaderArgs {
    pub(crate) store: citable_schema::Reader,
}

pub(crate) struct ReaderState {
    store: citable_schema::Reader,
    tasks: Tasks,
}

impl Actor for Reader {
    type Msg = ReaderMessage;
    type State = ReaderState;
    type Arguments = ReaderArgs;

    async fn pre_start(
        &self,
        _myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(ReaderState { store: args.store, tasks: Tasks::default() })
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ReaderMessage::Ask(question, permit) => {
                let store = state.store.clone();
                let read = async move {
                    read(&store, question).await;
                    drop(permit);
                };
                state.tasks.attach(&myself, read, |_| ReaderMessage::ReadOver);
            }
            ReaderMessage::ReadOver => {}
        }
        Ok(())
    }
}

async fn read(store: &citable_schema::Reader, question: Question) {
    match question {
        Question::Scan { id, reply } => answer(reply, store.scan(&id).await),
        Question::Report { id, reply } => answer(reply, store.report(&id).await),
        Question::NewestReport { url_hash, since, reply } => {
            answer(reply, store.newest_report(&url_hash, since).await);
        }
        Question::NewestReports { url_hash, count, reply } => {
            answer(reply, store.newest_reports(&url_hash, count).await);
        }
        Question::LastEvent { id, reply } => answer(reply, store.last_event(&id).await),
        Question::EventsAfter { id, seq, reply } => {
            answer(reply, store.events_after(&id, seq).await);
        }
        Question::Ping { reply } => answer(reply, store.ping().await),
    }
}
