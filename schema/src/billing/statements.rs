//! The statements on the `billing_*` tables.

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::billing::subscription::{BillingRow, SubscriptionRow, SubscriptionStatus};
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::Reader;
use crate::store::tables::{billing_customers, billing_events, billing_subscriptions};

/// Customers that no account is known of, and that subscribed to nothing.
macro_rules! stray_customers {
    () => {
        billing_customers::table.filter(billing_customers::account_id.is_null()).filter(not(
            exists(
                billing_subscriptions::table
                    .filter(billing_subscriptions::customer_id.eq(billing_customers::id)),
            ),
        ))
    };
}

queries! {
    /// Statements on the `billing_*` tables.
    trait BillingQueries {
        /// 0 where it was acted on before.
        fn insert_billing_event(id: &str, now: i64) -> changed {
            diesel::insert_into(billing_events::table)
                .values((billing_events::id.eq(id), billing_events::received_at.eq(now)))
                .on_conflict(billing_events::id)
                .do_nothing()
        }

        fn old_billing_events(until: i64, limit: i64) -> all String {
            billing_events::table
                .filter(billing_events::received_at.le(until))
                .order((billing_events::received_at, billing_events::id))
                .limit(limit)
                .select(billing_events::id)
        }

        fn remove_billing_events(ids: &[String]) -> changed {
            diesel::delete(billing_events::table.filter(billing_events::id.eq_any(ids)))
        }

        fn stray_customers(until: i64, limit: i64) -> all String {
            stray_customers!()
                .filter(billing_customers::created_at.le(until))
                .order((billing_customers::created_at, billing_customers::id))
                .limit(limit)
                .select(billing_customers::id)
        }

        /// Those of the customers that still belong to nobody.
        fn remove_stray_customers(ids: &[String]) -> changed {
            diesel::delete(stray_customers!().filter(billing_customers::id.eq_any(ids)))
        }

        fn insert_customer(id: &str, now: i64) -> changed {
            diesel::insert_into(billing_customers::table)
                .values((billing_customers::id.eq(id), billing_customers::created_at.eq(now)))
                .on_conflict(billing_customers::id)
                .do_nothing()
        }

        /// Reads whose a customer is and, on PostgreSQL, keeps it from being changed by others
        /// until the end of the transaction.
        fn lock_customer(id: &str) -> maybe Option<String> {
            diesel::update(billing_customers::table.find(id))
                .set(billing_customers::created_at.eq(billing_customers::created_at))
                .returning(billing_customers::account_id)
        }

        fn set_customer_account(id: &str, account_id: &str) -> changed {
            diesel::update(billing_customers::table.find(id))
                .set(billing_customers::account_id.eq(account_id))
        }

        fn newest_customer_of(account_id: &str) -> first String {
            billing_customers::table
                .filter(billing_customers::account_id.eq(account_id))
                .order((billing_customers::created_at.desc(), billing_customers::id))
                .select(billing_customers::id)
        }

        /// A subscription of which nothing was said yet.
        fn insert_subscription(id: &str, customer_id: &str) -> changed {
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
        }

        fn subscription(id: &str) -> first SubscriptionRow {
            billing_subscriptions::table.find(id).select(SubscriptionRow::as_select())
        }

        fn set_subscription(row: &SubscriptionRow) -> changed {
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
        }

        /// The subscriptions of an account's customers.
        fn subscriptions_of(account_id: &str) -> all SubscriptionRow {
            billing_subscriptions::table
                .inner_join(billing_customers::table)
                .filter(billing_customers::account_id.eq(account_id))
                .order(billing_subscriptions::id)
                .select(SubscriptionRow::as_select())
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
