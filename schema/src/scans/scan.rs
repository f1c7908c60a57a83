//! The `scans` table: one row per scan, from admission to its end.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::queries::{locking_queries, queries, stored_words};
use crate::store::reader::reads;
use crate::store::tables::scans;

stored_words! {
    /// Where a scan is in its life.
    pub enum ScanStatus {
        /// Admitted; waits to be claimed.
        Queued = "queued",
        /// Held by an owner until its lease is over.
        Running = "running",
        /// Finished with a report.
        Done = "done",
        /// Ended without a report.
        Error = "error",
    }
}

/// A stored scan. Instants are milliseconds since 1970 in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = scans)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct ScanRow {
    /// `scn_…`.
    pub id: String,
    /// The normalised URL.
    pub url: String,
    /// The hash of the normalised URL.
    pub url_hash: String,
    /// The host of the URL.
    pub host: String,
    /// Where the scan is in its life.
    pub status: ScanStatus,
    /// The stage it last entered.
    pub stage: String,
    /// How often it was claimed, without graceful releases.
    pub attempt: i32,
    /// Who runs it.
    pub owner: Option<String>,
    /// When its owner's claim is over.
    pub lease_until: Option<i64>,
    /// When it was admitted.
    pub created_at: i64,
    /// When it was last claimed.
    pub started_at: Option<i64>,
    /// When it ended.
    pub finished_at: Option<i64>,
    /// The score, if it is done.
    pub score: Option<i32>,
    /// Why it failed.
    pub failure_code: Option<String>,
    /// The same for people.
    pub failure_message: Option<String>,
    /// The HTTP status that made it fail.
    pub failure_status: Option<i32>,
    /// The media type that made it fail.
    pub failure_content_type: Option<String>,
    /// Whose history it belongs to.
    pub account_id: Option<String>,
    /// The monitor whose run it is.
    pub monitor_id: Option<String>,
}

impl ScanRow {
    /// The right to change this scan, if it is running.
    #[must_use]
    pub fn fence(&self) -> Option<Fence> {
        let owner = self.owner.clone()?;
        Some(Fence { scan_id: self.id.clone(), owner, attempt: self.attempt })
    }
}

/// A scan to admit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewScan {
    /// `scn_…`.
    pub id: String,
    /// The normalised URL.
    pub url: String,
    /// The hash of the normalised URL.
    pub url_hash: String,
    /// The host of the URL: one scan per host is claimed at a time.
    pub host: String,
    /// Whose history it belongs to.
    pub account_id: Option<String>,
    /// The monitor whose run it is.
    pub monitor_id: Option<String>,
}

/// The right to change a running scan. A change whose fence no longer fits is refused, so an owner
/// that was taken for dead and comes back cannot disturb its successor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
    /// The scan.
    pub scan_id: String,
    /// Who claimed it.
    pub owner: String,
    /// Which attempt it is.
    pub attempt: i32,
}

/// How a scan ends.
#[derive(Debug, Clone, Default, AsChangeset)]
#[diesel(table_name = scans)]
pub(crate) struct ScanEnd<'a> {
    pub(crate) score: Option<i32>,
    pub(crate) failure_code: Option<&'a str>,
    pub(crate) failure_message: Option<&'a str>,
    pub(crate) failure_status: Option<i32>,
    pub(crate) failure_content_type: Option<&'a str>,
}

/// The running scan that a fence names.
#[diesel::dsl::auto_type]
fn held<'a>(fence: &'a Fence) -> _ {
    let id: &'a str = fence.scan_id.as_str();
    let owner: &'a str = fence.owner.as_str();
    let attempt: i32 = fence.attempt;
    let running: ScanStatus = ScanStatus::Running;
    scans::table
        .filter(scans::id.eq(id))
        .filter(scans::status.eq(running))
        .filter(scans::owner.eq(owner))
        .filter(scans::attempt.eq(attempt))
}

