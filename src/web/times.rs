//! Instants, as pages show them.

use chrono::{DateTime, Utc};

/// An instant for people and for programs.
pub(crate) struct Time {
    /// RFC 3339.
    pub(crate) machine: String,
    /// Such as "23 November 2026, 14:05 UTC".
    pub(crate) words: String,
}

impl Time {
    /// Returns an instant of the API.
    pub(crate) fn of(rfc3339: &str) -> Self {
        let words = DateTime::parse_from_rfc3339(rfc3339).map_or_else(
            |_| rfc3339.to_owned(),
            |at| at.to_utc().format("%-d %B %Y, %H:%M UTC").to_string(),
        );
        Self { machine: rfc3339.to_owned(), words }
    }

    /// Returns the day of the instant.
    pub(crate) fn day(self) -> Self {
        let machine = self.machine.split('T').next().unwrap_or_default().to_owned();
        let words = self.words.split(',').next().unwrap_or_default().to_owned();
        Self { machine, words }
    }
}

/// Returns a span in the largest unit that fits, such as "5 hours".
pub(crate) fn span(milliseconds: i64) -> String {
    let minutes = (milliseconds.max(0) + 59_999) / 60_000;
    let (count, unit) = match minutes {
        0..=90 => (minutes, "minute"),
        91..=2_880 => ((minutes + 30) / 60, "hour"),
        _ => ((minutes + 720) / 1_440, "day"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}

/// Returns an instant in milliseconds since 1970; none if the text isn't one.
pub(crate) fn milliseconds(rfc3339: &str) -> Option<i64> {
    let at: DateTime<Utc> = DateTime::parse_from_rfc3339(rfc3339).ok()?.to_utc();
    Some(at.timestamp_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_said_in_one_unit() {
        let minute = 60_000;
        for (ms, said) in [
            (1, "1 minute"),
            (5 * minute, "5 minutes"),
            (91 * minute, "2 hours"),
            (24 * 60 * minute, "24 hours"),
            (72 * 60 * minute, "3 days"),
            (-5, "0 minutes"),
        ] {
            assert_eq!(span(ms), said);
        }
    }
}
