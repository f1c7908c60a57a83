//! How many nodes one PostgreSQL carries, and what ends it: simulated nodes, each with connections,
//! a line to the others and a pace of scans of its own, on a real server.
//!
//! A simulated node does with the database what a node does for each scan (admit, claim, tell of
//! steps, end with a report and a snapshot of the usual size, read), and nothing else: pages are not
//! fetched, and their checks cost nothing. So the fleet is as large as the server allows, not this
//! machine's cores. Nodes are added until scans wait: the knee.
//!
//!     cargo bench -p citable-schema --bench fleet [-- [apart] [restless] [RATE] [NODES …]]
//!
//! RATE is the number of scans that each node is asked for in a second. By default every node does
//! everything, and tells the others only of scans that it has no room for. With `apart`, half of the
//! nodes only admit (`--role api`) and the others only scan (`--role worker`), so all of these hear of
//! every scan; with `restless` too, they claim on every word, without a rest after a claim that
//! brought nothing.
//!
//! CPU of the server is read from `/proc`; what a scan costs there holds on other machines in
//! proportion to their cores.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench that cannot run stops")]

#[path = "server.rs"]
mod server;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use citable_schema::{
    Admission, Bucket, Claim, ClaimedScan, Completion, EventStatus, Fence, Heard, Lead, NewEvent,
    NewScan, Outcome, Prefix, Progress, Reclaim, Spend, Store, StoreSettings, StoreUrl, new_id,
};
use citable_test_support::postgres::cluster;
use rand::RngExt as _;
use tokio::runtime::Runtime;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinSet;

use server::Server;

/// Scans that each node is asked for in a second, unless told otherwise.
const RATE: f64 = 8.0;
/// Sizes of the fleet.
const FLEETS: [usize; 7] = [1, 2, 4, 8, 16, 24, 32];
/// How long each fleet works before it is measured, and while.
const WARM_UP: Duration = Duration::from_secs(3);
const MEASURED: Duration = Duration::from_secs(8);
/// Scans at once on a node (`CITABLE_MAX_CONCURRENT_SCANS`).
const AT_ONCE: usize = 64;
/// Connections of a node: fewer than by default, as all nodes share one server's.
const WRITERS: u32 = 3;
const READERS: u32 = 1;
/// How long a node rests after a claim that brought nothing, as `Scans` does.
const REST_MS: std::ops::RangeInclusive<u64> = 25..=75;
/// How long a page's site takes to answer.
const FETCH: Duration = Duration::from_millis(800);
/// Bytes of a stored report and of a snapshot: the medians of real pages (`benches/stored.py`).
const REPORT_BYTES: usize = 5_000;
const SNAPSHOT_BYTES: usize = 30_000;
/// The knee: less than this share of what was admitted ends meanwhile, or an admission takes longer.
const ENOUGH: f64 = 0.9;
const PATIENCE: Duration = Duration::from_millis(500);

fn now() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

/// Bytes that don't get smaller, as what is compressed already.
fn bytes(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    rand::rng().fill(&mut bytes[..]);
    bytes
}

/// How a fleet is made.
#[derive(Clone, Copy)]
struct Shape {
    /// Half of the nodes only admit, the others only scan.
    apart: bool,
    /// Workers don't rest.
    restless: bool,
    /// Scans a second that each node is asked for.
    rate: f64,
}

/// What all nodes of a fleet count.
#[derive(Default)]
struct Counts {
    is_measured: AtomicBool,
    ended: AtomicUsize,
    claims: AtomicUsize,
    empty_claims: AtomicUsize,
    /// Microseconds of each admission.
    admissions: std::sync::Mutex<Vec<u64>>,
    /// Milliseconds from each admission to the claim.
    waits: std::sync::Mutex<Vec<i64>>,
    refused: AtomicUsize,
}

