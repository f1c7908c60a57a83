//! The weekly schedule: which monitors are due, and beginning their runs.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::accounts::account::{AccountQueries, Plan};
use crate::history::pages::remember;
use crate::monitors::monitor::{MonitorQueries, MonitorRow, MonitorStatus, WEEK_MS};
use crate::monitors::runs::{NewRun, RunQueries};
use crate::nodes::leaders::{LeaderFence, hold};
use crate::nodes::switches::SwitchQueries;
use crate::quota::budget::{Stripe, hold_stripe};
use crate::quota::charges::charge_to;
use crate::quota::counters::Spend;
use crate::scans::event_log::EventQueries;
use crate::scans::events::NewEvent;
use crate::scans::scan::{NewScan, ScanQueries, ScanStatus};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::Reader;
use crate::store::tables::monitors;
use crate::store::unit::Unit;

/// A monitor whose next run is further away than a week and this was scheduled by a clock that was
/// fast.
const CLOCK_SLACK_MS: i64 = 24 * 60 * 60 * 1_000;

/// How many monitors each plan allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonitorLimits {
    /// [`Plan::Free`].
    pub free: i64,
    /// [`Plan::Pro`].
    pub pro: i64,
    /// [`Plan::Agency`].
    pub agency: i64,
}

impl MonitorLimits {
    pub(crate) fn of(&self, plan: Plan) -> i64 {
        match plan {
            Plan::Free => self.free,
            Plan::Pro => self.pro,
            Plan::Agency => self.agency,
        }
    }
}

/// Begins the runs of monitors that are due: each in one week once, and late ones once for all the
/// weeks that were missed; none while scans are paused.
///
/// # Errors
/// [`StoreError::Fenced`] where somebody else leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartRuns {
    /// Only the leader does.
    pub leader: LeaderFence,
    /// The ids of the scans, and so how many runs begin at most.
    pub scan_ids: Vec<String>,
    /// How many monitors each plan allows: those beyond end.
    pub limits: MonitorLimits,
    /// What the runs are charged to: nobody's quota, but the service's budget.
    pub spend: Spend,
    /// When that budget is full again.
    pub budget_renewed_at: i64,
    /// The instant.
    pub now: i64,
}

/// What was begun.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunsStarted {
    /// Monitors that were looked at.
    pub seen: usize,
    /// Runs that began: the first so many of the ids were used.
    pub started: usize,
}

impl Unit for StartRuns {
    type Answer = RunsStarted;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<RunsStarted, StoreError> {
        // The service's budget is held before anything else, here as in every charge.
        let stripe = hold_stripe(conn, self.spend.day.period, self.spend.budget).await?;
        hold(conn, &self.leader).await?;
        if conn.pause().await?.is_some() {
            return Ok(RunsStarted::default());
        }
        let limit = i64::try_from(self.scan_ids.len()).unwrap_or(i64::MAX);
        self.bring_back_strays(conn, limit).await?;
        let due = conn.due_monitors(self.now, limit).await?;
        let (mut room, mut left) = stripe.map_or((0, 0), |stripe| (stripe.room, stripe.left));
        let mut begun = RunsStarted { seen: due.len(), started: 0 };
        let mut ids = self.scan_ids.iter();
        for monitor in due {
            let week = monitor.week_of(self.now);
            if !self.is_within_plan(conn, &monitor).await? {
                conn.deactivate_monitor(&monitor.id).await?;
            } else if monitor.requested_at.is_none() && monitor.last_week >= Some(week) {
                conn.schedule_monitor(&monitor.id, week + WEEK_MS).await?;
            } else if room <= 0 {
                // In the next round, another stripe may have room.
                if left <= 0 {
                    conn.postpone_monitor(&monitor.id, self.now, self.budget_renewed_at).await?;
                }
            } else if let (Some(stripe), Some(scan_id)) = (stripe, ids.as_slice().first())
                && self.begin(conn, stripe, &monitor, week, scan_id).await?
            {
                ids.next();
                begun.started += 1;
                (room, left) = (room - 1, left - 1);
            }
        }
        Ok(begun)
    }
}

impl StartRuns {
    /// What a clock that was fast has put off too far is due within a week again.
    async fn bring_back_strays(
        &self,
        conn: &mut Connection<'_>,
        limit: i64,
    ) -> Result<(), StoreError> {
        for monitor in conn.monitors_due_after(latest_run(self.now), limit).await? {
            let week = monitor.week_of(self.now);
            conn.enter_week(&monitor.id, week, week + WEEK_MS).await?;
        }
        Ok(())
    }

    /// The oldest monitors of an account are those that its plan allows.
    async fn is_within_plan(
        &self,
        conn: &mut Connection<'_>,
        monitor: &MonitorRow,
    ) -> Result<bool, StoreError> {
        let Some(account) = conn.account(&monitor.account_id).await? else { return Ok(false) };
        let older = conn.count_older_monitors(monitor).await?;
        Ok(older < self.limits.of(account.plan_at(self.now)))
    }

