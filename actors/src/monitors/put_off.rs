//! Rows that failed: they are tried again later, so that none holds up those behind it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The first pause before a row that failed is tried again; it doubles.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(10 * 60);
/// The most rows that are put off; where more fail, they are all tried again.
const MOST: usize = 1_000;

/// Which rows are put off, by their id, and until when. It lasts as long as the process: a row that
/// failed for a reason that is gone loses ten minutes at most.
#[derive(Debug, Default)]
pub(crate) struct PutOff {
    rows: Mutex<HashMap<String, Failed>>,
}

#[derive(Clone, Copy, Debug)]
struct Failed {
    pause: Duration,
    until: Instant,
}

impl PutOff {
    /// The rows that are not to be tried now.
    pub(super) fn now(&self) -> Vec<String> {
        let now = Instant::now();
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.iter().filter(|(_, failed)| failed.until > now).map(|(id, _)| id.clone()).collect()
    }

    /// A row failed.
    pub(super) fn failed(&self, id: &str) {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let before = rows.remove(id);
        let pause = before.map_or(FIRST_PAUSE, |failed| (failed.pause * 2).min(LONGEST_PAUSE));
        if rows.len() >= MOST {
            rows.clear();
        }
        rows.insert(id.to_owned(), Failed { pause, until: Instant::now() + pause });
    }

    /// A row did not fail.
    pub(super) fn done(&self, id: &str) {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_row_that_fails_again_and_again_waits_longer_and_longer() {
        let rows = PutOff::default();
        for pause in [10, 20, 40, 80, 160, 320, 600, 600] {
            rows.failed("a");
            assert_eq!(rows.now(), ["a"]);
            tokio::time::advance(Duration::from_secs(pause) - Duration::from_millis(1)).await;
            assert_eq!(rows.now(), ["a"], "{pause} seconds are not over");
            tokio::time::advance(Duration::from_millis(1)).await;
            assert_eq!(rows.now(), [""; 0]);
        }
        rows.done("a");
        rows.failed("a");
        tokio::time::advance(FIRST_PAUSE).await;
        assert_eq!(rows.now(), [""; 0], "it had been well");
    }

    #[test]
    fn there_is_an_end_to_how_many_are_remembered() {
        let rows = PutOff::default();
        for id in 0..=MOST {
            rows.failed(&id.to_string());
        }
        assert_eq!(rows.now(), [MOST.to_string()]);
    }
}
