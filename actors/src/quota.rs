//! Quotas: which buckets a caller spends, how full they are, and when they roll over.
//!
//! A scan is charged to an account or to a client address (an IPv6 address by its /64), and given
//! back where it failed through a fault of ours: which faults those are, is said by
//! [`FailureCode::gives_charge_back`](citable_checks::failure::FailureCode::gives_charge_back).

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, NaiveTime, Utc};
use citable_schema::{Bucket, Plan, Spend, Used};

/// What a plan allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanLimits {
    /// Scans in a UTC day.
    pub scans_per_day: u32,
    /// Scans in a calendar month.
    pub scans_per_month: u32,
    /// Fixes of a report that are seen in full; none means all of them.
    pub recommendations: Option<u32>,
    /// Addresses that may be monitored.
    pub monitors: u32,
    /// API keys that the account may make itself.
    pub keys: u32,
}

/// What every plan allows, and what the service allows itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A caller without an account; counted by client address.
    pub anonymous: PlanLimits,
    /// An account that pays nothing.
    pub free: PlanLimits,
    /// The smaller paid plan.
    pub pro: PlanLimits,
    /// The larger paid plan.
    pub agency: PlanLimits,
    /// Scans that the whole service runs in a UTC day.
    pub daily_budget: u32,
    /// Whether every account counts as one of the Agency plan.
    pub unlimited: bool,
}

impl Default for Limits {
    fn default() -> Self {
        let plan = |scans_per_day, scans_per_month, recommendations, monitors, keys| PlanLimits {
            scans_per_day,
            scans_per_month,
            recommendations,
            monitors,
            keys,
        };
        Self {
            anonymous: plan(1, 3, Some(1), 0, 0),
            free: plan(3, 30, Some(3), 0, 0),
            pro: plan(40, 600, None, 20, 5),
            agency: plan(200, 4_000, None, 200, 5),
            daily_budget: 5_000,
            unlimited: false,
        }
    }
}

impl Limits {
    /// The plan that an account of that plan counts as.
    pub fn counted(&self, plan: Plan) -> Plan {
        if self.unlimited { Plan::Agency } else { plan }
    }

    /// What that plan allows.
    pub fn of(&self, plan: Plan) -> PlanLimits {
        match self.counted(plan) {
            Plan::Free => self.free,
            Plan::Pro => self.pro,
            Plan::Agency => self.agency,
        }
    }
}

/// Whose buckets a scan is charged to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spender {
    /// An account or a client address, as the store names it.
    pub subject: String,
    /// The account, for its history.
    pub account_id: Option<String>,
    /// Its limits.
    pub limits: PlanLimits,
}

/// A stretch of time: from its first instant to the first one after it, in milliseconds since
/// 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// Its first instant.
    pub start: i64,
    /// The first instant after it.
    pub end: i64,
}

/// The UTC day and calendar month of an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periods {
    /// The day.
    pub day: Period,
    /// The month.
    pub month: Period,
    /// The instant itself.
    pub now: i64,
}

impl Periods {
    /// The day and month that hold an instant.
    pub fn at(now: i64) -> Self {
        let date = DateTime::<Utc>::from_timestamp_millis(now).unwrap_or_default().date_naive();
        let month = date.with_day(1).unwrap_or(date);
        Self {
            day: Period { start: midnight(date), end: midnight(date + Days::new(1)) },
            month: Period { start: midnight(month), end: midnight(month + Months::new(1)) },
            now,
        }
    }

    /// The service's own scans: charged to its budget and to no quota.
    pub(crate) fn spend_of_service(&self, budget: u32) -> Spend {
        let unused = |period: Period| Bucket { period: period.start, limit: 0 };
        Spend {
            subject: None,
            day: unused(self.day),
            month: unused(self.month),
            budget: i64::from(budget),
        }
    }

    pub(crate) fn spend(&self, spender: &Spender, budget: u32) -> Spend {
        let bucket =
            |period: Period, limit: u32| Bucket { period: period.start, limit: i64::from(limit) };
        Spend {
            subject: Some(spender.subject.clone()),
            day: bucket(self.day, spender.limits.scans_per_day),
            month: bucket(self.month, spender.limits.scans_per_month),
            budget: i64::from(budget),
        }
    }
}

