//! The `history_places` and `history_pages` tables: what an account has scanned, page by page.
//!
//! Every scan of an account has a place in its history, a number that only grows. A list that began
//! at one place is therefore not moved by scans that come later, whatever the clocks of several
//! nodes say. `history_pages` sums up each page's scans and is written by the same units as they
//! are.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;

use crate::scans::scan::{NewScan, ScanStatus};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::{Reader, reads};
use crate::store::tables::{history_pages, history_places, reports, scans};

/// A page that an account has scanned.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = history_pages)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct HistoryPageRow {
    /// The hash of its normalised URL.
    pub url_hash: String,
    /// Its normalised URL.
    pub url: String,
    /// How many scans of it the account has, those that wait or failed too.
    pub versions: i64,
}

/// A scan in a history. Instants are milliseconds since 1970 in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = scans)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct HistoryScanRow {
    /// `scn_…`.
    pub id: String,
    /// Where the scan is in its life.
    pub status: ScanStatus,
    /// The score, if it is done.
    pub score: Option<i32>,
    /// When it was admitted.
    pub created_at: i64,
    /// When it ended.
    pub finished_at: Option<i64>,
    /// When its page was fetched, if it is done.
    #[diesel(select_expression = reports::scanned_at.nullable())]
    pub scanned_at: Option<i64>,
    /// The monitor whose run it is.
    pub monitor_id: Option<String>,
    /// Its place in the history.
    pub history_place: Option<i64>,
}

impl HistoryScanRow {
    /// Its place in the history.
    #[must_use]
    pub fn place(&self) -> i64 {
        self.history_place.unwrap_or_default()
    }
}

/// One line of a history: a page, and its newest scan as of the beginning of the list.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct HistoryEntryRow {
    /// The page.
    #[diesel(embed)]
    pub page: HistoryPageRow,
    /// The scan.
    #[diesel(embed)]
    pub scan: HistoryScanRow,
}

/// Where a list of pages goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryCursor {
    /// The newest place when the list began; later scans are not part of it.
    pub newest: i64,
    /// The place of the last line that was given.
    pub after: i64,
}

/// Puts a scan that was just inserted at the top of its account's history, as a part of a larger
/// unit. A scan without an account has no place in any.
///
/// On PostgreSQL the account's history is held until the end of the transaction, so that places
/// are in the order of the commits. Whoever holds quota counters too takes those first.
pub(crate) async fn remember(conn: &mut Connection<'_>, scan: &NewScan) -> Result<(), StoreError> {
    let Some(account_id) = &scan.account_id else { return Ok(()) };
    let place = conn.next_place(account_id).await?;
    conn.place_scan(&scan.id, place).await?;
    conn.count_version(account_id, scan, place).await?;
    Ok(())
}

/// The lines of two lists as one, newest first, each once. A page that was scanned between the two
/// questions is in both, at the same place.
pub(crate) fn merged(
    mut lines: Vec<HistoryEntryRow>,
    others: Vec<HistoryEntryRow>,
    limit: usize,
) -> Vec<HistoryEntryRow> {
    lines.extend(others);
    lines.sort_by_key(|line| std::cmp::Reverse(line.scan.place()));
    lines.dedup_by_key(|line| line.scan.place());
    lines.truncate(limit);
    lines
}

/// The newest scan of a page that is not newer than the bound in the middle. It is found for each
/// page by itself, so that no planner looks through all scans of the account.
const NEWEST_WITHIN: [&str; 2] = [
    "(SELECT earlier.id FROM scans AS earlier \
     WHERE earlier.account_id = history_pages.account_id \
     AND earlier.url_hash = history_pages.url_hash AND earlier.history_place <= ",
    " ORDER BY earlier.history_place DESC LIMIT 1)",
];

