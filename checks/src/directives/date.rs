//! Dates of `unavailable_after`: RFC 822, RFC 850 and ISO 8601, as Google takes them.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime};

/// That instant in milliseconds since 1970-01-01T00:00:00Z. A zone that is missing or unknown is
/// read as UTC, and a missing time as midnight.
pub fn parse_date(text: &str) -> Option<i64> {
    let text = text.trim();
    iso(text).or_else(|| words(text))
}

fn iso(text: &str) -> Option<i64> {
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Some(at.timestamp_millis());
    }
    for format in ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M"] {
        let text = text.strip_suffix('Z').unwrap_or(text);
        if let Ok(at) = NaiveDateTime::parse_from_str(text, format) {
            return Some(at.and_utc().timestamp_millis());
        }
    }
    let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    Some(date.and_time(NaiveTime::MIN).and_utc().timestamp_millis())
}

/// `[weekday] day month year [time] [zone]`, with white space, commas or hyphens between.
fn words(text: &str) -> Option<i64> {
    let date_ends = text.find(':').and_then(|colon| text[..colon].rfind(' ')).unwrap_or(text.len());
    let (date, rest) = text.split_at(date_ends);
    let mut date = date.split([' ', ',', '-', '\t']).filter(|part| !part.is_empty()).peekable();
    date.next_if(|part| part.starts_with(|char: char| char.is_ascii_alphabetic()));
    let day = date.next()?.parse().ok()?;
    let month = month(date.next()?)?;
    let year = year(date.next()?)?;
    let mut rest = rest.split_whitespace();
    let time = rest.next().map_or(Some(NaiveTime::MIN), time)?;
    let local = NaiveDate::from_ymd_opt(year, month, day)?.and_time(time);
    let offset = FixedOffset::east_opt(rest.next().and_then(offset_seconds).unwrap_or(0))?;
    Some(local.and_local_timezone(offset).single()?.timestamp_millis())
}

fn month(name: &str) -> Option<u32> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let start = name.get(..3)?.to_ascii_lowercase();
    MONTHS.iter().zip(1..).find_map(|(month, number)| (*month == start).then_some(number))
}

/// Two digits are of this century up to 69, as POSIX has it.
fn year(digits: &str) -> Option<i32> {
    let year: i32 = digits.parse().ok()?;
    match (digits.len(), year) {
        (2, 0..=69) => Some(2000 + year),
        (2, 70..) => Some(1900 + year),
        (4, _) => Some(year),
        _ => None,
    }
}

fn time(text: &str) -> Option<NaiveTime> {
    ["%H:%M:%S", "%H:%M"].iter().find_map(|format| NaiveTime::parse_from_str(text, format).ok())
}

/// Seconds east of Greenwich.
fn offset_seconds(zone: &str) -> Option<i32> {
    const HOUR: i32 = 3600;
    let hours = match zone.to_ascii_uppercase().as_str() {
        "EST" | "CDT" => -5,
        "EDT" => -4,
        "CST" | "MDT" => -6,
        "MST" | "PDT" => -7,
        "PST" => -8,
        "BST" | "CET" => 1,
        "CEST" | "EET" => 2,
        "JST" => 9,
        _ => return numeric_offset(zone),
    };
    Some(hours * HOUR)
}

fn numeric_offset(zone: &str) -> Option<i32> {
    let sign = match zone.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits = zone[1..].replace(':', "");
    let hours: i32 = digits.get(..2)?.parse().ok()?;
    let minutes: i32 = digits.get(2..4)?.parse().ok()?;
    Some(sign * (hours * 3600 + minutes * 60))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str) -> Option<String> {
        parse_date(text).and_then(DateTime::from_timestamp_millis).map(|at| at.to_rfc3339())
    }

    #[test]
    fn the_three_standards_are_read() {
        for (text, expected) in [
            ("25 Jun 2010 15:00:00 PST", "2010-06-25T23:00:00+00:00"),
            ("Saturday, 01-Jan-28 00:30:00 GMT", "2028-01-01T00:30:00+00:00"),
            ("Fri, 25 Jun 2010 15:00 +0200", "2010-06-25T13:00:00+00:00"),
            ("31 December 1999", "1999-12-31T00:00:00+00:00"),
            ("2020-02-29", "2020-02-29T00:00:00+00:00"),
            ("2020-02-29T10:00", "2020-02-29T10:00:00+00:00"),
            ("2020-02-29T10:00:00+01:00", "2020-02-29T09:00:00+00:00"),
            ("2020-02-29 10:00:00.5", "2020-02-29T10:00:00.500+00:00"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in ["", "soon", "31 Feb 2020", "2020-13-01", "25 Jun 20100", ":", "1 é 2", "+"] {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>(), near in "[0-9A-Za-z+:, -]{0,40}") {
            let _ = (parse_date(&text), parse_date(&near));
        }
    }
}
