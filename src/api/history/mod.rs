//! What an account has scanned: read with a paid plan, deleted on every plan.

mod doc;

use std::borrow::Cow;

use citable_actors::ScanStatus;
use citable_actors::clock::rfc3339;
use citable_actors::history::{HistoryEntry, HistoryError, HistoryScan};
use citable_actors::identity::Account;
use citable_actors::ids::{Prefix, is_id};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::keys::Done;
use super::reports;
use crate::http::call::Call;
use crate::http::caller::Caller;
use crate::http::errors::nothing_here;
use crate::http::problem::{Code, OK, Problem};
use crate::http::reply::{self, Response};

pub(crate) use doc::{FORGET_PAGE, FORGET_SCAN, PAGES, SCANS};

/// Entries of a page of a list, where the caller does not say.
const DEFAULT_LIMIT: usize = 200;
/// The most.
const MAX_LIMIT: usize = 200;
/// Digits of a SHA-256 in hexadecimal.
const HASH_DIGITS: usize = 64;

/// The answer of `GET /history`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryList {
    /// One for each page, the one scanned last first.
    pub entries: Vec<HistoryEntryView>,
    /// What to send as `cursor` for the entries that follow; null where there are none.
    pub next_cursor: Option<String>,
}

/// A page that the account has scanned.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HistoryEntry")]
pub struct HistoryEntryView {
    /// Its normalised address.
    pub url: String,
    /// The SHA-256 of that.
    pub url_hash: String,
    /// How many scans of it the account has, those that wait or failed too.
    pub versions: i64,
    /// The newest of them; in a list that is read page by page, the newest when the list began.
    pub latest: HistoryScanView,
}

/// The answer of `GET /history/{urlHash}`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageHistoryView {
    /// The page's normalised address; null where its last scan was deleted since the list began.
    pub url: Option<String>,
    /// The SHA-256 of that.
    pub url_hash: String,
    /// How many scans of it the account has, those that wait or failed too.
    pub versions: i64,
    /// The scans, newest first.
    pub scans: Vec<HistoryScanView>,
    /// What to send as `cursor` for the scans that follow; null where there are none.
    #[serde(rename = "next_cursor")]
    pub next_cursor: Option<String>,
}

/// A scan in a history.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HistoryScan")]
pub struct HistoryScanView {
    /// Its id.
    pub id: String,
    /// Whether it has ended, and how.
    pub status: ScanStatus,
    /// Its score, 0 to 100; null without a report.
    pub score: Option<u8>,
    /// When the page was fetched; of a failed scan when it ended, of a pending one when it was
    /// asked for (RFC 3339, UTC, milliseconds).
    pub scanned_at: String,
    /// Who asked for it.
    pub source: ScanSource,
}

/// Who asked for a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScanSource {
    /// Somebody.
    Manual,
    /// A monitor.
    Monitor,
}

/// The answer of `DELETE /history/{urlHash}`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeletedScans {
    /// Always true.
    pub ok: bool,
    /// How many scans were deleted.
    pub deleted: usize,
}

impl From<HistoryScan> for HistoryScanView {
    fn from(scan: HistoryScan) -> Self {
        Self {
            id: scan.id,
            status: scan.status,
            score: scan.score,
            scanned_at: rfc3339(scan.scanned_at),
            source: if scan.monitored { ScanSource::Monitor } else { ScanSource::Manual },
        }
    }
}

impl From<HistoryEntry> for HistoryEntryView {
    fn from(entry: HistoryEntry) -> Self {
        let HistoryEntry { url, url_hash, versions, latest } = entry;
        Self { url, url_hash, versions, latest: latest.into() }
    }
}

/// Lists the pages that the account has scanned.
pub(crate) async fn pages(call: Call) -> Result<Response, Problem> {
    let account = payer(&call.caller)?;
    let (cursor, limit) = part(&call)?;
    let history = &call.app().handles.history;
    let list = history.pages(&account.id, cursor.as_deref(), limit).await?;
    let entries = list.entries.into_iter().map(HistoryEntryView::from).collect();
    let list = HistoryList { entries, next_cursor: list.next_cursor };
    Ok(reports::list(&call, &list))
}

/// Lists the account's scans of one page.
pub(crate) async fn scans(call: Call) -> Result<Response, Problem> {
    let account = payer(&call.caller)?;
    let (cursor, limit) = part(&call)?;
    let hash = match hash(&call) {
        // Nobody was given a place in a list that cannot be.
        Err(_) if cursor.is_some() => return Err(HistoryError::InvalidCursor.into()),
        hash => hash?,
    };
    let history = &call.app().handles.history;
    let page = history.scans(&account.id, hash, cursor.as_deref(), limit).await?;
    let view = PageHistoryView {
        url: page.url,
        url_hash: hash.to_owned(),
        versions: page.versions,
        scans: page.scans.into_iter().map(HistoryScanView::from).collect(),
        next_cursor: page.next_cursor,
    };
    Ok(reports::list(&call, &view))
}

/// Deletes the account's scans of one page.
pub(crate) async fn forget_page(call: Call) -> Result<Response, Problem> {
    let (account, hash) = (owner(&call)?.id.clone(), hash(&call)?.to_owned());
    let deleted = call.app().handles.history.forget_page(account, hash).await?;
    Ok(reply::json(OK, &DeletedScans { ok: true, deleted }))
}

/// Deletes one scan of the account.
pub(crate) async fn forget_scan(call: Call) -> Result<Response, Problem> {
    let (account, id) = (owner(&call)?.id.clone(), call.param("id").to_owned());
    if !is_id(Prefix::Scan, &id) {
        return Err(nothing_here());
    }
    call.app().handles.history.forget_scan(account, id).await?;
    Ok(reply::json(OK, &Done { ok: true }))
}

fn owner(call: &Call) -> Result<&Account, Problem> {
    call.caller.account().ok_or_else(Problem::internal)
}

/// The account whose history this caller may read.
pub(crate) fn payer(caller: &Caller) -> Result<&Account, Problem> {
    if !caller.pays() {
        return Err(Problem::plan_required("The history of scans needs a paid plan."));
    }
    caller.account().ok_or_else(Problem::internal)
}

/// Which part of a list is wanted: from where on, and how much.
fn part(call: &Call) -> Result<(Option<Cow<'_, str>>, usize), Problem> {
    let limit = call.query("limit")?.map_or(Ok(DEFAULT_LIMIT), |text| limit(&text))?;
    Ok((call.query("cursor")?, limit))
}

fn limit(text: &str) -> Result<usize, Problem> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let limit = text.parse().ok().filter(|limit| digits && (1..=MAX_LIMIT).contains(limit));
    limit.ok_or_else(|| {
        let message = format!("`limit` must be a whole number from 1 to {MAX_LIMIT}.");
        Problem::new(Code::InvalidLimit, message)
    })
}

fn hash(call: &Call) -> Result<&str, Problem> {
    let hash = call.param("urlHash");
    let digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let fits = hash.len() == HASH_DIGITS && hash.bytes().all(digit);
    fits.then_some(hash).ok_or_else(nothing_here)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_one_to_two_hundred() {
        for (text, expected) in [("1", 1), ("200", 200), ("007", 7)] {
            assert_eq!(limit(text).unwrap(), expected);
        }
        for text in ["", "0", "201", "-1", "+1", "1.0", " 1", "1e2", "99999999999999999999999"] {
            assert_eq!(limit(text).unwrap_err().code(), Code::InvalidLimit, "{text:?}");
        }
    }
}
