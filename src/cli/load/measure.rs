//! What is counted and timed while operations run.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use hdrhistogram::Histogram;

use super::operation::{Ended, Fault, Refusal, Workload};
use crate::process::resident_bytes;

/// The longest time that is told apart, in microseconds; no operation may take as long.
const LONGEST_MICROS: u64 = 120_000_000;
/// Decimal digits to which times are exact.
const DIGITS: u8 = 3;
/// Between two looks at mailbox and memory.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// What came of operations. Clones count into the same.
#[derive(Clone)]
pub(super) struct Record {
    counts: Arc<Mutex<Counts>>,
}

/// The counts of a record.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    /// Operations that began.
    pub(super) begun: u64,
    /// Those that were done, by kind.
    pub(super) done: BTreeMap<&'static str, u64>,
    /// Those that were refused.
    pub(super) refused: BTreeMap<Refusal, u64>,
    /// Those that ended as they should not.
    pub(super) failed: u64,
    /// How the first of these ended.
    pub(super) first_failure: Option<String>,
    /// How long those took that were done, in microseconds.
    pub(super) times: Histogram<u64>,
    /// How long the refusals took, in microseconds.
    pub(super) refusal_times: Histogram<u64>,
}

impl Record {
    pub(super) fn new() -> anyhow::Result<Self> {
        let times = Histogram::new_with_max(LONGEST_MICROS, DIGITS)
            .context("can't create the histogram")?;
        let counts = Counts {
            begun: 0,
            done: BTreeMap::new(),
            refused: BTreeMap::new(),
            failed: 0,
            first_failure: None,
            refusal_times: times.clone(),
            times,
        };
        Ok(Self { counts: Arc::new(Mutex::new(counts)) })
    }

    pub(super) fn begun(&self) {
        self.lock().begun += 1;
    }

    pub(super) fn ended(&self, ended: &Ended, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(LONGEST_MICROS);
        let mut counts = self.lock();
        match ended {
            Ok(kind) => {
                counts.times.saturating_record(micros);
                *counts.done.entry(kind).or_default() += 1;
            }
            Err(Fault::Refused(refusal)) => {
                counts.refusal_times.saturating_record(micros);
                *counts.refused.entry(*refusal).or_default() += 1;
            }
            Err(Fault::Failed(how)) => {
                counts.failed += 1;
                counts.first_failure.get_or_insert_with(|| how.clone());
            }
        }
    }

    pub(super) fn counts(&self) -> Counts {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counts {
    pub(super) fn all_done(&self) -> u64 {
        self.done.values().sum()
    }

    pub(super) fn all_refused(&self) -> u64 {
        self.refused.values().sum()
    }

    /// The time within which that share of the operations was done, in milliseconds; none where
    /// nothing was done.
    pub(super) fn percentile_ms(&self, share: f64) -> Option<f64> {
        (!self.times.is_empty()).then(|| milliseconds(self.times.value_at_quantile(share)))
    }

    /// The longest time in milliseconds.
    pub(super) fn longest_ms(&self) -> Option<f64> {
        (!self.times.is_empty()).then(|| milliseconds(self.times.max()))
    }

    /// The time within which 99 of a hundred refusals came, in milliseconds.
    pub(super) fn refusals_p99_ms(&self) -> Option<f64> {
        let times = &self.refusal_times;
        (!times.is_empty()).then(|| milliseconds(times.value_at_quantile(0.99)))
    }
}

fn milliseconds(micros: u64) -> f64 {
    micros as f64 / 1_000.0
}

/// Looks at mailbox and memory again and again.
pub(super) struct Watch {
    over: Arc<AtomicBool>,
    looking: tokio::task::JoinHandle<Seen>,
}

/// What a watch saw.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    looks: u64,
    waiting: u64,
    /// The most calls that waited or ran.
    pub(super) most_waiting: u64,
    /// The most memory in bytes.
    pub(super) most_memory: Option<u64>,
}

impl Seen {
    /// Calls that waited or ran, over all looks.
    pub(super) fn mean_waiting(&self) -> f64 {
        if self.looks == 0 { 0.0 } else { self.waiting as f64 / self.looks as f64 }
    }

    fn look(&mut self, waiting: usize) {
        let waiting = waiting as u64;
        self.looks += 1;
        self.waiting += waiting;
        self.most_waiting = self.most_waiting.max(waiting);
        self.most_memory = self.most_memory.max(resident_bytes());
    }
}

impl Watch {
    pub(super) fn start(workload: Arc<dyn Workload>) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&over);
        let looking = tokio::spawn(async move {
            let mut seen = Seen::default();
            while !told.load(Ordering::Relaxed) {
                seen.look(workload.waiting());
                tokio::time::sleep(LOOK_EVERY).await;
            }
            seen
        });
        Self { over, looking }
    }

    pub(super) async fn end(self) -> Seen {
        self.over.store(true, Ordering::Relaxed);
        self.looking.await.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_done_has_a_latency() {
        let record = Record::new().unwrap();
        for number in 1..=100 {
            record.begun();
            record.ended(&Ok("done"), Duration::from_millis(number));
        }
        record.ended(&Err(Fault::Refused(Refusal::MailboxFull)), Duration::ZERO);
        record.ended(&Err(Fault::Failed("first".to_owned())), Duration::from_secs(9));
        record.ended(&Err(Fault::Failed("second".to_owned())), Duration::from_secs(9));
        let counts = record.counts();
        assert_eq!((counts.begun, counts.all_done(), counts.all_refused()), (100, 100, 1));
        assert_eq!((counts.failed, counts.first_failure.as_deref()), (2, Some("first")));
        let near = |found: Option<f64>, expected: f64| {
            assert!((found.unwrap() - expected).abs() < expected / 500.0, "{found:?}");
        };
        near(counts.percentile_ms(0.5), 50.0);
        near(counts.percentile_ms(0.99), 99.0);
        near(counts.longest_ms(), 100.0);
    }

    #[test]
    fn without_anything_done_there_is_no_latency() {
        assert_eq!(Record::new().unwrap().counts().percentile_ms(0.99), None);
    }
}
