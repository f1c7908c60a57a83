mod answering;
mod ends;
mod limits;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use citable_checks::evaluate::evaluate;
use citable_checks::failure::FailureCode;
use citable_checks::page::snapshot::Snapshot;
use citable_checks::stage::Stage;
use citable_schema::{Claim, ClaimedScan, Fence, Reclaim, Release};
use futures_util::stream::BoxStream;
use futures_util::{FutureExt, StreamExt};
use tokio::sync::Semaphore;

use crate::bell::Word;
use crate::cores::{Core, CoreLimits, Cores};
use crate::test_kit::{Script, Universe};
use crate::{
    CallError, EventStream, LedgerError, LifecycleEvent, Resume, Role, ScanStatus, ScansError,
};

/// Every lease is over by then.
const LONG_AFTER_MS: i64 = 60 * 60 * 1_000;
/// So long, by the machine's own clock, others have their turn before something counts as not done:
/// the store's thread works in real time.
const TURNS: Duration = Duration::from_secs(30);

async fn heard(stream: EventStream) -> Vec<LifecycleEvent> {
    stream.collect().await
}

/// Follows a scan from its first event until it runs.
async fn runs(universe: &Universe, id: &str) {
    let scans = universe.handles().scans;
    let events = scans.follow(id.to_owned(), Resume::After(0)).await.unwrap();
    until(&mut events.boxed(), Stage::Resolving).await;
}

/// Hears what is told of a scan until it reaches the stage.
async fn until(events: &mut BoxStream<'_, LifecycleEvent>, stage: Stage) {
    while let Some(event) = events.next().await {
        if event.stage == stage {
            return;
        }
    }
    panic!("it ended before {}", stage.as_str());
}

/// Does what another node does by whose clock every lease is over.
async fn take_over_from_elsewhere(universe: &Universe) {
    let lapsed = Reclaim {
        now: universe.now() + LONG_AFTER_MS,
        owner: "another node".to_owned(),
        take_foreign: false,
        running_here: Vec::new(),
        max_attempts: 2,
        interrupted_code: String::new(),
        interrupted_message: String::new(),
    };
    assert_eq!(universe.writer().run(lapsed).await.unwrap().requeued.len(), 1);
}

/// Claims the one scan that waits, as another node does.
async fn claim_from_elsewhere(universe: &Universe) -> Fence {
    let now = universe.now();
    let claim = Claim {
        owner: "another node".to_owned(),
        now,
        lease_until: now + LONG_AFTER_MS,
        limit: 10,
        busy_hosts: Vec::new(),
    };
    let claimed = universe.writer().run(claim).await.unwrap();
    let [ClaimedScan { row, .. }] = &claimed.scans[..] else { panic!("{claimed:?}") };
    Fence { scan_id: row.id.clone(), owner: "another node".to_owned(), attempt: row.attempt }
}

/// Waits until so many pages were asked for.
async fn fetched(universe: &Universe, pages: u64) {
    while universe.gather.fetches() < pages {
        tokio::task::yield_now().await;
    }
}

/// Waits until so many pages were fetched.
async fn gathered(universe: &Universe, pages: u64) {
    while universe.gather.gathered() < pages {
        tokio::task::yield_now().await;
    }
}

async fn submit(universe: &Universe, url: &str) -> String {
    let scan = universe.scan(url);
    let id = scan.id.clone();
    universe.submit(scan).await.unwrap();
    id
}

/// Follows a scan to its end.
async fn ended(universe: &Universe, id: &str) -> LifecycleEvent {
    let scans = universe.handles().scans;
    let events = heard(scans.follow(id.to_owned(), Resume::Snapshot).await.unwrap()).await;
    events.last().unwrap().clone()
}

#[tokio::test(start_paused = true)]
async fn a_scan_runs_through_its_stages_to_a_report() {
    let universe = Universe::start().await;
    let id = submit(&universe, "https://a.test-site.net/").await;
    let scans = universe.handles().scans;
    let events = heard(scans.follow(id.clone(), Resume::After(0)).await.unwrap()).await;

    let details: Vec<_> = events.iter().filter_map(|event| event.detail.as_deref()).collect();
    assert_eq!(details, ["robots.txt", "sitemap 1 of 2"], "each once");
    let begun = events.iter().filter(|event| event.check.is_none() && event.detail.is_none());
    let stages: Vec<_> = begun.map(|event| event.stage).collect();
    assert_eq!(
        stages,
        [
            Stage::Queued,
            Stage::Resolving,
            Stage::Fetching,
            Stage::Supporting,
            Stage::Reading,
            Stage::Checking,
            Stage::Scoring,
            Stage::Saving,
            Stage::Done
        ]
    );
    let seqs: Vec<_> = events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, (1..=i64::try_from(events.len()).unwrap()).collect::<Vec<_>>());

    let view = universe.handles().reader.scan(id.clone()).await.unwrap().unwrap();
    assert_eq!(view.status, ScanStatus::Done);
    assert_eq!(view.score, events.last().unwrap().score);
    let report = universe.handles().reader.report(id).await.unwrap().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    let judged = events.iter().filter(|event| event.check.is_some()).count();
    assert_eq!(report["checks"].as_array().unwrap().len(), judged);
}

