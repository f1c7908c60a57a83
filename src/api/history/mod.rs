//! Scan history of an account: read on a paid plan, deleted on every plan.

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
use crate::http::App;
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

/// Page of the history.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryList {
    /// One entry per URL, most recently scanned first.
    pub entries: Vec<HistoryEntryView>,
    /// Cursor for the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// URL the account has scanned.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HistoryEntry")]
pub struct HistoryEntryView {
    /// Normalized URL.
    pub url: String,
    /// SHA-256 of the normalized URL, in hex.
    pub url_hash: String,
    /// Number of the account's scans of the URL, including pending and failed ones.
    #[schemars(range(min = 1))]
    pub versions: i64,
    /// Newest scan. While paging, the newest at the time of the first page.
    pub latest: HistoryScanView,
}

/// Page of the scans of one URL.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UrlHistory")]
pub struct PageHistoryView {
    /// Normalized URL; null if its last scan was deleted while paging.
    pub url: Option<String>,
    /// SHA-256 of the normalized URL, in hex.
    pub url_hash: String,
    /// Number of the account's scans of the URL, including pending and failed ones.
    pub versions: i64,
    /// Scans, newest first.
    pub scans: Vec<HistoryScanView>,
    /// Cursor for the next page; null on the last page.
    #[serde(rename = "next_cursor")]
    pub next_cursor: Option<String>,
}

/// Scan in the history.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "HistoryScan")]
pub struct HistoryScanView {
    /// ID of the scan.
    pub id: String,
    /// Status of the scan.
    pub status: ScanStatus,
    /// Score from 0 to 100; null if there is no report.
    #[schemars(range(max = 100))]
    pub score: Option<u8>,
    /// Time at which the page was fetched. For a failed scan, the time it ended; for a pending
    /// scan, the time it was requested.
    pub scanned_at: String,
    /// What started the scan.
    pub source: ScanSource,
    /// URL of the scan for people, as a page.
    pub web_url: String,
}

/// What started a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScanSource {
    /// A request.
    Manual,
    /// A monitor.
    Monitor,
}

/// Result of deleting the scans of a URL.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeletedScans {
    /// Always true.
    #[schemars(extend("const" = true))]
    pub ok: bool,
    /// Number of scans deleted.
    pub deleted: usize,
}

impl HistoryScanView {
    /// Returns a scan of the history of that service.
    pub(crate) fn of(scan: HistoryScan, app: &App) -> Self {
        Self {
            web_url: app.link(&format!("/report/{}", scan.id)),
            id: scan.id,
            status: scan.status,
            score: scan.score,
            scanned_at: rfc3339(scan.scanned_at),
            source: if scan.monitored { ScanSource::Monitor } else { ScanSource::Manual },
        }
    }
}

impl HistoryEntryView {
    fn of(entry: HistoryEntry, app: &App) -> Self {
        let HistoryEntry { url, url_hash, versions, latest } = entry;
        Self { url, url_hash, versions, latest: HistoryScanView::of(latest, app) }
    }
}

/// Lists the pages that the account has scanned.
pub(crate) async fn pages(call: Call) -> Result<Response, Problem> {
    Ok(reports::list(&call, &list(&call).await?))
}

/// Returns the part of that list that the query names.
pub(crate) async fn list(call: &Call) -> Result<HistoryList, Problem> {
    let account = payer(&call.caller)?;
    let (cursor, limit) = part(call)?;
    let history = &call.app().handles.history;
    let list = history.pages(&account.id, cursor.as_deref(), limit).await?;
    let entries = list.entries.into_iter();
    let entries = entries.map(|entry| HistoryEntryView::of(entry, call.app())).collect();
    Ok(HistoryList { entries, next_cursor: list.next_cursor })
}

/// Lists the account's scans of one page.
pub(crate) async fn scans(call: Call) -> Result<Response, Problem> {
    Ok(reports::list(&call, &of_page(&call).await?))
}

/// Returns the account's scans of the page that the path names.
pub(crate) async fn of_page(call: &Call) -> Result<PageHistoryView, Problem> {
    let account = payer(&call.caller)?;
    let (cursor, limit) = part(call)?;
    let hash = match hash(call) {
        // Nobody was given a place in a list that cannot be.
        Err(_) if cursor.is_some() => return Err(HistoryError::InvalidCursor.into()),
        hash => hash?,
    };
    let history = &call.app().handles.history;
    let page = history.scans(&account.id, hash, cursor.as_deref(), limit).await?;
    Ok(PageHistoryView {
        url: page.url,
        url_hash: hash.to_owned(),
        versions: page.versions,
        scans: page.scans.into_iter().map(|scan| HistoryScanView::of(scan, call.app())).collect(),
        next_cursor: page.next_cursor,
    })
}

/// Deletes the account's scans of one page.
pub(crate) async fn forget_page(call: Call) -> Result<Response, Problem> {
    let deleted = forget(&call).await?;
    Ok(reply::json(OK, &DeletedScans { ok: true, deleted }))
}

/// Deletes the account's scans of the page that the path names; returns how many there were.
pub(crate) async fn forget(call: &Call) -> Result<usize, Problem> {
    let (account, hash) = (owner(call)?.id.clone(), hash(call)?.to_owned());
    Ok(call.app().handles.history.forget_page(account, hash).await?)
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
        return Err(Problem::plan_required(
            "Scan history needs the Pro or Agency plan. Upgrade to use it.",
        ));
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
