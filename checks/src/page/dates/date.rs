//! A date or an instant, as exact as it was written.

use std::fmt;

use chrono::{Datelike, Days, Months, NaiveDate, NaiveDateTime, TimeDelta};

/// A zone that is not written may be up to half a day either way, and two hours more in the far
/// east.
const UNKNOWN_ZONE: TimeDelta = TimeDelta::hours(14);

/// A date or an instant, as exact as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// As written; what is missing is the first there is.
    pub(super) at: NaiveDateTime,
    pub(super) precision: Precision,
    /// Seconds east of Greenwich, where a zone is written.
    pub(super) offset: Option<i32>,
}

/// How exact a date is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// A year.
    Year,
    /// A month.
    Month,
    /// A day.
    Day,
    /// A minute.
    Minute,
    /// A second.
    Second,
}

impl Date {
    /// How exact it is.
    #[must_use]
    pub fn precision(self) -> Precision {
        self.precision
    }

    /// The day as written, whatever the zone; none where only a month or a year is.
    #[must_use]
    pub fn day(self) -> Option<NaiveDate> {
        (self.precision >= Precision::Day).then(|| self.at.date())
    }

    /// The year as written.
    #[must_use]
    pub fn year(self) -> i32 {
        self.at.year()
    }

    /// The earliest instant that it can mean, in milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn earliest(self) -> i64 {
        let east = self.offset.map_or(UNKNOWN_ZONE, |seconds| TimeDelta::seconds(seconds.into()));
        millis(self.at.checked_sub_signed(east).unwrap_or(self.at))
    }

    /// The end of the latest span that it can mean, in milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn latest(self) -> i64 {
        let end = self.end();
        let west =
            self.offset.map_or(UNKNOWN_ZONE, |seconds| TimeDelta::seconds((-seconds).into()));
        millis(end.checked_add_signed(west).unwrap_or(end))
    }

    /// How many calendar days lie between the two as written: 0 where they may be one day.
    #[must_use]
    pub fn days_apart(self, other: Self) -> u64 {
        let (one, two) = (self.days(), other.days());
        let gap = (two.0 - one.1).num_days().max((one.0 - two.1).num_days());
        u64::try_from(gap).unwrap_or(0)
    }

    /// First and last day.
    fn days(self) -> (NaiveDate, NaiveDate) {
        let first = self.at.date();
        let next = match self.precision {
            Precision::Year => first.checked_add_months(Months::new(12)),
            Precision::Month => first.checked_add_months(Months::new(1)),
            _ => return (first, first),
        };
        (first, next.and_then(|next| next.pred_opt()).unwrap_or(first))
    }

    /// What follows the span that is written.
    fn end(self) -> NaiveDateTime {
        let next = match self.precision {
            Precision::Minute => self.at.checked_add_signed(TimeDelta::minutes(1)),
            Precision::Second => self.at.checked_add_signed(TimeDelta::seconds(1)),
            _ => {
                self.days().1.checked_add_days(Days::new(1)).map(|day| day.and_time(self.at.time()))
            }
        };
        next.unwrap_or(self.at)
    }
}

fn millis(at: NaiveDateTime) -> i64 {
    at.and_utc().timestamp_millis()
}

/// In ISO 8601, as exact as it is.
impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pattern = match self.precision {
            Precision::Year => "%Y",
            Precision::Month => "%Y-%m",
            Precision::Day => "%Y-%m-%d",
            Precision::Minute => "%Y-%m-%dT%H:%M",
            Precision::Second => "%Y-%m-%dT%H:%M:%S",
        };
        write!(formatter, "{}", self.at.format(pattern))?;
        let Some(offset) = self.offset else { return Ok(()) };
        let sign = if offset < 0 { '-' } else { '+' };
        let minutes = offset.abs() / 60;
        write!(formatter, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        Date::parse(text).unwrap()
    }

    #[test]
    fn what_is_not_written_widens_the_span() {
        let hours = |text: &str| (date(text).latest() - date(text).earliest()) / 3_600_000;
        assert_eq!(hours("2024"), 366 * 24 + 28);
        assert_eq!(hours("2024-02"), 29 * 24 + 28);
        assert_eq!(hours("2024-05-01"), 24 + 28);
        assert_eq!(date("2024-05-01T00:00:00+02:00").earliest(), 1_714_514_400_000);
        assert_eq!(date("2024-05-01T00:00:00+02:00").latest(), 1_714_514_401_000);
    }

    #[test]
    fn days_are_compared_as_written() {
        for (one, other, days) in [
            ("2024-05-01", "2024-05-01T23:59:59-08:00", 0),
            ("2024-05-01", "2024-05-02T00:10:00+02:00", 1),
            ("2024-05", "2024-05-31", 0),
            ("2024-05", "2024-06-01", 1),
            ("2024", "2025-01-10", 10),
            ("2024-05-01", "2023-05-01", 366),
        ] {
            assert_eq!(date(one).days_apart(date(other)), days, "{one} {other}");
            assert_eq!(date(other).days_apart(date(one)), days, "{other} {one}");
        }
    }

    #[test]
    fn the_day_is_known_where_it_is_written() {
        assert_eq!(date("2024-05-01T23:30:00-08:00").day(), NaiveDate::from_ymd_opt(2024, 5, 1));
        assert_eq!((date("2024-05").day(), date("2024-05").year()), (None, 2024));
        assert_eq!(date("2024-05").precision(), Precision::Month);
    }
}
