//! How long things are kept, and how hard is swept.

use std::time::Duration;

use citable_schema::Leftover;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How sweeps run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JanitorSettings {
    /// How long after its start the first round begins.
    pub first: Duration,
    /// How long after a round the next one begins.
    pub every: Duration,
    /// How long after a sweep of the round the next one begins.
    pub pause: Duration,
    /// Rows that one sweep deletes at most, besides those that hang on them.
    pub batch: i64,
    /// How long things are kept.
    pub keep: Retention,
}

impl Default for JanitorSettings {
    fn default() -> Self {
        Self {
            first: Duration::from_secs(2),
            every: HOUR,
            pause: Duration::from_millis(100),
            batch: 100,
            keep: Retention::default(),
        }
    }
}

/// How long things are kept after the instant at which they ended or, where they do not end, were
/// made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Scans without an account, with reports and stored pages.
    pub stray_scans: Duration,
    /// Events of a finished scan, but for the last one.
    pub scan_logs: Duration,
    /// Sign-in tokens: for a while it is said that one is used or too old, and not unknown.
    pub sign_in_tokens: Duration,
    /// Counted requests for sign-in links. More than the hour itself: some may just be counted.
    pub sign_in_rates: Duration,
    /// Sessions.
    pub sessions: Duration,
    /// Human-check tokens, which carry how long they are remembered.
    pub human_check_tokens: Duration,
    /// Requests with an idempotency key, which carry how long they are remembered. Somewhat longer:
    /// whoever is late with the answer of one that nobody repeated may still give it.
    pub requests: Duration,
    /// Mails.
    pub mails: Duration,
    /// Mails that wait and are too late to be sent.
    pub late_mails: Duration,
    /// Deliveries that wait for an endpoint which is paused.
    pub stale_deliveries: Duration,
    /// Deliveries, with their attempts.
    pub deliveries: Duration,
    /// Tokens of links that end notifications.
    pub unsubscribe_tokens: Duration,
    /// Events of the payment provider, and customers that no account is known of: longer than it
    /// sends an event again.
    pub billing_events: Duration,
    /// What answer engines were asked: what a monitor that runs has is replaced every week.
    pub asks: Duration,
    /// Counted calls of answer engines: more than the week itself.
    pub ask_calls: Duration,
    /// Quota counters, and what scans were charged to.
    pub charges: Duration,
    /// Accounts that were never signed in to.
    pub unconfirmed_accounts: Duration,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            stray_scans: 30 * DAY,
            scan_logs: 7 * DAY,
            sign_in_tokens: DAY,
            sign_in_rates: 2 * HOUR,
            sessions: Duration::ZERO,
            human_check_tokens: Duration::ZERO,
            requests: HOUR,
            mails: 30 * DAY,
            late_mails: DAY,
            stale_deliveries: 7 * DAY,
            deliveries: 30 * DAY,
            unsubscribe_tokens: 400 * DAY,
            billing_events: 90 * DAY,
            asks: 90 * DAY,
            ask_calls: 15 * DAY,
            charges: 400 * DAY,
            unconfirmed_accounts: 30 * DAY,
        }
    }
}

impl Retention {
    /// How long rows of that kind are kept.
    pub(super) const fn after(&self, what: Leftover) -> Duration {
        match what {
            Leftover::StrayScan => self.stray_scans,
            Leftover::ScanLog => self.scan_logs,
            Leftover::SignInToken => self.sign_in_tokens,
            Leftover::SignInRate => self.sign_in_rates,
            Leftover::Session => self.sessions,
            Leftover::HumanCheckToken => self.human_check_tokens,
            Leftover::Request => self.requests,
            Leftover::Mail => self.mails,
            Leftover::LateMail => self.late_mails,
            Leftover::StaleDelivery => self.stale_deliveries,
            Leftover::Delivery => self.deliveries,
            Leftover::UnsubscribeToken => self.unsubscribe_tokens,
            Leftover::BillingEvent | Leftover::StrayCustomer => self.billing_events,
            Leftover::Ask => self.asks,
            Leftover::AskCalls => self.ask_calls,
            Leftover::QuotaCounter | Leftover::Charge => self.charges,
            Leftover::UnconfirmedAccount => self.unconfirmed_accounts,
        }
    }
}
