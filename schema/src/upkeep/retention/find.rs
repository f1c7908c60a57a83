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

/// No row of that table belongs to the account.
macro_rules! has_no {
    ($table:ident) => {
        not(exists($table::table.filter($table::account_id.eq(accounts::id))))
    };
}
pub(super) use has_no;

/// Accounts that nobody ever signed in to and that have nothing: **each table whose rows belong to
/// an account has its line here**, and a line in `allow_tables_to_appear_in_same_query!`.
macro_rules! idle_accounts {
    ($until:expr) => {
        accounts::table
            .filter(accounts::confirmed_at.is_null())
            .filter(accounts::created_at.le($until))
            // A plan that lapsed was paid for once.
            .filter(accounts::plan.eq(Plan::Free))
            .filter(has_no!(sessions))
            .filter(has_no!(sign_in_tokens))
            .filter(has_no!(api_keys))
            .filter(not(exists(scans::table.filter(scans::account_id.eq(accounts::id.nullable())))))
            .filter(not(exists(
                billing_customers::table
                    .filter(billing_customers::account_id.eq(accounts::id.nullable())),
            )))
            .filter(has_no!(monitors))
            .filter(has_no!(tracking_calls))
            .filter(has_no!(webhook_endpoints))
            .filter(has_no!(notification_preferences))
            .filter(has_no!(unsubscribe_tokens))
    };
}
pub(super) use idle_accounts;

/// So many rows of a table up to an instant, the oldest first: their keys.
macro_rules! oldest {
    ($table:ident, $instant:ident <= $until:expr, $limit:expr, ($($key:ident),+)) => {
        $table::table
            .filter($table::$instant.le($until))
            .order($table::$instant)
            .select(($($table::$key),+))
            .limit($limit)
    };
}

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
            oldest!(sign_in_tokens, expires_at <= until, limit, (hash))
        }

        fn old_sign_in_rates(until: i64, limit: i64) -> (String, i64) {
            oldest!(sign_in_rates, hour <= until, limit, (subject, hour))
        }

        fn old_sessions(until: i64, limit: i64) -> String {
            oldest!(sessions, expires_at <= until, limit, (hash))
        }

        /// Credential and key of each.
        fn old_requests(until: i64, limit: i64) -> (String, String) {
            oldest!(idempotency_keys, expires_at <= until, limit, (credential, idempotency_key))
        }

        fn ended_mails(until: i64, limit: i64) -> String {
            oldest!(mails, ended_at <= until, limit, (id))
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
            oldest!(unsubscribe_tokens, created_at <= until, limit, (hash))
        }

        fn old_asks(until: i64, limit: i64) -> String {
            oldest!(tracking_asks, created_at <= until, limit, (id))
        }

        /// Account and week of each.
        fn old_calls(until: i64, limit: i64) -> (String, i64) {
            oldest!(tracking_calls, week <= until, limit, (account_id, week))
        }

        fn old_counters(until: i64, limit: i64) -> (String, String, i64) {
            oldest!(quota_counters, period <= until, limit, (subject, bucket, period))
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
