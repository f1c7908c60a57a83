//! Admissions a second through the store's writer, beside a bare loop that commits the same
//! statements 64 at a time: how much of what SQLite can do is left after queueing, savepoints and
//! answering 64 concurrent callers.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench that cannot run stops")]

use std::cell::Cell;
use std::path::Path;
use std::time::{Duration, Instant};

use citable_schema::{Admission, NewScan, Prefix, Store, StoreSettings, StoreUrl, new_id};
use criterion::{Criterion, Throughput};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use tokio::runtime::Runtime;

use tables::{scan_events, scans};

/// Callers that each wait for their answer before they ask again.
const CALLERS: u64 = 64;
/// Admissions of each caller in one iteration.
const ADMISSIONS_EACH: u64 = 16;
/// The ratio below which the writer has become too dear.
const TARGET: f64 = 0.6;

const NOW: i64 = 1_790_000_000_000;

/// The part of the tables that an admission touches.
mod tables {
    diesel::table! {
        scans (id) {
            id -> Text,
            url -> Text,
            url_hash -> Text,
            host -> Text,
            status -> Text,
            stage -> Text,
            attempt -> Integer,
            created_at -> BigInt,
        }
    }

    diesel::table! {
        scan_events (scan_id, seq) {
            scan_id -> Text,
            seq -> BigInt,
            at -> BigInt,
            status -> Text,
            stage -> Text,
            completed_checks -> Integer,
            check_id -> Nullable<Text>,
            check_status -> Nullable<Text>,
            score -> Nullable<Integer>,
            error_code -> Nullable<Text>,
            error_message -> Nullable<Text>,
        }
    }
}

fn admission() -> Admission {
    let id = new_id(Prefix::Scan);
    let scan = NewScan {
        url: format!("https://www.example.com/{id}"),
        url_hash: "0".repeat(64),
        host: "www.example.com".to_owned(),
        id,
    };
    Admission { scan, now: NOW }
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
                writer.admit(admission()).await.unwrap();
            }
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await.unwrap();
    }
}

fn open_bare(path: &Path) -> SqliteConnection {
    let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    let pragmas = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; \
         PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;";
    connection.batch_execute(pragmas).unwrap();
    connection
}

fn commit_one_group(connection: &mut SqliteConnection) {
    let admitted = connection.immediate_transaction(|connection| {
        for _ in 0..CALLERS {
            admit_bare(connection, &admission())?;
        }
        QueryResult::Ok(())
    });
    admitted.unwrap();
}

fn admit_bare(connection: &mut SqliteConnection, admission: &Admission) -> QueryResult<()> {
    let scan = &admission.scan;
    diesel::insert_into(scans::table)
        .values((
            scans::id.eq(&scan.id),
            scans::url.eq(&scan.url),
            scans::url_hash.eq(&scan.url_hash),
            scans::host.eq(&scan.host),
            scans::status.eq("queued"),
            scans::stage.eq("queued"),
            scans::attempt.eq(0),
            scans::created_at.eq(admission.now),
        ))
        .execute(connection)?;
    diesel::insert_into(scan_events::table)
        .values((
            scan_events::scan_id.eq(&scan.id),
            scan_events::seq.eq(1_i64),
            scan_events::at.eq(admission.now),
            scan_events::status.eq("pending"),
            scan_events::stage.eq("queued"),
            scan_events::completed_checks.eq(0),
            scan_events::check_id.eq(None::<String>),
            scan_events::check_status.eq(None::<String>),
            scan_events::score.eq(None::<i32>),
            scan_events::error_code.eq(None::<String>),
            scan_events::error_message.eq(None::<String>),
        ))
        .execute(connection)?;
    Ok(())
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
    let mut bare_connection = open_bare(&bare_path);
    let (writer, bare) = (Total::default(), Total::default());

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
            bare.measure(iterations, || {
                for _ in 0..ADMISSIONS_EACH {
                    commit_one_group(&mut bare_connection);
                }
            })
        });
    });
    group.finish();

    let ratio = writer.per_second() / bare.per_second();
    println!(
        "writer {:.0}/s, bare {:.0}/s, ratio {ratio:.2} (target {TARGET})",
        writer.per_second(),
        bare.per_second()
    );
    criterion.final_summary();
}
