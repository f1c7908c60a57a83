//! Dates as machines write them, and nothing else: a date that takes guessing is none.

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};

use super::date::{Date, Precision};
use crate::page::text::is_number;

/// The first year that is taken for one: year 1 is how some programs write that there is none.
const FIRST_YEAR: i32 = 1000;

impl Date {
    /// Reads ISO 8601 as HTML (section 2.3.5), schema.org and W3C-DTF use it: `2024`, `2024-05`,
    /// `2024-05-01`, with or without a time, with or without a zone. A space may stand for the
    /// `T`, and a zone may lack its colon. Nothing is guessed.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        iso(text)
    }

    /// Reads the date of an HTTP header (RFC 9110, section 5.6.7).
    #[must_use]
    pub fn parse_http(text: &str) -> Option<Self> {
        http(text)
    }
}

/// ISO 8601 as HTML, schema.org and W3C-DTF use it, and the spellings that programs make of it.
pub(super) fn iso(text: &str) -> Option<Date> {
    let text = text.trim();
    if !text.is_ascii() {
        return None;
    }
    let (day, rest) = match text.find(['T', 't', ' ']) {
        Some(end) => (&text[..end], text[end + 1..].trim_start()),
        None => (text, ""),
    };
    let (date, precision) = calendar(day)?;
    if rest.is_empty() {
        let ends_well = !text.ends_with(['T', 't']);
        return ends_well.then(|| Date {
            at: date.and_time(NaiveTime::MIN),
            precision,
            offset: None,
        });
    }
    let (time, zone) = split_zone(rest);
    let (time, of_time) = clock(time)?;
    let offset = if zone.is_empty() { None } else { Some(offset(zone)?) };
    let is_day = precision == Precision::Day;
    is_day.then(|| Date { at: date.and_time(time), precision: of_time, offset })
}

/// `2024`, `2024-05`, `2024-05-01` and `20240501`.
fn calendar(text: &str) -> Option<(NaiveDate, Precision)> {
    let parts: Vec<&str> = text.split('-').collect();
    let (year, month, day, precision) = match parts[..] {
        [whole] if whole.len() == 8 => (&whole[..4], &whole[4..6], &whole[6..], Precision::Day),
        [year] => (year, "01", "01", Precision::Year),
        [year, month] => (year, month, "01", Precision::Month),
        [year, month, day] => (year, month, day, Precision::Day),
        _ => return None,
    };
    let year = i32::try_from(digits(year, 4)?).ok().filter(|year| *year >= FIRST_YEAR)?;
    Some((NaiveDate::from_ymd_opt(year, digits(month, 2)?, digits(day, 2)?)?, precision))
}

/// A number of exactly that many digits.
fn digits(text: &str, length: usize) -> Option<u32> {
    let is_number = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

fn split_zone(text: &str) -> (&str, &str) {
    let zone = |char: char| matches!(char, '+' | '-') || char.is_ascii_alphabetic();
    let (time, zone) = text.split_at(text.find(zone).unwrap_or(text.len()));
    (time.trim_end(), zone)
}

/// `10:30`, `10:30:00`, `10:30:00.123`, `103000`.
fn clock(text: &str) -> Option<(NaiveTime, Precision)> {
    let (text, fraction) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    if !is_number(fraction) {
        return None;
    }
    let parts: Vec<&str> = text.split(':').collect();
    let (hour, minute, second, precision) = match parts[..] {
        [whole] if whole.len() == 6 => (&whole[..2], &whole[2..4], &whole[4..], Precision::Second),
        [hour, minute] => (hour, minute, "00", Precision::Minute),
        [hour, minute, second] => (hour, minute, second, Precision::Second),
        _ => return None,
    };
    // A leap second is as good as the one before it.
    let second = digits(second, 2).filter(|second| *second <= 60)?.min(59);
    Some((NaiveTime::from_hms_opt(digits(hour, 2)?, digits(minute, 2)?, second)?, precision))
}

/// Seconds east of Greenwich: `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `+02`.
fn offset(zone: &str) -> Option<i32> {
    if ["z", "utc", "gmt"].iter().any(|name| zone.eq_ignore_ascii_case(name)) {
        return Some(0);
    }
    let sign = match zone.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hours, minutes) = match zone[1..].split_once(':') {
        Some(parts) => parts,
        None if zone.len() == 5 => zone[1..].split_at(2),
        None => (&zone[1..], "00"),
    };
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    let seconds = i32::try_from(hours * 3600 + minutes * 60).ok()?;
    (hours <= 14 && minutes < 60).then_some(sign * seconds)
}

