//! The `quota_counters` and `quota_ledger` tables: how many scans were spent, and by which scan.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::Reader;
use crate::store::tables::{quota_counters, quota_ledger};

/// The bucket of a UTC day.
pub(crate) const DAY: &str = "day";
/// The bucket of a UTC calendar month.
pub(crate) const MONTH: &str = "month";

/// How many scans a subject has spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Used {
    /// In the day.
    pub day: i64,
    /// In the month.
    pub month: i64,
}

/// What a scan is charged to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spend {
    /// Whose buckets; none for what the service does by itself, which spends its budget alone.
    pub subject: Option<String>,
    /// The bucket of the UTC day.
    pub day: Bucket,
    /// The bucket of the calendar month.
    pub month: Bucket,
    /// How many scans the whole service may run in that day.
    pub budget: i64,
}

/// One bucket of a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bucket {
    /// Its first instant.
    pub period: i64,
    /// How many scans it holds.
    pub limit: i64,
}

/// A stored charge.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = quota_ledger)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub(crate) struct ChargeRow {
    pub(crate) subject: Option<String>,
    pub(crate) day: i64,
    pub(crate) month: i64,
    /// Which stripe of the service's budget; none is the first.
    pub(crate) stripe: Option<i32>,
}

queries! {
    /// Statements on `quota_counters` and `quota_ledger`.
    trait QuotaQueries {
        /// What was spent; on PostgreSQL the counter is held until the end of the transaction.
        fn hold_counter(subject: &str, bucket: &str, period: i64) -> one i64 {
            diesel::insert_into(quota_counters::table)
                .values((
                    quota_counters::subject.eq(subject),
                    quota_counters::bucket.eq(bucket),
                    quota_counters::period.eq(period),
                    quota_counters::used.eq(0_i64),
                ))
                .on_conflict((
                    quota_counters::subject,
                    quota_counters::bucket,
                    quota_counters::period,
                ))
                .do_update()
                .set(quota_counters::used.eq(quota_counters::used))
                .returning(quota_counters::used)
        }

        fn add_to_counter(subject: &str, bucket: &str, period: i64, scans: i64) -> changed {
            diesel::update(quota_counters::table.find((subject, bucket, period)))
                .set(quota_counters::used.eq(quota_counters::used + scans))
        }

        fn counter(subject: &str, bucket: &str, period: i64) -> first i64 {
            quota_counters::table.find((subject, bucket, period)).select(quota_counters::used)
        }

        /// What each of those subjects has spent of a day; those that spent nothing are left out.
        fn budget_counters(day: i64, subjects: &[String]) -> all (String, i64) {
            quota_counters::table
                .filter(quota_counters::subject.eq_any(subjects))
                .filter(quota_counters::bucket.eq(DAY))
                .filter(quota_counters::period.eq(day))
                .select((quota_counters::subject, quota_counters::used))
        }

        fn insert_charge(scan_id: &str, spend: &Spend, stripe: i32, now: i64) -> changed {
            diesel::insert_into(quota_ledger::table)
                .values((
                    quota_ledger::scan_id.eq(scan_id),
                    quota_ledger::subject.eq(spend.subject.as_deref()),
                    quota_ledger::day.eq(spend.day.period),
                    quota_ledger::month.eq(spend.month.period),
                    quota_ledger::spent_at.eq(now),
                    quota_ledger::stripe.eq(stripe),
                ))
        }

        /// Marks a scan's charge as given back; none where there is none or it was already.
        fn return_charge(scan_id: &str, now: i64) -> maybe ChargeRow {
            let kept = quota_ledger::table
                .find(scan_id)
                .filter(quota_ledger::returned_at.is_null());
            diesel::update(kept)
                .set(quota_ledger::returned_at.eq(now))
                .returning(ChargeRow::as_returning())
        }
    }
}

impl Reader {
    /// What a subject has spent in a day and a month, each named by its first instant.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn used(&self, subject: &str, day: i64, month: i64) -> Result<Used, StoreError> {
        let day = self.counter(subject, DAY, day).await?;
        let month = self.counter(subject, MONTH, month).await?;
        Ok(Used { day, month })
    }

    async fn counter(
        &self,
        subject: &str,
        bucket: &'static str,
        period: i64,
    ) -> Result<i64, StoreError> {
        let subject = subject.to_owned();
        let used = self
            .read(move |conn| Box::pin(async move { conn.counter(&subject, bucket, period).await }))
            .await;
        Ok(used?.unwrap_or(0))
    }
}