impl Counts {
    fn add(&self, counter: &AtomicUsize) {
        if self.is_measured.load(Ordering::Relaxed) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// One simulated node.
struct Node {
    name: String,
    store: Store,
    say: mpsc::Sender<String>,
    work: Notify,
    running: AtomicUsize,
    works: bool,
    restless: bool,
    counts: Arc<Counts>,
}

impl Node {
    async fn start(
        url: &StoreUrl,
        number: usize,
        shape: Shape,
        counts: &Arc<Counts>,
    ) -> JoinSet<()> {
        let (admits, works) = match shape.apart {
            true => (number.is_multiple_of(2), !number.is_multiple_of(2)),
            false => (true, true),
        };
        let mut settings = StoreSettings::new(url.clone());
        (settings.writers, settings.readers) = (WRITERS, READERS);
        let store = Store::open(settings).await.unwrap();
        let (say, mut words) = mpsc::channel(1_024);
        let node = Arc::new(Self {
            name: format!("node-{number}"),
            store,
            say,
            work: Notify::new(),
            running: AtomicUsize::new(0),
            works,
            restless: shape.restless,
            counts: Arc::clone(counts),
        });
        let mut tasks = JoinSet::new();
        let (bell, hearer) = (node.store.bell().unwrap(), Arc::clone(&node));
        tasks.spawn(async move {
            let heard = |heard: Heard<'_>| {
                if heard == Heard::Word("scans") {
                    hearer.work.notify_one();
                }
            };
            let _closed = bell.serve(&mut words, heard).await;
        });
        if works {
            tasks.spawn(Arc::clone(&node).claim());
        }
        tasks.spawn(Arc::clone(&node).keep_house());
        if admits {
            // As many scans as where all nodes admit.
            let rate = if works { shape.rate } else { shape.rate * 2.0 };
            tasks.spawn(node.admit_at(rate));
        }
        tasks
    }

    /// Admits at that rate, whatever becomes of it, at instants that are independent of each other.
    async fn admit_at(self: Arc<Self>, rate: f64) {
        let mut admissions = JoinSet::new();
        loop {
            let wait = -rand::rng().random::<f64>().max(f64::MIN_POSITIVE).ln() / rate;
            tokio::time::sleep(Duration::from_secs_f64(wait)).await;
            admissions.spawn(Arc::clone(&self).admit());
            while admissions.try_join_next().is_some() {}
        }
    }

    async fn admit(self: Arc<Self>) {
        let began = Instant::now();
        let id = new_id(Prefix::Scan);
        let bucket = Bucket { period: 0, limit: i64::MAX };
        let subject = format!("client {}", rand::rng().random::<u32>());
        let scan = NewScan {
            url: format!("https://{id}.example/"),
            url_hash: id.clone(),
            host: format!("{id}.example"),
            account_id: None,
            monitor_id: None,
            id,
        };
        let spend =
            Spend { subject: Some(subject), day: bucket, month: bucket, budget: 1_000_000_000 };
        let admission = Admission { scan, spend, answer: None, now: now() };
        let done = self.store.writer().run(admission).await.is_ok();
        if !done {
            self.counts.add(&self.counts.refused);
            return;
        }
        if self.counts.is_measured.load(Ordering::Relaxed) {
            let took = u64::try_from(began.elapsed().as_micros()).unwrap();
            self.counts.admissions.lock().unwrap().push(took);
        }
        match self.works && self.running.load(Ordering::Relaxed) < AT_ONCE {
            true => self.work.notify_one(),
            false => self.tell("scans".to_owned()),
        }
    }

    fn tell(&self, word: String) {
        let _full = self.say.try_send(word);
    }

    /// Claims whenever there may be work, one claim at a time, as the actor does.
    async fn claim(self: Arc<Self>) {
        let mut scans = JoinSet::new();
        loop {
            tokio::select! {
                () = self.work.notified() => {}
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
            }
            while scans.try_join_next().is_some() {}
            let room = AT_ONCE.saturating_sub(self.running.load(Ordering::Relaxed));
            if room == 0 {
                continue;
            }
            let claim = Claim {
                owner: self.name.clone(),
                now: now(),
                lease_until: now() + 100_000,
                limit: i64::try_from(room).unwrap(),
                busy_hosts: Vec::new(),
            };
            let Ok(claimed) = self.store.writer().run(claim).await else { continue };
            self.counts.add(&self.counts.claims);
            if claimed.scans.is_empty() {
                self.counts.add(&self.counts.empty_claims);
                if !self.restless {
                    let rest = rand::rng().random_range(REST_MS);
                    tokio::time::sleep(Duration::from_millis(rest)).await;
                }
            }
            for scan in claimed.scans {
                if self.counts.is_measured.load(Ordering::Relaxed) {
                    self.counts.waits.lock().unwrap().push(now() - scan.row.created_at);
                }
                self.running.fetch_add(1, Ordering::Relaxed);
                scans.spawn(Arc::clone(&self).scan(scan));
            }
        }
    }

    async fn scan(self: Arc<Self>, claimed: ClaimedScan) {
        let row = &claimed.row;
        let fence =
            Fence { scan_id: row.id.clone(), owner: self.name.clone(), attempt: row.attempt };
        let writer = self.store.writer();
        let step = |seq: i64, stage: &str| NewEvent::entered(seq, now(), stage);
        let first =
            Progress { fence: fence.clone(), events: vec![step(claimed.last_seq + 1, "fetching")] };
        let _kept = writer.run(first).await;
        self.tell(fence.scan_id.clone());
        tokio::time::sleep(FETCH).await;
        let checks =
            Progress { fence: fence.clone(), events: vec![step(claimed.last_seq + 2, "checking")] };
        let _kept = writer.run(checks).await;
        self.tell(fence.scan_id.clone());
        let done = NewEvent {
            status: EventStatus::Done,
            score: Some(80),
            ..step(claimed.last_seq + 3, "done")
        };
        let outcome = Outcome::Done {
            score: 80,
            scanned_at: now(),
            report: bytes(REPORT_BYTES),
            snapshot_hash: fence.scan_id.clone(),
            snapshot: bytes(SNAPSHOT_BYTES),
            object: None,
        };
        let scan_id = fence.scan_id.clone();
        let end = Completion {
            fence,
            now: now(),
            outcome,
            give_back: false,
            events: vec![done],
            delivery: None,
        };
        if writer.run(end).await.is_ok() {
            self.counts.add(&self.counts.ended);
        }
        self.tell(scan_id.clone());
        let _read = self.store.reader().report(&scan_id).await;
        self.running.fetch_sub(1, Ordering::Relaxed);
        self.work.notify_one();
    }

    /// What a node does without being asked: sweeps, and standing for leader.
    async fn keep_house(self: Arc<Self>) {
        loop {
            tokio::time::sleep(Duration::from_secs(5)).await;
            let lead = Lead {
                task: "monitors".to_owned(),
                holder: self.name.clone(),
                now: now(),
                lease: 15_000,
                take_foreign: false,
            };
            let _led = self.store.writer().run(lead).await;
            let sweep = Reclaim {
                now: now(),
                owner: self.name.clone(),
                take_foreign: false,
                running_here: Vec::new(),
                max_attempts: 2,
                interrupted_code: "scan_interrupted".to_owned(),
                interrupted_message: "The scan was interrupted.".to_owned(),
            };
            let _swept = self.store.writer().run(sweep).await;
        }
    }
}

/// What a fleet did.
struct Result {
    admitted: f64,
    ended: f64,
    p50: Duration,
    p99: Duration,
    /// Milliseconds from an admission to the claim, the 99th of a hundred.
    wait: i64,
    claims: f64,
    empty: f64,
    cpu: f64,
    wal: f64,
    locks: f64,
    refused: usize,
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
async fn run(server: &Server<'_>, nodes: usize, shape: Shape) -> Result {
    let url = StoreUrl::Postgres(server.url.clone());
    let counts = Arc::new(Counts::default());
    let mut fleet = Vec::new();
    for number in 0..nodes {
        fleet.push(Node::start(&url, number, shape, &counts).await);
    }
    tokio::time::sleep(WARM_UP).await;
    let (cpu, wal) = (server.cpu(), server.wal());
    counts.is_measured.store(true, Ordering::Relaxed);
    let began = Instant::now();
    let (mut locks, mut looks) = (0, 0);
    while began.elapsed() < MEASURED {
        tokio::time::sleep(Duration::from_millis(250)).await;
        locks += server.waiting_for_locks();
        looks += 1;
    }
    counts.is_measured.store(false, Ordering::Relaxed);
    let took = began.elapsed().as_secs_f64();
    let (cpu, wal) = (server.cpu() - cpu, server.wal() - wal);
    drop(fleet);
    let mut admissions = std::mem::take(&mut *counts.admissions.lock().unwrap());
    admissions.sort_unstable();
    let at = |share: usize| {
        let place = (admissions.len() * share / 100).min(admissions.len().saturating_sub(1));
        Duration::from_micros(admissions.get(place).copied().unwrap_or(u64::MAX))
    };
    let mut waits = std::mem::take(&mut *counts.waits.lock().unwrap());
    waits.sort_unstable();
    let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed) as f64;
    let ended = count(&counts.ended).max(1.0);
    Result {
        admitted: admissions.len() as f64 / took,
        ended: ended / took,
        p50: at(50),
        p99: at(99),
        wait: waits.get(waits.len() * 99 / 100).copied().unwrap_or(i64::MAX),
        claims: count(&counts.claims) / ended,
        empty: count(&counts.empty_claims) / ended,
        cpu: cpu * 1_000.0 / ended,
        wal: wal / 1_000.0 / ended,
        locks: locks as f64 / f64::from(looks),
        refused: counts.refused.load(Ordering::Relaxed),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_given = |word: &str| arguments.iter().any(|argument| argument == word);
    let numbers: Vec<f64> = arguments.iter().filter_map(|argument| argument.parse().ok()).collect();
    let rate = numbers.first().copied().unwrap_or(RATE);
    let shape = Shape { apart: is_given("apart"), restless: is_given("restless"), rate };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of nodes"
    )]
    let mut fleets: Vec<usize> = numbers.iter().skip(1).map(|nodes| *nodes as usize).collect();
    if fleets.is_empty() {
        fleets.extend(FLEETS);
    }
    let Some(cluster) = cluster() else {
        println!("left out: there is no PostgreSQL on this machine");
        return;
    };
    let runtime = Runtime::new().unwrap();
    println!(
        "nodes  admitted/s  ended/s  admission p50, p99 in ms  wait p99  claims (empty) a scan  \
         server: ms CPU, kB of log a scan  waiting for locks  refused"
    );
    for nodes in fleets {
        let server = Server::of(cluster);
        let found = runtime.block_on(run(&server, nodes, shape));
        let is_over = found.ended < found.admitted * ENOUGH || found.p99 > PATIENCE;
        println!(
            "{nodes:5}  {:10.1}  {:7.1}  {:13.1} {:10.1}  {:8}  {:13.2} ({:.2})  {:14.2} {:17.1}  {:17.2}  {:7}{}",
            found.admitted,
            found.ended,
            found.p50.as_secs_f64() * 1_000.0,
            found.p99.as_secs_f64() * 1_000.0,
            found.wait,
            found.claims,
            found.empty,
            found.cpu,
            found.wal,
            found.locks,
            found.refused,
            if is_over { "  over the knee" } else { "" },
        );
        if is_over {
            break;
        }
    }
}