#[tokio::test(start_paused = true)]
async fn steps_of_one_moment_are_stored_and_told_together() {
    let universe = Universe::start().await;
    universe.script("a.test-site.net", Script::Hang);
    let id = submit(&universe, "https://a.test-site.net/").await;
    let scans = universe.handles().scans;
    let mut events = scans.follow(id.clone(), Resume::After(0)).await.unwrap().boxed();
    until(&mut events, Stage::Resolving).await;
    // It waits for the page by now, and so does the timer.
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
    let stage = async || universe.handles().reader.scan(id.clone()).await.unwrap().unwrap().stage;
    assert_eq!(stage().await, Stage::Resolving);
    universe.advance(Duration::from_millis(50)).await;
    until(&mut events, Stage::Fetching).await;
    assert_eq!(stage().await, Stage::Fetching);
}

#[tokio::test(start_paused = true)]
async fn a_listener_resumes_after_any_event_without_gap_or_repeat() {
    let universe = Universe::start().await;
    let id = submit(&universe, "https://a.test-site.net/").await;
    let scans = universe.handles().scans;
    let all = heard(scans.follow(id.clone(), Resume::After(0)).await.unwrap()).await;
    for cut in 0..all.len() - 1 {
        let after = i64::try_from(cut).unwrap();
        let rest = heard(scans.follow(id.clone(), Resume::After(after)).await.unwrap()).await;
        assert_eq!(rest, all[cut..]);
    }
    let last = all.last().unwrap();
    let over = scans.follow(id.clone(), Resume::After(last.seq)).await.err().unwrap();
    assert!(matches!(over, ScansError::AlreadyEnded));
    let unheard_of = heard(scans.follow(id, Resume::After(9_999)).await.unwrap()).await;
    assert_eq!(unheard_of, std::slice::from_ref(last));
}

#[tokio::test(start_paused = true)]
async fn a_stored_snapshot_replays_to_the_byte_identical_report() {
    let universe = Universe::start().await;
    let id = submit(&universe, "https://a.test-site.net/").await;
    ended(&universe, &id).await;
    let stored = universe.store().snapshot(&id).await.unwrap().unwrap();
    let snapshot = Snapshot::decode(&stored.body).unwrap();
    assert_eq!(stored.hash, snapshot.hash());
    let replayed = evaluate(&id, &snapshot, &mut |_| {}).unwrap();
    let report = universe.handles().reader.report(id).await.unwrap().unwrap();
    assert_eq!(serde_json::to_vec(&replayed).unwrap(), report);
}

#[tokio::test(start_paused = true)]
async fn a_listener_that_comes_late_to_a_running_scan_hears_its_end() {
    let universe = Universe::start().await;
    let go = Arc::new(Semaphore::new(0));
    universe.script("a.test-site.net", Script::PageAfter(Arc::clone(&go)));
    let id = submit(&universe, "https://a.test-site.net/").await;
    runs(&universe, &id).await;
    // The sweep forgets channels that nobody listens to, but not this one.
    universe.advance(Duration::from_secs(6)).await;
    let other = submit(&universe, "https://b.test-site.net/").await;
    ended(&universe, &other).await;
    let scans = universe.handles().scans;
    let late = scans.follow(id, Resume::Snapshot).await.unwrap();
    go.add_permits(1);
    assert_eq!(heard(late).await.last().unwrap().status, ScanStatus::Done);
}

#[tokio::test(start_paused = true)]
async fn an_unknown_scan_cannot_be_followed() {
    let universe = Universe::start().await;
    let scans = universe.handles().scans;
    let error = scans.follow("scn_unknown".to_owned(), Resume::Snapshot).await.err().unwrap();
    assert!(matches!(error, ScansError::UnknownScan));
}

#[tokio::test(start_paused = true)]
async fn a_report_serves_as_cached_until_it_is_a_day_old() {
    let universe = Universe::start().await;
    let scan = universe.scan("https://a.test-site.net/");
    let (id, hash) = (scan.id.clone(), citable_checks::url::url_hash(scan.url.url()));
    universe.submit(scan).await.unwrap();
    ended(&universe, &id).await;
    let reader = universe.handles().reader;
    let view = reader.scan(id.clone()).await.unwrap().unwrap();
    let finished = view.finished_at.unwrap();
    let day = Duration::from_secs(24 * 60 * 60);
    assert_eq!(finished, universe.now(), "nothing moved the clock");
    universe.clock.move_by(day - Duration::from_millis(1));
    let young = reader.cached_report(hash.clone()).await.unwrap();
    assert_eq!(young.unwrap().scan_id, id);
    universe.clock.move_by(Duration::from_millis(1));
    assert_eq!(reader.cached_report(hash).await.unwrap(), None);
}
