//! What accounts have scanned, in pages of a list.

use super::{ReadPool, Reader};
use crate::history::pages::{
    HistoryCursor, HistoryEntryRow, HistoryPageRow, HistoryQueries, HistoryScanRow, merged,
};
use crate::store::connection::check_out;
use crate::store::error::StoreError;

impl Reader {
    /// The pages that an account has scanned, the one scanned last first: up to `limit` of them
    /// after the cursor, as they stood when the list began. How many scans each has is as of now.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn history(
        &self,
        account_id: &str,
        cursor: Option<HistoryCursor>,
        limit: usize,
    ) -> Result<Vec<HistoryEntryRow>, StoreError> {
        let rows = i64::try_from(limit).unwrap_or(i64::MAX);
        let before = cursor.map_or(i64::MAX, |cursor| cursor.after);
        let account = account_id.to_owned();
        // In this order a page that is scanned in between is found twice, and not never.
        let unmoved: Result<Vec<HistoryEntryRow>, StoreError> =
            read!(self, |conn| conn.newest_pages(&account, before, rows));
        let Some(cursor) = cursor else { return unmoved };
        let account = account_id.to_owned();
        let moved: Result<Vec<HistoryEntryRow>, StoreError> =
            read!(self, |conn| conn.moved_pages(&account, cursor, rows));
        Ok(merged(unmoved?, moved?, limit))
    }

    /// A page that an account has scanned.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn history_page(
        &self,
        account_id: &str,
        url_hash: &str,
    ) -> Result<Option<HistoryPageRow>, StoreError> {
        let (account, page) = (account_id.to_owned(), url_hash.to_owned());
        read!(self, |conn| conn.history_page(&account, &page))
    }

    /// The scans that an account has of a page, newest first: up to `limit` of them before a place.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn history_scans(
        &self,
        account_id: &str,
        url_hash: &str,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<HistoryScanRow>, StoreError> {
        let (account, page) = (account_id.to_owned(), url_hash.to_owned());
        let (before, rows) = (before.unwrap_or(i64::MAX), i64::try_from(limit).unwrap_or(i64::MAX));
        read!(self, |conn| conn.scans_of_page(&account, &page, before, rows))
    }
}
