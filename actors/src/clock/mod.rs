//! The wall clock, as a thing that can be replaced.
//!
//! Durations are measured by the monotonic clock; this one is for instants that are stored,
//! compared with stored ones, or shown. On SQLite it is this machine's. On PostgreSQL it is the
//! database's, which all nodes share: it was read at an instant of the monotonic clock, and goes on
//! with that, so nothing that is done to this machine's clock matters.

mod database;
mod keeper;

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};

pub(crate) use database::DatabaseClock;
pub(crate) use keeper::ClockKeeper;

/// A clock that is further off than this did not drift: it jumped. Leases have more room.
pub(crate) const JUMP: Duration = Duration::from_secs(1);

/// Tells the time.
pub trait Clock: Debug + Send + Sync {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    fn now_ms(&self) -> i64;

    /// Whether it stands for the database's clock where there is one.
    fn stands_for_the_databases(&self) -> bool {
        false
    }
}

/// A clock that everyone shares.
pub type SharedClock = Arc<dyn Clock>;

/// A length of time in the unit of instants.
pub(crate) fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// This machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        Utc::now().timestamp_millis()
    }
}

/// This machine's clock as it would be if it were moved by what a file says: a signed number of
/// milliseconds. A missing or unreadable file moves it by nothing. For tests of the whole program.
#[derive(Clone, Debug)]
pub struct FileClock {
    path: PathBuf,
    for_database: bool,
}

impl FileClock {
    /// A clock that reads its offset from `path` each time it is asked; `for_database`, as if the
    /// database's had been moved as well.
    pub fn new(path: PathBuf, for_database: bool) -> Self {
        Self { path, for_database }
    }

    fn offset_ms(&self) -> i64 {
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        text.trim().parse().unwrap_or(0)
    }
}

impl Clock for FileClock {
    fn now_ms(&self) -> i64 {
        SystemClock.now_ms() + self.offset_ms()
    }

    fn stands_for_the_databases(&self) -> bool {
        self.for_database
    }
}

/// An instant as RFC 3339 in UTC with milliseconds and `Z`.
pub fn rfc3339(ms: i64) -> String {
    DateTime::from_timestamp_millis(ms)
        .unwrap_or(DateTime::<Utc>::UNIX_EPOCH)
        .to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_written_in_utc_with_milliseconds() {
        assert_eq!(rfc3339(1_700_000_000_120), "2023-11-14T22:13:20.120Z");
    }

    #[test]
    fn a_file_moves_the_clock() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let clock = FileClock::new(file.path().to_path_buf(), false);
        let still = clock.now_ms() - SystemClock.now_ms();
        assert!(still.abs() < 60_000);
        std::fs::write(file.path(), "-86400000\n").unwrap();
        let moved = clock.now_ms() - SystemClock.now_ms();
        assert!((moved + 86_400_000).abs() < 60_000);
    }
}
