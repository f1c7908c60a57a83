//! What is known of a subscription, and what it pays for.
//!
//! Two words are kept of a subscription, by the provider's time: the newest about itself and the
//! newest about an invoice. The status follows from both, so the order in which they arrive does
//! not matter.

use diesel::prelude::*;

use crate::accounts::account::Plan;
use crate::store::queries::stored_words;
use crate::store::tables::billing_subscriptions;

/// For so long after the end of what is paid for, a plan lives on while a payment is overdue.
const OVERDUE_MS: i64 = 3 * 24 * 60 * 60 * 1_000;

stored_words! {
    /// How a subscription stands, in the payment provider's words.
    pub enum SubscriptionStatus {
        /// It is paid.
        Active = "active",
        /// It is tried.
        Trialing = "trialing",
        /// A payment failed, and is tried again.
        PastDue = "past_due",
        /// It waits for its first payment.
        Incomplete = "incomplete",
        /// That never came.
        IncompleteExpired = "incomplete_expired",
        /// Payments failed for too long.
        Unpaid = "unpaid",
        /// It is over.
        Canceled = "canceled",
        /// It rests.
        Paused = "paused",
        /// Nothing was said of it yet, or something that is not known here.
        Other = "other",
    }
}

impl SubscriptionStatus {
    /// Whether the provider may still take money for it, so that another one would be paid
    /// besides.
    #[must_use]
    pub const fn lives(self) -> bool {
        matches!(self, Self::Active | Self::Trialing | Self::PastDue | Self::Unpaid | Self::Paused)
    }
}

/// How a subscription stands, as one event says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubscriptionState {
    /// The status.
    pub status: SubscriptionStatus,
    /// The price.
    pub price_id: String,
    /// The end of the period, in milliseconds since 1970.
    pub period_end: Option<i64>,
}

/// A stored subscription.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = billing_subscriptions)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct SubscriptionRow {
    /// The provider's id of it.
    pub id: String,
    /// Whose.
    pub customer_id: String,
    /// The place of the event that said the following.
    pub told_by: String,
    /// The status.
    pub status: SubscriptionStatus,
    /// The price.
    pub price_id: String,
    /// The end of the period.
    pub period_end: Option<i64>,
    /// The place of the event that said the following of an invoice.
    pub billed_by: String,
    /// Whether it was paid.
    pub billed_paid: bool,
    /// Until when it pays.
    pub billed_until: Option<i64>,
}

impl SubscriptionRow {
    /// Keeps how it stands, unless something newer was said.
    pub(super) fn tell(&mut self, by: String, state: &SubscriptionState) {
        if by > self.told_by {
            self.told_by = by;
            self.status = state.status;
            self.price_id.clone_from(&state.price_id);
            self.period_end = state.period_end;
        }
    }

    /// Keeps how an invoice ended, unless something newer was said of one.
    pub(super) fn bill(&mut self, by: String, paid: bool, until: Option<i64>) {
        if by > self.billed_by {
            self.billed_by = by;
            self.billed_paid = paid;
            self.billed_until = until;
        }
    }

    /// How it stands by both: an invoice counts where it is the newer word.
    #[must_use]
    pub fn standing(&self) -> SubscriptionState {
        use SubscriptionStatus::{Active, Incomplete, PastDue, Trialing};
        let mut standing = SubscriptionState {
            status: self.status,
            price_id: self.price_id.clone(),
            period_end: self.period_end,
        };
        if self.billed_by <= self.told_by {
            return standing;
        }
        match (self.billed_paid, self.status) {
            (true, Active | PastDue | Incomplete | Trialing) => {
                standing.status = Active;
                standing.period_end = self.period_end.max(self.billed_until);
            }
            (false, Active | Trialing) => standing.status = PastDue,
            _ => {}
        }
        standing
    }

    /// What it pays for now and until when; none where that is nothing.
    pub(super) fn pays_for(
        &self,
        prices: &[(String, Plan)],
        now: i64,
    ) -> Option<(Plan, Option<i64>)> {
        let standing = self.standing();
        let grace = match standing.status {
            SubscriptionStatus::Active | SubscriptionStatus::Trialing => 0,
            SubscriptionStatus::PastDue => OVERDUE_MS,
            _ => return None,
        };
        let (_, plan) = prices.iter().find(|(price, _)| *price == standing.price_id)?;
        let until = standing.period_end.map(|end| end.saturating_add(grace));
        until.is_none_or(|until| until > now).then_some((*plan, until))
    }
}

/// What the provider said of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillingRow {
    /// Its newest customer.
    pub customer_id: Option<String>,
    /// Its subscriptions.
    pub subscriptions: Vec<SubscriptionRow>,
}
