//! Deleting what is not needed any more, a few rows at a time.
//!
//! How long things are kept is the caller's business; what must not be deleted however old it is
//! stands here, in the statements themselves. Several nodes may sweep at once.

mod find;
mod remove;

use crate::billing::statements::BillingQueries;
use crate::requests::human_check_tokens::{TokenQueries, TokenSweepQueries};
use crate::scans::objects::ObjectQueries;
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::unit::Unit;
use crate::tracking::calls::CallQueries;
use crate::tracking::statements::AskQueries;
use crate::upkeep::retention::find::SweepQueries;
use crate::upkeep::retention::remove::RemovalQueries;
use crate::webhooks::statements::DeliveryQueries;

/// A kind of rows that are not needed for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leftover {
    /// Finished scans without an account, by their end; with reports, snapshots and events.
    StrayScan,
    /// Events of finished scans but the last one, by the end of the scan.
    ScanLog,
    /// Sign-in tokens, by the end of their time.
    SignInToken,
    /// Counted requests for sign-in links, by the beginning of the hour.
    SignInRate,
    /// Sessions, by the end of their time.
    Session,
    /// Human-check tokens, by the end of their time.
    HumanCheckToken,
    /// Requests with an idempotency key, by the end of their time.
    Request,
    /// Mails that were sent or given up, by their end.
    Mail,
    /// Mails that wait although they are of no use any more, by the end of their use: where no mail
    /// server is configured, nobody else looks at them.
    LateMail,
    /// Deliveries that wait for an endpoint which is paused, by their making. They end; how they
    /// ended is kept a while.
    StaleDelivery,
    /// Deliveries that were made or given up, by their end; with their attempts.
    Delivery,
    /// Tokens of links that end notifications, by their making.
    UnsubscribeToken,
    /// Events of the payment provider, by their arrival.
    BillingEvent,
    /// Customers of the payment provider without account and subscription, by their making.
    StrayCustomer,
    /// What answer engines were asked about monitored addresses, by its making.
    Ask,
    /// Counted calls of answer engines, by the beginning of the week.
    AskCalls,
    /// Quota counters, by the beginning of their day or month; none that a scan which has not
    /// ended was charged to.
    QuotaCounter,
    /// What scans were charged to, by the charge; none of a scan that has not ended.
    Charge,
    /// Accounts that nobody ever signed in to, by their making; none that pays or has anything.
    UnconfirmedAccount,
}

impl Leftover {
    /// Every kind. Accounts come last: what holds one may have gone just before.
    pub const ALL: [Self; 19] = [
        Self::StrayScan,
        Self::ScanLog,
        Self::SignInToken,
        Self::SignInRate,
        Self::Session,
        Self::HumanCheckToken,
        Self::Request,
        Self::Mail,
        Self::LateMail,
        Self::StaleDelivery,
        Self::Delivery,
        Self::UnsubscribeToken,
        Self::BillingEvent,
        Self::StrayCustomer,
        Self::Ask,
        Self::AskCalls,
        Self::QuotaCounter,
        Self::Charge,
        Self::UnconfirmedAccount,
    ];
}

/// Deletes a few rows of one kind, the oldest first. Answers how many there were; fewer than the
/// limit means that no more are left, or that another node is at them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sweep {
    /// Of which kind.
    pub what: Leftover,
    /// Only rows of this instant or before.
    pub until: i64,
    /// How many at most.
    pub limit: i64,
    /// The instant of the sweep.
    pub now: i64,
}