/// The first instant of the week that holds an instant: Monday, in UTC.
pub(crate) fn week_of(now: i64) -> i64 {
    /// Milliseconds of a day.
    const DAY: i64 = 24 * 60 * 60 * 1_000;
    /// The days of a week before the first of 1970, which was a Thursday.
    const DAYS_BEFORE: i64 = 3;
    let day = now.div_euclid(DAY);
    (day - (day + DAYS_BEFORE).rem_euclid(7)) * DAY
}

fn midnight(date: NaiveDate) -> i64 {
    date.and_time(NaiveTime::MIN).and_utc().timestamp_millis()
}

/// How full a bucket is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketUsage {
    /// What it holds.
    pub limit: u32,
    /// What was spent of it.
    pub used: u32,
    /// Its time.
    pub period: Period,
}

impl BucketUsage {
    /// What is left.
    pub fn remaining(&self) -> u32 {
        self.limit.saturating_sub(self.used)
    }
}

/// How full the buckets of a caller are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The day's.
    pub day: BucketUsage,
    /// The month's.
    pub month: BucketUsage,
    /// When that was so, in milliseconds since 1970.
    pub at: i64,
}

impl Usage {
    /// Those of a spender that has spent nothing.
    pub fn empty(spender: &Spender, periods: &Periods) -> Self {
        Self::of(spender, periods, Used::default())
    }

    pub(crate) fn of(spender: &Spender, periods: &Periods, used: Used) -> Self {
        let bucket = |limit, used, period| BucketUsage {
            limit,
            used: u32::try_from(used).unwrap_or(u32::MAX),
            period,
        };
        Self {
            day: bucket(spender.limits.scans_per_day, used.day, periods.day),
            month: bucket(spender.limits.scans_per_month, used.month, periods.month),
            at: periods.now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_begins_on_monday() {
        let ms = |text: &str| text.parse::<DateTime<Utc>>().unwrap().timestamp_millis();
        let monday = ms("2027-03-01T00:00:00Z");
        for instant in ["2027-03-01T00:00:00Z", "2027-03-03T12:00:00Z", "2027-03-07T23:59:59.999Z"]
        {
            assert_eq!(week_of(ms(instant)), monday, "{instant}");
        }
        assert_eq!(week_of(ms("2027-03-08T00:00:00Z")), ms("2027-03-08T00:00:00Z"));
        assert_eq!(week_of(ms("1969-12-31T00:00:00Z")), ms("1969-12-29T00:00:00Z"));
    }

    fn at(text: &str) -> Periods {
        Periods::at(text.parse::<DateTime<Utc>>().unwrap().timestamp_millis())
    }

    fn days(period: Period) -> i64 {
        (period.end - period.start) / 86_400_000
    }

    #[test]
    fn a_day_is_from_midnight_to_midnight() {
        let before = at("2027-03-09T23:59:59.999Z");
        let after = at("2027-03-10T00:00:00.000Z");
        assert_eq!(before.day.end, after.day.start);
        assert_eq!(before.day.end - before.now, 1);
        assert_eq!(days(after.day), 1);
    }

    #[test]
    fn months_have_their_own_lengths() {
        for (instant, length) in [
            ("2027-01-31T23:59:59.999Z", 31),
            ("2027-02-28T12:00:00Z", 28),
            ("2028-02-29T12:00:00Z", 29),
            ("2027-04-30T00:00:00Z", 30),
            ("2027-12-31T23:59:59.999Z", 31),
        ] {
            assert_eq!(days(at(instant).month), length, "{instant}");
        }
    }

    #[test]
    fn the_year_turns_with_its_last_month() {
        let before = at("2027-12-31T23:59:59.999Z");
        let after = at("2028-01-01T00:00:00.000Z");
        assert_eq!(before.month.end, after.month.start);
        assert_eq!(before.day.end, after.day.start);
        assert_eq!(before.month.end, after.now);
    }
}
