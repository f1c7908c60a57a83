//! The events of a scan's log.

use diesel::prelude::*;

use crate::store::queries::stored_words;
use crate::store::tables::scan_events;

stored_words! {
    /// The status an event reports.
    pub enum EventStatus {
        /// The scan goes on.
        Pending = "pending",
        /// The scan is done.
        Done = "done",
        /// The scan ended without a report.
        Error = "error",
    }
}

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
