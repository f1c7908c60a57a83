//! A whole system in one test: real actors on a temporary database, virtual time, a fake clock
//! and a fake fetcher. A test fails if any actor crashed unasked.

mod spans;

use std::backtrace::Backtrace;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{Exchange, Snapshot};
use citable_checks::stage::Stage;
use citable_schema::{Store, StoreSettings, StoreUrl};
use futures_util::future::BoxFuture;
use ractor::{Actor, ActorRef};
use tempfile::TempDir;
use tokio::sync::Semaphore;

use crate::bell::{BellMessage, Word};
use crate::clock::Clock;
use crate::fetch::{FetchSettings, Gather, ProgressSink, Step, TargetUrl, parse_target};
use crate::ids::{Prefix, new_id};
use crate::ledger::{AdmitScan, LedgerError};
use crate::quota::{Limits, PlanLimits, Spender, Usage};
use crate::supervision::{Child, Health, Supervisor, SupervisorArgs, SupervisorMessage};
use crate::{Handles, SubmitScan, System, SystemSettings};

pub(crate) use spans::{listen, listen_to_spans, name_of_span};

/// Where a test's clock starts: 2027-01-15T08:00:00Z.
const START_MS: i64 = 1_800_000_000_000;

/// The database's file.
const DATABASE: &str = "test.sqlite";

/// A clock that stands until it is moved.
#[derive(Debug, Default)]
pub(crate) struct FakeClock {
    now_ms: AtomicI64,
    panics_in: Mutex<Option<&'static str>>,
}

impl FakeClock {
    /// A clock that stands at the start of every test.
    pub(crate) fn at_start() -> Arc<Self> {
        Arc::new(Self { now_ms: AtomicI64::new(START_MS), ..Self::default() })
    }

    /// Moves the clock, and no timer.
    pub(crate) fn move_by(&self, by: Duration) {
        self.now_ms.fetch_add(i64::try_from(by.as_millis()).unwrap(), Ordering::SeqCst);
    }

    /// Makes the code of that module panic when it next asks, whoever else asks before.
    pub(crate) fn panic_once_in(&self, module: &'static str) {
        *self.panics_in.lock().unwrap() = Some(module);
    }

    fn panics_now(&self) -> bool {
        let mut module = self.panics_in.lock().unwrap();
        let asked_by = |module: &str| Backtrace::force_capture().to_string().contains(module);
        module.take_if(|module| asked_by(module)).is_some()
    }
}

impl Clock for FakeClock {
    fn now_ms(&self) -> i64 {
        assert!(!self.panics_now(), "scripted");
        self.now_ms.load(Ordering::SeqCst)
    }
}

/// What the fake fetcher does with a host.
#[derive(Clone, Debug)]
pub(crate) enum Script {
    /// Answers with a small page.
    Page,
    /// Answers with a small page as soon as a permit is added.
    PageAfter(Arc<Semaphore>),
    /// Fails.
    Fail(FailureCode),
    /// Never answers.
    Hang,
    /// Panics.
    Panic,
}

/// Fetches nothing.
#[derive(Debug, Default)]
pub(crate) struct FakeGather {
    scripts: Mutex<HashMap<String, Script>>,
    fetches: AtomicU64,
    gathered: AtomicU64,
}

impl FakeGather {
    /// How many pages were fetched.
    pub(crate) fn gathered(&self) -> u64 {
        self.gathered.load(Ordering::SeqCst)
    }

    /// How many pages were asked for.
    pub(crate) fn fetches(&self) -> u64 {
        self.fetches.load(Ordering::SeqCst)
    }
}

impl Gather for FakeGather {
    fn gather<'a>(
        &'a self,
        target: &'a TargetUrl,
        now_ms: i64,
        progress: ProgressSink,
    ) -> BoxFuture<'a, Result<Snapshot, ScanFailure>> {
        self.fetches.fetch_add(1, Ordering::SeqCst);
        let script = self.scripts.lock().unwrap().get(target.host()).cloned();
        Box::pin(async move {
            progress(Stage::Resolving.into());
            progress(Stage::Fetching.into());
            match script.unwrap_or(Script::Page) {
                Script::Page => {}
                Script::PageAfter(go) => go.acquire().await.unwrap().forget(),
                Script::Fail(code) => return Err(ScanFailure::new(code, "scripted")),
                Script::Hang => std::future::pending().await,
                Script::Panic => panic!("scripted"),
            }
            progress(Stage::Supporting.into());
            for detail in ["robots.txt", "sitemap 1 of 2", "sitemap 1 of 2"] {
                progress(Step { stage: Stage::Supporting, detail: Some(detail.to_owned()) });
            }
            self.gathered.fetch_add(1, Ordering::SeqCst);
            Ok(page(target, now_ms))
        })
    }
}

fn page(target: &TargetUrl, now_ms: i64) -> Snapshot {
    let body = "<!doctype html><html lang=en><title>A page</title><main><h1>A page</h1><p>Some text that says enough to be read.</main>";
    let answer = Exchange {
        url: target.url().clone(),
        status: 200,
        headers: vec![("content-type".into(), "text/html; charset=utf-8".into())],
    };
    Snapshot::of_answer(answer, body.into(), now_ms)
}

/// A system and everything around it.
pub(crate) struct Universe {
    system: Option<System>,
    settings: SystemSettings,
    pub(crate) clock: Arc<FakeClock>,
    pub(crate) gather: Arc<FakeGather>,
    expected_crashes: u64,
    folder: TempDir,
    /// While a blocking task runs, paused time moves only when told to: the store's thread works
    /// in real time and would otherwise be overtaken by every deadline.
    _hold_time: mpsc::Sender<()>,
}

