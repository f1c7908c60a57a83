//! Histories in the terms of callers.

use citable_schema::{HistoryEntryRow, HistoryPageRow, HistoryScanRow, ScanStatus as RowStatus};

use crate::scan::event::ScanStatus;

/// A part of the list of pages that an account has scanned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// One for each page, the one scanned last first.
    pub entries: Vec<HistoryEntry>,
    /// Cursor of the next page; none on the last one.
    pub next_cursor: Option<String>,
}

/// A page that an account has scanned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// Its normalised address.
    pub url: String,
    /// The hash of that.
    pub url_hash: String,
    /// How many scans of it the account has now.
    pub versions: i64,
    /// The newest of them, as of the beginning of the list.
    pub latest: HistoryScan,
}

/// A part of the list of an account's scans of one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageHistory {
    /// The page's normalised address; none where the account has no scan of it any more.
    pub url: Option<String>,
    /// How many scans of it the account has now.
    pub versions: i64,
    /// The scans, newest first.
    pub scans: Vec<HistoryScan>,
    /// Cursor of the next page; none on the last one.
    pub next_cursor: Option<String>,
}

/// A scan in a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryScan {
    /// Its id.
    pub id: String,
    /// Whether it has ended, and how.
    pub status: ScanStatus,
    /// The score of a finished one.
    pub score: Option<u8>,
    /// When the page was fetched; before that is known, when the scan ended or was asked for. In
    /// milliseconds since 1970.
    pub scanned_at: i64,
    /// Whether a monitor asked for it.
    pub monitored: bool,
}

impl HistoryScan {
    pub(super) fn from_row(row: HistoryScanRow) -> Self {
        Self {
            status: match row.status {
                RowStatus::Queued | RowStatus::Running => ScanStatus::Pending,
                RowStatus::Done => ScanStatus::Done,
                RowStatus::Error => ScanStatus::Error,
            },
            score: row.score.and_then(|score| u8::try_from(score).ok()),
            scanned_at: row.scanned_at.or(row.finished_at).unwrap_or(row.created_at),
            monitored: row.monitor_id.is_some(),
            id: row.id,
        }
    }
}

impl HistoryEntry {
    pub(super) fn from_row(row: HistoryEntryRow) -> Self {
        let HistoryPageRow { url_hash, url, versions } = row.page;
        Self { url, url_hash, versions, latest: HistoryScan::from_row(row.scan) }
    }
}
