//! Every read that is not part of a change.

use std::time::Instant;

use diesel::sql_types::{BigInt, Integer};
use diesel_async::RunQueryDsl;
use diesel_async::pooled_connection::bb8::Pool;

use crate::accounts::{AccountQueries, AccountRow};
use crate::announcing::{DueReport, WeeklyReportQueries};
use crate::api_keys::{KeyQueries, KeyRow};
use crate::backend::{Postgres, Sqlite, check_out, queries};
use crate::deliveries::{DeliveryQueries, DeliveryRow};
use crate::delivery_attempts::{AttemptQueries, AttemptRow};
use crate::error::StoreError;
use crate::human_check_tokens::TokenQueries;
use crate::leaders::LeaderQueries;
use crate::mails::{MailQueries, MailRow};
use crate::monitor_runs::{RunQueries, RunRow};
use crate::monitors::{MonitorQueries, MonitorRow};
use crate::notifications::{NotificationQueries, PreferencesRow};
use crate::quota::{DAY, MONTH, QuotaQueries, SERVICE, Used};
use crate::reports::{ReportQueries, ReportRow};
use crate::scan_events::{EventQueries, EventRow};
use crate::scans::{ScanQueries, ScanRow};
use crate::schedule::{ScheduleQueries, latest_run};
use crate::snapshots::{SnapshotQueries, SnapshotRow};
use crate::webhook_endpoints::{EndpointQueries, EndpointRow};

/// Scans asked for in one statement by [`Reader::events_of`]; more are asked for in several.
const SCANS_PER_POLL: usize = 100;

/// Reads from a pool of read-only connections. Clones share the pool.
///
/// Every method may be dropped half-way: on SQLite a read that has begun runs to its end on a
/// blocking thread, because diesel's wrapper panics on a connection whose last call was abandoned.
///
/// Every method fails with [`StoreError::Unavailable`] where the database is or no connection
/// becomes free in time.
#[derive(Clone)]
pub struct Reader {
    pool: ReadPool,
}

#[derive(Clone)]
enum ReadPool {
    Sqlite(Pool<Sqlite>),
    Postgres(Pool<Postgres>),
}

queries! {
    /// Questions about the database itself.
    trait HealthQueries {
        async fn ping(conn) -> diesel::QueryResult<i32> {
            diesel::select(diesel::dsl::sql::<Integer>("1")).get_result(conn).await
        }
    }
}

/// Runs one body on a connection of either kind.
macro_rules! read {
    ($reader:expr, |$conn:ident| $body:expr) => {
        match &$reader.pool {
            ReadPool::Sqlite(pool) => {
                let mut pooled = pool.get_owned().await?;
                let runtime = tokio::runtime::Handle::current();
                let read = move || {
                    let $conn = &mut *pooled;
                    runtime.block_on(async { $body.await })
                };
                tokio::task::spawn_blocking(read).await.map_err(|_| StoreError::panicked())?
            }
            ReadPool::Postgres(pool) => {
                let mut pooled = check_out(pool).await?;
                let $conn = &mut *pooled;
                $body.await
            }
        }
        .map_err(StoreError::from)
    };
}

mod history;

impl Reader {
    pub(crate) fn sqlite(pool: Pool<Sqlite>) -> Self {
        Self { pool: ReadPool::Sqlite(pool) }
    }

    pub(crate) fn postgres(pool: Pool<Postgres>) -> Self {
        Self { pool: ReadPool::Postgres(pool) }
    }