    /// Answers whether there was something to begin. A run that an operator asked for stands
    /// beside the schedule.
    async fn begin(
        &self,
        conn: &mut Connection<'_>,
        stripe: Stripe,
        monitor: &MonitorRow,
        week: i64,
        scan_id: &str,
    ) -> Result<bool, StoreError> {
        let (period_start, missed, held) = match monitor.requested_at {
            Some(requested_at) => (requested_at, 0, conn.end_request(&monitor.id).await?),
            None => {
                let held = conn.enter_week(&monitor.id, week, week + WEEK_MS).await?;
                (week, missed_weeks(monitor, week), held)
            }
        };
        let run = NewRun { monitor, period_start, scan_id, missed };
        if held == 0 || conn.insert_run(&run, self.now).await? == 0 {
            return Ok(false);
        }
        charge_to(conn, stripe, scan_id, &self.spend, self.now).await?;
        let scan = NewScan {
            id: scan_id.to_owned(),
            url: monitor.url.clone(),
            url_hash: monitor.url_hash.clone(),
            host: monitor.host.clone(),
            account_id: Some(monitor.account_id.clone()),
            monitor_id: Some(monitor.id.clone()),
        };
        let stage = ScanStatus::Queued.as_str();
        conn.insert_scan(&scan, stage, self.now).await?;
        remember(conn, &scan).await?;
        conn.insert_event(scan_id, &NewEvent::entered(1, self.now, stage)).await?;
        Ok(true)
    }
}

/// The furthest that a run can be away, but for a clock that was fast.
pub(crate) fn latest_run(now: i64) -> i64 {
    now + WEEK_MS + CLOCK_SLACK_MS
}

fn missed_weeks(monitor: &MonitorRow, week: i64) -> i32 {
    let first = monitor.last_week.map_or(monitor.anchor, |last| last + WEEK_MS);
    i32::try_from((week - first).max(0) / WEEK_MS).unwrap_or(i32::MAX)
}

queries! {
    /// Statements of the schedule.
    trait ScheduleQueries {
        /// Active monitors that are due or asked for, the one that is due the longest first.
        fn due_monitors(now: i64, limit: i64) -> all MonitorRow {
            monitors::table
                .filter(monitors::next_run_at.le(now).or(monitors::requested_at.is_not_null()))
                .filter(monitors::status.eq(MonitorStatus::Active))
                .order((monitors::next_run_at, monitors::id))
                .limit(limit)
                .select(MonitorRow::as_select())
        }

        /// Whether any monitor is due or asked for, or was put off beyond `latest`.
        fn is_any_monitor_due(now: i64, latest: i64) -> one bool {
            let due = monitors::table.filter(
                monitors::next_run_at
                    .le(now)
                    .or(monitors::next_run_at.gt(latest))
                    .or(monitors::requested_at.is_not_null()),
            );
            diesel::select(diesel::dsl::exists(due))
        }

        fn monitors_due_after(latest: i64, limit: i64) -> all MonitorRow {
            monitors::table
                .filter(monitors::next_run_at.gt(latest))
                .order((monitors::next_run_at, monitors::id))
                .limit(limit)
                .select(MonitorRow::as_select())
        }

        fn count_older_monitors(monitor: &MonitorRow) -> one i64 {
            let is_older = monitors::created_at.lt(monitor.created_at).or(monitors::created_at
                .eq(monitor.created_at)
                .and(monitors::id.lt(&monitor.id)));
            monitors::table
                .filter(monitors::account_id.eq(&monitor.account_id))
                .filter(monitors::status.eq(MonitorStatus::Active))
                .filter(is_older)
                .count()
        }

        fn schedule_monitor(id: &str, next_run_at: i64) -> changed {
            let active =
                monitors::table.find(id).filter(monitors::status.eq(MonitorStatus::Active));
            diesel::update(active).set(monitors::next_run_at.eq(next_run_at))
        }

        /// Puts a run off that is due.
        fn postpone_monitor(id: &str, now: i64, until: i64) -> changed {
            let due = monitors::table.find(id).filter(monitors::next_run_at.le(now));
            diesel::update(due).set(monitors::next_run_at.eq(until))
        }

        fn enter_week(id: &str, week: i64, next_run_at: i64) -> changed {
            let active =
                monitors::table.find(id).filter(monitors::status.eq(MonitorStatus::Active));
            diesel::update(active)
                .set((monitors::last_week.eq(week), monitors::next_run_at.eq(next_run_at)))
        }

        fn end_request(id: &str) -> changed {
            let requested = monitors::table.find(id).filter(monitors::requested_at.is_not_null());
            diesel::update(requested)
                .set(monitors::requested_at.eq(None::<i64>))
        }
    }
}

impl Reader {
    /// Whether any monitor is due, asked for, or put off further than it should be.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn is_any_monitor_due(&self, now: i64) -> Result<bool, StoreError> {
        self.read(move |conn| {
            Box::pin(async move { conn.is_any_monitor_due(now, latest_run(now)).await })
        })
        .await
    }
}
