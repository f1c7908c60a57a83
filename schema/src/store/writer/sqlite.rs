//! The writer on SQLite: one thread, one connection, one transaction for everything that waits.
//!
//! A commit costs a sync of the disk however much it holds, so what arrives while one commit runs
//! goes into the next one together. Each unit that could fail half-way has a savepoint of its own:
//! one that fails does not take the others with it.

use std::panic::AssertUnwindSafe;

use citable_metrics::STORE_BATCH;
use diesel::QueryResult;
use diesel::connection::AnsiTransactionManager;
use diesel_async::{AsyncConnection, SimpleAsyncConnection, TransactionManager};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use crate::store::connection::{Connection, Sqlite, open_sqlite_writer};
use crate::store::error::StoreError;
use crate::store::unit::Unit;

type Manager = <Sqlite as AsyncConnection>::TransactionManager;

/// Done once at the end: empties the write-ahead log into the file and refreshes the planner's
/// statistics.
const CLOSING_PRAGMAS: &str = "PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE);";

/// The way to the writer's thread.
#[derive(Clone)]
pub(crate) struct SqliteLane {
    requests: mpsc::Sender<Request>,
}

enum Request {
    Run(Box<dyn Job>),
    Close(oneshot::Sender<()>),
}

impl SqliteLane {
    /// Opens the connection and starts the thread. Blocks.
    pub(crate) fn start(path: &str, queue: usize, batch: usize) -> Result<Self, StoreError> {
        let connection = open_sqlite_writer(path)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .map_err(|error| StoreError::Unavailable(format!("can't start the writer: {error}")))?;
        let (requests, waiting) = mpsc::channel(queue.max(1));
        let thread = WriterThread {
            path: path.to_owned(),
            connection: Some(connection),
            waiting,
            batch: batch.max(1),
        };
        std::thread::Builder::new()
            .name("citable-writer".to_owned())
            .spawn(move || runtime.block_on(thread.serve()))
            .map_err(|error| StoreError::Unavailable(format!("can't start the writer: {error}")))?;
        Ok(Self { requests })
    }

    pub(crate) async fn run<U: Unit>(&self, unit: U) -> Result<U::Answer, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job = Pending { unit, outcome: None, reply };
        self.requests.try_send(Request::Run(Box::new(job))).map_err(|refusal| match refusal {
            TrySendError::Full(_) => StoreError::Overloaded,
            TrySendError::Closed(_) => StoreError::closed(),
        })?;
        answer.await.unwrap_or_else(|_| Err(StoreError::closed()))
    }

    pub(crate) async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.requests.send(Request::Close(reply)).await.is_ok() {
            // An error means that the thread is gone, which is what was wanted.
            let _ = closed.await;
        }
    }
}

/// A unit whose type the thread need not know.
trait Job: Send {
    /// Runs the unit, in a savepoint where it could fail half-way, and keeps its outcome. An error
    /// means that the whole transaction is lost.
    fn run<'a>(&'a mut self, connection: &'a mut Sqlite) -> BoxFuture<'a, QueryResult<()>>;

    /// Tells the caller, if it still listens, how the unit ended, or why the transaction around it
    /// did not commit.
    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

struct Pending<U: Unit> {
    unit: U,
    outcome: Option<Result<U::Answer, StoreError>>,
    reply: oneshot::Sender<Result<U::Answer, StoreError>>,
}

impl<U: Unit> Job for Pending<U> {
    fn run<'a>(&'a mut self, connection: &'a mut Sqlite) -> BoxFuture<'a, QueryResult<()>> {
        async move {
            if !U::CHANGES_LAST {
                Manager::begin_transaction(connection).await?;
            }
            let mut lent = Connection::Sqlite(connection);
            let outcome = AssertUnwindSafe(self.unit.run(&mut lent)).catch_unwind().await;
            let outcome = outcome.unwrap_or_else(|_| Err(StoreError::panicked()));
            match outcome {
                _ if U::CHANGES_LAST => {}
                Ok(_) => Manager::commit_transaction(connection).await?,
                Err(_) => Manager::rollback_transaction(connection).await?,
            }
            self.outcome = Some(outcome);
            Ok(())
        }
        .boxed()
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        let Self { outcome, reply, .. } = *self;
        let outcome = committed.and_then(|()| outcome.unwrap_or_else(|| Err(StoreError::closed())));
        // The caller may have gone; the unit is stored all the same.
        let _ = reply.send(outcome);
    }
}

struct WriterThread {
    path: String,
    /// `None` after a transaction was lost, until the next one opens a new connection.
    connection: Option<Sqlite>,
    waiting: mpsc::Receiver<Request>,
    batch: usize,
}

impl WriterThread {
    async fn serve(mut self) {
        let mut closers = Vec::new();
        while let Some(first) = self.waiting.recv().await {
            let jobs = self.take_waiting(first, &mut closers);
            self.commit(jobs).await;
        }
        self.shut().await;
        for closer in closers {
            let _ = closer.send(());
        }
    }

    /// The first request and what waits behind it, up to the size of a batch.
    fn take_waiting(
        &mut self,
        first: Request,
        closers: &mut Vec<oneshot::Sender<()>>,
    ) -> Vec<Box<dyn Job>> {
        let mut jobs = Vec::new();
        let mut next = Some(first);
        while let Some(request) = next {
            match request {
                Request::Run(job) => jobs.push(job),
                Request::Close(closer) => {
                    self.waiting.close();
                    closers.push(closer);
                }
            }
            next = if jobs.len() < self.batch { self.waiting.try_recv().ok() } else { None };
        }
        jobs
    }

    async fn commit(&mut self, mut jobs: Vec<Box<dyn Job>>) {
        let committed = self.try_commit(&mut jobs).await;
        if let Err(error) = &committed {
            tracing::error!(%error, units = jobs.len(), "a transaction was lost");
            // Dropping the connection rolls back whatever is open, in whatever state it is.
            self.connection = None;
        }
        for job in jobs {
            job.answer(committed.clone());
        }
    }

    async fn try_commit(&mut self, jobs: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
        if jobs.is_empty() {
            return Ok(());
        }
        STORE_BATCH.record(jobs.len());
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => open_sqlite_writer(&self.path)?,
        };
        let connection = self.connection.insert(connection);
        begin_immediate(connection).await?;
        for job in jobs {
            job.run(connection).await?;
        }
        Ok(Manager::commit_transaction(connection).await?)
    }

    async fn shut(&mut self) {
        if let Some(connection) = &mut self.connection
            && let Err(error) = connection.batch_execute(CLOSING_PRAGMAS).await
        {
            tracing::warn!(%error, "couldn't empty the write-ahead log; the next start reads it");
        }
        self.connection = None;
    }
}

/// A transaction that begins as a reader cannot wait for another writer; one that takes the write
/// lock at once can.
async fn begin_immediate(connection: &mut Sqlite) -> QueryResult<()> {
    connection
        .spawn_blocking(|connection| {
            AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN IMMEDIATE")
        })
        .await
}
