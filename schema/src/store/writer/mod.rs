//! Every change of the store: named units of work, each of them one transaction that is stored
//! whole or not at all.

mod billing;
mod callers;
mod chain;
mod history;
mod mails;
mod monitors;
mod postgres;
mod retention;
mod sqlite;
mod switches;
mod tracking;
mod webhooks;

use std::time::Instant;

use citable_metrics::{STORE_FAILURES, STORE_UNIT_DURATION};

use crate::scans::admission::{Admission, Admitted};
use crate::scans::completion::{Completion, Progress};
use crate::scans::leases::{Claim, Claimed, Reclaim, Reclaimed, Release};
use crate::scans::scan::Fence;
use crate::store::error::StoreError;
use crate::store::probe::Probe;
use crate::store::unit::Unit;

pub(crate) use postgres::PostgresLane;
pub(crate) use sqlite::SqliteLane;

/// Stores changes. Clones share one queue.
///
/// A unit runs to its end whether or not its caller still waits, and is answered only after its
/// commit. On SQLite one thread commits what waits together; on PostgreSQL each unit is a
/// transaction of its own and is tried again where other changes got in its way.
///
/// Every method fails with [`StoreError::Overloaded`] where the queue is full and with
/// [`StoreError::Unavailable`] where the database is; further errors are named at each.
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
    /// Those of every unit, and what the unit names.
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

    /// Asks for a sign of life: changes nothing, in the way of every change.
    ///
    /// # Errors
    /// Those of every method, also where the database only reads.
    pub async fn probe(&self) -> Result<(), StoreError> {
        self.run(Probe).await
    }

    /// Admits a scan, if what it is charged to has room.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the id is taken; [`StoreError::Fenced`] where the right to
    /// answer the request is gone.
    pub async fn admit(&self, admission: Admission) -> Result<Admitted, StoreError> {
        self.run(admission).await
    }

    /// Claims waiting scans.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn claim(&self, claim: Claim) -> Result<Claimed, StoreError> {
        self.run(claim).await
    }

    /// Stores the progress of a running scan.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the scan is no longer held; [`StoreError::Conflict`] where the
    /// event's place is taken.
    pub async fn record_event(&self, progress: Progress) -> Result<(), StoreError> {
        self.run(progress).await
    }

    /// Ends a running scan.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the scan is no longer held; [`StoreError::Conflict`] where an
    /// event's place is taken.
    pub async fn finish(&self, completion: Completion) -> Result<(), StoreError> {
        self.run(completion).await
    }

    /// Gives a running scan back; the attempt does not count.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the scan is no longer held.
    pub async fn release(&self, fence: Fence, now: i64) -> Result<(), StoreError> {
        self.run(Release { fence, now }).await
    }

    /// Takes over scans whose owner is gone.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn reclaim(&self, reclaim: Reclaim) -> Result<Reclaimed, StoreError> {
        self.run(reclaim).await
    }
}
