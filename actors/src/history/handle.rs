//! What the rest of the program asks of histories.

use std::time::Duration;

use citable_schema::{
    ForgetPage, ForgetScan, Forgotten, HistoryCursor, HistoryEntryRow, Reader, Unit, Writer,
};

use super::cursor::List;
use super::views::{History, HistoryEntry, HistoryScan, PageHistory};
use crate::address::Address;
use crate::reader::ReaderHandle;
use crate::secrets::Secrets;
use crate::worker::{AskError, Work, WorkAddress};

/// How long a caller waits for a delete: one of a page with very many scans takes its time.
const DEADLINE: Duration = Duration::from_secs(30);

/// Why a history was not shown, or nothing was deleted from it.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The place is none that this account was given for this list.
    #[error("the cursor doesn't belong to this list")]
    InvalidCursor,
    /// The account has no such scan, or none of such a page.
    #[error("not found in this history")]
    Unknown,
    /// What is to be deleted is being scanned, or waits for that.
    #[error("a scan is still running")]
    Running,
    /// The store gave no answer.
    #[error(transparent)]
    Ask(#[from] AskError),
}

/// How callers reach histories.
#[derive(Clone, Debug)]
pub struct HistoryHandle {
    address: WorkAddress<Writer>,
    reader: ReaderHandle,
    secrets: Secrets,
}

impl HistoryHandle {
    pub(crate) fn new(
        address: Address<Work<Writer>>,
        most_waiting: usize,
        reader: ReaderHandle,
        secrets: Secrets,
    ) -> Self {
        Self { address: WorkAddress::new(address, most_waiting), reader, secrets }
    }

    /// The pages that an account has scanned, the one scanned last first: up to `limit` of them
    /// from the cursor on. Scans that come while somebody goes through the list change nothing in
    /// it but how many scans each page has.
    ///
    /// # Errors
    /// [`HistoryError::InvalidCursor`], [`HistoryError::Ask`].
    pub async fn pages(
        &self,
        account_id: &str,
        cursor: Option<&str>,
        limit: usize,
    ) -> Result<History, HistoryError> {
        let list = self.list(account_id, None);
        let cursor = opened(cursor, |text| list.open_pages(text))?;
        // One more than is shown tells whether the list goes on.
        let account = account_id.to_owned();
        let read =
            move |store: Reader| async move { store.history(&account, cursor, limit + 1).await };
        let mut rows = self.reader.read(read).await?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = next_of(cursor, &rows).filter(|_| more);
        Ok(History {
            entries: rows.into_iter().map(HistoryEntry::from_row).collect(),
            next_cursor: next.map(|next| list.seal_pages(next)),
        })
    }

    /// The scans that an account has of a page, newest first: up to `limit` of them from the
    /// cursor on.
    ///
    /// # Errors
    /// [`HistoryError::InvalidCursor`], [`HistoryError::Ask`]; [`HistoryError::Unknown`] where a
    /// list would begin with nothing.
    pub async fn scans(
        &self,
        account_id: &str,
        url_hash: &str,
        cursor: Option<&str>,
        limit: usize,
    ) -> Result<PageHistory, HistoryError> {
        let list = self.list(account_id, Some(url_hash));
        let after = opened(cursor, |text| list.open_scans(text))?;
        let (account, hash) = (account_id.to_owned(), url_hash.to_owned());
        let read = move |store: Reader| async move {
            let page = store.history_page(&account, &hash).await?;
            if page.is_none() && after.is_none() {
                return Ok(None);
            }
            let scans = store.history_scans(&account, &hash, after, limit + 1).await?;
            Ok(Some((page, scans)))
        };
        let read = self.reader.read(read).await?;
        let (page, mut rows) = read.ok_or(HistoryError::Unknown)?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().map(|last| last.place()).filter(|_| more);
        Ok(PageHistory {
            versions: page.as_ref().map_or(0, |page| page.versions),
            url: page.map(|page| page.url),
            scans: rows.into_iter().map(HistoryScan::from_row).collect(),
            next_cursor: next.map(|next| list.seal_scans(next)),
        })
    }

    /// Deletes every scan that an account has of a page; answers how many there were.
    ///
    /// # Errors
    /// [`HistoryError::Unknown`], [`HistoryError::Running`], [`HistoryError::Ask`].
    pub async fn forget_page(
        &self,
        account_id: String,
        url_hash: String,
    ) -> Result<usize, HistoryError> {
        let page = ForgetPage { account_id, url_hash };
        self.forget(page).await
    }

    /// Deletes one scan of an account.
    ///
    /// # Errors
    /// [`HistoryError::Unknown`], [`HistoryError::Running`], [`HistoryError::Ask`].
    pub async fn forget_scan(
        &self,
        account_id: String,
        scan_id: String,
    ) -> Result<(), HistoryError> {
        let scan = ForgetScan { account_id, scan_id };
        self.forget(scan).await.map(drop)
    }

    async fn forget<U: Unit<Answer = Forgotten>>(&self, delete: U) -> Result<usize, HistoryError> {
        match self.address.run(DEADLINE, delete).await? {
            Forgotten::Deleted(scans) => Ok(scans),
            Forgotten::Running => Err(HistoryError::Running),
            Forgotten::Unknown => Err(HistoryError::Unknown),
        }
    }

    fn list<'a>(&'a self, account_id: &'a str, url_hash: Option<&'a str>) -> List<'a> {
        List { secrets: &self.secrets, account_id, url_hash }
    }
}

fn opened<T>(
    cursor: Option<&str>,
    open: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, HistoryError> {
    cursor.map(|text| open(text).ok_or(HistoryError::InvalidCursor)).transpose()
}

/// Cursor of the page after these rows.
fn next_of(cursor: Option<HistoryCursor>, rows: &[HistoryEntryRow]) -> Option<HistoryCursor> {
    let (first, last) = (rows.first()?, rows.last()?);
    let newest = cursor.map_or(first.scan.place(), |cursor| cursor.newest);
    Some(HistoryCursor { newest, after: last.scan.place() })
}
