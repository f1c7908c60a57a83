//! The writer on PostgreSQL: each unit is a task of its own on a pooled connection.

use std::sync::Arc;
use std::time::Duration;

use diesel_async::TransactionManager as _;
use diesel_async::pooled_connection::PoolableConnection as _;
use tokio::sync::{Semaphore, TryAcquireError};
use tracing::Instrument as _;

use crate::store::connection::{Connection, Postgres};
use crate::store::error::StoreError;
use crate::store::postgres::pool::{Manager, PostgresPool};
use crate::store::unit::Unit;

/// How often a unit is tried again after a serialization failure (40001) or a deadlock (40P01).
const RETRIES: u32 = 3;
/// The longest pause before the first retry; it doubles with each, and the pause itself is random
/// below it.
const FIRST_PAUSE: Duration = Duration::from_millis(20);

/// Where units get their connection, and how many may wait or run.
#[derive(Clone)]
pub(crate) struct PostgresLane {
    pool: PostgresPool,
    places: Arc<Semaphore>,
    queue: u32,
}

impl PostgresLane {
    pub(crate) fn new(pool: PostgresPool, queue: usize) -> Self {
        let queue = u32::try_from(queue.max(1)).unwrap_or(u32::MAX);
        Self { pool, places: Arc::new(Semaphore::new(queue as usize)), queue }
    }

    pub(crate) async fn run<U: Unit>(&self, unit: U) -> Result<U::Answer, StoreError> {
        let place =
            Arc::clone(&self.places).try_acquire_owned().map_err(|refusal| match refusal {
                TryAcquireError::NoPermits => StoreError::Overloaded,
                TryAcquireError::Closed => StoreError::closed(),
            })?;
        let pool = self.pool.clone();
        let work = async move {
            let outcome = run_with_retries(&pool, &unit).await;
            drop(place);
            outcome
        };
        tokio::spawn(work.in_current_span()).await.unwrap_or_else(|error| match error.is_panic() {
            true => Err(StoreError::panicked()),
            false => Err(StoreError::closed()),
        })
    }

    pub(crate) async fn close(&self) {
        // An error means that it is closed already.
        let _ = self.places.acquire_many(self.queue).await.map(|places| places.forget());
        self.places.close();
    }
}

async fn run_with_retries<U: Unit>(pool: &PostgresPool, unit: &U) -> Result<U::Answer, StoreError> {
    let (mut lost, mut retry) = (0, 0);
    'connections: loop {
        let mut connection = pool.check_out().await?;
        loop {
            match run_in_transaction(&mut connection, pool.begin(), unit).await {
                End::Lost(error) if lost == pool.lost_retries() => return Err(error),
                End::Lost(error) => {
                    tracing::debug!(%error, "retrying a unit of work on another connection");
                    lost += 1;
                    continue 'connections;
                }
                End::Known(Err(StoreError::Contention(reason))) if retry < RETRIES => {
                    tracing::debug!(retry, reason, "retrying a unit of work");
                    let longest = FIRST_PAUSE * 2_u32.pow(retry);
                    tokio::time::sleep(rand::random_range(Duration::ZERO..longest)).await;
                    retry += 1;
                }
                End::Known(outcome) => return outcome,
            }
        }
    }
}

/// How one attempt ended.
enum End<T> {
    /// As the unit said, or as the commit did.
    Known(Result<T, StoreError>),
    /// The connection broke, or leads to a server that only reads. Nothing was stored.
    Lost(StoreError),
}

async fn run_in_transaction<U: Unit>(
    connection: &mut Postgres,
    begin: Option<&str>,
    unit: &U,
) -> End<U::Answer> {
    let begun = match begin {
        Some(begin) => Manager::begin_transaction_sql(connection, begin).await,
        None => Manager::begin_transaction(connection).await,
    };
    if let Err(error) = begun {
        return ended(connection, error.into());
    }
    let error = match unit.run(&mut Connection::Postgres(connection)).await {
        Ok(answer) => {
            // A connection that breaks here takes the answer with it: nobody knows what is stored.
            let committed = Manager::commit_transaction(connection).await;
            return End::Known(committed.map(|()| answer).map_err(StoreError::from));
        }
        Err(error) => error,
    };
    // Where this fails the connection is broken, and the pool drops it; the unit's own error says
    // more.
    drop(Manager::rollback_transaction(connection).await);
    ended(connection, error)
}

/// How an attempt ended that failed before its commit.
fn ended<T>(connection: &mut Postgres, error: StoreError) -> End<T> {
    if error.is_read_only() || error.is_connection_ended() {
        // The pool drops what is in error, and may find another server.
        Manager::transaction_manager_status_mut(connection).set_in_error();
        return End::Lost(error);
    }
    match matches!(error, StoreError::Unavailable(_)) && connection.is_broken() {
        true => End::Lost(error),
        false => End::Known(Err(error)),
    }
}
