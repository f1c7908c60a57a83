//! The program's clock, moved by a test.

use std::process::Command;

use chrono::{DateTime, Utc};
use tempfile::TempDir;

use crate::database;

/// The clock of the programs that were given it.
#[derive(Debug)]
pub struct MovedClock(TempDir);

impl Default for MovedClock {
    fn default() -> Self {
        Self::new()
    }
}

impl MovedClock {
    /// A clock that is right.
    ///
    /// # Panics
    /// Where no file can be written.
    pub fn new() -> Self {
        Self(TempDir::new().expect("a folder can be made"))
    }

    /// Gives a command this clock; where its data folder has its database on PostgreSQL, as if that
    /// had it as well.
    pub fn give_to(&self, command: &mut Command) {
        command
            .env("CITABLE_ALLOW_TEST_HOOKS", "1")
            .env("CITABLE_TEST_CLOCK_FILE", self.0.path().join("clock"));
        if database::is_data_folders(command) {
            command.env("CITABLE_TEST_CLOCK_FOR_DATABASE", "1");
        }
    }

    fn moved(&self) -> i64 {
        let moved = std::fs::read_to_string(self.0.path().join("clock")).ok();
        moved.and_then(|moved| moved.parse().ok()).unwrap_or(0)
    }

    /// Moves it by so many milliseconds from the machine's own; at no instant is the file half
    /// written.
    ///
    /// # Panics
    /// Where no file can be written.
    pub fn move_by(&self, milliseconds: i64) {
        let (next, file) = (self.0.path().join("next"), self.0.path().join("clock"));
        std::fs::write(&next, milliseconds.to_string()).expect("a file can be written");
        std::fs::rename(next, file).expect("a file can be renamed");
    }

    /// Sets it to an instant in milliseconds since 1970; it goes on from there.
    pub fn set_ms(&self, instant: i64) {
        self.move_by(instant - Utc::now().timestamp_millis());
    }

    /// The same, unless it is there already.
    ///
    /// # Panics
    /// Where no file can be written.
    pub fn forward_to(&self, instant: i64) {
        let wanted = instant - Utc::now().timestamp_millis();
        if wanted > self.moved() {
            self.move_by(wanted);
        }
    }

    /// Sets it to an instant such as `2027-03-01T10:00:00Z`; it goes on from there.
    pub fn set(&self, instant: &str) {
        self.set_ms(milliseconds(instant));
    }
}

/// An instant in milliseconds since 1970.
///
/// # Panics
/// Where it is none.
pub fn milliseconds(instant: &str) -> i64 {
    instant.parse::<DateTime<Utc>>().expect("an instant").timestamp_millis()
}