impl Universe {
    pub(crate) async fn start() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(adjust: impl FnOnce(&mut SystemSettings)) -> Self {
        let (hold_time, held) = mpsc::channel::<()>();
        tokio::task::spawn_blocking(move || held.recv());
        let folder = TempDir::new().unwrap();
        let store = StoreSettings::new(StoreUrl::Sqlite(folder.path().join(DATABASE)));
        let mut settings = SystemSettings::new(store, Arc::new(FetchSettings::default()));
        // Rounds of the scheduler have tests of their own.
        settings.schedule.first = Duration::from_secs(365 * 24 * 60 * 60);
        adjust(&mut settings);
        let clock = FakeClock::at_start();
        let gather = Arc::new(FakeGather::default());
        let mut universe = Self {
            system: None,
            settings,
            clock,
            gather,
            expected_crashes: 0,
            folder,
            _hold_time: hold_time,
        };
        universe.boot().await;
        universe
    }

    /// Starts a system on the same database.
    pub(crate) async fn boot(&mut self) {
        let started =
            System::start(self.settings.clone(), self.gather.clone(), self.clock.clone()).await;
        self.system = Some(started.unwrap());
    }

    /// Drops the system as `kill -9` would: nothing is given back.
    pub(crate) async fn crash(&mut self) {
        self.system.take().unwrap().kill().await;
    }

    /// Stops the system as SIGTERM would.
    pub(crate) async fn stop(&mut self) {
        self.system.take().unwrap().shutdown(Duration::from_secs(5)).await;
    }

    pub(crate) fn handles(&self) -> Handles {
        self.system.as_ref().unwrap().handles()
    }

    /// The store, past the actors.
    pub(crate) fn store(&self) -> citable_schema::Reader {
        self.system.as_ref().unwrap().store()
    }

    /// The same for writing.
    pub(crate) fn writer(&self) -> citable_schema::Writer {
        self.system.as_ref().unwrap().writer()
    }

    /// Hears a word of another node.
    pub(crate) fn hear(&self, word: Word) {
        self.system.as_ref().unwrap().hear(self.settings.role, word);
    }

    /// Puts an actor where what is said to other nodes goes.
    pub(crate) fn occupy_bell(&self, ear: ActorRef<BellMessage>) {
        self.system.as_ref().unwrap().occupy_bell(ear);
    }

    /// The file of the database, for what no unit of work does.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join(DATABASE)
    }

    /// What the fetcher does with a host.
    pub(crate) fn script(&self, host: &str, script: Script) {
        self.gather.scripts.lock().unwrap().insert(host.to_owned(), script);
    }

    /// Moves the clock and every timer.
    pub(crate) async fn advance(&self, by: Duration) {
        self.clock.move_by(by);
        tokio::time::advance(by).await;
    }

    /// Admits a scan that costs nobody anything.
    pub(crate) async fn submit(&self, scan: SubmitScan) -> Result<Usage, LedgerError> {
        let limits = PlanLimits {
            scans_per_day: u32::MAX,
            scans_per_month: u32::MAX,
            ..Limits::default().agency
        };
        let spender = Spender { subject: "usr_test".to_owned(), account_id: None, limits };
        self.handles().ledger.admit(AdmitScan { scan, spender, answer: None }).await
    }

    /// The instant that the clock stands at.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now_ms()
    }

    /// Lets so many actors crash.
    pub(crate) fn expect_crashes(&mut self, crashes: u64) {
        self.expected_crashes = crashes;
    }

    /// A scan of that address with a fresh id.
    pub(crate) fn scan(&self, url: &str) -> SubmitScan {
        let url = parse_target(url, &self.settings.fetch).unwrap();
        SubmitScan { id: new_id(Prefix::Scan), url }
    }
}

impl Drop for Universe {
    fn drop(&mut self) {
        let Some(system) = &self.system else { return };
        if !std::thread::panicking() {
            assert_eq!(system.crashes(), self.expected_crashes, "actors crashed unasked");
        }
    }
}

/// One actor under the supervisor, on a store of its own. A test fails if it crashed unasked.
pub(crate) struct Cage {
    pub(crate) store: Store,
    pub(crate) clock: Arc<FakeClock>,
    health: Health,
    supervisor: Option<ActorRef<SupervisorMessage>>,
    _folder: TempDir,
}

impl Cage {
    pub(crate) async fn open() -> Self {
        let folder = TempDir::new().unwrap();
        let url = StoreUrl::Sqlite(folder.path().join(DATABASE));
        let store = Store::open(StoreSettings::new(url)).await.unwrap();
        let (clock, health) = (FakeClock::at_start(), Health::new());
        Self { store, clock, health, supervisor: None, _folder: folder }
    }

    /// Starts the actor.
    pub(crate) async fn start(&mut self, child: Child) {
        let args = SupervisorArgs { children: vec![child], health: self.health.clone() };
        let (supervisor, _) = Supervisor::spawn(None, Supervisor, args).await.unwrap();
        self.supervisor = Some(supervisor);
    }

    /// Drops the actor as `kill -9` would.
    pub(crate) async fn kill(&mut self) {
        let supervisor = self.supervisor.take().unwrap();
        supervisor.get_cell().kill_and_wait(None).await.unwrap();
    }
}

impl Drop for Cage {
    fn drop(&mut self) {
        if let Some(supervisor) = &self.supervisor {
            supervisor.get_cell().kill();
        }
        if !std::thread::panicking() {
            assert_eq!(self.health.crashes(), 0, "the actor crashed unasked");
        }
    }
}
