//! The `tracking_calls` table: calls of answer engines that an account has used in a week.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::Reader;
use crate::store::tables::tracking_calls;

queries! {
    /// Statements on `tracking_calls`.
    trait CallQueries {
        /// Uses a call, if the week has one left; answers whether it had. The row is held until the
        /// end of the transaction, so two at once cannot both use the last one.
        fn use_call(account_id: &str, week: i64, limit: i64) -> own bool |conn| {
            diesel::insert_into(tracking_calls::table)
                .values((
                    tracking_calls::account_id.eq(account_id),
                    tracking_calls::week.eq(week),
                    tracking_calls::used.eq(0),
                ))
                .on_conflict((tracking_calls::account_id, tracking_calls::week))
                .do_nothing()
                .execute(&mut *conn)
                .await?;
            let room = tracking_calls::table
                .find((account_id, week))
                .filter(tracking_calls::used.lt(limit));
            let used = diesel::update(room)
                .set(tracking_calls::used.eq(tracking_calls::used + 1))
                .execute(conn)
                .await?;
            Ok(used > 0)
        }

        fn calls_used(account_id: &str, week: i64) -> first i64 {
            tracking_calls::table.find((account_id, week)).select(tracking_calls::used)
        }

        fn remove_calls(account_id: &str, week: i64) -> changed {
            diesel::delete(tracking_calls::table.find((account_id, week)))
        }
    }
}

impl Reader {
    /// Calls of engines that an account has used in the week that begins then.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn tracking_calls(&self, account_id: &str, week: i64) -> Result<i64, StoreError> {
        let account_id = account_id.to_owned();
        let used = self
            .read(move |conn| Box::pin(async move { conn.calls_used(&account_id, week).await }))
            .await;
        Ok(used?.unwrap_or_default())
    }
}
