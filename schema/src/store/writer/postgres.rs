//! The writer on PostgreSQL: each unit is a task of its own on a pooled connection.

use std::sync::Arc;
use std::time::Duration;

use diesel_async::pooled_connection::bb8::Pool;
use diesel_async::{AsyncConnection, TransactionManager};
use tokio::sync::{Semaphore, TryAcquireError};
use tracing::Instrument as _;

use crate::store::connection::{Connection, Postgres, check_out};
use crate::store::error::StoreError;
use crate::store::unit::Unit;

type Manager = <Postgres as AsyncConnection>::TransactionManager;

/// How often a unit is tried again after a serialization failure (40001) or a deadlock (40P01).
const RETRIES: u32 = 3;
/// The longest pause before the first retry; it doubles with each, and the pause itself is random
/// below it.
const FIRST_PAUSE: Duration = Duration::from_millis(20);

/// Where units get their connection, and how many may wait or run.
#[derive(Clone)]
pub(crate) struct PostgresLane {
    pool: Pool<Postgres>,
    places: Arc<Semaphore>,
    queue: u32,
}

impl PostgresLane {
    pub(crate) fn new(pool: Pool<Postgres>, queue: usize) -> Self {
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

async fn run_with_retries<U: Unit>(
    pool: &Pool<Postgres>,
    unit: &U,
) -> Result<U::Answer, StoreError> {
    let mut connection = check_out(pool).await?;
    for retry in 0..RETRIES {
        match run_in_transaction(&mut connection, unit).await {
            Err(StoreError::Contention(reason)) => {
                tracing::debug!(retry, reason, "retrying a unit of work");
                let longest = FIRST_PAUSE * 2_u32.pow(retry);
                tokio::time::sleep(rand::random_range(Duration::ZERO..longest)).await;
            }
            outcome => return outcome,
        }
    }
    run_in_transaction(&mut connection, unit).await
}

async fn run_in_transaction<U: Unit>(
    connection: &mut Postgres,
    unit: &U,
) -> Result<U::Answer, StoreError> {
    Manager::begin_transaction(connection).await?;
    let outcome = unit.run(&mut Connection::Postgres(connection)).await;
    match outcome {
        Ok(_) => Manager::commit_transaction(connection).await?,
        // Where this fails the connection is broken, and the pool drops it; the unit's own error
        // says more.
        Err(_) => drop(Manager::rollback_transaction(connection).await),
    }
    outcome
}
