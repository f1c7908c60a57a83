//! Events of the payment provider: what is kept of them, and the plan that follows.
//!
//! Events come late, twice and in any order. What is kept of a subscription is what was said last
//! by the provider's own clock, so every order ends in the same plan.

use std::sync::Arc;

use crate::accounts::account::{AccountQueries, AccountRow, Plan};
use crate::billing::statements::BillingQueries;
use crate::billing::subscription::{SubscriptionState, SubscriptionStatus};
use crate::mail::notifications::{Notice, notify};
use crate::monitors::monitor::MonitorQueries;
use crate::monitors::schedule::MonitorLimits;
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::unit::Unit;

/// An event of the payment provider, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillingEvent {
    /// The provider's id of it.
    pub id: String,
    /// When it happened, in milliseconds since 1970.
    pub created_at: i64,
    /// What it says.
    pub fact: BillingFact,
}

/// What an event says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BillingFact {
    /// A customer is an account's.
    Customer {
        /// The customer.
        customer_id: String,
        /// The account, as we named it.
        account_id: String,
    },
    /// How a subscription stands.
    Subscription {
        /// The subscription.
        id: String,
        /// Whose.
        customer_id: String,
        /// The account, where it is named.
        account_id: Option<String>,
        /// How it stands.
        state: SubscriptionState,
        /// What counts where two events are of one instant: the larger one.
        rank: u8,
    },
    /// How an invoice of a subscription ended.
    Invoice {
        /// The subscription.
        subscription_id: String,
        /// Whose.
        customer_id: String,
        /// Whether it was paid.
        paid: bool,
        /// Until when it pays, in milliseconds since 1970.
        until: Option<i64>,
    },
    /// Nothing that matters here.
    Nothing,
}

/// What an account is told of its subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BillingNews {
    /// A payment is overdue.
    PastDue {
        /// What is paid for.
        plan: Plan,
        /// When the plan ends without it.
        until: Option<i64>,
    },
    /// The plan is over.
    Ended {
        /// The plan.
        plan: Plan,
    },
}

/// Makes the mail that tells it.
pub type TellBilling = Arc<dyn Fn(&BillingNews) -> Notice + Send + Sync>;

/// Acts on an event, once.
#[derive(Clone)]
pub struct TakeEvent {
    /// The event.
    pub event: BillingEvent,
    /// What is sold under which price.
    pub prices: Vec<(String, Plan)>,
    /// How many monitors each plan allows: those beyond end.
    pub monitors: MonitorLimits,
    /// Makes mails.
    pub tell: TellBilling,
    /// The instant.
    pub now: i64,
}

/// What became of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventApplied {
    /// Whether it was acted on before.
    pub duplicate: bool,
}

impl Unit for TakeEvent {
    type Answer = EventApplied;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<EventApplied, StoreError> {
        if conn.insert_billing_event(&self.event.id, self.now).await? == 0 {
            return Ok(EventApplied { duplicate: true });
        }
        let Some(customer_id) = self.customer_id() else {
            return Ok(EventApplied { duplicate: false });
        };
        // Whatever changes a customer begins here, so that of two units each sees the other.
        conn.insert_customer(customer_id, self.now).await?;
        let mut owner = conn.lock_customer(customer_id).await?.ok_or_else(StoreError::vanished)?;
        if owner.is_none()
            && let Some(account_id) = self.account_id()
            && conn.account(account_id).await?.is_some()
        {
            conn.set_customer_account(customer_id, account_id).await?;
            owner = Some(account_id.to_owned());
        }
        let became_due = self.note(conn, customer_id).await?;
        if let Some(account) = match &owner {
            Some(id) => conn.lock_account(id).await?,
            None => None,
        } {
            self.settle(conn, &account, became_due).await?;
        }
        Ok(EventApplied { duplicate: false })
    }
}

impl TakeEvent {
    fn customer_id(&self) -> Option<&str> {
        match &self.event.fact {
            BillingFact::Customer { customer_id, .. }
            | BillingFact::Subscription { customer_id, .. }
            | BillingFact::Invoice { customer_id, .. } => Some(customer_id),
            BillingFact::Nothing => None,
        }
    }

    fn account_id(&self) -> Option<&str> {
        match &self.event.fact {
            BillingFact::Customer { account_id, .. } => Some(account_id),
            BillingFact::Subscription { account_id, .. } => account_id.as_deref(),
            BillingFact::Invoice { .. } | BillingFact::Nothing => None,
        }
    }

    /// Keeps what is said of a subscription, unless something newer was said; answers whether that
    /// made a payment overdue.
    async fn note(&self, conn: &mut Connection<'_>, customer_id: &str) -> Result<bool, StoreError> {
        let event = &self.event;
        let id = match &event.fact {
            BillingFact::Subscription { id, .. } => id,
            BillingFact::Invoice { subscription_id, .. } => subscription_id,
            BillingFact::Customer { .. } | BillingFact::Nothing => return Ok(false),
        };
        conn.insert_subscription(id, customer_id).await?;
        let before = conn.subscription(id).await?.ok_or_else(StoreError::vanished)?;
        let mut after = before.clone();
        match &event.fact {
            BillingFact::Subscription { state, rank, .. } => {
                after.tell(place(event, *rank), state);
            }
            BillingFact::Invoice { paid, until, .. } => {
                after.bill(place(event, 0), *paid, *until);
            }
            BillingFact::Customer { .. } | BillingFact::Nothing => {}
        }
        if after != before {
            conn.set_subscription(&after).await?;
        }
        let due = SubscriptionStatus::PastDue;
        Ok(after.standing().status == due && before.standing().status != due)
    }

    /// Gives the account the plan that its subscriptions pay for.
    async fn settle(
        &self,
        conn: &mut Connection<'_>,
        account: &AccountRow,
        became_due: bool,
    ) -> Result<(), StoreError> {
        let subscriptions = conn.subscriptions_of(&account.id).await?;
        if subscriptions.is_empty() {
            return Ok(());
        }
        let paid = subscriptions.iter().filter_map(|one| one.pays_for(&self.prices, self.now));
        let best = paid.max_by_key(|&(plan, until)| (level(plan), until.unwrap_or(i64::MAX)));
        let (plan, until) = best.unwrap_or((Plan::Free, None));
        conn.set_plan_of_account(&account.id, plan, until).await?;
        let allowed = usize::try_from(self.monitors.of(plan)).unwrap_or(0);
        for monitor in conn.active_monitors(&account.id).await?.iter().skip(allowed) {
            conn.deactivate_monitor(&monitor.id).await?;
        }
        let before = account.plan_at(self.now);
        let news = if plan == Plan::Free && before != Plan::Free {
            BillingNews::Ended { plan: before }
        } else if became_due && plan != Plan::Free {
            BillingNews::PastDue { plan, until }
        } else {
            return Ok(());
        };
        notify(conn, &account.id, &(self.tell)(&news), self.now).await
    }
}

/// The place of an event in the order of all of its kind, as a text that is compared.
fn place(event: &BillingEvent, rank: u8) -> String {
    format!("{:015}.{rank}.{}", event.created_at.max(0), event.id)
}

/// How much a plan holds.
fn level(plan: Plan) -> usize {
    Plan::ALL.iter().position(|one| *one == plan).unwrap_or(0)
}
