//! The `billing_*` tables: what the payment provider said, and the plan that follows from it.
//!
//! Events come late, twice and in any order. What is kept of a subscription is what was said last
//! by the provider's own clock, so every order ends in the same plan.

use std::sync::Arc;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::subscription::{SubscriptionRow, SubscriptionState, SubscriptionStatus};
use crate::accounts::account::{AccountQueries, AccountRow, Plan};
use crate::mail::notifications::{Notice, notify};
use crate::monitors::monitor::MonitorQueries;
use crate::monitors::schedule::MonitorLimits;
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::Reader;
use crate::store::tables::{billing_customers, billing_events, billing_subscriptions};
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

/// What the provider said of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillingRow {
    /// Its newest customer.
    pub customer_id: Option<String>,
    /// Its subscriptions.
    pub subscriptions: Vec<SubscriptionRow>,
}

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

queries! {
    /// Statements on the `billing_*` tables.
    trait BillingQueries {
        /// 0 where it was acted on before.
        async fn insert_billing_event(conn, id: &str, now: i64) -> QueryResult<usize> {
            diesel::insert_into(billing_events::table)
                .values((billing_events::id.eq(id), billing_events::received_at.eq(now)))
                .on_conflict(billing_events::id)
                .do_nothing()
                .execute(conn)
                .await
        }

        async fn old_billing_events(
            conn, until: i64, limit: i64,
        ) -> QueryResult<Vec<String>> {
            billing_events::table
                .filter(billing_events::received_at.le(until))
                .order((billing_events::received_at, billing_events::id))
                .limit(limit)
                .select(billing_events::id)
                .load(conn)
                .await
        }

        async fn remove_billing_events(conn, ids: &[String]) -> QueryResult<usize> {
            diesel::delete(billing_events::table.filter(billing_events::id.eq_any(ids)))
                .execute(conn)
                .await
        }

        async fn insert_customer(conn, id: &str, now: i64) -> QueryResult<usize> {
            diesel::insert_into(billing_customers::table)
                .values((billing_customers::id.eq(id), billing_customers::created_at.eq(now)))
                .on_conflict(billing_customers::id)
                .do_nothing()
                .execute(conn)
                .await
        }

        /// Reads whose a customer is and, on PostgreSQL, keeps it from being changed by others
        /// until the end of the transaction.
        async fn lock_customer(conn, id: &str) -> QueryResult<Option<Option<String>>> {
            diesel::update(billing_customers::table.find(id))
                .set(billing_customers::created_at.eq(billing_customers::created_at))
                .returning(billing_customers::account_id)
                .get_result(conn)
                .await
                .optional()
        }

        async fn set_customer_account(conn, id: &str, account_id: &str) -> QueryResult<usize> {
            diesel::update(billing_customers::table.find(id))
                .set(billing_customers::account_id.eq(account_id))
                .execute(conn)
                .await
        }

        async fn newest_customer_of(conn, account_id: &str) -> QueryResult<Option<String>> {
            billing_customers::table
                .filter(billing_customers::account_id.eq(account_id))
                .order((billing_customers::created_at.desc(), billing_customers::id))
                .select(billing_customers::id)
                .first(conn)
                .await
                .optional()
        }

        /// A subscription of which nothing was said yet.
        async fn insert_subscription(conn, id: &str, customer_id: &str) -> QueryResult<usize> {
            diesel::insert_into(billing_subscriptions::table)
                .values((
                    billing_subscriptions::id.eq(id),
                    billing_subscriptions::customer_id.eq(customer_id),
                    billing_subscriptions::told_by.eq(""),
                    billing_subscriptions::status.eq(SubscriptionStatus::Other),
                    billing_subscriptions::price_id.eq(""),
                    billing_subscriptions::billed_by.eq(""),
                    billing_subscriptions::billed_paid.eq(false),
                ))
                .on_conflict(billing_subscriptions::id)
                .do_nothing()
                .execute(conn)
                .await
        }

        async fn subscription(conn, id: &str) -> QueryResult<Option<SubscriptionRow>> {
            billing_subscriptions::table
                .find(id)
                .select(SubscriptionRow::as_select())
                .first(conn)
                .await
                .optional()
        }

        async fn set_subscription(conn, row: &SubscriptionRow) -> QueryResult<usize> {
            diesel::update(billing_subscriptions::table.find(&row.id))
                .set((
                    billing_subscriptions::told_by.eq(&row.told_by),
                    billing_subscriptions::status.eq(row.status),
                    billing_subscriptions::price_id.eq(&row.price_id),
                    billing_subscriptions::period_end.eq(row.period_end),
                    billing_subscriptions::billed_by.eq(&row.billed_by),
                    billing_subscriptions::billed_paid.eq(row.billed_paid),
                    billing_subscriptions::billed_until.eq(row.billed_until),
                ))
                .execute(conn)
                .await
        }

        /// The subscriptions of an account's customers.
        async fn subscriptions_of(
            conn, account_id: &str,
        ) -> QueryResult<Vec<SubscriptionRow>> {
            billing_subscriptions::table
                .inner_join(billing_customers::table)
                .filter(billing_customers::account_id.eq(account_id))
                .order(billing_subscriptions::id)
                .select(SubscriptionRow::as_select())
                .load(conn)
                .await
        }
    }
}

impl Reader {
    /// What the payment provider said of an account.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn billing_of(&self, account_id: &str) -> Result<BillingRow, StoreError> {
        let (owner, account_id) = (account_id.to_owned(), account_id.to_owned());
        let customer_id = self
            .read(move |conn| Box::pin(async move { conn.newest_customer_of(&owner).await }))
            .await?;
        let subscriptions = self
            .read(move |conn| Box::pin(async move { conn.subscriptions_of(&account_id).await }))
            .await?;
        Ok(BillingRow { customer_id, subscriptions })
    }
}