impl Unit for Sweep {
    type Answer = usize;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<usize, StoreError> {
        macro_rules! sweep {
            ($find:ident, $remove:ident) => {{
                let found = conn.$find(self.until, self.limit).await?;
                conn.$remove(&found).await?;
                Ok(found.len())
            }};
        }
        match self.what {
            Leftover::StrayScan => {
                let ids = conn.stray_scans(self.until, self.limit).await?;
                conn.doom_objects(&ids).await?;
                conn.remove_scans(&ids).await?;
                Ok(ids.len())
            }
            Leftover::ScanLog => self.cut_logs(conn).await,
            Leftover::SignInToken => sweep!(old_sign_in_tokens, remove_sign_in_tokens),
            Leftover::SignInRate => self.sweep_rates(conn).await,
            Leftover::Session => sweep!(old_sessions, remove_sessions),
            Leftover::HumanCheckToken => sweep!(expired_tokens, delete_tokens),
            Leftover::Request => self.sweep_requests(conn).await,
            Leftover::Mail => sweep!(ended_mails, remove_mails),
            Leftover::LateMail => sweep!(late_mails, remove_mails),
            Leftover::StaleDelivery => {
                let ids = conn.stale_deliveries(self.until, self.limit).await?;
                Ok(conn.expire_deliveries(&ids, self.until, self.now).await?)
            }
            Leftover::Delivery => {
                let ids = conn.ended_deliveries(self.until, self.limit).await?;
                Ok(conn.delete_deliveries(&ids).await?)
            }
            Leftover::UnsubscribeToken => sweep!(old_unsubscribe_tokens, remove_unsubscribe_tokens),
            Leftover::BillingEvent => {
                let ids = conn.old_billing_events(self.until, self.limit).await?;
                Ok(conn.remove_billing_events(&ids).await?)
            }
            Leftover::StrayCustomer => sweep!(stray_customers, remove_stray_customers),
            Leftover::Ask => {
                let ids = conn.old_asks(self.until, self.limit).await?;
                Ok(conn.delete_asks(&ids).await?)
            }
            Leftover::AskCalls => self.sweep_calls(conn).await,
            Leftover::QuotaCounter => self.sweep_counters(conn).await,
            Leftover::Charge => sweep!(old_charges, remove_charges),
            Leftover::UnconfirmedAccount => self.sweep_accounts(conn).await,
        }
    }
}

impl Sweep {
    async fn cut_logs(&self, conn: &mut Connection<'_>) -> Result<usize, StoreError> {
        let ids = conn.logged_scans(self.until, self.limit).await?;
        if !ids.is_empty() {
            conn.remove_passed_events(&ids).await?;
            conn.mark_logs_cut(&ids, self.now).await?;
        }
        Ok(ids.len())
    }

    async fn sweep_rates(&self, conn: &mut Connection<'_>) -> Result<usize, StoreError> {
        let rates = conn.old_sign_in_rates(self.until, self.limit).await?;
        for (subject, hour) in &rates {
            conn.remove_sign_in_rate(subject, *hour).await?;
        }
        Ok(rates.len())
    }

    async fn sweep_requests(&self, conn: &mut Connection<'_>) -> Result<usize, StoreError> {
        let requests = conn.old_requests(self.until, self.limit).await?;
        for (credential, key) in &requests {
            conn.remove_request(credential, key, self.until).await?;
        }
        Ok(requests.len())
    }

    async fn sweep_calls(&self, conn: &mut Connection<'_>) -> Result<usize, StoreError> {
        let weeks = conn.old_calls(self.until, self.limit).await?;
        for (account_id, week) in &weeks {
            conn.remove_calls(account_id, *week).await?;
        }
        Ok(weeks.len())
    }

    async fn sweep_counters(&self, conn: &mut Connection<'_>) -> Result<usize, StoreError> {
        // A month begins no later than its days, so what a scan may give back is not before it.
        let held = conn.oldest_month_of_pending().await?;
        let until = held.map_or(self.until, |held| self.until.min(held.saturating_sub(1)));
        let counters = conn.old_counters(until, self.limit).await?;
        for (subject, bucket, period) in &counters {
            conn.remove_counter(subject, bucket, *period).await?;
        }
        Ok(counters.len())
    }

    /// On PostgreSQL the accounts are held first: a sign-in link that is asked for meanwhile either
    /// was stored before, and the second look sees it, or waits and makes the account anew.
    async fn sweep_accounts(&self, conn: &mut Connection<'_>) -> Result<usize, StoreError> {
        let ids = conn.idle_accounts(self.until, self.limit).await?;
        conn.remove_idle_accounts(&ids, self.until).await?;
        Ok(ids.len())
    }
}
