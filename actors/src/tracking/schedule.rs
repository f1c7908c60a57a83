//! When a question is asked again.

use super::settings::TrackingSettings;
use crate::clock::milliseconds;

/// The pause in milliseconds before the attempt after so many others; none where it was the last.
/// An engine that asks for a longer pause gets it, within our limits.
pub(super) fn pause(
    settings: &TrackingSettings,
    attempts: i32,
    retry_after_ms: Option<i64>,
) -> Option<i64> {
    let step = settings.schedule.get(usize::try_from(attempts).ok()?)?;
    let asked = retry_after_ms.unwrap_or(0).min(milliseconds(settings.longest_retry_after));
    Some(milliseconds(*step).max(asked))
}

/// How many attempts there are.
pub(super) fn attempts(settings: &TrackingSettings) -> i32 {
    i32::try_from(settings.schedule.len()).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_asked_three_times_and_no_sooner_than_the_engine_wants() {
        let settings = TrackingSettings::default();
        assert_eq!(attempts(&settings), 3);
        assert_eq!(pause(&settings, 1, None), Some(60_000));
        assert_eq!(pause(&settings, 2, None), Some(600_000));
        assert_eq!(pause(&settings, 3, None), None, "given up");
        assert_eq!(pause(&settings, 1, Some(1_000)), Some(60_000), "never sooner");
        assert_eq!(pause(&settings, 1, Some(120_000)), Some(120_000));
        assert_eq!(pause(&settings, 1, Some(i64::MAX)), Some(3_600_000));
    }
}
