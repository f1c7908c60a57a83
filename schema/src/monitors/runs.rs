//! The `monitor_runs` table: what became of each week of a monitor.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::monitors::monitor::{MonitorQueries, MonitorRow, MonitorStatus};
use crate::scans::scan::{ScanEnd, ScanRow};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::{Reader, reads};
use crate::store::tables::{monitor_runs, monitors};

/// A run that is over. Instants are milliseconds since 1970 in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = monitor_runs)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct RunRow {
    /// Whose run it is.
    pub monitor_id: String,
    /// The first instant of its week, or when an operator asked for it.
    pub period_start: i64,
    /// Whose monitor.
    pub account_id: String,
    /// Its scan.
    pub scan_id: String,
    /// When it began.
    pub started_at: i64,
    /// Weeks without a run since the one before.
    pub missed: i32,
    /// When it ended.
    pub finished_at: Option<i64>,
    /// What it found, if it did.
    pub score: Option<i32>,
    /// What the run before it had found.
    pub previous_score: Option<i32>,
    /// Why it failed, for people.
    pub failure_message: Option<String>,
}

/// A run to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewRun<'a> {
    pub(crate) monitor: &'a MonitorRow,
    pub(crate) period_start: i64,
    pub(crate) scan_id: &'a str,
    pub(crate) missed: i32,
}

/// Notes the end of a scan with its monitor, where it is a monitor's run; as a part of the unit
/// that ends the scan.
pub(crate) async fn end_run(
    conn: &mut Connection<'_>,
    scan: &ScanRow,
    end: &ScanEnd<'_>,
    now: i64,
) -> Result<(), StoreError> {
    let Some(monitor_id) = &scan.monitor_id else { return Ok(()) };
    let Some(monitor) = conn.monitor(monitor_id).await? else { return Ok(()) };
    conn.end_run(&scan.id, end.score, monitor.last_score, end.failure_message, now).await?;
    match end.score {
        Some(score) => conn.record_score(monitor_id, &scan.id, score, now).await?,
        None => conn.record_failure(monitor_id, now).await?,
    };
    Ok(())
}

queries! {
    /// Statements on `monitor_runs`.
    trait RunQueries {
        /// Begins a run, unless its monitor has run in that week.
        fn insert_run(run: &NewRun<'_>, now: i64) -> changed {
            diesel::insert_into(monitor_runs::table)
                .values((
                    monitor_runs::monitor_id.eq(&run.monitor.id),
                    monitor_runs::period_start.eq(run.period_start),
                    monitor_runs::account_id.eq(&run.monitor.account_id),
                    monitor_runs::scan_id.eq(run.scan_id),
                    monitor_runs::started_at.eq(now),
                    monitor_runs::missed.eq(run.missed),
                ))
                .on_conflict((monitor_runs::monitor_id, monitor_runs::period_start))
                .do_nothing()
        }

        fn end_run(
            scan_id: &str,
            score: Option<i32>,
            previous_score: Option<i32>,
            failure_message: Option<&str>,
            now: i64,
        ) -> changed {
            diesel::update(monitor_runs::table.filter(monitor_runs::scan_id.eq(scan_id)))
                .set((
                    monitor_runs::finished_at.eq(now),
                    monitor_runs::score.eq(score),
                    monitor_runs::previous_score.eq(previous_score),
                    monitor_runs::failure_message.eq(failure_message),
                ))
        }

        fn count_runs_since(account_id: &str, since: i64) -> one i64 {
            monitor_runs::table
                .filter(monitor_runs::account_id.eq(account_id))
                .filter(monitor_runs::started_at.gt(since))
                .count()
        }

        /// Active monitors of an account that are due and never ran.
        fn count_unrun_monitors(account_id: &str, now: i64) -> one i64 {
            monitors::table
                .filter(monitors::account_id.eq(account_id))
                .filter(monitors::status.eq(MonitorStatus::Active))
                .filter(monitors::last_week.is_null())
                .filter(monitors::next_run_at.le(now))
                .count()
        }

        /// Runs that are over and of which nobody was told, but for those of some scans, oldest
        /// first.
        fn unannounced_runs(but_of: &[String], limit: i64) -> all RunRow {
            monitor_runs::table
                .filter(monitor_runs::announced_at.is_null())
                .filter(monitor_runs::finished_at.is_not_null())
                .filter(monitor_runs::scan_id.ne_all(but_of))
                .order((monitor_runs::finished_at, monitor_runs::scan_id))
                .limit(limit)
                .select(RunRow::as_select())
        }

        /// Whether the run was not announced before.
        fn announce_run(scan_id: &str, now: i64) -> changed {
            let unannounced = monitor_runs::table
                .filter(monitor_runs::scan_id.eq(scan_id))
                .filter(monitor_runs::announced_at.is_null());
            diesel::update(unannounced).set(monitor_runs::announced_at.eq(now))
        }

        /// Runs of an account that ended until then and that no weekly report held, with the
        /// addresses of their monitors, oldest first.
        fn unreported_runs(account_id: &str, until: i64) -> all (RunRow, String) {
            monitor_runs::table
                .inner_join(monitors::table)
                .filter(monitor_runs::account_id.eq(account_id))
                .filter(monitor_runs::reported_at.is_null())
                .filter(monitor_runs::finished_at.le(until))
                .order((monitor_runs::finished_at, monitor_runs::scan_id))
                .select((RunRow::as_select(), monitors::url))
        }

        fn mark_runs_reported(account_id: &str, until: i64, now: i64) -> changed {
            let unreported = monitor_runs::table
                .filter(monitor_runs::account_id.eq(account_id))
                .filter(monitor_runs::reported_at.is_null())
                .filter(monitor_runs::finished_at.le(until));
            diesel::update(unreported).set(monitor_runs::reported_at.eq(now))
        }
    }
}

reads! {
    /// Runs of an account that ended until then and that no weekly report held, with the addresses
    /// of their monitors, oldest first.
    fn unreported_runs(account_id: &str, until: i64) -> Vec<(RunRow, String)>;
}

impl Reader {
    /// Runs that are over and of which nobody was told, but for those of some scans, oldest first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn unannounced_runs(
        &self,
        but_of: Vec<String>,
        limit: i64,
    ) -> Result<Vec<RunRow>, StoreError> {
        self.read(move |conn| Box::pin(async move { conn.unannounced_runs(&but_of, limit).await }))
            .await
    }
}
