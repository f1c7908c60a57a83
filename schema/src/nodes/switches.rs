//! The `service_switches` table: what an operator has turned on for every node.
//!
//! Nobody remembers a switch: the units that it stops read it in their own transaction.
//!
//! What was claimed before a pause still ends; the next sweep of the scans and the next round of
//! the monitors notice that the pause is over.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::reads;
use crate::store::tables::service_switches;
use crate::store::unit::Unit;

/// The switch that keeps scans from beginning.
const PAUSE: &str = "pause";

/// That scans are paused, and since when.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = service_switches)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct PauseRow {
    /// Since when, in milliseconds since 1970 in UTC.
    pub turned_on_at: i64,
    /// What the operator said of it.
    pub reason: Option<String>,
}

/// Pauses scans on every node. A pause that holds already goes on, with the newer reason if there
/// is one.
///
/// # Errors
/// [`StoreError::Contention`] where it was ended at the same moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pause {
    /// What the operator says of it.
    pub reason: Option<String>,
    /// The instant.
    pub now: i64,
}

impl Unit for Pause {
    type Answer = PauseRow;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<PauseRow, StoreError> {
        conn.begin_pause(self).await?;
        if let Some(reason) = &self.reason {
            conn.explain_pause(reason).await?;
        }
        conn.pause().await?.ok_or_else(StoreError::vanished)
    }
}

/// Ends the pause; answers the one that was, if there was one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resume;

impl Unit for Resume {
    type Answer = Option<PauseRow>;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Option<PauseRow>, StoreError> {
        Ok(conn.end_pause().await?)
    }
}

queries! {
    /// Statements on `service_switches`.
    trait SwitchQueries {
        /// The pause, while scans are paused.
        fn pause() -> first PauseRow {
            service_switches::table.find(PAUSE).select(PauseRow::as_select())
        }

        fn begin_pause(pause: &Pause) -> changed {
            diesel::insert_into(service_switches::table)
                .values((
                    service_switches::name.eq(PAUSE),
                    service_switches::turned_on_at.eq(pause.now),
                ))
                .on_conflict(service_switches::name)
                .do_nothing()
        }

        fn explain_pause(reason: &str) -> changed {
            diesel::update(service_switches::table.find(PAUSE))
                .set(service_switches::reason.eq(reason))
        }

        fn end_pause() -> maybe PauseRow {
            diesel::delete(service_switches::table.find(PAUSE)).returning(PauseRow::as_returning())
        }
    }
}

reads! {
    /// The pause, while scans are paused.
    fn pause() -> Option<PauseRow>;
}
