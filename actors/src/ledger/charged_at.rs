//! Which day a scan is charged to, whatever is done to the clock.

use std::time::Duration;

use tokio::time::Instant;

use crate::clock::{JUMP, milliseconds};

/// How long a clock has to contradict the time that has passed before it is believed.
const BELIEVED_AFTER: Duration = Duration::from_secs(10 * 60);

/// Holds a clock against the time that has passed since it was believed.
///
/// A clock that is set back would open the buckets of a day that is over, so charges go by the time
/// that has passed instead. A clock that is set forward is followed, and where that was a mistake
/// nothing keeps charges in the future once it is corrected, since less time than that has passed.
/// A service that started with a clock that is ahead charges by it for some minutes after it was
/// corrected, and then no longer.
#[derive(Clone, Debug, Default)]
pub(super) struct ChargedAt {
    /// An instant that was believed, and when.
    believed: Option<(i64, Instant)>,
    /// Since when the clock has contradicted it.
    contradicted: Option<Instant>,
}

impl ChargedAt {
    /// The instant to charge at, given what the clock says.
    pub(super) fn instant(&mut self, clock: i64) -> i64 {
        let now = Instant::now();
        let Some((instant, since)) = self.believed else { return self.believe(clock, now) };
        let passed = instant.saturating_add(milliseconds(now.saturating_duration_since(since)));
        let contradicts = clock.abs_diff(passed) > JUMP.as_millis() as u64;
        if !contradicts {
            self.contradicted = None;
            // Less is a clock that was slowed down, or set back a little.
            return if clock > passed { self.believe(clock, now) } else { passed };
        }
        let contradicted = *self.contradicted.get_or_insert(now);
        if now.saturating_duration_since(contradicted) >= BELIEVED_AFTER {
            return self.believe(clock, now);
        }
        clock.max(passed)
    }

    fn believe(&mut self, clock: i64, now: Instant) -> i64 {
        *self = Self { believed: Some((clock, now)), contradicted: None };
        clock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: i64 = 1_800_000_000_000;
    const SECOND: i64 = 1_000;
    const HOUR: i64 = 60 * 60 * SECOND;

    async fn pass(time_ms: i64) {
        tokio::time::advance(Duration::from_millis(time_ms.unsigned_abs())).await;
    }

    /// A charge at once where the clock says so much more than at the start.
    fn charge(charged: &mut ChargedAt, clock: i64) -> i64 {
        charged.instant(START + clock) - START
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_goes_on_is_followed() {
        let mut charged = ChargedAt::default();
        let mut clock = 0;
        for step in [0, SECOND, HOUR, 30 * 24 * HOUR] {
            pass(step).await;
            clock += step;
            assert_eq!(charge(&mut charged, clock), clock);
        }
        pass(SECOND).await;
        assert_eq!(charge(&mut charged, clock + 200), clock + SECOND, "a little back");
        assert_eq!(charge(&mut charged, clock + 1_900), clock + 1_900, "a little ahead");
    }

    #[tokio::test(start_paused = true)]
    async fn a_step_back_opens_no_day_that_is_over() {
        let mut charged = ChargedAt::default();
        charge(&mut charged, 0);
        pass(HOUR).await;
        for back in [2 * SECOND, HOUR, 24 * HOUR] {
            pass(SECOND).await;
            let passed = charge(&mut charged, HOUR - back);
            assert!(passed > HOUR, "{back}: {passed}");
        }
        pass(SECOND).await;
        assert_eq!(charge(&mut charged, HOUR + 4 * SECOND), HOUR + 4 * SECOND, "it was set right");
    }

    #[tokio::test(start_paused = true)]
    async fn a_step_forward_that_is_corrected_leaves_nothing_behind() {
        let mut charged = ChargedAt::default();
        charge(&mut charged, 0);
        for step in [2 * SECOND, HOUR, 24 * HOUR] {
            assert_eq!(charge(&mut charged, step), step, "it may be the correction");
            assert_eq!(charge(&mut charged, 0), 0);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_insists_is_believed() {
        for ahead in [24 * HOUR, -24 * HOUR] {
            let mut charged = ChargedAt::default();
            charge(&mut charged, 0);
            let first = charge(&mut charged, ahead);
            assert_eq!(first, ahead.max(0));
            let minutes = milliseconds(BELIEVED_AFTER);
            pass(minutes - SECOND).await;
            let held = charge(&mut charged, ahead + minutes - SECOND);
            assert_eq!(held, ahead.max(0) + minutes - SECOND);
            pass(SECOND).await;
            assert_eq!(charge(&mut charged, ahead + minutes), ahead + minutes);
            let back = charge(&mut charged, ahead + minutes - HOUR);
            assert_eq!(back, ahead + minutes, "and it holds from there on");
        }
    }
}
