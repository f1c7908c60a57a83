//! Admissions and requests with idempotency keys, 64 callers at once on SQLite with FULL sync:
//! through the actors' handles and through the store's writer, beside a bare loop that commits the
//! same statements 64 at a time. Then how long a call takes at half of the rate that was reached,
//! and which share of the calls was refused because too many waited: on a disk that is slow to sync
//! for a moment that is what the service does as well. The disk's own p99 stands beside them.
//!
//! The arms take turns; each ratio is the median of those of the turns.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench that cannot run stops")]

#[path = "store/bare.rs"]
mod bare;

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use citable_actors::clock::SystemClock;
use citable_actors::fetch::{FetchSettings, Gather, ProgressSink, TargetUrl, parse_target};
use citable_actors::idempotency::{Beginning, IdempotencyError, StoredAnswer};
use citable_actors::ids::{Prefix, new_id};
use citable_actors::quota::{PlanLimits, Spender};
use citable_actors::{
    AdmitScan, CallError, Handles, LedgerError, SubmitScan, System, SystemSettings,
};
use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::Snapshot;
use citable_schema::{
    Begin, Begun, FirstAnswer, RequestFence, RequestKey, Store, StoreError, StoreSettings, StoreUrl,
};
use diesel::SqliteConnection;
use futures_util::future::{BoxFuture, pending};
use tokio::runtime::Runtime;

/// Callers that each wait for their answer before they ask again.
const CALLERS: u64 = 64;
/// Calls of each in one turn.
const CALLS_EACH: u64 = 32;
/// Turns of every arm.
const TURNS: usize = 15;
/// The ratio below which an actor has become too dear.
const TARGET: f64 = 0.6;
/// The p99 at half of the rate, above which it has become too slow.
const TARGET_P99: Duration = Duration::from_millis(20);
/// Writes to the disk of which each is synced.
const SYNCS: usize = 300;
/// How long calls are made at half of the rate.
const HALF_RATE_FOR: Duration = Duration::from_secs(5);

static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// Numbers every call of the process.
fn next() -> u64 {
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

/// A call that was refused because too many waited; nothing was stored.
#[derive(Clone, Copy, Debug)]
struct Refused;

/// What calls at half of the rate met with.
struct HalfRate {
    /// Of the calls that were taken.
    p99: Duration,
    /// Refused calls.
    refused: usize,
    /// All calls.
    calls: usize,
}

/// Nothing is scanned.
struct Never;

impl Gather for Never {
    fn gather<'a>(
        &'a self,
        _target: &'a TargetUrl,
        _now_ms: i64,
        _progress: ProgressSink,
    ) -> BoxFuture<'a, Result<Snapshot, ScanFailure>> {
        Box::pin(pending())
    }
}

/// The actors, the store and the bare connection, each on a database of its own.
struct Arms {
    runtime: Runtime,
    handles: Handles,
    store: Store,
    bare: SqliteConnection,
    target: TargetUrl,
    _system: System,
}

impl Arms {
    fn open(folder: &Path) -> Self {
        let runtime = Runtime::new().unwrap();
        let settings = |name: &str| StoreSettings::new(StoreUrl::Sqlite(folder.join(name)));
        let store = runtime.block_on(Store::open(settings("store.sqlite"))).unwrap();
        let bare = runtime.block_on(Store::open(settings("bare.sqlite"))).unwrap();
        runtime.block_on(bare.close());
        let fetch = FetchSettings::default();
        let target = parse_target("https://www.example.com/", &fetch).unwrap();
        let mut system = SystemSettings::new(settings("actors.sqlite"), Arc::new(fetch));
        system.max_concurrent_scans = 0;
        system.scan_queue = usize::MAX;
        system.limits.daily_budget = u32::MAX;
        let started = System::start(system, Arc::new(Never), Arc::new(SystemClock));
        let system = runtime.block_on(started).unwrap();
        let bare = bare::open(&folder.join("bare.sqlite"));
        Self { runtime, handles: system.handles(), store, bare, target, _system: system }
    }

    /// Makes one turn's calls from all callers at once. A call that is refused is made again.
    fn by_all_callers<F: Future<Output = Result<(), Refused>> + Send>(
        &self,
        call: impl Fn(u64) -> F + Clone + Send + 'static,
    ) {
        self.runtime.block_on(async {
            let callers = (0..CALLERS).map(|_| {
                let call = call.clone();
                tokio::spawn(async move {
                    for _ in 0..CALLS_EACH {
                        while let Err(Refused) = call(next()).await {
                            tokio::task::yield_now().await;
                        }
                    }
                })
            });
            for caller in callers.collect::<Vec<_>>() {
                caller.await.unwrap();
            }
        });
    }

    /// Commits one turn's work, a group of all callers at a time.
    fn in_groups(&mut self, mut group: impl FnMut(&mut SqliteConnection, Vec<u64>)) {
        for _ in 0..CALLS_EACH {
            group(&mut self.bare, (0..CALLERS).map(|_| next()).collect());
        }
    }

