//! The progress of a running scan and its end.

use crate::monitors::runs::end_run;
use crate::quota::charges::give_back;
use crate::scans::event_log::EventQueries;
use crate::scans::events::NewEvent;
use crate::scans::objects::ObjectQueries;
use crate::scans::reports::{NewReport, ReportQueries};
use crate::scans::scan::{Fence, ScanEnd, ScanQueries, ScanStatus};
use crate::scans::snapshots::{NewSnapshot, SnapshotQueries};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::unit::Unit;
use crate::webhooks::deliveries::NewDelivery;
use crate::webhooks::queue::promise;

/// Stores what a running scan went through since the last time, and the stage it is in now.
///
/// # Errors
/// [`StoreError::Fenced`] where the scan is no longer held; [`StoreError::Conflict`] where an
/// event's place is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The scan.
    pub fence: Fence,
    /// The events, in order.
    pub events: Vec<NewEvent>,
}

impl Unit for Progress {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        let Some(last) = self.events.last() else { return Ok(()) };
        if conn.enter_stage(&self.fence, &last.stage).await? == 0 {
            return Err(StoreError::Fenced);
        }
        conn.insert_events(&self.fence.scan_id, &self.events).await?;
        Ok(())
    }
}

/// Ends a scan: its row, report, snapshot and last events in one transaction.
///
/// What must hold together with "this scan is over" belongs into this unit: giving the charge back
/// is here, the end of the monitor's run, and what is delivered to the account's webhook endpoint.
///
/// # Errors
/// [`StoreError::Fenced`] where the scan is no longer held; [`StoreError::Conflict`] where an
/// event's place is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The scan.
    pub fence: Fence,
    /// The instant of its end.
    pub now: i64,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether its charge is given back: it failed through a fault of ours.
    pub give_back: bool,
    /// The last events of its log, the terminal one included.
    pub events: Vec<NewEvent>,
    /// What the account is told by webhook where the scan is done.
    pub delivery: Option<NewDelivery>,
}

/// How a scan ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// With a report.
    Done {
        /// 0 to 100.
        score: i32,
        /// When the page was fetched.
        scanned_at: i64,
        /// The report, as it will be read back.
        report: Vec<u8>,
        /// The hash of what was fetched.
        snapshot_hash: String,
        /// What was fetched, compressed.
        snapshot: Vec<u8>,
        /// The object that holds the same bytes, by its key, which
        /// [`ExpectObject`](crate::ExpectObject) stored before. Where it is up for deletion by now,
        /// the bytes go into the row.
        object: Option<String>,
    },
    /// Without one.
    Failed {
        /// The reason for programs.
        code: String,
        /// The reason for people.
        message: String,
        /// The HTTP status that was the reason.
        status: Option<i32>,
        /// The media type that was the reason.
        content_type: Option<String>,
    },
}

impl Unit for Completion {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        let (status, end) = self.outcome.end();
        let scan =
            conn.end_scan(&self.fence, status, &end, self.now).await?.ok_or(StoreError::Fenced)?;
        if let Outcome::Done { score, scanned_at, report, snapshot_hash, snapshot, object } =
            &self.outcome
        {
            let (scan_id, url_hash) = (scan.id.as_str(), scan.url_hash.as_str());
            let (scanned_at, score) = (*scanned_at, *score);
            let report = NewReport { scan_id, url_hash, scanned_at, score, body: report };
            conn.insert_report(&report).await?;
            let object = match object.as_deref() {
                Some(object) if conn.take_expected(object).await? > 0 => Some(object),
                _ => None,
            };
            conn.insert_snapshot(&self.snapshot(snapshot_hash, snapshot, object)).await?;
            if let (Some(delivery), Some(account_id)) = (&self.delivery, &scan.account_id) {
                promise(conn, account_id, delivery, self.now).await?;
            }
        }
        end_run(conn, &scan, &end, self.now).await?;
        conn.insert_events(&scan.id, &self.events).await?;
        if self.give_back {
            give_back(conn, &scan.id, self.now).await?;
        }
        Ok(())
    }
}

impl Completion {
    fn snapshot<'a>(
        &'a self,
        hash: &'a str,
        body: &'a [u8],
        object: Option<&'a str>,
    ) -> NewSnapshot<'a> {
        let body = if object.is_some() { &[] } else { body };
        NewSnapshot { scan_id: &self.fence.scan_id, hash, created_at: self.now, body, object }
    }
}

impl Outcome {
    fn end(&self) -> (ScanStatus, ScanEnd<'_>) {
        match self {
            Self::Done { score, .. } => {
                (ScanStatus::Done, ScanEnd { score: Some(*score), ..ScanEnd::default() })
            }
            Self::Failed { code, message, status, content_type } => (
                ScanStatus::Error,
                ScanEnd {
                    score: None,
                    failure_code: Some(code),
                    failure_message: Some(message),
                    failure_status: *status,
                    failure_content_type: content_type.as_deref(),
                },
            ),
        }
    }
}
