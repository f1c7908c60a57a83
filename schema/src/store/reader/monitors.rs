//! Monitors, their runs, and who looks after them.

use super::{ReadPool, Reader};
use crate::monitors::announcements::{DueReport, WeeklyReportQueries};
use crate::monitors::monitor::{MonitorQueries, MonitorRow};
use crate::monitors::runs::{RunQueries, RunRow};
use crate::monitors::schedule::{ScheduleQueries, latest_run};
use crate::nodes::leaders::LeaderQueries;
use crate::store::connection::check_out;
use crate::store::error::StoreError;

impl Reader {
    /// One monitor.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn monitor(&self, id: &str) -> Result<Option<MonitorRow>, StoreError> {
        let id = id.to_owned();
        read!(self, |conn| conn.monitor(&id))
    }

    /// The active monitors of an account, oldest first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn active_monitors(&self, account_id: &str) -> Result<Vec<MonitorRow>, StoreError> {
        let account_id = account_id.to_owned();
        read!(self, |conn| conn.active_monitors(&account_id))
    }

    /// How many active monitors an account has.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn count_active_monitors(&self, account_id: &str) -> Result<i64, StoreError> {
        let account_id = account_id.to_owned();
        read!(self, |conn| conn.count_active_monitors(&account_id))
    }

    /// Whether any monitor is due, asked for, or put off further than it should be.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn is_any_monitor_due(&self, now: i64) -> Result<bool, StoreError> {
        read!(self, |conn| conn.is_any_monitor_due(now, latest_run(now)))
    }

    /// Runs that are over and of which nobody was told, but for those of some scans, oldest first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn unannounced_runs(
        &self,
        but_of: Vec<String>,
        limit: i64,
    ) -> Result<Vec<RunRow>, StoreError> {
        read!(self, |conn| conn.unannounced_runs(&but_of, limit))
    }

    /// Runs of an account that ended until then and that no weekly report held, with the addresses
    /// of their monitors, oldest first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn unreported_runs(
        &self,
        account_id: &str,
        until: i64,
    ) -> Result<Vec<(RunRow, String)>, StoreError> {
        let account_id = account_id.to_owned();
        read!(self, |conn| conn.unreported_runs(&account_id, until))
    }

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
        read!(self, |conn| conn.due_reports(now, &but_of, limit))
    }

    /// When a task's leader was last heard of.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn leader_renewed_at(&self, task: &str) -> Result<Option<i64>, StoreError> {
        let task = task.to_owned();
        read!(self, |conn| conn.leader_renewed_at(&task))
    }
}
