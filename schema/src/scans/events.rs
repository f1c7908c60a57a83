//! The `scan_events` table: the progress log of each scan.

use std::collections::HashMap;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;

use crate::scans::event_runs::{self, NewRun, StoredRun};
use crate::store::error::StoreError;
use crate::store::queries::{queries, stored_as_text};
use crate::store::reader::{Reader, reads};
use crate::store::tables::scan_events;

/// Scans asked for in one statement by [`Reader::events_of`]; more are asked for in several.
const SCANS_PER_POLL: usize = 100;

/// The status an event reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub enum EventStatus {
    /// The scan goes on.
    Pending,
    /// The scan is done.
    Done,
    /// The scan ended without a report.
    Error,
}

impl EventStatus {
    /// The stored word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Done => "done",
            Self::Error => "error",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Pending, Self::Done, Self::Error].into_iter().find(|status| status.as_str() == word)
    }
}

stored_as_text!(EventStatus);

/// A stored event.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = scan_events)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct EventRow {
    /// The scan.
    pub scan_id: String,
    /// Its place in the log, from 1, going on over attempts.
    pub seq: i64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// The scan's status after it.
    pub status: EventStatus,
    /// The scan's stage after it.
    pub stage: String,
    /// Checks that have a result.
    pub completed_checks: i32,
    /// The check it reports.
    pub check_id: Option<String>,
    /// The result of that check.
    pub check_status: Option<String>,
    /// The score, on the last event of a finished scan.
    pub score: Option<i32>,
    /// Why the scan failed.
    pub error_code: Option<String>,
    /// The same for people.
    pub error_message: Option<String>,
    /// What the stage waits for.
    pub detail: Option<String>,
}

/// An event to store; the scan is named beside it.
#[derive(Debug, Clone, PartialEq, Eq, Insertable)]
#[diesel(table_name = scan_events)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct NewEvent {
    /// Its place in the log; taken places are refused.
    pub seq: i64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// The scan's status after it.
    pub status: EventStatus,
    /// The scan's stage after it.
    pub stage: String,
    /// Checks that have a result.
    pub completed_checks: i32,
    /// The check it reports.
    pub check_id: Option<String>,
    /// The result of that check.
    pub check_status: Option<String>,
    /// The score, on the last event of a finished scan.
    pub score: Option<i32>,
    /// Why the scan failed.
    pub error_code: Option<String>,
    /// The same for people.
    pub error_message: Option<String>,
    /// What the stage waits for.
    pub detail: Option<String>,
}

impl NewEvent {
    /// A running or waiting scan entered `stage`.
    #[must_use]
    pub fn entered(seq: i64, at: i64, stage: impl Into<String>) -> Self {
        Self {
            seq,
            at,
            status: EventStatus::Pending,
            stage: stage.into(),
            completed_checks: 0,
            check_id: None,
            check_status: None,
            score: None,
            error_code: None,
            error_message: None,
            detail: None,
        }
    }

    /// A scan ended without a report.
    #[must_use]
    pub fn failed(seq: i64, at: i64, code: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            status: EventStatus::Error,
            error_code: Some(code.into()),
            error_message: Some(message.into()),
            ..Self::entered(seq, at, EventStatus::Error.as_str())
        }
    }

    /// The event as the row that it becomes in a scan's log.
    #[must_use]
    pub fn into_row(self, scan_id: String) -> EventRow {
        EventRow {
            scan_id,
            seq: self.seq,
            at: self.at,
            status: self.status,
            stage: self.stage,
            completed_checks: self.completed_checks,
            check_id: self.check_id,
            check_status: self.check_status,
            score: self.score,
            error_code: self.error_code,
            error_message: self.error_message,
            detail: self.detail,
        }
    }
}

queries! {
    /// Statements on `scan_events`.
    trait EventQueries {
        async fn insert_event(conn, scan_id: &str, event: &NewEvent) -> QueryResult<usize> {
            diesel::insert_into(scan_events::table)
                .values((scan_events::scan_id.eq(scan_id), event))
                .execute(conn)
                .await
        }

        /// Stores events in order; several checks in a row become one row of the table.
        async fn insert_events(conn, scan_id: &str, events: &[NewEvent]) -> QueryResult<usize> {
            let mut stored = 0;
            for NewRun { last, earlier_checks } in event_runs::rows(events) {
                let earlier = scan_events::earlier_checks.eq(earlier_checks);
                let row = (scan_events::scan_id.eq(scan_id), last, earlier);
                stored += diesel::insert_into(scan_events::table).values(row).execute(conn).await?;
            }
            Ok(stored)
        }

        /// The highest place taken in a scan's log; 0 where it is empty.
        async fn last_seq(conn, scan_id: &str) -> QueryResult<i64> {
            scan_events::table
                .filter(scan_events::scan_id.eq(scan_id))
                .select(diesel::dsl::max(scan_events::seq))
                .get_result::<Option<i64>>(conn)
                .await
                .map(Option::unwrap_or_default)
        }

        /// The same for several scans, those whose log is empty left out.
        async fn last_seqs(conn, scan_ids: &[String]) -> QueryResult<Vec<(String, Option<i64>)>> {
            scan_events::table
                .filter(scan_events::scan_id.eq_any(scan_ids))
                .group_by(scan_events::scan_id)
                .select((scan_events::scan_id, diesel::dsl::max(scan_events::seq)))
                .load(conn)
                .await
        }

        async fn last_event(conn, scan_id: &str) -> QueryResult<Option<EventRow>> {
            scan_events::table
                .filter(scan_events::scan_id.eq(scan_id))
                .order(scan_events::seq.desc())
                .select(EventRow::as_select())
                .first(conn)
                .await
                .optional()
        }

        /// The rows of each scan with events after a place in its log, by scan and place.
        async fn runs_after(conn, places: &[(String, i64)]) -> QueryResult<Vec<StoredRun>> {
            let mut query = scan_events::table
                .filter(diesel::dsl::sql::<diesel::sql_types::Bool>("1 = 0"))
                .order((scan_events::scan_id, scan_events::seq))
                .select(StoredRun::as_select())
                .into_boxed();
            for (scan_id, seq) in places {
                let after = scan_events::scan_id.eq(scan_id).and(scan_events::seq.gt(seq));
                query = query.or_filter(after);
            }
            query.load(conn).await
        }
    }
}

impl Reader {
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
        let place_of: HashMap<&str, i64> =
            places.iter().map(|(scan_id, seq)| (scan_id.as_str(), *seq)).collect();
        for some in places.chunks(SCANS_PER_POLL) {
            let some = some.to_vec();
            let read = self.read(move |conn| Box::pin(async move { conn.runs_after(&some).await }));
            for run in read.await? {
                let seq = place_of.get(run.scan_id()).copied().unwrap_or_default();
                events.extend(run.after(seq));
            }
        }
        events.sort_by(|a, b| (&a.scan_id, a.seq).cmp(&(&b.scan_id, b.seq)));
        Ok(events)
    }
}

reads! {
    /// The last event of one scan.
    fn last_event(scan_id: &str) -> Option<EventRow>;
}
