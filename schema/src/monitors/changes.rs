//! Beginning to monitor an address, ending it, and consenting to more.

use crate::accounts::account::AccountQueries;
use crate::monitors::monitor::{Consent, MonitorQueries, MonitorStatus, NewMonitor, WEEK_MS};
use crate::monitors::runs::RunQueries;
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::unit::Unit;
use crate::tracking::asks::TrackedMonitor;
use crate::tracking::queue::drop_withdrawn;
use crate::tracking::statements::AskQueries;

/// First runs of new monitors that a week holds, in times of what the plan allows: more wait a
/// week, else whoever adds and removes addresses all day would scan without limit.
const RUNS_A_WEEK: i64 = 2;

/// Begins to monitor an address, or goes on.
///
/// # Errors
/// [`StoreError::Contention`] where the account is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    /// The address; its id is used where the account never monitored it before.
    pub monitor: NewMonitor,
    /// How many the account may have.
    pub limit: i64,
    /// What its owner consents to at the same time.
    pub consent: Option<Consent>,
    /// The instant.
    pub now: i64,
}

/// What became of an address to monitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Watched {
    /// It is monitored.
    Active(Box<TrackedMonitor>),
    /// The account has as many as it may.
    LimitReached,
}

impl Unit for Watch {
    type Answer = Watched;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Watched, StoreError> {
        let account = conn.lock_account(&self.monitor.account_id).await?;
        let account = account.ok_or_else(StoreError::vanished)?;
        let known = conn.monitor_of_url(&account.id, &self.monitor.url_hash).await?;
        let is_active =
            known.as_ref().is_some_and(|monitor| monitor.status == MonitorStatus::Active);
        if !is_active && conn.count_active_monitors(&account.id).await? >= self.limit {
            return Ok(Watched::LimitReached);
        }
        let mut monitor = match known {
            Some(monitor) if is_active => monitor,
            Some(monitor) => {
                let again = conn.activate_monitor(&monitor.id, monitor.next_run(self.now)).await?;
                again.ok_or_else(StoreError::vanished)?
            }
            None => {
                let first_run = self.first_run(conn).await?;
                conn.insert_monitor(&self.monitor, first_run, self.now).await?
            }
        };
        if let Some(consent) = &self.consent {
            let consented =
                conn.set_consent(&account.id, &monitor.id, Some(consent), self.now).await?;
            monitor = consented.ok_or_else(StoreError::vanished)?;
            drop_withdrawn(conn, &monitor).await?;
        }
        let asks = conn.asks_of_monitor(&monitor.id).await?;
        Ok(Watched::Active(Box::new(TrackedMonitor { row: monitor, asks })))
    }
}

impl Watch {
    async fn first_run(&self, conn: &mut Connection<'_>) -> Result<i64, StoreError> {
        let runs = conn.count_runs_since(&self.monitor.account_id, self.now - WEEK_MS).await?;
        let waiting = conn.count_unrun_monitors(&self.monitor.account_id, self.now).await?;
        let is_enough = runs + waiting >= self.limit.saturating_mul(RUNS_A_WEEK);
        Ok(if is_enough { self.now + WEEK_MS } else { self.now })
    }
}

/// Ends a monitor of that account; what it has found stays, and what was still to be asked goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwatch {
    /// Whose monitor.
    pub account_id: String,
    /// Which one.
    pub id: String,
}

impl Unit for Unwatch {
    /// Whether the account had such an active monitor.
    type Answer = bool;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<bool, StoreError> {
        let monitor = conn.monitor(&self.id).await?;
        if monitor.is_none_or(|monitor| monitor.account_id != self.account_id) {
            return Ok(false);
        }
        let ended = conn.deactivate_monitor(&self.id).await? > 0;
        conn.delete_open_asks(&self.id, &[]).await?;
        Ok(ended)
    }
}

/// Records or ends the consent to ask answer engines about an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetConsent {
    /// Whose monitor.
    pub account_id: String,
    /// Which one.
    pub id: String,
    /// What its owner consents to; none ends it.
    pub consent: Option<Consent>,
    /// The instant.
    pub now: i64,
}

impl Unit for SetConsent {
    /// None where the account has no such active monitor.
    type Answer = Option<TrackedMonitor>;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Option<TrackedMonitor>, StoreError> {
        let consent = self.consent.as_ref();
        let row = conn.set_consent(&self.account_id, &self.id, consent, self.now).await?;
        let Some(row) = row else { return Ok(None) };
        drop_withdrawn(conn, &row).await?;
        let asks = conn.asks_of_monitor(&row.id).await?;
        Ok(Some(TrackedMonitor { row, asks }))
    }
}

/// Asks for a run outside the schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestRun {
    /// Of which monitor.
    pub id: String,
    /// The instant.
    pub now: i64,
}

impl Unit for RequestRun {
    /// Whether there is such an active monitor.
    type Answer = bool;
    const CHANGES_LAST: bool = true;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<bool, StoreError> {
        Ok(conn.request_run(&self.id, self.now).await? > 0)
    }
}
