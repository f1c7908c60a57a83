//! Every read that is not part of a change.

use std::time::Instant;

use citable_metrics::STORE_READ_WAIT;
use diesel::QueryResult;
use diesel::sql_types::{BigInt, Integer};
use diesel_async::RunQueryDsl;
use diesel_async::pooled_connection::bb8::Pool;
use futures_util::future::BoxFuture;

use crate::store::connection::{Connection, Sqlite};
use crate::store::error::{StoreError, is_connection_lost};
use crate::store::postgres::pool::PostgresPool;
use crate::store::queries::queries;

/// What the database says of its clock, and when it said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockReading {
    /// The database's instant.
    pub at: i64,
    /// When that was, by this process's monotonic clock: half-way through the question.
    pub taken: Instant,
    /// How far off that can be, in milliseconds: half the time of the question, rounded up.
    pub error: i64,
}

/// Reads from a pool of read-only connections. Clones share the pool.
///
/// Every method may be dropped half-way: on SQLite a read that has begun runs to its end on a
/// blocking thread, because diesel's wrapper panics on a connection whose last call was abandoned.
///
/// Every method fails with [`StoreError::Unavailable`] where the database is or no connection
/// becomes free in time.
#[derive(Clone)]
pub struct Reader {
    pool: ReadPool,
}

#[derive(Clone)]
enum ReadPool {
    Sqlite(Pool<Sqlite>),
    Postgres(PostgresPool),
}

queries! {
    /// Questions about the database itself.
    trait HealthQueries {
        fn select_one() -> one i32 {
            diesel::select(diesel::dsl::sql::<Integer>("1"))
        }

        /// PostgreSQL's clock. SQLite refuses it.
        fn database_clock() -> one i64 {
            let clock = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
            diesel::select(diesel::dsl::sql::<BigInt>(clock))
        }
    }
}

impl Reader {
    pub(crate) fn sqlite(pool: Pool<Sqlite>) -> Self {
        Self { pool: ReadPool::Sqlite(pool) }
    }

    pub(crate) fn postgres(pool: PostgresPool) -> Self {
        Self { pool: ReadPool::Postgres(pool) }
    }

    /// Runs a query on a connection of its own.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        query: impl for<'c> FnOnce(&'c mut Connection<'_>) -> BoxFuture<'c, QueryResult<T>>
        + Clone
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let answer = match &self.pool {
            ReadPool::Sqlite(pool) => {
                let mut pooled = waited(pool.get_owned()).await?;
                let runtime = tokio::runtime::Handle::current();
                let read = move || runtime.block_on(query(&mut Connection::Sqlite(&mut pooled)));
                tokio::task::spawn_blocking(read).await.map_err(|_| StoreError::panicked())?
            }
            ReadPool::Postgres(pool) => return read_postgres(pool, query).await,
        };
        Ok(answer?)
    }

    /// Asks the database for a sign of life.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read(|conn| Box::pin(conn.select_one())).await.map(drop)
    }

    /// The database's clock. None on SQLite, which has none of its own.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn read_clock(&self) -> Result<Option<ClockReading>, StoreError> {
        let ReadPool::Postgres(pool) = &self.pool else { return Ok(None) };
        read_postgres(pool, |conn| {
            Box::pin(async move {
                let asked = Instant::now();
                let at = conn.database_clock().await?;
                let half = asked.elapsed() / 2;
                Ok(Some(ClockReading { at, taken: asked + half, error: milliseconds(half) + 1 }))
            })
        })
        .await
    }
}

/// Reads, on another connection where one breaks.
async fn read_postgres<T>(
    pool: &PostgresPool,
    query: impl for<'c> FnOnce(&'c mut Connection<'_>) -> BoxFuture<'c, QueryResult<T>> + Clone,
) -> Result<T, StoreError> {
    let mut lost = 0;
    loop {
        let mut pooled = waited(pool.check_out()).await?;
        match pool.read(&mut pooled, query.clone()).await {
            Err(error) if lost < pool.lost_retries() && is_connection_lost(&error) => lost += 1,
            answer => return Ok(answer?),
        }
    }
}

/// Lets a [`Reader`] ask queries of the same name.
macro_rules! reads {
    ($(
        $(#[$doc:meta])*
        fn $query:ident($($arg:ident: $(&$lent:ident)? $($copied:ident)?),*) -> $answer:ty;
    )*) => {
        impl $crate::store::reader::Reader {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// Those of every method.
                pub async fn $query(
                    &self
                    $(, $arg: $(&$lent)? $($copied)?)*
                ) -> Result<$answer, $crate::store::error::StoreError> {
                    $(let $arg = $arg.to_owned();)*
                    self.read(move |conn| Box::pin(async move {
                        conn.$query($($crate::store::reader::lent!($arg $($lent)?)),*).await
                    }))
                    .await
                }
            )*
        }
    };
}
pub(crate) use reads;

/// An argument of a read as its query takes it.
macro_rules! lent {
    ($arg:ident $lent:ident) => {
        &$arg
    };
    ($arg:ident) => {
        $arg
    };
}
pub(crate) use lent;

/// Counts how long a connection is waited for.
async fn waited<T>(check_out: impl Future<Output = T>) -> T {
    let began = Instant::now();
    let connection = check_out.await;
    STORE_READ_WAIT.record(began.elapsed());
    connection
}

fn milliseconds(duration: std::time::Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
