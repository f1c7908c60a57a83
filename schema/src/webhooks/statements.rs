//! The statements on `deliveries`.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::accounts::account::entitled;
use crate::store::connection::Connection;
use crate::store::queries::queries;
use crate::store::reader::reads;
use crate::store::tables::{accounts, deliveries, webhook_endpoints};
use crate::webhooks::deliveries::{DeliveryFence, DeliveryRow, DeliveryStatus, NewDelivery};

/// The row that a fence names.
#[diesel::dsl::auto_type]
fn held<'a>(fence: &'a DeliveryFence) -> _ {
    let id: &'a str = fence.id.as_str();
    let owner: &'a str = fence.owner.as_str();
    let attempt: i32 = fence.attempt;
    let sending: DeliveryStatus = DeliveryStatus::Sending;
    deliveries::table
        .filter(deliveries::id.eq(id))
        .filter(deliveries::status.eq(sending))
        .filter(deliveries::owner.eq(owner))
        .filter(deliveries::attempt.eq(attempt))
}

/// Deliveries that go to endpoints which take them: not paused, of accounts whose plan holds
/// webhooks, or of every account.
macro_rules! deliverable {
    ($now:expr, $to_every_plan:expr) => {
        deliveries::table
            .inner_join(webhook_endpoints::table.inner_join(accounts::table))
            .filter(webhook_endpoints::paused_reason.is_null())
            .filter(entitled!($now, $to_every_plan))
    };
}

/// Deliveries whose claim is over. A comparison with no owner at all is never true, so
/// `foreign_to` being none adds nothing.
macro_rules! lapsed {
    ($now:expr, $foreign_to:expr) => {
        deliveries::status
            .eq(DeliveryStatus::Sending)
            .and(deliveries::lease_until.le($now).or(deliveries::owner.ne($foreign_to)))
    };
}

/// Deliveries that wait, or whose claim was over at an instant.
macro_rules! stale {
    ($before:expr) => {
        deliveries::status.eq(DeliveryStatus::Waiting).or(deliveries::lease_until.le($before))
    };
}