queries! {
    /// Statements on `scans` that read the same on both databases.
    trait ScanQueries {
        fn insert_scan(scan: &NewScan, stage: &str, now: i64) -> changed {
            diesel::insert_into(scans::table)
                .values((
                    scans::id.eq(&scan.id),
                    scans::url.eq(&scan.url),
                    scans::url_hash.eq(&scan.url_hash),
                    scans::host.eq(&scan.host),
                    scans::account_id.eq(scan.account_id.as_deref()),
                    scans::monitor_id.eq(scan.monitor_id.as_deref()),
                    scans::status.eq(ScanStatus::Queued),
                    scans::stage.eq(stage),
                    scans::attempt.eq(0),
                    scans::created_at.eq(now),
                ))
        }

        fn scan(id: &str) -> first ScanRow {
            scans::table.find(id).select(ScanRow::as_select())
        }

        fn waiting() -> one i64 {
            scans::table.filter(scans::status.eq(ScanStatus::Queued)).count()
        }

        /// Makes those of `ids` that are still queued run.
        fn start_scans(ids: &[String], owner: &str, lease_until: i64, now: i64) -> all ScanRow {
            let queued = scans::table.filter(scans::status.eq(ScanStatus::Queued));
            diesel::update(queued.filter(scans::id.eq_any(ids)))
                .set((
                    scans::status.eq(ScanStatus::Running),
                    scans::owner.eq(owner),
                    scans::attempt.eq(scans::attempt + 1),
                    scans::lease_until.eq(lease_until),
                    scans::started_at.eq(now),
                ))
                .returning(ScanRow::as_returning())
        }

        fn enter_stage(fence: &Fence, stage: &str) -> changed {
            diesel::update(held(fence)).set(scans::stage.eq(stage))
        }

        /// Ends a scan; its stage becomes the word of its status.
        fn end_scan(
            fence: &Fence, status: ScanStatus, end: &ScanEnd<'_>, now: i64,
        ) -> maybe ScanRow {
            diesel::update(held(fence))
                .set((
                    scans::status.eq(status),
                    scans::stage.eq(status.as_str()),
                    scans::owner.eq(None::<String>),
                    scans::lease_until.eq(None::<i64>),
                    scans::finished_at.eq(now),
                    end,
                ))
                .returning(ScanRow::as_returning())
        }

        /// Puts a scan back into the queue. `attempt` is what then counts as used.
        fn requeue_scan(fence: &Fence, attempt: i32) -> maybe ScanRow {
            diesel::update(held(fence))
                .set((
                    scans::status.eq(ScanStatus::Queued),
                    scans::stage.eq(ScanStatus::Queued.as_str()),
                    scans::attempt.eq(attempt),
                    scans::owner.eq(None::<String>),
                    scans::lease_until.eq(None::<i64>),
                    scans::started_at.eq(None::<i64>),
                ))
                .returning(ScanRow::as_returning())
        }

        /// Running scans whose lease is over, by id so that nodes take row locks in one order.
        fn expired_scans(now: i64) -> all ScanRow {
            scans::table
                .filter(scans::status.eq(ScanStatus::Running))
                .filter(scans::lease_until.le(now))
                .order(scans::id)
                .select(ScanRow::as_select())
        }

        /// Running scans of anyone but `owner`.
        fn foreign_scans(owner: &str) -> all ScanRow {
            scans::table
                .filter(scans::status.eq(ScanStatus::Running))
                .filter(scans::owner.ne(owner))
                .order(scans::id)
                .select(ScanRow::as_select())
        }
    }
}

reads! {
    /// One scan.
    fn scan(id: &str) -> Option<ScanRow>;

    /// How many scans wait to be claimed.
    fn waiting() -> i64;
}

diesel::alias! {
    const OLDER: Alias<OlderScans> = scans as older_scans;
}

locking_queries! {
    /// Searches for scans to claim.
    trait ClaimQueries {
        /// Ids of scans to claim: the oldest queued scan of each host that is not busy, oldest
        /// first.
        fn claimable(busy_hosts: &[String], limit: i64) -> String {
            let is_older = OLDER.field(scans::created_at).lt(scans::created_at).or(OLDER
                .field(scans::created_at)
                .eq(scans::created_at)
                .and(OLDER.field(scans::id).lt(scans::id)));
            let older_of_host = OLDER
                .filter(OLDER.field(scans::status).eq(ScanStatus::Queued))
                .filter(OLDER.field(scans::host).eq(scans::host))
                .filter(is_older);
            scans::table
                .filter(scans::status.eq(ScanStatus::Queued))
                .filter(scans::host.ne_all(busy_hosts))
                .filter(diesel::dsl::not(diesel::dsl::exists(older_of_host)))
                .order((scans::created_at, scans::id))
                .limit(limit)
                .select(scans::id)
        }
    }
}
