//! How rows that are not needed any more go.

use diesel::dsl::{exists, min, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::find::{has_no, idle_accounts};
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
        fn remove_scans(ids: &[String]) -> changed {
            diesel::delete(scans::table.filter(scans::id.eq_any(ids)))
        }

        /// Every event but the last one, which says how the scan ended.
        fn remove_passed_events(scan_ids: &[String]) -> changed {
            let of_scans = scan_events::table.filter(scan_events::scan_id.eq_any(scan_ids));
            diesel::delete(of_scans.filter(scan_events::status.eq(EventStatus::Pending)))
        }

        fn mark_logs_cut(scan_ids: &[String], now: i64) -> changed {
            diesel::update(scans::table.filter(scans::id.eq_any(scan_ids)))
                .set(scans::log_cut_at.eq(now))
        }

        fn remove_sign_in_tokens(hashes: &[String]) -> changed {
            let tokens = sign_in_tokens::table.filter(sign_in_tokens::hash.eq_any(hashes));
            diesel::delete(tokens)
        }

        fn remove_sign_in_rate(subject: &str, hour: i64) -> changed {
            diesel::delete(sign_in_rates::table.find((subject, hour)))
        }

        fn remove_sessions(hashes: &[String]) -> changed {
            diesel::delete(sessions::table.filter(sessions::hash.eq_any(hashes)))
        }

        fn remove_request(credential: &str, key: &str, until: i64) -> changed {
            let over = idempotency_keys::table
                .find((credential, key))
                .filter(idempotency_keys::expires_at.le(until));
            diesel::delete(over)
        }

        fn remove_mails(ids: &[String]) -> changed {
            diesel::delete(mails::table.filter(mails::id.eq_any(ids)))
        }

        fn remove_unsubscribe_tokens(hashes: &[String]) -> changed {
            let tokens = unsubscribe_tokens::table.filter(unsubscribe_tokens::hash.eq_any(hashes));
            diesel::delete(tokens)
        }

        /// The first instant of the oldest month that a scan which has not ended was charged to.
        fn oldest_month_of_pending() -> one Option<i64> {
            quota_ledger::table
                .inner_join(scans::table.on(scans::id.eq(quota_ledger::scan_id)))
                .filter(scans::status.eq_any([ScanStatus::Queued, ScanStatus::Running]))
                .select(min(quota_ledger::month))
        }

        fn remove_counter(subject: &str, bucket: &str, period: i64) -> changed {
            diesel::delete(quota_counters::table.find((subject, bucket, period)))
        }

        fn remove_charges(scan_ids: &[String]) -> changed {
            diesel::delete(quota_ledger::table.filter(quota_ledger::scan_id.eq_any(scan_ids)))
        }

        /// Those of the accounts that have nothing yet.
        fn remove_idle_accounts(ids: &[String], until: i64) -> changed {
            let idle = idle_accounts!(until).filter(accounts::id.eq_any(ids));
            diesel::delete(idle)
        }
    }
}
