//! What happens to a scan, as clients and the event log see it.

use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::report::{CheckResult, Status};
use citable_checks::stage::Stage;
use citable_checks::weights::CHECKS_TOTAL;
use citable_schema::{EventRow, EventStatus, NewEvent, ScanRow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::rfc3339;
use crate::fetch::Step;

/// Lifecycle event of a scan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LifecycleEvent {
    /// ID of the scan.
    pub scan_id: String,
    /// Sequence number of the event, starting at 1.
    #[schemars(range(min = 1))]
    pub seq: i64,
    /// Status of the scan.
    pub status: ScanStatus,
    /// Stage the scan has reached.
    pub stage: Stage,
    /// What the stage is waiting for, such as `sitemap 2 of 4`; null otherwise.
    pub detail: Option<String>,
    /// Number of checks completed.
    #[schemars(range(max = 34))]
    pub completed_checks: u8,
    /// Number of checks in the catalogue.
    #[schemars(range(max = 34))]
    pub total_checks: u8,
    /// Completed check, on check events; null otherwise.
    pub check: Option<EventCheck>,
    /// Score, on the last event of a finished scan; null otherwise.
    #[schemars(range(max = 100))]
    pub score: Option<u8>,
    /// Reason, on the last event of a failed scan; null otherwise.
    pub error: Option<EventError>,
    /// Time of the event.
    pub at: String,
}

/// Status of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScanStatus {
    /// Queued or running.
    Pending,
    /// Finished with a report.
    Done,
    /// Finished without a report.
    Error,
}

impl From<EventStatus> for ScanStatus {
    fn from(status: EventStatus) -> Self {
        match status {
            EventStatus::Pending => Self::Pending,
            EventStatus::Done => Self::Done,
            EventStatus::Error => Self::Error,
        }
    }
}

/// Verdict of a check in an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventCheck {
    /// ID of the check.
    pub id: String,
    /// Verdict of the check.
    pub status: Status,
}

/// Reason of a failed scan in an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventError {
    /// Code of the reason.
    pub code: FailureCode,
    /// What happened.
    pub message: String,
}

impl LifecycleEvent {
    /// Whether nothing follows this event.
    pub fn is_terminal(&self) -> bool {
        self.stage.is_terminal()
    }

    /// The event as it stands in the log. A row that this program could not have written becomes
    /// an internal error, so that its reader ends.
    pub(crate) fn from_row(row: EventRow) -> Self {
        let stage = Stage::parse(&row.stage).unwrap_or(Stage::Error);
        Self {
            scan_id: row.scan_id,
            seq: row.seq,
            status: row.status.into(),
            stage,
            detail: row.detail,
            completed_checks: u8::try_from(row.completed_checks).unwrap_or(CHECKS_TOTAL),
            total_checks: CHECKS_TOTAL,
            check: row
                .check_id
                .zip(row.check_status.as_deref().and_then(parse_check_status))
                .map(|(id, status)| EventCheck { id, status }),
            score: row.score.and_then(|score| u8::try_from(score).ok()),
            error: row.error_code.zip(row.error_message).map(|(code, message)| EventError {
                code: FailureCode::parse(&code).unwrap_or(FailureCode::Internal),
                message,
            }),
            at: rfc3339(row.at),
        }
    }
}

/// Builds a scan's events in order, each with the next number.
#[derive(Debug)]
pub(crate) struct EventLog {
    scan_id: String,
    last_seq: i64,
}

impl EventLog {
    /// The log of a scan whose last stored event is `last_seq`.
    pub(crate) fn after(scan_id: String, last_seq: i64) -> Self {
        Self { scan_id, last_seq }
    }

    /// A stage was reached, or waits for something else.
    pub(crate) fn step(&mut self, step: &Step, at: i64) -> NewEvent {
        let entered = NewEvent::entered(self.next_seq(), at, step.stage.as_str());
        NewEvent { detail: step.detail.clone(), ..entered }
    }

    /// Every check of a report, then the end.
    pub(crate) fn finished(&mut self, checks: &[CheckResult], score: u8, at: i64) -> Vec<NewEvent> {
        let mut events: Vec<_> = (1..)
            .zip(checks)
            .map(|(completed_checks, check)| NewEvent {
                completed_checks,
                check_id: Some(check.id.clone()),
                check_status: Some(check_status_name(check.status).to_owned()),
                ..self.step(&Stage::Saving.into(), at)
            })
            .collect();
        events.push(NewEvent {
            status: EventStatus::Done,
            completed_checks: i32::try_from(checks.len()).unwrap_or(i32::from(CHECKS_TOTAL)),
            score: Some(i32::from(score)),
            ..self.step(&Stage::Done.into(), at)
        });
        events
    }

    /// The end without a report.
    pub(crate) fn failed(&mut self, failure: &ScanFailure, at: i64) -> NewEvent {
        NewEvent::failed(self.next_seq(), at, failure.code.as_str(), failure.message.clone())
    }

    /// The event as clients see it.
    pub(crate) fn published(&self, event: NewEvent) -> LifecycleEvent {
        LifecycleEvent::from_row(event.into_row(self.scan_id.clone()))
    }

    fn next_seq(&mut self) -> i64 {
        self.last_seq += 1;
        self.last_seq
    }
}

/// The reason that a scan's row holds, if it failed.
pub(crate) fn failure_of(row: &ScanRow) -> Option<ScanFailure> {
    let code = FailureCode::parse(row.failure_code.as_deref()?).unwrap_or(FailureCode::Internal);
    Some(ScanFailure {
        code,
        message: row.failure_message.clone().unwrap_or_default(),
        status: row.failure_status.and_then(|status| u16::try_from(status).ok()),
        content_type: row.failure_content_type.clone(),
    })
}

fn check_status_name(status: Status) -> &'static str {
    match status {
        Status::Pass => "pass",
        Status::Warn => "warn",
        Status::Fail => "fail",
        Status::Na => "na",
    }
}

fn parse_check_status(name: &str) -> Option<Status> {
    [Status::Pass, Status::Warn, Status::Fail, Status::Na]
        .into_iter()
        .find(|status| check_status_name(*status) == name)
}
