//! What callers read, in their own terms.

use std::time::Duration;

use citable_checks::failure::ScanFailure;
use citable_checks::stage::Stage;
use citable_schema::{ScanRow, ScanStatus as RowStatus};

use super::ScanStatus;
use crate::scan::event::failure_of;

/// A finished report serves as a cached answer while it is younger than this.
pub const CACHE_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// A scan as callers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanView {
    /// Its id.
    pub id: String,
    /// The normalised address that was asked for.
    pub url: String,
    /// Whether it has ended, and how.
    pub status: ScanStatus,
    /// The stage it reached.
    pub stage: Stage,
    /// When it was accepted, in milliseconds since 1970.
    pub created_at: i64,
    /// When it ended, in milliseconds since 1970.
    pub finished_at: Option<i64>,
    /// The score of a finished scan.
    pub score: Option<u8>,
    /// Why a failed scan failed.
    pub failure: Option<ScanFailure>,
}

impl ScanView {
    pub(super) fn from_row(row: ScanRow) -> Self {
        Self {
            status: match row.status {
                RowStatus::Queued | RowStatus::Running => ScanStatus::Pending,
                RowStatus::Done => ScanStatus::Done,
                RowStatus::Error => ScanStatus::Error,
            },
            stage: Stage::parse(&row.stage).unwrap_or(Stage::Queued),
            failure: failure_of(&row),
            id: row.id,
            url: row.url,
            created_at: row.created_at,
            finished_at: row.finished_at,
            score: row.score.and_then(|score| u8::try_from(score).ok()),
        }
    }
}

/// A finished report that is young enough to answer a new request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedReport {
    /// The scan that made it.
    pub scan_id: String,
    /// When the page was fetched, in milliseconds since 1970.
    pub scanned_at: i64,
}