/// The three forms of HTTP (RFC 9110, section 5.6.7).
pub(super) fn http(text: &str) -> Option<Date> {
    const FORMS: [&str; 3] =
        ["%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"];
    let text = text.trim();
    let at = FORMS.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())?;
    Some(Date { at, precision: Precision::Second, offset: Some(0) })
}

/// `2024/05/01` or `2024/5`, as Google Scholar documents it for `citation_publication_date`.
pub(super) fn scholarly(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.trim().split('/').collect();
    let padded = |part: &&str| format!("{part:0>2}");
    let is_date = matches!(parts.len(), 2 | 3) && parts.iter().all(|part| !part.is_empty());
    is_date.then(|| iso(&parts.iter().map(padded).collect::<Vec<_>>().join("-"))).flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str) -> Option<String> {
        iso(text).map(|date| date.to_string())
    }

    #[test]
    fn the_forms_of_machines_are_read() {
        for (text, expected) in [
            ("2024", "2024"),
            ("2024-05", "2024-05"),
            ("2024-05-01", "2024-05-01"),
            ("20240501", "2024-05-01"),
            (" 2024-05-01T10:30 ", "2024-05-01T10:30"),
            ("2024-05-01 10:30:05", "2024-05-01T10:30:05"),
            ("2024-05-01t10:30:05z", "2024-05-01T10:30:05+00:00"),
            ("2024-05-01T10:30:05.123456+02:00", "2024-05-01T10:30:05+02:00"),
            ("2024-05-01T10:30:05,5-0430", "2024-05-01T10:30:05-04:30"),
            ("2024-05-01T103005+09", "2024-05-01T10:30:05+09:00"),
            ("2024-05-01 10:30:05 +0200", "2024-05-01T10:30:05+02:00"),
            ("2024-05-01 10:30:05 UTC", "2024-05-01T10:30:05+00:00"),
            ("2024-12-31T23:59:60Z", "2024-12-31T23:59:59+00:00"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_takes_guessing_is_no_date() {
        for text in [
            "",
            "T",
            "May 1, 2024",
            "01/05/2024",
            "1.5.2024",
            "2024-5-1",
            "2024-02-30",
            "24-05-01",
            "2024-05-01T",
            "2024-05-01T25:00",
            "2024-05T10:00",
            "2024-05-01T10:30:05+25:00",
            "0001-01-01T00:00:00",
            "-0001-11-30",
            "2024-W05",
            "2024-05-01T10:30:05.",
            "２０２４",
            "2024-05-01T10:30:05 Europe/Paris",
            "1714557600",
            "2024-05-01+",
            "3 days ago",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn headers_have_three_forms() {
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            let date = http(text).map(|date| date.to_string());
            assert_eq!(date.as_deref(), Some("1994-11-06T08:49:37+00:00"), "{text}");
        }
        assert_eq!(http("1994-11-06T08:49:37Z"), None);
    }

    #[test]
    fn scholars_write_the_year_first() {
        let shown = |text: &str| scholarly(text).map(|date| date.to_string());
        assert_eq!(shown("2024/5/1").as_deref(), Some("2024-05-01"));
        assert_eq!(shown("2024/05").as_deref(), Some("2024-05"));
        assert_eq!((shown("05/01/2024"), shown("2024//1"), shown("2024")), (None, None, None));
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>(), near in "[0-9TZ+:., /-]{0,30}") {
            for text in [text, near] {
                let _ = (iso(&text), http(&text), scholarly(&text));
            }
        }

        #[test]
        fn what_is_shown_reads_back(year in 1000..9999, month in 1..=12, day in 1..=28, hour in 0..24) {
            let text = format!("{year}-{month:02}-{day:02}T{hour:02}:00:00+01:00");
            prop_assert_eq!(shown(&text), Some(text));
        }
    }
}
