//! Times in logs, as seconds since 1970-01-01T00:00:00Z.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime};

/// Months as Apache and nginx write them.
const MONTHS: [&[u8]; 12] = [
    b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec",
];

/// The last second of a day, counted from its first.
const LAST_SECOND: i64 = 24 * 60 * 60 - 1;

/// Numbers above these are milliseconds, microseconds and nanoseconds: as seconds, they would be
/// thousands of years away.
const UNITS: [(f64, f64); 3] = [(1e17, 1e9), (1e14, 1e6), (1e11, 1e3)];

/// Reads a time such as `22/Nov/2026:10:15:30 +0100`.
pub(super) fn common_log(text: &[u8]) -> Option<i64> {
    let number = |from: usize, to: usize| number(text.get(from..to)?);
    let month = text.get(3..6)?;
    let month = MONTHS.iter().position(|known| known.eq_ignore_ascii_case(month))?;
    let date = NaiveDate::from_ymd_opt(
        i32::try_from(number(7, 11)?).ok()?,
        u32::try_from(month).ok()? + 1,
        number(0, 2)?,
    )?;
    let time = NaiveTime::from_hms_opt(number(12, 14)?, number(15, 17)?, number(18, 20)?.min(59))?;
    let ahead = i64::from(number(22, 24)? * 60 + number(24, 26)?) * 60;
    let local = date.and_time(time).and_utc().timestamp();
    match text.get(21)? {
        b'+' => Some(local - ahead),
        b'-' => Some(local + ahead),
        _ => None,
    }
}

fn number(digits: &[u8]) -> Option<u32> {
    let add =
        |sum: u32, digit: &u8| digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0'));
    digits.iter().try_fold(0, add)
}

/// Reads a time in any of the forms that logs in JSON have.
pub(super) fn any(text: &str) -> Option<i64> {
    let text = text.trim();
    let with_offset = || DateTime::parse_from_rfc3339(text).ok().map(|time| time.timestamp());
    let numeric_offset = || {
        DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f%z").ok().map(|time| time.timestamp())
    };
    let without_offset = || {
        let forms = ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f", "%Y/%m/%d %H:%M:%S%.f"];
        let mut times = forms.iter().map(|form| NaiveDateTime::parse_from_str(text, form));
        times.find_map(Result::ok).map(|time| time.and_utc().timestamp())
    };
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    with_offset()
        .or_else(|| common_log(bare.as_bytes()))
        .or_else(numeric_offset)
        .or_else(without_offset)
        .or_else(|| epoch(text.parse().ok()?))
}

/// Reads seconds, milliseconds, microseconds or nanoseconds since 1970.
pub(super) fn epoch(number: f64) -> Option<i64> {
    let unit = UNITS.iter().find(|(above, _)| number > *above).map_or(1.0, |(_, unit)| *unit);
    let seconds = (number / unit).floor();
    // What is beyond the range of dates is none.
    let limit = 253_402_300_800.0;
    (seconds > 0.0 && seconds < limit).then_some(seconds as i64)
}

/// Reads a bound of `--since` or `--until`: a time with its offset, or a day (UTC), whose end counts
/// for `--until`.
pub(in crate::cli::logs) fn parse_bound(text: &str, is_end: bool) -> Result<i64, String> {
    if let Ok(time) = DateTime::parse_from_rfc3339(text) {
        return Ok(time.timestamp());
    }
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| {
        "use a date such as 2026-11-20, or a time with its offset such as 2026-11-20T10:00:00Z"
            .to_owned()
    })?;
    let begin = day.and_time(NaiveTime::MIN).and_utc().timestamp();
    Ok(if is_end { begin + LAST_SECOND } else { begin })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-22T10:15:30Z.
    const INSTANT: i64 = 1_795_342_530;

    #[test]
    fn the_time_of_apache_and_nginx_has_an_offset() {
        assert_eq!(common_log(b"22/Nov/2026:10:15:30 +0000"), Some(INSTANT));
        assert_eq!(common_log(b"22/Nov/2026:11:45:30 +0130"), Some(INSTANT));
        assert_eq!(common_log(b"22/Nov/2026:02:15:30 -0800"), Some(INSTANT));
        for text in [
            "",
            "22/Nov/2026",
            "22/Nov/2026:10:15:30",
            "32/Nov/2026:10:15:30 +0000",
            "22/Non/2026:10:15:30 +0000",
        ] {
            assert_eq!(common_log(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn other_times_are_read_too() {
        for text in [
            "2026-11-22T10:15:30Z",
            "2026-11-22T11:15:30.25+01:00",
            "2026-11-22T11:15:30+0100",
            "2026-11-22 10:15:30",
            "22/Nov/2026:10:15:30 +0000",
            "[22/Nov/2026:10:15:30 +0000]",
            "1795342530",
            "1795342530.123",
            "1795342530123",
        ] {
            assert_eq!(any(text), Some(INSTANT), "{text}");
        }
        assert_eq!(epoch(1_795_342_530_123_456_789.0), Some(INSTANT));
        for text in ["", "now", "-5", "NaN", "1e300"] {
            assert_eq!(any(text), None, "{text}");
        }
    }

    #[test]
    fn a_day_is_meant_whole() {
        let since = parse_bound("2026-11-22", false).unwrap();
        let until = parse_bound("2026-11-22", true).unwrap();
        assert_eq!(until - since, LAST_SECOND);
        assert_eq!(parse_bound("2026-11-22T10:15:30Z", true), Ok(INSTANT));
        assert!(parse_bound("yesterday", false).unwrap_err().contains("2026-11-20"));
    }
}