    /// p99 of calls that begin at that rate, timed from the instant at which each was to begin.
    fn p99_at<F: Future<Output = Result<(), Refused>> + Send + 'static>(
        &self,
        rate: f64,
        call: impl Fn(u64) -> F,
    ) -> HalfRate {
        self.runtime.block_on(async {
            let (began, calls) = (tokio::time::Instant::now(), HALF_RATE_FOR.as_secs_f64() * rate);
            let mut under_way = tokio::task::JoinSet::new();
            for turn in 0..calls as u64 {
                let due = began + Duration::from_secs_f64(turn as f64 / rate);
                tokio::time::sleep_until(due).await;
                let call = call(next());
                under_way.spawn(async move { call.await.map(|()| due.elapsed()) });
            }
            let outcomes = under_way.join_all().await;
            let calls = outcomes.len();
            let mut times: Vec<Duration> = outcomes.into_iter().filter_map(Result::ok).collect();
            times.sort_unstable();
            let p99 = times.get(times.len() * 99 / 100).copied().unwrap_or(Duration::MAX);
            HalfRate { p99, refused: calls - times.len(), calls }
        })
    }
}

async fn admit(handles: Handles, url: TargetUrl, number: u64) -> Result<(), Refused> {
    let limits = PlanLimits {
        scans_per_day: u32::MAX,
        scans_per_month: u32::MAX,
        recommendations: None,
        monitors: 0,
        keys: 0,
    };
    let subject = format!("client:192.0.2.{}", number % 256);
    let scan = SubmitScan { id: new_id(Prefix::Scan), url };
    let spender = Spender { subject, account_id: None, limits };
    match handles.ledger.admit(AdmitScan { scan, spender, answer: None }).await {
        Ok(_usage) => Ok(()),
        Err(
            LedgerError::Call(CallError::Overloaded) | LedgerError::Store(StoreError::Overloaded),
        ) => Err(Refused),
        Err(other) => panic!("{other:?}"),
    }
}

fn answer() -> StoredAnswer {
    StoredAnswer {
        status: 202,
        content_type: "application/json".to_owned(),
        location: Some("/api/v1/scan/scn_0123456789".to_owned()),
        body: "{\"id\":\"scn_0123456789\",\"status\":\"pending\"}".to_owned(),
    }
}

/// Begins a request and keeps its answer, or finds it answered.
async fn request(handles: Handles, number: u64) -> Result<(), Refused> {
    let (key, fingerprint) = (format!("bench-{number}"), "0".repeat(64));
    let begun = handles.idempotency.begin("key_bench".to_owned(), key, fingerprint).await;
    match taken(begun)? {
        Beginning::New(reservation) => {
            taken(handles.idempotency.keep(reservation, &answer()).await).map(drop)
        }
        Beginning::Answered(_) => Ok(()),
        other => panic!("{other:?}"),
    }
}

fn taken<T>(outcome: Result<T, IdempotencyError>) -> Result<T, Refused> {
    match outcome {
        Ok(taken) => Ok(taken),
        Err(
            IdempotencyError::Call(CallError::Overloaded)
            | IdempotencyError::Store(StoreError::Overloaded),
        ) => Err(Refused),
        Err(other) => panic!("{other:?}"),
    }
}

fn begin(number: u64) -> Begin {
    let request = RequestKey { credential: "key_bench".to_owned(), key: format!("bench-{number}") };
    let fence = RequestFence { request, owner: new_id(Prefix::Boot) };
    let (fingerprint, now) = ("0".repeat(64), bare::NOW);
    Begin { fence, fingerprint, lease_until: now + 60_000, now }
}

fn first_answer(begin: Begin) -> FirstAnswer {
    // As long as the sealed answer of the other arm.
    FirstAnswer { fence: begin.fence, answer: vec![7; 200], expires_at: bare::NOW + 86_400_000 }
}

/// 64 callers do not fill the writer's queue.
async fn request_of_store(store: Store, number: u64) -> Result<(), Refused> {
    let begin = begin(number);
    match store.writer().run(begin.clone()).await.unwrap() {
        Begun::New => store.writer().run(first_answer(begin)).await.unwrap(),
        Begun::Answered(_) => {}
        other => panic!("{other:?}"),
    }
    Ok(())
}

fn requests_bare(connection: &mut SqliteConnection, numbers: Vec<u64>) {
    let begun: Vec<Begin> = numbers.into_iter().map(begin).collect();
    bare::commit(connection, &begun, bare::begin);
    bare::commit(connection, begun, |connection, begin| {
        bare::keep(connection, &first_answer(begin))
    });
}

/// Times of the three arms, turn by turn.
#[derive(Default)]
struct Times {
    bare: Vec<Duration>,
    writer: Vec<Duration>,
    actor: Vec<Duration>,
}

