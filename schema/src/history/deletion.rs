//! Deleting scans from a history, and what was kept of them.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::history::pages::HistoryQueries;
use crate::scans::objects::{ObjectQueries, doomed};
use crate::scans::scan::{ScanRow, ScanStatus};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::tables::{history_pages, history_places, object_deletions, scans, snapshots};
use crate::store::unit::Unit;

/// Deletes every scan that an account has of a page, with reports, snapshots and events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgetPage {
    /// Whose.
    pub account_id: String,
    /// Of which page.
    pub url_hash: String,
}

/// Deletes one scan of an account, with report, snapshot and events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgetScan {
    /// Whose.
    pub account_id: String,
    /// Which.
    pub scan_id: String,
}

/// What became of what was to be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forgotten {
    /// So many scans are gone.
    Deleted(usize),
    /// Nothing is: it is being scanned, or waits for that.
    Running,
    /// The account has no such thing.
    Unknown,
}

impl Unit for ForgetPage {
    type Answer = Forgotten;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Forgotten, StoreError> {
        let (account, page) = (self.account_id.as_str(), self.url_hash.as_str());
        if !conn.hold_history(account).await? || conn.history_page(account, page).await?.is_none() {
            return Ok(Forgotten::Unknown);
        }
        if conn.is_page_scanned(account, page).await? {
            return Ok(Forgotten::Running);
        }
        conn.doom_objects_of_page(account, page).await?;
        let deleted = conn.delete_scans_of_page(account, page).await?;
        conn.delete_history_page(account, page).await?;
        Ok(Forgotten::Deleted(deleted))
    }
}

impl Unit for ForgetScan {
    type Answer = Forgotten;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Forgotten, StoreError> {
        if !conn.hold_history(&self.account_id).await? {
            return Ok(Forgotten::Unknown);
        }
        let Some(scan) = conn.scan_of_account(&self.account_id, &self.scan_id).await? else {
            return Ok(Forgotten::Unknown);
        };
        if matches!(scan.status, ScanStatus::Queued | ScanStatus::Running) {
            return Ok(Forgotten::Running);
        }
        conn.doom_objects(std::slice::from_ref(&scan.id)).await?;
        let deleted = conn.delete_scan(&scan.id).await?;
        let page = scan.url_hash.as_str();
        match conn.newest_of_page(&self.account_id, page).await? {
            Some((id, place)) => {
                conn.discount_version(&self.account_id, page, &id, place.unwrap_or(0)).await?
            }
            None => conn.delete_history_page(&self.account_id, page).await?,
        };
        Ok(Forgotten::Deleted(deleted))
    }
}

/// The scans that an account has of a page.
#[diesel::dsl::auto_type]
fn of_page<'a>(account_id: &'a str, url_hash: &'a str) -> _ {
    scans::table.filter(scans::account_id.eq(account_id)).filter(scans::url_hash.eq(url_hash))
}

queries! {
    /// Statements that take scans out of a history.
    trait ForgetQueries {
        /// Whether the account has a history; on PostgreSQL it is held until the end of the
        /// transaction, so that no scan is added meanwhile.
        fn hold_history(account_id: &str) -> own bool |conn| {
            diesel::update(history_places::table.find(account_id))
                .set(history_places::last_place.eq(history_places::last_place))
                .execute(conn)
                .await
                .map(|held| held > 0)
        }

        fn is_page_scanned(account_id: &str, url_hash: &str) -> one bool {
            let unfinished = of_page(account_id, url_hash)
                .filter(scans::status.eq_any([ScanStatus::Queued, ScanStatus::Running]));
            diesel::select(diesel::dsl::exists(unfinished))
        }

        fn scan_of_account(account_id: &str, scan_id: &str) -> first ScanRow {
            scans::table
                .find(scan_id)
                .filter(scans::account_id.eq(account_id))
                .select(ScanRow::as_select())
        }

        fn newest_of_page(account_id: &str, url_hash: &str) -> first (String, Option<i64>) {
            of_page(account_id, url_hash)
                .filter(scans::history_place.is_not_null())
                .order(scans::history_place.desc())
                .select((scans::id, scans::history_place))
        }

        fn delete_scan(scan_id: &str) -> changed {
            diesel::delete(scans::table.find(scan_id))
        }

        /// As [`ObjectQueries::doom_objects`], of every scan that an account has of a page.
        fn doom_objects_of_page(account_id: &str, url_hash: &str) -> changed {
            let of_page = snapshots::table
                .filter(snapshots::scan_id.eq_any(of_page(account_id, url_hash).select(scans::id)))
                .filter(snapshots::object.is_not_null());
            doomed!(of_page)
        }

        fn delete_scans_of_page(account_id: &str, url_hash: &str) -> changed {
            diesel::delete(of_page(account_id, url_hash))
        }

        fn delete_history_page(account_id: &str, url_hash: &str) -> changed {
            diesel::delete(history_pages::table.find((account_id, url_hash)))
        }

        /// Takes one scan off a page's sum; what is left begins with the one that is named.
        fn discount_version(
            account_id: &str, url_hash: &str, latest_scan_id: &str, latest_place: i64,
        ) -> changed {
            diesel::update(history_pages::table.find((account_id, url_hash)))
                .set((
                    history_pages::versions.eq(history_pages::versions - 1_i64),
                    history_pages::latest_place.eq(latest_place),
                    history_pages::latest_scan_id.eq(latest_scan_id),
                ))
        }
    }
}
