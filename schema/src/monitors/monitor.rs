//! The `monitors` table: addresses that accounts have scanned every week.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::queries::{queries, stored_words};
use crate::store::reader::reads;
use crate::store::tables::monitors;

/// Milliseconds from one run of a monitor to the next.
pub const WEEK_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

stored_words! {
    /// Whether a monitor runs.
    pub enum MonitorStatus {
        /// Every week.
        Active = "active",
        /// Not any more.
        Inactive = "inactive",
    }
}

/// A stored monitor. Instants are milliseconds since 1970 in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = monitors)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct MonitorRow {
    /// `mon_…`.
    pub id: String,
    /// Whose it is.
    pub account_id: String,
    /// The normalised URL.
    pub url: String,
    /// The hash of the normalised URL.
    pub url_hash: String,
    /// The host of the URL.
    pub host: String,
    /// Whether it runs.
    pub status: MonitorStatus,
    /// When its address was first monitored.
    pub created_at: i64,
    /// Where its weeks begin.
    pub anchor: i64,
    /// When it is due.
    pub next_run_at: Option<i64>,
    /// The first instant of the week that it ran in last.
    pub last_week: Option<i64>,
    /// When an operator asked for a run outside the schedule, until it is started.
    pub requested_at: Option<i64>,
    /// When its last run ended.
    pub last_run_at: Option<i64>,
    /// The last scan that brought a score.
    pub last_scan_id: Option<String>,
    /// Its score.
    pub last_score: Option<i32>,
    /// The score before that.
    pub previous_score: Option<i32>,
    /// Which answer engines may be asked about it: words separated by spaces.
    pub consent_engines: Option<String>,
    /// When its owner consented to that.
    pub consented_at: Option<i64>,
    /// From which client address.
    pub consent_ip: Option<String>,
}

impl MonitorRow {
    /// The first instant of its week that holds `now`.
    #[must_use]
    pub fn week_of(&self, now: i64) -> i64 {
        self.anchor + (now - self.anchor).div_euclid(WEEK_MS) * WEEK_MS
    }

    /// The engines that may be asked about it now.
    pub(crate) fn consented_engines(&self) -> impl Iterator<Item = &str> {
        let engines = self.consent_engines.as_deref().unwrap_or_default();
        engines.split(' ').filter(|_| self.status == MonitorStatus::Active)
    }

    /// Whether that engine may be asked about it now.
    #[must_use]
    pub fn consents_to(&self, engine: &str) -> bool {
        self.consented_engines().any(|consented| consented == engine)
    }

    /// When it is due next: now, unless it has run in this week.
    pub(crate) fn next_run(&self, now: i64) -> i64 {
        let week = self.week_of(now);
        match self.last_week {
            Some(last) if last >= week => week + WEEK_MS,
            _ => now,
        }
    }
}

/// An address to monitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMonitor {
    /// `mon_…`.
    pub id: String,
    /// Whose it is.
    pub account_id: String,
    /// The normalised URL.
    pub url: String,
    /// The hash of the normalised URL.
    pub url_hash: String,
    /// The host of the URL.
    pub host: String,
}

/// What an owner consents to: that answer engines are asked about an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// Which engines: words separated by spaces.
    pub engines: String,
    /// The client address that said so.
    pub ip: String,
}

