//! Admitting a scan.

use crate::history::pages::remember;
use crate::nodes::switches::SwitchQueries;
use crate::quota::charges::{Charge, charge};
use crate::quota::counters::{Spend, Used};
use crate::requests::idempotency::FirstAnswer;
use crate::scans::event_log::EventQueries;
use crate::scans::events::NewEvent;
use crate::scans::scan::{NewScan, ScanQueries, ScanStatus};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::unit::Unit;

/// Admits a scan: its charge, its row, waiting, its place in the account's history, the first event
/// of its log, and the answer that is kept for the request if it comes again.
///
/// Everything that holds together with "this scan was promised" is in this one unit.
///
/// # Errors
/// [`StoreError::Conflict`] where the id is taken; [`StoreError::Fenced`] where the right to answer
/// the request is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    /// The scan.
    pub scan: NewScan,
    /// What it is charged to.
    pub spend: Spend,
    /// The answer, where the request named an idempotency key.
    pub answer: Option<FirstAnswer>,
    /// The instant of admission.
    pub now: i64,
}

/// What became of a scan to admit, and what its subject has spent by now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admitted {
    /// It is stored and waits.
    Taken(Used),
    /// Nothing is stored: the subject's quota is spent.
    QuotaSpent(Used),
    /// Nothing is stored: the service's budget of the day is spent.
    BudgetSpent(Used),
    /// Nothing is stored: the operator has paused scans.
    Paused,
}

impl Unit for Admission {
    type Answer = Admitted;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Admitted, StoreError> {
        if conn.pause().await?.is_some() {
            return Ok(Admitted::Paused);
        }
        let used = match charge(conn, &self.scan.id, &self.spend, self.now).await? {
            Charge::Made(used) => used,
            Charge::QuotaSpent(used) => return Ok(Admitted::QuotaSpent(used)),
            Charge::BudgetSpent(used) => return Ok(Admitted::BudgetSpent(used)),
        };
        let stage = ScanStatus::Queued.as_str();
        conn.insert_scan(&self.scan, stage, self.now).await?;
        remember(conn, &self.scan).await?;
        conn.insert_event(&self.scan.id, &NewEvent::entered(1, self.now, stage)).await?;
        if let Some(answer) = &self.answer {
            answer.keep(conn).await?;
        }
        Ok(Admitted::Taken(used))
    }
}
