//! Every change of the store: named units of work, each of them one transaction that is stored
//! whole or not at all.

mod postgres;
mod sqlite;

use std::time::Instant;

use citable_metrics::{STORE_FAILURES, STORE_UNIT_DURATION};

use crate::store::error::StoreError;
use crate::store::unit::Unit;

pub(crate) use postgres::PostgresLane;
pub(crate) use sqlite::SqliteLane;

/// Stores changes. Clones share one queue.
///
/// A unit runs to its end whether or not its caller still waits, and is answered only after its
/// commit. On SQLite one thread commits what waits together; on PostgreSQL each unit is a
/// transaction of its own and is tried again where other changes got in its way.
///
#[derive(Clone)]
pub struct Writer {
    lane: Lane,
}

#[derive(Clone)]
enum Lane {
    Sqlite(SqliteLane),
    Postgres(PostgresLane),
}

impl Writer {
    pub(crate) fn sqlite(lane: SqliteLane) -> Self {
        Self { lane: Lane::Sqlite(lane) }
    }

    pub(crate) fn postgres(lane: PostgresLane) -> Self {
        Self { lane: Lane::Postgres(lane) }
    }

    /// Runs a unit of work.
    ///
    /// # Errors
    /// [`StoreError::Overloaded`] where the queue is full, [`StoreError::Unavailable`] where the
    /// database is; units name further ones.
    pub async fn run<U: Unit>(&self, unit: U) -> Result<U::Answer, StoreError> {
        let began = Instant::now();
        let outcome = match &self.lane {
            Lane::Sqlite(lane) => lane.run(unit).await,
            Lane::Postgres(lane) => lane.run(unit).await,
        };
        STORE_UNIT_DURATION.record(began.elapsed());
        if let Some(reason) = outcome.as_ref().err().and_then(StoreError::fault) {
            STORE_FAILURES.one([reason]);
        }
        outcome
    }

    /// Refuses new units and waits until those accepted have ended.
    pub(crate) async fn close(&self) {
        match &self.lane {
            Lane::Sqlite(lane) => lane.close().await,
            Lane::Postgres(lane) => lane.close().await,
        }
    }
}
