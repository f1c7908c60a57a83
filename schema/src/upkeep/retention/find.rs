//! Which rows are not needed any more.

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::accounts::account::Plan;
use crate::mail::mails::MailStatus;
use crate::store::queries::locking_queries;
use crate::store::tables::{
    accounts, api_keys, billing_customers, idempotency_keys, mails, monitors,
    notification_preferences, quota_counters, quota_ledger, scans, sessions, sign_in_rates,
    sign_in_tokens, tracking_asks, tracking_calls, unsubscribe_tokens, webhook_endpoints,
};

/// Accounts that nobody ever signed in to and that have nothing: **each table whose rows belong to
/// an account has its line here**, and a line in `allow_tables_to_appear_in_same_query!`.
macro_rules! idle_accounts {
    ($until:expr) => {
        accounts::table
            .filter(accounts::confirmed_at.is_null())
            .filter(accounts::created_at.le($until))
            // A plan that lapsed was paid for once.
            .filter(accounts::plan.eq(Plan::Free))
            .filter(not(exists(sessions::table.filter(sessions::account_id.eq(accounts::id)))))
            .filter(not(exists(
                sign_in_tokens::table.filter(sign_in_tokens::account_id.eq(accounts::id)),
            )))
            .filter(not(exists(api_keys::table.filter(api_keys::account_id.eq(accounts::id)))))
            .filter(not(exists(scans::table.filter(scans::account_id.eq(accounts::id.nullable())))))
            .filter(not(exists(
                billing_customers::table
                    .filter(billing_customers::account_id.eq(accounts::id.nullable())),
            )))
            .filter(not(exists(monitors::table.filter(monitors::account_id.eq(accounts::id)))))
            .filter(not(exists(
                tracking_calls::table.filter(tracking_calls::account_id.eq(accounts::id)),
            )))
            .filter(not(exists(
                webhook_endpoints::table.filter(webhook_endpoints::account_id.eq(accounts::id)),
            )))
            .filter(not(exists(
                notification_preferences::table
                    .filter(notification_preferences::account_id.eq(accounts::id)),
            )))
            .filter(not(exists(
                unsubscribe_tokens::table.filter(unsubscribe_tokens::account_id.eq(accounts::id)),
            )))
    };
}
pub(super) use idle_accounts;

locking_queries! {
    /// Searches for what is not needed any more.
    trait SweepQueries {
        fn stray_scans(until: i64, limit: i64) -> String {
            scans::table
                .filter(scans::account_id.is_null())
                .filter(scans::finished_at.le(until))
                .order(scans::finished_at)
                .select(scans::id)
                .limit(limit)
        }

        fn logged_scans(until: i64, limit: i64) -> String {
            scans::table
                .filter(scans::log_cut_at.is_null())
                .filter(scans::finished_at.le(until))
                .order(scans::finished_at)
                .select(scans::id)
                .limit(limit)
        }

        fn old_sign_in_tokens(until: i64, limit: i64) -> String {
            sign_in_tokens::table
                .filter(sign_in_tokens::expires_at.le(until))
                .order(sign_in_tokens::expires_at)
                .select(sign_in_tokens::hash)
                .limit(limit)
        }

        fn old_sign_in_rates(until: i64, limit: i64) -> (String, i64) {
            sign_in_rates::table
                .filter(sign_in_rates::hour.le(until))
                .order(sign_in_rates::hour)
                .select((sign_in_rates::subject, sign_in_rates::hour))
                .limit(limit)
        }

        fn old_sessions(until: i64, limit: i64) -> String {
            sessions::table
                .filter(sessions::expires_at.le(until))
                .order(sessions::expires_at)
                .select(sessions::hash)
                .limit(limit)
        }

        /// Credential and key of each.
        fn old_requests(until: i64, limit: i64) -> (String, String) {
            idempotency_keys::table
                .filter(idempotency_keys::expires_at.le(until))
                .order(idempotency_keys::expires_at)
                .select((idempotency_keys::credential, idempotency_keys::idempotency_key))
                .limit(limit)
        }

        fn ended_mails(until: i64, limit: i64) -> String {
            mails::table
                .filter(mails::ended_at.le(until))
                .order(mails::ended_at)
                .select(mails::id)
                .limit(limit)
        }

        fn late_mails(until: i64, limit: i64) -> String {
            mails::table
                .filter(mails::status.eq(MailStatus::Waiting))
                .filter(mails::not_after.le(until))
                .order(mails::not_after)
                .select(mails::id)
                .limit(limit)
        }

        fn old_unsubscribe_tokens(until: i64, limit: i64) -> String {
            unsubscribe_tokens::table
                .filter(unsubscribe_tokens::created_at.le(until))
                .order(unsubscribe_tokens::created_at)
                .select(unsubscribe_tokens::hash)
                .limit(limit)
        }

        fn old_asks(until: i64, limit: i64) -> String {
            tracking_asks::table
                .filter(tracking_asks::created_at.le(until))
                .order(tracking_asks::created_at)
                .select(tracking_asks::id)
                .limit(limit)
        }

        /// Account and week of each.
        fn old_calls(until: i64, limit: i64) -> (String, i64) {
            tracking_calls::table
                .filter(tracking_calls::week.le(until))
                .order(tracking_calls::week)
                .select((tracking_calls::account_id, tracking_calls::week))
                .limit(limit)
        }

        fn old_counters(until: i64, limit: i64) -> (String, String, i64) {
            quota_counters::table
                .filter(quota_counters::period.le(until))
                .order(quota_counters::period)
                .select((quota_counters::subject, quota_counters::bucket, quota_counters::period))
                .limit(limit)
        }

        fn old_charges(until: i64, limit: i64) -> String {
            quota_ledger::table
                .filter(quota_ledger::spent_at.le(until))
                .filter(not(exists(
                    scans::table
                        .filter(scans::id.eq(quota_ledger::scan_id))
                        .filter(scans::finished_at.is_null()),
                )))
                .order(quota_ledger::spent_at)
                .select(quota_ledger::scan_id)
                .limit(limit)
        }

        fn idle_accounts(until: i64, limit: i64) -> String {
            idle_accounts!(until).order(accounts::created_at).select(accounts::id)
                .limit(limit)
        }
    }
}
