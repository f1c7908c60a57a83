//! When a delivery that failed is tried again.

use std::time::Duration;

use chrono::DateTime;

/// The pauses before each attempt: eight attempts in about 28 hours.
pub const DELIVERY_SCHEDULE: [Duration; 8] = [
    Duration::ZERO,
    Duration::from_secs(5),
    Duration::from_secs(5 * 60),
    Duration::from_secs(30 * 60),
    Duration::from_secs(2 * 60 * 60),
    Duration::from_secs(5 * 60 * 60),
    Duration::from_secs(10 * 60 * 60),
    Duration::from_secs(10 * 60 * 60),
];

/// How much longer or shorter a pause is at most, so that receivers who were down do not get
/// everything at once when they are back.
const JITTER_PERCENT: i64 = 20;
/// A `Retry-After` is honoured up to so many times the pause.
const RETRY_AFTER_STEPS: i64 = 2;

/// The pause in milliseconds before the attempt after `tries` others; none where it was the last.
pub(super) fn pause(schedule: &[Duration], tries: i32, retry_after_ms: Option<i64>) -> Option<i64> {
    let jitter = rand::random_range(-JITTER_PERCENT..=JITTER_PERCENT);
    pause_with(schedule, tries, retry_after_ms, jitter)
}

fn pause_with(
    schedule: &[Duration],
    tries: i32,
    retry_after_ms: Option<i64>,
    jitter_percent: i64,
) -> Option<i64> {
    let step = schedule.get(usize::try_from(tries).ok()?)?;
    let step = i64::try_from(step.as_millis()).unwrap_or(i64::MAX);
    let jittered = step.saturating_add(step / 100 * jitter_percent);
    let asked = retry_after_ms.unwrap_or(0).min(step.saturating_mul(RETRY_AFTER_STEPS));
    Some(jittered.max(asked))
}

/// What a `Retry-After` asks for, in milliseconds from now: seconds, or a date (RFC 9110 section
/// 10.2.3).
pub(crate) fn retry_after_ms(value: &str, now_ms: i64) -> Option<i64> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<u32>() {
        return Some(i64::from(seconds) * 1_000);
    }
    let date = DateTime::parse_from_rfc2822(value).ok()?;
    Some(date.timestamp_millis().saturating_sub(now_ms).max(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    #[test]
    fn the_schedule_is_that_of_the_contract() {
        let of = |tries, jitter| pause_with(&DELIVERY_SCHEDULE, tries, None, jitter);
        let pauses: Vec<i64> = (0..8).map_while(|tries| of(tries, 0)).collect();
        let expected = [0, 5_000, 300_000, 1_800_000, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
        assert_eq!(pauses, expected);
        assert_eq!(of(8, 0), None, "given up");
        assert_eq!((of(1, -20), of(1, 20)), (Some(4_000), Some(6_000)));
        assert_eq!((of(7, -20), of(7, 20)), (Some(8 * HOUR), Some(12 * HOUR)));
        for _ in 0..1_000 {
            let drawn = pause(&DELIVERY_SCHEDULE, 2, None).unwrap();
            assert!((240_000..=360_000).contains(&drawn), "{drawn}");
        }
    }

    #[test]
    fn a_retry_after_counts_up_to_twice_the_pause() {
        let of = |asked| pause_with(&DELIVERY_SCHEDULE, 1, Some(asked), 0);
        assert_eq!(of(1_000), Some(5_000), "never sooner");
        assert_eq!(of(9_000), Some(9_000));
        assert_eq!(of(3_600_000), Some(10_000));
        assert_eq!(pause_with(&DELIVERY_SCHEDULE, 1, Some(10_000), 20), Some(10_000));
        assert_eq!(pause_with(&DELIVERY_SCHEDULE, 8, Some(10_000), 0), None);
    }

    #[test]
    fn a_retry_after_is_a_number_or_a_date() {
        let now = 784_111_777_000;
        for (value, expected) in [
            ("120", Some(120_000)),
            (" 0 ", Some(0)),
            ("Sun, 06 Nov 1994 08:49:47 GMT", Some(10_000)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", Some(0)),
            ("-1", None),
            ("1.5", None),
            ("soon", None),
            ("99999999999999999999", None),
            ("", None),
        ] {
            assert_eq!(retry_after_ms(value, now), expected, "{value:?}");
        }
    }
}