queries! {
    /// Statements on `history_places` and `history_pages`, and on `scans` as parts of a history.
    trait HistoryQueries {
        fn next_place(account_id: &str) -> one i64 {
            diesel::insert_into(history_places::table)
                .values((
                    history_places::account_id.eq(account_id),
                    history_places::last_place.eq(1_i64),
                ))
                .on_conflict(history_places::account_id)
                .do_update()
                .set(history_places::last_place.eq(history_places::last_place + 1_i64))
                .returning(history_places::last_place)
        }

        fn place_scan(scan_id: &str, place: i64) -> changed {
            diesel::update(scans::table.find(scan_id)).set(scans::history_place.eq(place))
        }

        fn count_version(account_id: &str, scan: &NewScan, place: i64) -> changed {
            diesel::insert_into(history_pages::table)
                .values((
                    history_pages::account_id.eq(account_id),
                    history_pages::url_hash.eq(&scan.url_hash),
                    history_pages::url.eq(&scan.url),
                    history_pages::versions.eq(1_i64),
                    history_pages::latest_place.eq(place),
                    history_pages::latest_scan_id.eq(&scan.id),
                ))
                .on_conflict((history_pages::account_id, history_pages::url_hash))
                .do_update()
                .set((
                    history_pages::versions.eq(history_pages::versions + 1_i64),
                    history_pages::latest_place.eq(excluded(history_pages::latest_place)),
                    history_pages::latest_scan_id.eq(excluded(history_pages::latest_scan_id)),
                ))
        }

        fn history_page(account_id: &str, url_hash: &str) -> first HistoryPageRow {
            history_pages::table.find((account_id, url_hash)).select(HistoryPageRow::as_select())
        }

        /// Pages whose newest scan stands before a place, newest first.
        fn newest_pages(account_id: &str, before: i64, limit: i64) -> all HistoryEntryRow {
            history_pages::table
                .inner_join(scans::table.on(scans::id.eq(history_pages::latest_scan_id)))
                .left_join(reports::table.on(reports::scan_id.eq(scans::id)))
                .filter(history_pages::account_id.eq(account_id))
                .filter(history_pages::latest_place.lt(before))
                .order(history_pages::latest_place.desc())
                .limit(limit)
                .select(HistoryEntryRow::as_select())
        }

        /// Pages that were scanned again since a list began, where they stood then.
        fn moved_pages(account_id: &str, cursor: HistoryCursor, limit: i64) -> all HistoryEntryRow {
            let [begin, end] = NEWEST_WITHIN;
            let stood = diesel::dsl::sql::<Text>(begin).bind::<BigInt, _>(cursor.newest).sql(end);
            history_pages::table
                .inner_join(scans::table.on(scans::id.eq(stood)))
                .left_join(reports::table.on(reports::scan_id.eq(scans::id)))
                .filter(history_pages::account_id.eq(account_id))
                .filter(history_pages::latest_place.gt(cursor.newest))
                .filter(scans::history_place.lt(cursor.after))
                .order(scans::history_place.desc())
                .limit(limit)
                .select(HistoryEntryRow::as_select())
        }

        /// Scans of a page before a place, newest first.
        fn scans_of_page(
            account_id: &str, url_hash: &str, before: i64, limit: i64,
        ) -> all HistoryScanRow {
            scans::table
                .left_join(reports::table.on(reports::scan_id.eq(scans::id)))
                .filter(scans::account_id.eq(account_id))
                .filter(scans::url_hash.eq(url_hash))
                .filter(scans::history_place.lt(before))
                .order(scans::history_place.desc())
                .limit(limit)
                .select(HistoryScanRow::as_select())
        }
    }
}

reads! {
    /// A page that an account has scanned.
    fn history_page(account_id: &str, url_hash: &str) -> Option<HistoryPageRow>;
}

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
        let unmoved = self
            .read(move |conn| {
                Box::pin(async move { conn.newest_pages(&account, before, rows).await })
            })
            .await?;
        let Some(cursor) = cursor else { return Ok(unmoved) };
        let account = account_id.to_owned();
        let moved = self
            .read(move |conn| {
                Box::pin(async move { conn.moved_pages(&account, cursor, rows).await })
            })
            .await?;
        Ok(merged(unmoved, moved, limit))
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
        self.read(move |conn| {
            Box::pin(async move { conn.scans_of_page(&account, &page, before, rows).await })
        })
        .await
    }
}
