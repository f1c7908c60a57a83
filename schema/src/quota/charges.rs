//! Charging a scan and giving the charge back, as parts of larger units.

use crate::quota::counters::{DAY, MONTH, QuotaQueries, SERVICE, Spend, Used};
use crate::store::connection::Connection;
use crate::store::error::StoreError;

/// What became of a charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Charge {
    /// It is stored; this is what is spent now.
    Made(Used),
    /// Nothing is stored: a bucket of the subject is empty.
    QuotaSpent(Used),
    /// Nothing is stored: the service's budget is spent.
    BudgetSpent(Used),
}

/// Charges a scan to a subject and to the service.
///
/// The counters are held in one order, the service's first, so that nodes do not wait for each
/// other in a circle; which refusal comes first is another matter.
pub(crate) async fn charge(
    conn: &mut Connection<'_>,
    scan_id: &str,
    spend: &Spend,
    now: i64,
) -> Result<Charge, StoreError> {
    let service = conn.hold_counter(SERVICE, DAY, spend.day.period).await?;
    let mut used = Used::default();
    if let Some(subject) = &spend.subject {
        used.month = conn.hold_counter(subject, MONTH, spend.month.period).await?;
        used.day = conn.hold_counter(subject, DAY, spend.day.period).await?;
        if used.day >= spend.day.limit || used.month >= spend.month.limit {
            return Ok(Charge::QuotaSpent(used));
        }
    }
    if service >= spend.budget {
        return Ok(Charge::BudgetSpent(used));
    }
    conn.insert_charge(scan_id, spend, now).await?;
    add(conn, spend.subject.as_deref(), spend.day.period, spend.month.period, 1).await?;
    Ok(Charge::Made(Used { day: used.day + 1, month: used.month + 1 }))
}

/// Gives a scan's charge back, once.
pub(crate) async fn give_back(
    conn: &mut Connection<'_>,
    scan_id: &str,
    now: i64,
) -> Result<(), StoreError> {
    if let Some(charge) = conn.return_charge(scan_id, now).await? {
        add(conn, charge.subject.as_deref(), charge.day, charge.month, -1).await?;
    }
    Ok(())
}

async fn add(
    conn: &mut Connection<'_>,
    subject: Option<&str>,
    day: i64,
    month: i64,
    scans: i64,
) -> Result<(), StoreError> {
    conn.add_to_counter(SERVICE, DAY, day, scans).await?;
    if let Some(subject) = subject {
        conn.add_to_counter(subject, MONTH, month, scans).await?;
        conn.add_to_counter(subject, DAY, day, scans).await?;
    }
    Ok(())
}
