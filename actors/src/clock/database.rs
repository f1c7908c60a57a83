//! The database's clock, as this node knows it.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use citable_schema::ClockReading;

use super::{Clock, milliseconds};

/// The database's clock: what was read of it, and the monotonic time that has passed since.
#[derive(Debug)]
pub(crate) struct DatabaseClock {
    first_reading: Instant,
    /// The database's instant then, as it is known by now.
    instant_then: AtomicI64,
}

impl DatabaseClock {
    /// The clock as it was read for the first time.
    pub(crate) fn new(reading: &ClockReading) -> Self {
        Self { first_reading: reading.taken, instant_then: AtomicI64::new(reading.at) }
    }

    /// Follows one more reading; answers how far the clock was off, in milliseconds. What could as
    /// well be the time that the question took is 0, so the clock does not tremble, and a database
    /// that answers late moves nothing.
    pub(crate) fn follow(&self, reading: &ClockReading) -> i64 {
        let off = reading.at - self.instant_at(reading.taken);
        if off.abs() <= reading.error {
            return 0;
        }
        self.instant_then.fetch_add(off, Ordering::Relaxed);
        off
    }

    fn instant_at(&self, at: Instant) -> i64 {
        let since = milliseconds(at.saturating_duration_since(self.first_reading));
        self.instant_then.load(Ordering::Relaxed).saturating_add(since)
    }
}

impl Clock for DatabaseClock {
    fn now_ms(&self) -> i64 {
        self.instant_at(Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const AT: i64 = 1_800_000_000_000;

    fn reading(first: Instant, seconds: u64, ahead: i64, error: i64) -> ClockReading {
        let taken = first + Duration::from_secs(seconds);
        let passed = i64::try_from(seconds).unwrap() * 1_000;
        ClockReading { at: AT + passed + ahead, taken, error }
    }

    #[test]
    fn it_goes_on_with_the_monotonic_clock() {
        let first = Instant::now();
        let clock = DatabaseClock::new(&reading(first, 0, 0, 1));
        assert_eq!(clock.instant_at(first + Duration::from_millis(90_061)), AT + 90_061);
        assert!((0..60_000).contains(&(clock.now_ms() - AT)));
    }

    #[test]
    fn it_follows_what_cannot_be_the_question() {
        let first = Instant::now();
        let clock = DatabaseClock::new(&reading(first, 0, 0, 1));
        for (seconds, ahead, error, off) in [
            (5, 3, 3, 0),
            (10, -2_000, 2_500, 0),
            (15, 4, 3, 4),
            (20, 4, 3, 0),
            (25, 3_600_000, 3, 3_599_996),
            (30, -3_600_000, 3, -7_200_000),
            (35, 0, 3, 3_600_000),
        ] {
            let read = reading(first, seconds, ahead, error);
            assert_eq!(clock.follow(&read), off, "after {seconds} s");
            assert!((clock.instant_at(read.taken) - read.at).abs() <= error);
        }
    }
}
