//! Making operations begin, and when.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::measure::Record;
use super::operation::{Ended, Fault, Refusal, Workload};

/// The longest an operation may take.
const OPERATION_LIMIT: Duration = Duration::from_secs(60);
/// How long a caller that was refused waits before it asks again.
const PAUSE_AFTER_REFUSAL: Duration = Duration::from_millis(1);
/// Operations under way at once in an open loop; further ones begin late, and count as waiting.
const MOST_UNDER_WAY: usize = 65_536;

/// When operations begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pace {
    /// So many callers, each of which waits for its answer before it asks again.
    Callers(u32),
    /// So many a second, whatever becomes of earlier ones. Each is timed from the instant at which
    /// it was to begin.
    PerSecond(f64),
}

/// When no more begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Extent {
    /// After that time.
    Time(Duration),
    /// After so many.
    Calls(u64),
}

/// Runs the operations of a workload, each number once.
pub(super) struct Drive {
    workload: Arc<dyn Workload>,
    next: AtomicU64,
}

impl Drive {
    pub(super) fn new(workload: Arc<dyn Workload>) -> Arc<Self> {
        Arc::new(Self { workload, next: AtomicU64::new(0) })
    }

    /// Runs the next operation.
    pub(super) async fn step(&self) -> Ended {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let ended = timeout(OPERATION_LIMIT, self.workload.run(number)).await;
        ended.unwrap_or(Err(Fault::Refused(Refusal::TimedOut)))
    }

    async fn recorded(&self, record: &Record, due: Instant) -> Ended {
        record.begun();
        let ended = self.step().await;
        record.ended(&ended, due.elapsed());
        ended
    }

    /// Lets operations begin until no more are to, and answers those that are still under way.
    pub(super) async fn load(
        self: &Arc<Self>,
        record: &Record,
        pace: Pace,
        extent: Extent,
    ) -> JoinSet<()> {
        match pace {
            Pace::Callers(callers) => self.load_closed(record, callers, extent).await,
            Pace::PerSecond(rate) => self.load_open(record, rate, extent).await,
        }
    }

    async fn load_closed(
        self: &Arc<Self>,
        record: &Record,
        callers: u32,
        extent: Extent,
    ) -> JoinSet<()> {
        let turns = Arc::new(Turns::new(extent));
        let mut under_way = JoinSet::new();
        for _ in 0..callers {
            let (drive, record, turns) = (Arc::clone(self), record.clone(), Arc::clone(&turns));
            under_way.spawn(async move {
                while turns.take() {
                    let ended = drive.recorded(&record, Instant::now()).await;
                    if matches!(ended, Err(Fault::Refused(_))) {
                        sleep(PAUSE_AFTER_REFUSAL).await;
                    }
                }
            });
        }
        match extent {
            Extent::Time(_) => sleep_until(turns.until()).await,
            // The first caller that finds no turn left has ended the load.
            Extent::Calls(_) => drop(under_way.join_next().await),
        }
        under_way
    }

    async fn load_open(
        self: &Arc<Self>,
        record: &Record,
        rate: f64,
        extent: Extent,
    ) -> JoinSet<()> {
        let (began, turns) = (Instant::now(), Turns::new(extent));
        let mut under_way = JoinSet::new();
        for turn in 0_u64.. {
            let due = began + Duration::from_secs_f64(turn as f64 / rate);
            sleep_until(due.min(turns.until())).await;
            if !turns.take() {
                break;
            }
            while under_way.try_join_next().is_some() {}
            if under_way.len() >= MOST_UNDER_WAY {
                under_way.join_next().await;
            }
            let (drive, record) = (Arc::clone(self), record.clone());
            under_way.spawn(async move {
                drive.recorded(&record, due).await.ok();
            });
        }
        under_way
    }
}

/// Operations that may still begin.
struct Turns {
    until: Instant,
    left: AtomicU64,
}

impl Turns {
    fn new(extent: Extent) -> Self {
        let (time, left) = match extent {
            Extent::Time(time) => (time, u64::MAX),
            // A load by calls ends by itself: each of them has a limit.
            Extent::Calls(calls) => (Duration::from_secs(365 * 24 * 60 * 60), calls),
        };
        Self { until: Instant::now() + time, left: AtomicU64::new(left) }
    }

    fn until(&self) -> Instant {
        self.until
    }

    fn take(&self) -> bool {
        let one_less = |left: u64| left.checked_sub(1);
        Instant::now() < self.until
            && self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::BoxFuture;
    use tokio::sync::Semaphore;

    use super::*;

    /// One place, and each operation takes a second.
    struct OneAtATime(Semaphore);

    impl Workload for OneAtATime {
        fn operation(&self) -> &'static str {
            "wait"
        }

        fn run(&self, _number: u64) -> BoxFuture<'_, Ended> {
            Box::pin(async {
                let _turn = self.0.acquire().await.unwrap();
                sleep(Duration::from_secs(1)).await;
                Ok("waited")
            })
        }

        fn waiting(&self) -> usize {
            0
        }
    }

    async fn slowest_ms(pace: Pace, extent: Extent) -> (u64, f64) {
        let drive = Drive::new(Arc::new(OneAtATime(Semaphore::new(1))));
        let record = Record::new().unwrap();
        drive.load(&record, pace, extent).await.join_all().await;
        let counts = record.counts();
        (counts.all_done(), counts.longest_ms().unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn callers_share_the_calls() {
        let (done, slowest) = slowest_ms(Pace::Callers(4), Extent::Calls(10)).await;
        assert_eq!(done, 10);
        assert!((3_990.0..4_010.0).contains(&slowest), "{slowest}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_load_by_time_ends_with_it() {
        let (done, _) = slowest_ms(Pace::Callers(1), Extent::Time(Duration::from_secs(5))).await;
        assert_eq!(done, 5);
    }

    #[tokio::test(start_paused = true)]
    async fn an_open_loop_counts_the_wait_behind_slow_operations() {
        // Two begin each second and one is done: the tenth was to begin after 4.5 s and ends after
        // ten.
        let (done, slowest) = slowest_ms(Pace::PerSecond(2.0), Extent::Calls(10)).await;
        assert_eq!(done, 10);
        assert!((5_480.0..5_520.0).contains(&slowest), "{slowest}");
    }
}
