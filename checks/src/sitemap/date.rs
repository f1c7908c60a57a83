//! Dates of `lastmod`.

use chrono::{FixedOffset, NaiveDate, NaiveTime};

use crate::page::text::is_number;

/// Seconds of an hour and of a minute.
const HOUR: i32 = 3600;
const MINUTE: i32 = 60;

/// The instant of a W3C date, in milliseconds since 1970-01-01T00:00:00Z: a year, a month, a day,
/// or a time with its zone. Where parts are missing it is the first instant of what is named.
/// Source: W3C note "Date and Time Formats" (NOTE-datetime), which sitemaps.org refers to.
#[must_use]
pub fn parse_w3c_date(text: &str) -> Option<i64> {
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let day = date_part(date)?;
    let Some(time) = time else {
        return Some(day.and_time(NaiveTime::MIN).and_utc().timestamp_millis());
    };
    // A time belongs to a whole date.
    if date.len() != "2026-01-01".len() {
        return None;
    }
    let (time, zone) = time.split_at(time.find(['Z', '+', '-'])?);
    let local = day.and_time(time_part(time)?);
    Some(local.and_local_timezone(zone_part(zone)?).single()?.timestamp_millis())
}

fn date_part(text: &str) -> Option<NaiveDate> {
    let mut parts = text.split('-');
    let year = digits(parts.next()?, 4)?;
    let month = parts.next().map_or(Some(1), |part| digits(part, 2))?;
    let day = parts.next().map_or(Some(1), |part| digits(part, 2))?;
    if parts.next().is_some() {
        return None;
    }
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

fn time_part(text: &str) -> Option<NaiveTime> {
    let mut parts = text.split(':');
    let (hour, minute) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let Some(seconds) = parts.next() else { return NaiveTime::from_hms_opt(hour, minute, 0) };
    if parts.next().is_some() {
        return None;
    }
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    if !is_number(fraction) {
        return None;
    }
    let millis: String = fraction.chars().chain("000".chars()).take(3).collect();
    NaiveTime::from_hms_milli_opt(hour, minute, digits(seconds, 2)?, millis.parse().ok()?)
}

fn zone_part(text: &str) -> Option<FixedOffset> {
    if text == "Z" {
        return FixedOffset::east_opt(0);
    }
    let (sign, text) = text.split_at_checked(1)?;
    let (hours, minutes) = text.split_once(':')?;
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    let seconds = i32::try_from(hours).ok()? * HOUR + i32::try_from(minutes).ok()? * MINUTE;
    FixedOffset::east_opt(if sign == "-" { -seconds } else { seconds })
}

/// A number of exactly that many digits.
fn digits(text: &str, count: usize) -> Option<u32> {
    let plain = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<String> {
        Some(DateTime::from_timestamp_millis(parse_w3c_date(text)?)?.to_rfc3339())
    }

    #[test]
    fn every_form_of_the_note_is_read() {
        for (text, expected) in [
            ("1997", "1997-01-01T00:00:00+00:00"),
            ("1997-07", "1997-07-01T00:00:00+00:00"),
            ("1997-07-16", "1997-07-16T00:00:00+00:00"),
            ("1997-07-16T19:20+01:00", "1997-07-16T18:20:00+00:00"),
            ("1997-07-16T19:20:30-05:30", "1997-07-17T00:50:30+00:00"),
            ("1997-07-16T19:20:30.45Z", "1997-07-16T19:20:30.450+00:00"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_w3c_date_is_not_guessed() {
        for text in [
            "",
            "97",
            "16.07.1997",
            "07/16/1997",
            "1997-7-16",
            "1997-02-30",
            "1997-07-16 19:20:30",
            "1997-07-16T19:20:30",
            "1997-07-16T25:00Z",
            "1997-07T19:20Z",
            "1997-07-16T19:20:30+0100",
            "1997-07-16T19:20:30.Z",
            "Wed, 16 Jul 1997 19:20:30 GMT",
            "0000-00-00",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn nothing_panics(text in any::<String>(), close in "[0-9]{4}(-[0-9]{2}){0,2}T[0-9:.]{0,12}[Z+-][0-9:é]{0,5}") {
            let _read = (parse_w3c_date(&text), parse_w3c_date(&close));
        }
    }
}
