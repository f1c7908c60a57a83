//! Every read that is not part of a change.

use std::time::Instant;

use citable_metrics::STORE_READ_WAIT;
use diesel::sql_types::{BigInt, Integer};
use diesel_async::RunQueryDsl;
use diesel_async::pooled_connection::bb8::Pool;

use crate::scans::events::{EventQueries, EventRow};
use crate::scans::reports::{ReportQueries, ReportRow};
use crate::scans::scan::{ScanQueries, ScanRow};
use crate::scans::snapshots::{SnapshotQueries, SnapshotRow};
use crate::store::connection::{Postgres, Sqlite, check_out, queries};
use crate::store::error::StoreError;

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

/// Scans asked for in one statement by [`Reader::events_of`]; more are asked for in several.
const SCANS_PER_POLL: usize = 100;

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
    Postgres(Pool<Postgres>),
}

queries! {
    /// Questions about the database itself.
    trait HealthQueries {
        async fn ping(conn) -> diesel::QueryResult<i32> {
            diesel::select(diesel::dsl::sql::<Integer>("1")).get_result(conn).await
        }
    }
}

/// Runs one body on a connection of either kind.
macro_rules! read {
    ($reader:expr, |$conn:ident| $body:expr) => {
        match &$reader.pool {
            ReadPool::Sqlite(pool) => {
                let mut pooled = $crate::store::reader::waited(pool.get_owned()).await?;
                let runtime = tokio::runtime::Handle::current();
                let read = move || {
                    let $conn = &mut *pooled;
                    runtime.block_on(async { $body.await })
                };
                tokio::task::spawn_blocking(read).await.map_err(|_| StoreError::panicked())?
            }
            ReadPool::Postgres(pool) => {
                let mut pooled = $crate::store::reader::waited(check_out(pool)).await?;
                let $conn = &mut *pooled;
                $body.await
            }
        }
        .map_err(StoreError::from)
    };
}

mod billing;
mod callers;
mod chain;
mod history;
mod mails;
mod monitors;
mod switches;
mod tracking;
mod webhooks;

impl Reader {
    pub(crate) fn sqlite(pool: Pool<Sqlite>) -> Self {
        Self { pool: ReadPool::Sqlite(pool) }
    }

    pub(crate) fn postgres(pool: Pool<Postgres>) -> Self {
        Self { pool: ReadPool::Postgres(pool) }
    }

    /// One scan.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn scan(&self, id: &str) -> Result<Option<ScanRow>, StoreError> {
        let id = id.to_owned();
        read!(self, |conn| conn.scan(&id))
    }

    /// The report of a finished scan.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn report(&self, scan_id: &str) -> Result<Option<ReportRow>, StoreError> {
        let scan_id = scan_id.to_owned();
        read!(self, |conn| conn.report(&scan_id))
    }

    /// What was fetched for a finished scan.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn snapshot(&self, scan_id: &str) -> Result<Option<SnapshotRow>, StoreError> {
        let scan_id = scan_id.to_owned();
        read!(self, |conn| conn.snapshot(&scan_id))
    }

    /// The newest report of an address that was fetched after `since`; one of `since` itself is
    /// too old.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn newest_report(
        &self,
        url_hash: &str,
        since: i64,
    ) -> Result<Option<ReportRow>, StoreError> {
        let url_hash = url_hash.to_owned();
        read!(self, |conn| conn.newest_report(&url_hash, since))
    }

    /// The newest reports of an address, newest first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn newest_reports(
        &self,
        url_hash: &str,
        count: i64,
    ) -> Result<Vec<ReportRow>, StoreError> {
        let url_hash = url_hash.to_owned();
        read!(self, |conn| conn.newest_reports(&url_hash, count))
    }

    /// The events of one scan after a place in its log, in order.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn events_after(&self, scan_id: &str, seq: i64) -> Result<Vec<EventRow>, StoreError> {
        self.events_of(&[(scan_id.to_owned(), seq)]).await
    }

    /// The events of many scans, each after a place in its log, by scan and then in order.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn events_of(&self, places: &[(String, i64)]) -> Result<Vec<EventRow>, StoreError> {
        let mut events = Vec::new();
        for some in places.chunks(SCANS_PER_POLL) {
            let some = some.to_vec();
            let found: Result<Vec<EventRow>, StoreError> =
                read!(self, |conn| conn.events_after(&some));
            events.extend(found?);
        }
        events.sort_by(|a, b| (&a.scan_id, a.seq).cmp(&(&b.scan_id, b.seq)));
        Ok(events)
    }

    /// The last event of one scan.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn last_event(&self, scan_id: &str) -> Result<Option<EventRow>, StoreError> {
        let scan_id = scan_id.to_owned();
        read!(self, |conn| conn.last_event(&scan_id))
    }

    /// How many scans wait to be claimed.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn waiting(&self) -> Result<i64, StoreError> {
        read!(self, |conn| conn.count_waiting())
    }

    /// Asks the database for a sign of life.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let answer: Result<i32, StoreError> = read!(self, |conn| conn.ping());
        answer.map(drop)
    }

    /// The database's clock. None on SQLite, which has none of its own.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn read_clock(&self) -> Result<Option<ClockReading>, StoreError> {
        let ReadPool::Postgres(pool) = &self.pool else { return Ok(None) };
        let mut connection = check_out(pool).await?;
        let clock = diesel::dsl::sql::<BigInt>(
            "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        );
        let asked = Instant::now();
        let at: i64 = diesel::select(clock).get_result(&mut connection).await?;
        let half = asked.elapsed() / 2;
        Ok(Some(ClockReading { at, taken: asked + half, error: milliseconds(half) + 1 }))
    }
}

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