queries! {
    /// Statements on `deliveries` that read the same on both databases.
    trait DeliveryQueries {
        /// Stores a delivery, due at once.
        fn insert_delivery(delivery: &NewDelivery, endpoint_id: &str, now: i64) -> changed {
            diesel::insert_into(deliveries::table)
                .values((
                    deliveries::id.eq(&delivery.id),
                    deliveries::endpoint_id.eq(endpoint_id),
                    deliveries::body.eq(&delivery.body),
                    deliveries::created_at.eq(now),
                    deliveries::status.eq(DeliveryStatus::Waiting),
                    deliveries::attempt.eq(0),
                    deliveries::tries.eq(0),
                    deliveries::next_attempt_at.eq(now),
                ))
        }

        fn delivery(id: &str) -> first DeliveryRow {
            deliveries::table.find(id).select(DeliveryRow::as_select())
        }

        /// Endpoints to which something is being sent.
        fn busy_endpoints(now: i64, foreign_to: Option<&str>) -> own Vec<String> |conn| {
            let sending = deliveries::status
                .eq(DeliveryStatus::Sending)
                .and(deliveries::lease_until.gt(now));
            let query = deliveries::table.filter(sending).select(deliveries::endpoint_id);
            match foreign_to {
                Some(own) => query.filter(deliveries::owner.eq(own)).load(conn).await,
                None => query.load(conn).await,
            }
        }

        /// Endpoints that something is due for, the one that waits the longest first.
        fn due_endpoints(
            now: i64,
            not_before: i64,
            foreign_to: Option<&str>,
            busy: &[String],
            limit: i64,
            to_every_plan: bool,
        ) -> all String {
            let due = deliveries::status
                .eq(DeliveryStatus::Waiting)
                .and(deliveries::next_attempt_at.le(now));
            deliverable!(now, to_every_plan)
                .filter(deliveries::created_at.gt(not_before))
                .filter(deliveries::endpoint_id.ne_all(busy))
                .filter(due.or(lapsed!(now, foreign_to)))
                .group_by(deliveries::endpoint_id)
                .order(diesel::dsl::min(deliveries::next_attempt_at))
                .limit(limit)
                .select(deliveries::endpoint_id)
        }

        /// What is due the longest for one endpoint.
        fn oldest_due(
            endpoint_id: &str, now: i64, not_before: i64, foreign_to: Option<&str>,
        ) -> first String {
            let due = deliveries::status
                .eq(DeliveryStatus::Waiting)
                .and(deliveries::next_attempt_at.le(now));
            deliveries::table
                .filter(deliveries::endpoint_id.eq(endpoint_id))
                .filter(deliveries::created_at.gt(not_before))
                .filter(due.or(lapsed!(now, foreign_to)))
                .order((deliveries::next_attempt_at, deliveries::created_at, deliveries::id))
                .select(deliveries::id)
        }

        fn deliveries_waiting() -> one i64 {
            deliveries::table
                .filter(deliveries::status.eq_any([DeliveryStatus::Waiting, DeliveryStatus::Sending]))
                .count()
        }

        /// When the next delivery that can be made is due or the first claim is over.
        fn next_delivery_due(
            now: i64, not_before: i64, busy: &[String], to_every_plan: bool,
        ) -> own Option<i64> |conn| {
            let due: Option<i64> = deliverable!(now, to_every_plan)
                .filter(deliveries::created_at.gt(not_before))
                .filter(deliveries::endpoint_id.ne_all(busy))
                .filter(deliveries::status.eq(DeliveryStatus::Waiting))
                .select(diesel::dsl::min(deliveries::next_attempt_at))
                .get_result(&mut *conn)
                .await?;
            let lapses: Option<i64> = deliverable!(now, to_every_plan)
                .filter(deliveries::created_at.gt(not_before))
                .filter(deliveries::status.eq(DeliveryStatus::Sending))
                .select(diesel::dsl::min(deliveries::lease_until))
                .get_result(conn)
                .await?;
            Ok(due.into_iter().chain(lapses).min())
        }

        /// Gives a delivery to an owner.
        fn start_delivery(id: &str, owner: &str, lease_until: i64) -> one DeliveryRow {
            diesel::update(deliveries::table.find(id))
                .set((
                    deliveries::status.eq(DeliveryStatus::Sending),
                    deliveries::owner.eq(owner),
                    deliveries::attempt.eq(deliveries::attempt + 1),
                    deliveries::tries.eq(deliveries::tries + 1),
                    deliveries::lease_until.eq(lease_until),
                ))
                .returning(DeliveryRow::as_returning())
        }

        /// Ends a delivery for good.
        fn end_delivery(fence: &DeliveryFence, status: DeliveryStatus, now: i64) -> changed {
            diesel::update(held(fence))
                .set((
                    deliveries::status.eq(status),
                    deliveries::owner.eq(None::<String>),
                    deliveries::lease_until.eq(None::<i64>),
                    deliveries::ended_at.eq(now),
                ))
        }

        /// Lets a delivery wait for its next attempt.
        fn retry_delivery(fence: &DeliveryFence, at: i64) -> changed {
            diesel::update(held(fence))
                .set((
                    deliveries::status.eq(DeliveryStatus::Waiting),
                    deliveries::next_attempt_at.eq(at),
                    deliveries::owner.eq(None::<String>),
                    deliveries::lease_until.eq(None::<i64>),
                ))
        }

        /// Makes everything due that waits at an endpoint, as if it had not been tried.
        fn make_waiting_due(endpoint_id: &str, now: i64) -> changed {
            let waiting = deliveries::table
                .filter(deliveries::endpoint_id.eq(endpoint_id))
                .filter(deliveries::status.eq(DeliveryStatus::Waiting));
            diesel::update(waiting)
                .set((deliveries::next_attempt_at.eq(now), deliveries::tries.eq(0)))
        }

        /// What has waited since before an instant, oldest first; also what somebody began to send
        /// who died, if nobody took it over since.
        fn stale_deliveries(before: i64, limit: i64) -> all String {
            deliveries::table
                .filter(stale!(before))
                .filter(deliveries::created_at.le(before))
                .order(deliveries::created_at)
                .limit(limit)
                .select(deliveries::id)
        }

        /// Ends those of them of which that is still true.
        fn expire_deliveries(ids: &[String], before: i64, now: i64) -> changed {
            let stale = deliveries::table
                .filter(deliveries::id.eq_any(ids))
                .filter(stale!(before));
            diesel::update(stale)
                .set((
                    deliveries::status.eq(DeliveryStatus::Expired),
                    deliveries::owner.eq(None::<String>),
                    deliveries::lease_until.eq(None::<i64>),
                    deliveries::ended_at.eq(now),
                ))
        }

        /// What ended before an instant, oldest first.
        fn ended_deliveries(before: i64, limit: i64) -> all String {
            deliveries::table
                .filter(deliveries::ended_at.le(before))
                .order(deliveries::ended_at)
                .limit(limit)
                .select(deliveries::id)
        }

        fn delete_deliveries(ids: &[String]) -> changed {
            diesel::delete(deliveries::table.filter(deliveries::id.eq_any(ids)))
        }
    }
}

reads! {
    /// How many deliveries have not ended.
    fn deliveries_waiting() -> i64;

    /// One delivery.
    fn delivery(id: &str) -> Option<DeliveryRow>;
}

/// The one statement that only PostgreSQL needs, where other nodes claim at the same time: it locks
/// what it finds and passes over what another node has locked.
pub(crate) trait DeliveryClaimQueries: Send {
    /// Those of the endpoints that are ours until the end of the transaction.
    fn hold_endpoints(
        &mut self,
        ids: &[String],
    ) -> impl Future<Output = QueryResult<Vec<String>>> + Send;
}

impl DeliveryClaimQueries for Connection<'_> {
    async fn hold_endpoints(&mut self, ids: &[String]) -> QueryResult<Vec<String>> {
        let Self::Postgres(conn) = self else { return Ok(ids.to_vec()) };
        webhook_endpoints::table
            .filter(webhook_endpoints::id.eq_any(ids))
            .select(webhook_endpoints::id)
            .for_update()
            .skip_locked()
            .load(&mut **conn)
            .await
    }
}
