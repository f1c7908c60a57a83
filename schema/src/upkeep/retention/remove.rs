//! How rows that are not needed any more go.

use diesel::dsl::{exists, min, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::find::idle_accounts;
use crate::accounts::account::Plan;
use crate::scans::events::EventStatus;
use crate::scans::scan::ScanStatus;
use crate::store::queries::queries;
use crate::store::tables::{
    accounts, api_keys, billing_customers, idempotency_keys, mails, monitors,
    notification_preferences, quota_counters, quota_ledger, scan_events, scans, sessions,
    sign_in_rates, sign_in_tokens, tracking_calls, unsubscribe_tokens, webhook_endpoints,
};

queries! {
    /// Statements that delete what is not needed any more.
    trait RemovalQueries {
        async fn remove_scans(conn, ids: &[String]) -> QueryResult<usize> {
            diesel::delete(scans::table.filter(scans::id.eq_any(ids))).execute(conn).await
        }

        /// Every event but the last one, which says how the scan ended.
        async fn remove_passed_events(conn, scan_ids: &[String]) -> QueryResult<usize> {
            let of_scans = scan_events::table.filter(scan_events::scan_id.eq_any(scan_ids));
            diesel::delete(of_scans.filter(scan_events::status.eq(EventStatus::Pending)))
                .execute(conn)
                .await
        }

        async fn mark_logs_cut(conn, scan_ids: &[String], now: i64) -> QueryResult<usize> {
            diesel::update(scans::table.filter(scans::id.eq_any(scan_ids)))
                .set(scans::log_cut_at.eq(now))
                .execute(conn)
                .await
        }

        async fn remove_sign_in_tokens(conn, hashes: &[String]) -> QueryResult<usize> {
            let tokens = sign_in_tokens::table.filter(sign_in_tokens::hash.eq_any(hashes));
            diesel::delete(tokens).execute(conn).await
        }

        async fn remove_sign_in_rate(conn, subject: &str, hour: i64) -> QueryResult<usize> {
            diesel::delete(sign_in_rates::table.find((subject, hour))).execute(conn).await
        }

        async fn remove_sessions(conn, hashes: &[String]) -> QueryResult<usize> {
            diesel::delete(sessions::table.filter(sessions::hash.eq_any(hashes)))
                .execute(conn)
                .await
        }

        async fn remove_request(
            conn, credential: &str, key: &str, until: i64,
        ) -> QueryResult<usize> {
            let over = idempotency_keys::table
                .find((credential, key))
                .filter(idempotency_keys::expires_at.le(until));
            diesel::delete(over).execute(conn).await
        }

        async fn remove_mails(conn, ids: &[String]) -> QueryResult<usize> {
            diesel::delete(mails::table.filter(mails::id.eq_any(ids))).execute(conn).await
        }

        async fn remove_unsubscribe_tokens(conn, hashes: &[String]) -> QueryResult<usize> {
            let tokens = unsubscribe_tokens::table.filter(unsubscribe_tokens::hash.eq_any(hashes));
            diesel::delete(tokens).execute(conn).await
        }

        /// The first instant of the oldest month that a scan which has not ended was charged to.
        async fn oldest_month_of_pending(conn) -> QueryResult<Option<i64>> {
            quota_ledger::table
                .inner_join(scans::table.on(scans::id.eq(quota_ledger::scan_id)))
                .filter(scans::status.eq_any([ScanStatus::Queued, ScanStatus::Running]))
                .select(min(quota_ledger::month))
                .get_result(conn)
                .await
        }

        async fn remove_counter(
            conn, subject: &str, bucket: &str, period: i64,
        ) -> QueryResult<usize> {
            diesel::delete(quota_counters::table.find((subject, bucket, period)))
                .execute(conn)
                .await
        }

        async fn remove_charges(conn, scan_ids: &[String]) -> QueryResult<usize> {
            diesel::delete(quota_ledger::table.filter(quota_ledger::scan_id.eq_any(scan_ids)))
                .execute(conn)
                .await
        }

        /// Those of the accounts that have nothing yet.
        async fn remove_idle_accounts(conn, ids: &[String], until: i64) -> QueryResult<usize> {
            let idle = idle_accounts!(until).filter(accounts::id.eq_any(ids));
            diesel::delete(idle).execute(conn).await
        }
    }
}