    /// One scan.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn scan(&self, id: &str) -> Result<Option<ScanRow>, StoreError> {
        let id = id.to_owned();
        read!(self, |conn| conn.scan(&id))
    }

    /// The report of a finished scan.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn report(&self, scan_id: &str) -> Result<Option<ReportRow>, StoreError> {
        let scan_id = scan_id.to_owned();
        read!(self, |conn| conn.report(&scan_id))
    }

    /// What was fetched for a finished scan.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn snapshot(&self, scan_id: &str) -> Result<Option<SnapshotRow>, StoreError> {
        let scan_id = scan_id.to_owned();
        read!(self, |conn| conn.snapshot(&scan_id))
    }

    /// The newest report of an address that was fetched after `since`; one of `since` itself is
    /// too old.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn newest_report(
        &self,
        url_hash: &str,
        since: i64,
    ) -> Result<Option<ReportRow>, StoreError> {
        let url_hash = url_hash.to_owned();
        read!(self, |conn| conn.newest_report(&url_hash, since))
    }

    /// The newest reports of an address, newest first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn newest_reports(
        &self,
        url_hash: &str,
        count: i64,
    ) -> Result<Vec<ReportRow>, StoreError> {
        let url_hash = url_hash.to_owned();
        read!(self, |conn| conn.newest_reports(&url_hash, count))
    }

    /// The events of one scan after a place in its log, in order.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn events_after(&self, scan_id: &str, seq: i64) -> Result<Vec<EventRow>, StoreError> {
        self.events_of(&[(scan_id.to_owned(), seq)]).await
    }

    /// The events of many scans, each after a place in its log, by scan and then in order.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn events_of(&self, places: &[(String, i64)]) -> Result<Vec<EventRow>, StoreError> {
        let mut events = Vec::new();
        for some in places.chunks(SCANS_PER_POLL) {
            let some = some.to_vec();
            let found: Result<Vec<EventRow>, StoreError> =
                read!(self, |conn| conn.events_after(&some));
            events.extend(found?);
        }
        events.sort_by(|a, b| (&a.scan_id, a.seq).cmp(&(&b.scan_id, b.seq)));
        Ok(events)
    }

    /// The last event of one scan.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn last_event(&self, scan_id: &str) -> Result<Option<EventRow>, StoreError> {
        let scan_id = scan_id.to_owned();
        read!(self, |conn| conn.last_event(&scan_id))
    }

    /// How many scans wait to be claimed.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn waiting(&self) -> Result<i64, StoreError> {
        read!(self, |conn| conn.count_waiting())
    }

    /// The live API key of that hash, and whose it is.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn live_key(&self, hash: &str) -> Result<Option<(KeyRow, AccountRow)>, StoreError> {
        let hash = hash.to_owned();
        read!(self, |conn| conn.live_key(&hash))
    }

    /// The account of a session that has not expired.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn account_of_session(
        &self,
        hash: &str,
        now: i64,
    ) -> Result<Option<AccountRow>, StoreError> {
        let hash = hash.to_owned();
        read!(self, |conn| conn.account_of_session(&hash, now))
    }

    /// The account of a mail address, as it is compared.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn account_of_email(
        &self,
        email_key: &str,
    ) -> Result<Option<AccountRow>, StoreError> {
        let email_key = email_key.to_owned();
        read!(self, |conn| conn.account_of_email(&email_key))
    }

    /// The live keys of an account, oldest first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn keys_of(&self, account_id: &str) -> Result<Vec<KeyRow>, StoreError> {
        let account_id = account_id.to_owned();
        read!(self, |conn| conn.keys_of(&account_id))
    }

    /// What a subject has spent in a day and a month, each named by its first instant.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn used(&self, subject: &str, day: i64, month: i64) -> Result<Used, StoreError> {
        let (of_day, of_month) = (subject.to_owned(), subject.to_owned());
        let day: Result<Option<i64>, StoreError> =
            read!(self, |conn| conn.counter(&of_day, DAY, day));
        let month: Result<Option<i64>, StoreError> =
            read!(self, |conn| conn.counter(&of_month, MONTH, month));
        Ok(Used { day: day?.unwrap_or(0), month: month?.unwrap_or(0) })
    }

    /// How many scans the whole service has run in a day, named by its first instant.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn budget_used(&self, day: i64) -> Result<i64, StoreError> {
        let used: Result<Option<i64>, StoreError> =
            read!(self, |conn| conn.counter(SERVICE, DAY, day));
        Ok(used?.unwrap_or(0))
    }

    /// One mail.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn mail(&self, id: &str) -> Result<Option<MailRow>, StoreError> {
        let id = id.to_owned();
        read!(self, |conn| conn.mail(&id))
    }

    /// What an account wants to be told; everything, as long as it did not say otherwise.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn preferences(&self, account_id: &str) -> Result<PreferencesRow, StoreError> {
        let account_id = account_id.to_owned();
        let stored: Result<_, StoreError> = read!(self, |conn| conn.preferences(&account_id));
        Ok(stored?.unwrap_or_default())
    }

    /// What the owner of an unsubscribe link, live or spent, wants to be told; none where the link
    /// has no account.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn preferences_behind_link(
        &self,
        token_hash: &str,
    ) -> Result<Option<PreferencesRow>, StoreError> {
        let token_hash = token_hash.to_owned();
        read!(self, |conn| conn.preferences_behind_link(&token_hash))
    }

    /// How many mails have not ended.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn mails_waiting(&self) -> Result<i64, StoreError> {
        read!(self, |conn| conn.count_unsent())
    }

    /// When the next mail is due, or the next claim of one is over.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn next_mail_due(&self) -> Result<Option<i64>, StoreError> {
        read!(self, |conn| conn.next_mail_due())
    }

    /// The webhook endpoint of an account.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn endpoint_of(&self, account_id: &str) -> Result<Option<EndpointRow>, StoreError> {
        let account_id = account_id.to_owned();
        read!(self, |conn| conn.endpoint_of(&account_id))
    }

    /// One delivery.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn delivery(&self, id: &str) -> Result<Option<DeliveryRow>, StoreError> {
        let id = id.to_owned();
        read!(self, |conn| conn.delivery(&id))
    }

    /// The attempts of a delivery that came to an end, in order.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn attempts_of(&self, delivery_id: &str) -> Result<Vec<AttemptRow>, StoreError> {
        let delivery_id = delivery_id.to_owned();
        read!(self, |conn| conn.attempts_of(&delivery_id))
    }

    /// How many human-check tokens are remembered.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn used_tokens(&self) -> Result<i64, StoreError> {
        read!(self, |conn| conn.count_tokens())
    }

    /// One monitor.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn monitor(&self, id: &str) -> Result<Option<MonitorRow>, StoreError> {
        let id = id.to_owned();
        read!(self, |conn| conn.monitor(&id))
    }

    /// The active monitors of an account, oldest first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn active_monitors(&self, account_id: &str) -> Result<Vec<MonitorRow>, StoreError> {
        let account_id = account_id.to_owned();
        read!(self, |conn| conn.active_monitors(&account_id))
    }

    /// How many active monitors an account has.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn count_active_monitors(&self, account_id: &str) -> Result<i64, StoreError> {
        let account_id = account_id.to_owned();
        read!(self, |conn| conn.count_active_monitors(&account_id))
    }

    /// Whether any monitor is due, asked for, or put off further than it should be.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn is_any_monitor_due(&self, now: i64) -> Result<bool, StoreError> {
        read!(self, |conn| conn.is_any_monitor_due(now, latest_run(now)))
    }

    /// Runs that are over and of which nobody was told, oldest first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn unannounced_runs(&self, limit: i64) -> Result<Vec<RunRow>, StoreError> {
        read!(self, |conn| conn.unannounced_runs(limit))
    }

    /// Runs of an account that ended until then and that no weekly report held, with the addresses
    /// of their monitors, oldest first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn unreported_runs(
        &self,
        account_id: &str,
        until: i64,
    ) -> Result<Vec<(RunRow, String)>, StoreError> {
        let account_id = account_id.to_owned();
        read!(self, |conn| conn.unreported_runs(&account_id, until))
    }

    /// Weekly reports that are due, the longest due first.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn due_reports(&self, now: i64, limit: i64) -> Result<Vec<DueReport>, StoreError> {
        read!(self, |conn| conn.due_reports(now, limit))
    }

    /// When a task's leader was last heard of.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn leader_renewed_at(&self, task: &str) -> Result<Option<i64>, StoreError> {
        let task = task.to_owned();
        read!(self, |conn| conn.leader_renewed_at(&task))
    }

    /// Asks the database for a sign of life.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let answer: Result<i32, StoreError> = read!(self, |conn| conn.ping());
        answer.map(drop)
    }

    /// The database's clock minus ours, in milliseconds, `now` being our instant at the call.
    /// Always 0 on SQLite, which has no clock of its own. Off by at most half the time of the
    /// question.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn clock_offset(&self, now: i64) -> Result<i64, StoreError> {
        let ReadPool::Postgres(pool) = &self.pool else { return Ok(0) };
        let begun = Instant::now();
        let mut connection = check_out(pool).await?;
        let asked = begun.elapsed();
        let clock = diesel::dsl::sql::<BigInt>(
            "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        );
        let theirs: i64 = diesel::select(clock).get_result(&mut connection).await?;
        let ours = now + milliseconds((asked + begun.elapsed()) / 2);
        Ok(theirs - ours)
    }
}

fn milliseconds(duration: std::time::Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