queries! {
    /// Statements on `monitors`.
    trait MonitorQueries {
        fn insert_monitor(monitor: &NewMonitor, next_run_at: i64, now: i64) -> one MonitorRow {
            diesel::insert_into(monitors::table)
                .values((
                    monitors::id.eq(&monitor.id),
                    monitors::account_id.eq(&monitor.account_id),
                    monitors::url.eq(&monitor.url),
                    monitors::url_hash.eq(&monitor.url_hash),
                    monitors::host.eq(&monitor.host),
                    monitors::status.eq(MonitorStatus::Active),
                    monitors::created_at.eq(now),
                    monitors::anchor.eq(now),
                    monitors::next_run_at.eq(next_run_at),
                ))
                .returning(MonitorRow::as_returning())
        }

        fn monitor(id: &str) -> first MonitorRow {
            monitors::table.find(id).select(MonitorRow::as_select())
        }

        fn monitor_of_url(account_id: &str, url_hash: &str) -> first MonitorRow {
            monitors::table
                .filter(monitors::account_id.eq(account_id))
                .filter(monitors::url_hash.eq(url_hash))
                .select(MonitorRow::as_select())
        }

        /// The active monitors of an account, oldest first.
        fn active_monitors(account_id: &str) -> all MonitorRow {
            monitors::table
                .filter(monitors::account_id.eq(account_id))
                .filter(monitors::status.eq(MonitorStatus::Active))
                .order((monitors::created_at, monitors::id))
                .select(MonitorRow::as_select())
        }

        fn count_active_monitors(account_id: &str) -> one i64 {
            monitors::table
                .filter(monitors::account_id.eq(account_id))
                .filter(monitors::status.eq(MonitorStatus::Active))
                .count()
        }

        fn activate_monitor(id: &str, next_run_at: i64) -> maybe MonitorRow {
            diesel::update(monitors::table.find(id))
                .set((
                    monitors::status.eq(MonitorStatus::Active),
                    monitors::next_run_at.eq(next_run_at),
                ))
                .returning(MonitorRow::as_returning())
        }

        /// Ends a monitor, its consent and whatever was asked of it.
        fn deactivate_monitor(id: &str) -> changed {
            let active =
                monitors::table.find(id).filter(monitors::status.eq(MonitorStatus::Active));
            diesel::update(active)
                .set((
                    monitors::status.eq(MonitorStatus::Inactive),
                    monitors::next_run_at.eq(None::<i64>),
                    monitors::requested_at.eq(None::<i64>),
                    monitors::consent_engines.eq(None::<String>),
                    monitors::consented_at.eq(None::<i64>),
                    monitors::consent_ip.eq(None::<String>),
                ))
        }

        /// Records or ends the consent of an active monitor.
        fn set_consent(
            account_id: &str, id: &str, consent: Option<&Consent>, now: i64,
        ) -> maybe MonitorRow {
            let active = monitors::table
                .find(id)
                .filter(monitors::account_id.eq(account_id))
                .filter(monitors::status.eq(MonitorStatus::Active));
            diesel::update(active)
                .set((
                    monitors::consent_engines.eq(consent.map(|consent| consent.engines.as_str())),
                    monitors::consented_at.eq(consent.map(|_| now)),
                    monitors::consent_ip.eq(consent.map(|consent| consent.ip.as_str())),
                ))
                .returning(MonitorRow::as_returning())
        }

        fn request_run(id: &str, now: i64) -> changed {
            let active =
                monitors::table.find(id).filter(monitors::status.eq(MonitorStatus::Active));
            diesel::update(active).set(monitors::requested_at.eq(now))
        }

        /// Keeps what a run brought.
        fn record_score(id: &str, scan_id: &str, score: i32, now: i64) -> changed {
            diesel::update(monitors::table.find(id))
                .set((
                    monitors::previous_score.eq(monitors::last_score),
                    monitors::last_score.eq(score),
                    monitors::last_scan_id.eq(scan_id),
                    monitors::last_run_at.eq(now),
                ))
        }

        fn record_failure(id: &str, now: i64) -> changed {
            diesel::update(monitors::table.find(id)).set(monitors::last_run_at.eq(now))
        }
    }
}

reads! {
    /// One monitor.
    fn monitor(id: &str) -> Option<MonitorRow>;

    /// The active monitors of an account, oldest first.
    fn active_monitors(account_id: &str) -> Vec<MonitorRow>;

    /// How many active monitors an account has.
    fn count_active_monitors(account_id: &str) -> i64;
}
