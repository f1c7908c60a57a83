//! Admissions a second through the store's writer, beside a bare loop that commits the same
//! statements 64 at a time: how much of what SQLite can do is left after queueing, savepoints and
//! answering 64 concurrent callers.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench that cannot run stops")]

#[path = "store/bare.rs"]
#[expect(dead_code, reason = "another bench uses the rest")]
mod bare;

use std::cell::Cell;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use citable_schema::{Store, StoreSettings, StoreUrl};
use criterion::{Criterion, Throughput};
use tokio::runtime::Runtime;

use bare::admission;

/// Callers that each wait for their answer before they ask again.
const CALLERS: u64 = 64;
/// Admissions of each caller in one iteration.
const ADMISSIONS_EACH: u64 = 16;
/// The ratio below which the writer has become too dear.
const TARGET: f64 = 0.6;

static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// Numbers every admission of the process.
fn next() -> u64 {
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

fn open_store(runtime: &Runtime, path: &Path) -> Store {
    let url = StoreUrl::Sqlite(path.to_owned());
    runtime.block_on(Store::open(StoreSettings::new(url))).unwrap()
}

async fn admit_from_all_callers(store: &Store) {
    let callers = (0..CALLERS).map(|_| {
        let writer = store.writer();
        tokio::spawn(async move {
            for _ in 0..ADMISSIONS_EACH {
                writer.run(admission(next())).await.unwrap();
            }
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await.unwrap();
    }
}

/// Time spent and admissions stored over all iterations of one side.
#[derive(Default)]
struct Total {
    time: Cell<Duration>,
    admissions: Cell<u64>,
}

impl Total {
    fn measure(&self, iterations: u64, mut iteration: impl FnMut()) -> Duration {
        let begun = Instant::now();
        for _ in 0..iterations {
            iteration();
        }
        let time = begun.elapsed();
        self.time.set(self.time.get() + time);
        self.admissions.set(self.admissions.get() + iterations * CALLERS * ADMISSIONS_EACH);
        time
    }

    fn per_second(&self) -> f64 {
        self.admissions.get() as f64 / self.time.get().as_secs_f64()
    }
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = Runtime::new().unwrap();
    let store = open_store(&runtime, &folder.path().join("writer.sqlite"));
    let bare_path = folder.path().join("bare.sqlite");
    runtime.block_on(open_store(&runtime, &bare_path).close());
    let mut bare_connection = bare::open(&bare_path);
    let (writer, bare_total) = (Total::default(), Total::default());

    let mut criterion = Criterion::default().sample_size(20).configure_from_args();
    let mut group = criterion.benchmark_group("admissions");
    group.throughput(Throughput::Elements(CALLERS * ADMISSIONS_EACH));
    group.bench_function("writer", |bencher| {
        bencher.iter_custom(|iterations| {
            writer.measure(iterations, || runtime.block_on(admit_from_all_callers(&store)))
        });
    });
    group.bench_function("bare", |bencher| {
        bencher.iter_custom(|iterations| {
            bare_total.measure(iterations, || {
                for _ in 0..ADMISSIONS_EACH {
                    let group = (0..CALLERS).map(|_| admission(next()));
                    bare::commit(&mut bare_connection, group, |connection, admission| {
                        bare::admit(connection, &admission)
                    });
                }
            })
        });
    });
    group.finish();

    let ratio = writer.per_second() / bare_total.per_second();
    println!(
        "writer {:.0}/s, bare {:.0}/s, ratio {ratio:.2} (target {TARGET})",
        writer.per_second(),
        bare_total.per_second()
    );
    criterion.final_summary();
}