impl Times {
    /// Says the ratios, and answers the rate of the actor.
    fn tell(&self, what: &str) -> f64 {
        let (writer, actor) = (ratio(&self.bare, &self.writer), ratio(&self.bare, &self.actor));
        let [bare, rate] = [&self.bare, &self.actor].map(|times| per_second(times));
        println!(
            "{what}: bare {bare:.0}/s, writer {writer:.2} of it, actor {actor:.2} of it \
             ({rate:.0}/s; target {TARGET})"
        );
        rate
    }
}

/// How fast the second arm is, the first one being 1: the median over the turns.
fn ratio(one: &[Duration], other: &[Duration]) -> f64 {
    let ratio = |(one, other): (&Duration, &Duration)| one.as_secs_f64() / other.as_secs_f64();
    let mut ratios: Vec<f64> = one.iter().zip(other).map(ratio).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn per_second(times: &[Duration]) -> f64 {
    let calls = CALLERS * CALLS_EACH * times.len() as u64;
    calls as f64 / times.iter().sum::<Duration>().as_secs_f64()
}

fn timed(times: &mut Vec<Duration>, work: impl FnOnce()) {
    let began = Instant::now();
    work();
    times.push(began.elapsed());
}

fn tell_p99(what: &str, rate: f64, HalfRate { p99, refused, calls }: &HalfRate) {
    println!(
        "{what} at {rate:.0}/s: p99 {p99:.2?} (target {TARGET_P99:.0?}), {refused} of {calls} \
         refused as overloaded"
    );
}

/// p99 of appending a page of SQLite to a file and syncing it.
fn disk_p99(folder: &Path) -> Duration {
    let mut file = std::fs::File::create(folder.join("synced")).unwrap();
    let mut times: Vec<Duration> = (0..SYNCS)
        .map(|_| {
            let began = Instant::now();
            file.write_all(&[0; 4_096]).unwrap();
            file.sync_data().unwrap();
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[SYNCS * 99 / 100]
}

fn admissions(arms: &mut Arms) {
    let mut times = Times::default();
    for _ in 0..TURNS {
        timed(&mut times.bare, || {
            arms.in_groups(|connection, numbers| {
                let group = numbers.into_iter().map(bare::admission);
                bare::commit(connection, group, |connection, one| bare::admit(connection, &one));
            });
        });
        let store = arms.store.clone();
        timed(&mut times.writer, || {
            arms.by_all_callers(move |number| {
                let writer = store.writer();
                async move {
                    let _admitted = writer.run(bare::admission(number)).await.unwrap();
                    Ok(())
                }
            });
        });
        let (handles, target) = (arms.handles.clone(), arms.target.clone());
        timed(&mut times.actor, || {
            arms.by_all_callers(move |number| admit(handles.clone(), target.clone(), number));
        });
    }
    let half = times.tell("admissions") / 2.0;
    let (handles, target) = (arms.handles.clone(), arms.target.clone());
    let p99 = arms.p99_at(half, |number| admit(handles.clone(), target.clone(), number));
    tell_p99("admissions", half, &p99);
}

/// New requests, and then the same ones again.
fn requests(arms: &mut Arms) {
    let (mut new, mut again) = (Times::default(), Times::default());
    for _ in 0..TURNS {
        let mut numbers = Vec::new();
        timed(&mut new.bare, || {
            arms.in_groups(|connection, group| {
                numbers.push(group.clone());
                requests_bare(connection, group);
            });
        });
        timed(&mut again.bare, || {
            for group in numbers {
                let begun: Vec<Begin> = group.into_iter().map(begin).collect();
                bare::commit(&mut arms.bare, &begun, bare::begin);
            }
        });
        let (store, handles) = (arms.store.clone(), arms.handles.clone());
        let of_store = move |number| request_of_store(store.clone(), number);
        new_and_again(arms, (&mut new.writer, &mut again.writer), of_store);
        let of_actor = move |number| request(handles.clone(), number);
        new_and_again(arms, (&mut new.actor, &mut again.actor), of_actor);
    }
    let half = new.tell("new requests with a key") / 2.0;
    again.tell("the same requests again");
    let handles = arms.handles.clone();
    let p99 = arms.p99_at(half, |number| request(handles.clone(), number));
    tell_p99("new requests with a key", half, &p99);
}

fn new_and_again<F: Future<Output = Result<(), Refused>> + Send>(
    arms: &Arms,
    (new, again): (&mut Vec<Duration>, &mut Vec<Duration>),
    call: impl Fn(u64) -> F + Clone + Send + 'static,
) {
    let first = NUMBERS.load(Ordering::Relaxed);
    timed(new, || arms.by_all_callers(call.clone()));
    NUMBERS.store(first, Ordering::Relaxed);
    timed(again, || arms.by_all_callers(call));
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    println!("a synced write to this disk: p99 {:.2?}", disk_p99(folder.path()));
    let mut arms = Arms::open(folder.path());
    admissions(&mut arms);
    requests(&mut arms);
}
