//! Charging a scan and giving the charge back, as parts of larger units.

use crate::quota::budget::{self, Stripe, hold_stripe};
use crate::quota::counters::{ChargeRow, DAY, MONTH, QuotaQueries, Spend, Used};
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
    let stripe = hold_stripe(conn, spend.day.period, spend.budget).await?;
    let mut used = Used::default();
    if let Some(subject) = &spend.subject {
        used.month = conn.hold_counter(subject, MONTH, spend.month.period).await?;
        used.day = conn.hold_counter(subject, DAY, spend.day.period).await?;
        if used.day >= spend.day.limit || used.month >= spend.month.limit {
            return Ok(Charge::QuotaSpent(used));
        }
    }
    let Some(stripe) = stripe else { return Ok(Charge::BudgetSpent(used)) };
    charge_to(conn, stripe, scan_id, spend, now).await?;
    Ok(Charge::Made(Used { day: used.day + 1, month: used.month + 1 }))
}

/// The same, of a stripe that is held and a subject whose limits don't matter.
pub(crate) async fn charge_to(
    conn: &mut Connection<'_>,
    stripe: Stripe,
    scan_id: &str,
    spend: &Spend,
    now: i64,
) -> Result<(), StoreError> {
    conn.insert_charge(scan_id, spend, stripe.number, now).await?;
    let charge = ChargeRow {
        subject: spend.subject.clone(),
        day: spend.day.period,
        month: spend.month.period,
        stripe: Some(stripe.number),
    };
    add(conn, &charge, 1).await
}

/// Gives a scan's charge back, once.
pub(crate) async fn give_back(
    conn: &mut Connection<'_>,
    scan_id: &str,
    now: i64,
) -> Result<(), StoreError> {
    match conn.return_charge(scan_id, now).await? {
        Some(charge) => add(conn, &charge, -1).await,
        None => Ok(()),
    }
}

async fn add(conn: &mut Connection<'_>, charge: &ChargeRow, scans: i64) -> Result<(), StoreError> {
    let stripe = budget::subject(charge.stripe.unwrap_or_default());
    conn.add_to_counter(&stripe, DAY, charge.day, scans).await?;
    if let Some(subject) = &charge.subject {
        conn.add_to_counter(subject, MONTH, charge.month, scans).await?;
        conn.add_to_counter(subject, DAY, charge.day, scans).await?;
    }
    Ok(())
}
