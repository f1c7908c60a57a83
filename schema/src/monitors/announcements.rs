//! Telling owners what their monitors found: at once what must be known at once, and the rest once
//! a week.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::mail::notifications::{Notice, notify};
use crate::monitors::monitor::WEEK_MS;
use crate::monitors::runs::RunQueries;
use crate::nodes::leaders::{LeaderFence, hold};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::Reader;
use crate::store::tables::weekly_reports;
use crate::store::unit::Unit;
use crate::tracking::queue::{BeginAsks, begin_asks};

/// Tells an owner of a run that is over, puts it down for the weekly report, and begins what is to
/// be asked about it.
///
/// # Errors
/// [`StoreError::Fenced`] where somebody else leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnounceRun {
    /// Only the leader does.
    pub leader: LeaderFence,
    /// Whose monitor it was.
    pub account_id: String,
    /// The run, by its scan.
    pub scan_id: String,
    /// What must be known at once, if anything.
    pub notice: Option<Notice>,
    /// What engines are to be asked about it; none where it brought no score.
    pub asks: Option<BeginAsks>,
    /// When the weekly report is due at the earliest.
    pub report_due_at: i64,
    /// The instant.
    pub now: i64,
}

impl Unit for AnnounceRun {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        hold(conn, &self.leader).await?;
        if conn.announce_run(&self.scan_id, self.now).await? == 0 {
            return Ok(());
        }
        let report = conn.weekly_report(&self.account_id).await?;
        if report.is_none_or(|report| report.due_at.is_none()) {
            let next = report.and_then(|report| report.last_due_at).map(|last| last + WEEK_MS);
            let due_at = self.report_due_at.max(next.unwrap_or(i64::MIN));
            conn.put_weekly_report(&self.account_id, due_at).await?;
        }
        if let Some(asks) = &self.asks {
            begin_asks(conn, asks, self.now).await?;
        }
        match &self.notice {
            Some(notice) => notify(conn, &self.account_id, notice, self.now).await,
            None => Ok(()),
        }
    }
}

/// A weekly report that is due.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct DueReport {
    /// Whose it is.
    pub account_id: String,
    /// Since when.
    pub due_at: i64,
}

/// Sends a weekly report.
///
/// # Errors
/// [`StoreError::Fenced`] where somebody else leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendReport {
    /// Only the leader does.
    pub leader: LeaderFence,
    /// Which one; nothing happens where it was sent.
    pub report: DueReport,
    /// The mail; none where there was nothing to tell.
    pub notice: Option<Notice>,
    /// It holds the runs that ended until then.
    pub until: i64,
    /// The instant.
    pub now: i64,
}

impl Unit for SendReport {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        hold(conn, &self.leader).await?;
        let account_id = &self.report.account_id;
        if conn.end_weekly_report(account_id, self.report.due_at).await? == 0 {
            return Ok(());
        }
        conn.mark_runs_reported(account_id, self.until, self.now).await?;
        match &self.notice {
            Some(notice) => notify(conn, account_id, notice, self.now).await,
            None => Ok(()),
        }
    }
}

#[derive(Debug, Clone, Copy, Queryable, Selectable)]
#[diesel(table_name = weekly_reports)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub(crate) struct ReportState {
    due_at: Option<i64>,
    last_due_at: Option<i64>,
}

queries! {
    /// Statements on `weekly_reports`.
    trait WeeklyReportQueries {
        fn weekly_report(account_id: &str) -> first ReportState {
            weekly_reports::table.find(account_id).select(ReportState::as_select())
        }

        fn put_weekly_report(account_id: &str, due_at: i64) -> changed {
            diesel::insert_into(weekly_reports::table)
                .values((
                    weekly_reports::account_id.eq(account_id),
                    weekly_reports::due_at.eq(due_at),
                ))
                .on_conflict(weekly_reports::account_id)
                .do_update()
                .set(weekly_reports::due_at.eq(due_at))
        }

        fn end_weekly_report(account_id: &str, due_at: i64) -> changed {
            let due =
                weekly_reports::table.find(account_id).filter(weekly_reports::due_at.eq(due_at));
            diesel::update(due)
                .set((
                    weekly_reports::due_at.eq(None::<i64>),
                    weekly_reports::last_due_at.eq(due_at),
                ))
        }

        fn due_reports(now: i64, but_of: &[String], limit: i64) -> all DueReport {
            weekly_reports::table
                .filter(weekly_reports::due_at.le(now))
                .filter(weekly_reports::account_id.ne_all(but_of))
                .order((weekly_reports::due_at, weekly_reports::account_id))
                .limit(limit)
                .select((weekly_reports::account_id, weekly_reports::due_at.assume_not_null()))
        }
    }
}

impl Reader {
    /// Weekly reports that are due, but for those of some accounts, the longest due first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn due_reports(
        &self,
        now: i64,
        but_of: Vec<String>,
        limit: i64,
    ) -> Result<Vec<DueReport>, StoreError> {
        self.read(move |conn| Box::pin(async move { conn.due_reports(now, &but_of, limit).await }))
            .await
    }
}
