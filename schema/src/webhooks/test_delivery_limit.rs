//! The `webhook_tests` table: test deliveries that an account made in an hour.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::tables::webhook_tests;
use crate::store::unit::Unit;

/// Counts a test delivery, if the hour has room for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UseWebhookTest {
    /// Whose.
    pub account_id: String,
    /// The hour's first instant.
    pub hour: i64,
    /// How many an hour has room for.
    pub limit: i64,
}

impl Unit for UseWebhookTest {
    /// Whether there was room.
    type Answer = bool;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<bool, StoreError> {
        conn.forget_webhook_tests(&self.account_id, self.hour).await?;
        // The row is locked until the end, so that two at once do not both take the last place.
        let used = conn.lock_webhook_tests(&self.account_id, self.hour).await?;
        if used >= self.limit {
            return Ok(false);
        }
        conn.count_webhook_test(&self.account_id, self.hour).await?;
        Ok(true)
    }
}

queries! {
    /// Statements on `webhook_tests`.
    trait WebhookTestQueries {
        /// Forgets the hours before.
        fn forget_webhook_tests(account_id: &str, hour: i64) -> changed {
            let before = webhook_tests::table
                .filter(webhook_tests::account_id.eq(account_id))
                .filter(webhook_tests::hour.lt(hour));
            diesel::delete(before)
        }

        fn lock_webhook_tests(account_id: &str, hour: i64) -> one i64 {
            diesel::insert_into(webhook_tests::table)
                .values((
                    webhook_tests::account_id.eq(account_id),
                    webhook_tests::hour.eq(hour),
                    webhook_tests::used.eq(0),
                ))
                .on_conflict((webhook_tests::account_id, webhook_tests::hour))
                .do_update()
                .set(webhook_tests::used.eq(webhook_tests::used))
                .returning(webhook_tests::used)
        }

        fn count_webhook_test(account_id: &str, hour: i64) -> changed {
            diesel::update(webhook_tests::table.find((account_id, hour)))
                .set(webhook_tests::used.eq(webhook_tests::used + 1))
        }
    }
}
