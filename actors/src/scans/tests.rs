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
async fn no_more_scans_run_than_the_setting_says_and_the_rest_waits() {
    let universe = Universe::with(|settings| settings.max_concurrent_scans = 2).await;
    let go = Arc::new(Semaphore::new(0));
    let mut ids = Vec::new();
    for host in ["a.test-site.net", "b.test-site.net", "c.test-site.net"] {
        universe.script(host, Script::PageAfter(Arc::clone(&go)));
        ids.push(submit(&universe, &format!("https://{host}/")).await);
    }
    runs(&universe, &ids[0]).await;
    runs(&universe, &ids[1]).await;
    assert_eq!(universe.gather.fetches(), 2);
    let third = universe.handles().reader.scan(ids[2].clone()).await.unwrap().unwrap();
    assert_eq!(third.stage, Stage::Queued);

    go.add_permits(3);
    for id in &ids {
        assert_eq!(ended(&universe, id).await.status, ScanStatus::Done);
    }
}

#[tokio::test(start_paused = true)]
async fn two_scans_of_one_host_run_one_after_the_other() {
    let universe = Universe::start().await;
    let go = Arc::new(Semaphore::new(0));
    universe.script("a.test-site.net", Script::PageAfter(Arc::clone(&go)));
    let first = submit(&universe, "https://a.test-site.net/1").await;
    let second = submit(&universe, "https://a.test-site.net/2").await;
    runs(&universe, &first).await;
    let waiting = universe.handles().reader.scan(second.clone()).await.unwrap().unwrap();
    assert_eq!(waiting.stage, Stage::Queued);

    go.add_permits(2);
    assert_eq!(ended(&universe, &second).await.status, ScanStatus::Done);
    assert_eq!(ended(&universe, &first).await.status, ScanStatus::Done);
}

#[tokio::test(start_paused = true)]
async fn a_full_queue_refuses_and_takes_scans_again_when_it_has_room() {
    let universe = Universe::with(|settings| {
        settings.max_concurrent_scans = 1;
        settings.scan_queue = 1;
    })
    .await;
    let go = Arc::new(Semaphore::new(0));
    universe.script("a.test-site.net", Script::PageAfter(Arc::clone(&go)));
    let running = submit(&universe, "https://a.test-site.net/").await;
    runs(&universe, &running).await;
    let waiting = submit(&universe, "https://b.test-site.net/").await;
    let refused = universe.submit(universe.scan("https://c.test-site.net/")).await;
    assert!(matches!(refused, Err(LedgerError::Scans(ScansError::QueueFull))));

    go.add_permits(1);
    assert_eq!(ended(&universe, &running).await.status, ScanStatus::Done);
    assert_eq!(ended(&universe, &waiting).await.status, ScanStatus::Done);
    submit(&universe, "https://c.test-site.net/").await;
}

#[tokio::test(start_paused = true)]
async fn a_failed_fetch_ends_the_scan_with_its_reason() {
    let universe = Universe::start().await;
    universe.script("a.test-site.net", Script::Fail(FailureCode::TlsFailed));
    let id = submit(&universe, "https://a.test-site.net/").await;
    let end = ended(&universe, &id).await;
    assert_eq!(end.error.unwrap().code, FailureCode::TlsFailed);
    let view = universe.handles().reader.scan(id).await.unwrap().unwrap();
    assert_eq!(view.failure.unwrap().code, FailureCode::TlsFailed);
    assert_eq!(view.score, None);
}

#[tokio::test(start_paused = true)]
async fn a_panic_while_a_page_is_fetched_ends_that_scan_only() {
    let universe = Universe::start().await;
    universe.script("a.test-site.net", Script::Panic);
    let id = submit(&universe, "https://a.test-site.net/").await;
    assert_eq!(ended(&universe, &id).await.error.unwrap().code, FailureCode::Internal);
    let next = submit(&universe, "https://b.test-site.net/").await;
    assert_eq!(ended(&universe, &next).await.status, ScanStatus::Done);
}

#[tokio::test(start_paused = true)]
async fn a_scan_that_hangs_times_out() {
    let universe = Universe::start().await;
    universe.script("a.test-site.net", Script::Hang);
    let id = submit(&universe, "https://a.test-site.net/").await;
    runs(&universe, &id).await;
    universe.advance(Duration::from_secs(60)).await;
    assert_eq!(ended(&universe, &id).await.error.unwrap().code, FailureCode::TimedOut);
}

/// A system with one core, which is in use.
async fn without_a_core() -> (Universe, Core) {
    let cores = Cores::new(NonZeroUsize::MIN, CoreLimits::default());
    let core = cores.wait(Duration::ZERO).await.unwrap();
    (Universe::with(|settings| settings.cores = cores).await, core)
}

#[tokio::test(start_paused = true)]
async fn a_scan_that_gets_no_core_fails_as_our_fault_and_gets_its_slot_back() {
    let (universe, core) = without_a_core().await;
    let id = submit(&universe, "https://a.test-site.net/").await;
    gathered(&universe, 1).await;
    universe.advance(Duration::from_secs(30)).await;
    assert_eq!(ended(&universe, &id).await.error.unwrap().code, FailureCode::Internal);

    drop(core);
    let again = universe.scan("https://a.test-site.net/");
    let id = again.id.clone();
    assert_eq!(universe.submit(again).await.unwrap().day.used, 1, "the slot came back");
    assert_eq!(ended(&universe, &id).await.status, ScanStatus::Done);
}

#[tokio::test(start_paused = true)]
async fn the_time_that_a_scan_waits_for_a_core_is_not_its_own() {
    let (universe, core) = without_a_core().await;
    let go = Arc::new(Semaphore::new(0));
    universe.script("a.test-site.net", Script::PageAfter(Arc::clone(&go)));
    let id = submit(&universe, "https://a.test-site.net/").await;
    runs(&universe, &id).await;
    universe.advance(Duration::from_secs(58)).await;
    go.add_permits(1);
    gathered(&universe, 1).await;
    universe.advance(Duration::from_secs(29)).await;
    let waiting = universe.handles().reader.scan(id.clone()).await.unwrap().unwrap();
    assert_eq!(waiting.status, ScanStatus::Pending);
    drop(core);
    assert_eq!(ended(&universe, &id).await.status, ScanStatus::Done);
    assert_eq!(universe.gather.fetches(), 1, "nobody took it over meanwhile");
}

#[tokio::test(start_paused = true)]
async fn the_end_of_an_attempt_that_lost_its_lease_leaves_listeners_to_the_next_one() {
    let universe = Universe::start().await;
    let go = Arc::new(Semaphore::new(0));
    universe.script("a.test-site.net", Script::PageAfter(Arc::clone(&go)));
    let id = submit(&universe, "https://a.test-site.net/").await;
    runs(&universe, &id).await;
    let scans = universe.handles().scans;
    let listening = scans.follow(id.clone(), Resume::After(0)).await.unwrap();
    let listening = tokio::spawn(heard(listening));
    take_over_from_elsewhere(&universe).await;
    let stage = async || universe.handles().reader.scan(id.clone()).await.unwrap().unwrap().stage;
    assert_eq!(stage().await, Stage::Queued);
    go.add_permits(2);
    let patience = std::time::Instant::now() + TURNS;
    while stage().await != Stage::Done {
        assert!(std::time::Instant::now() < patience, "nobody began it again");
        tokio::task::yield_now().await;
    }
    // The next attempt tells them itself: nobody has to wait for a look at the log, for which the
    // time stands still.
    let began = std::time::Instant::now();
    while !listening.is_finished() && began.elapsed() < TURNS {
        tokio::task::yield_now().await;
    }
    assert!(listening.is_finished(), "nobody told the listener");
    let events = listening.await.unwrap();
    let seqs: Vec<_> = events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, (1..=i64::try_from(events.len()).unwrap()).collect::<Vec<_>>());
    assert_eq!(events.last().unwrap().status, ScanStatus::Done);
}

#[tokio::test(start_paused = true)]
async fn a_scan_whose_actor_dies_ends_as_failed_for_its_listeners_too() {
    let mut universe = Universe::start().await;
    let go = Arc::new(Semaphore::new(0));
    universe.script("a.test-site.net", Script::PageAfter(Arc::clone(&go)));
    let id = submit(&universe, "https://a.test-site.net/").await;
    runs(&universe, &id).await;
    let scans = universe.handles().scans;
    let listening = scans.follow(id, Resume::Snapshot).await.unwrap();

    universe.expect_crashes(1);
    universe.clock.panic_once_in("citable_actors::scan::");
    go.add_permits(1);
    let end = heard(listening).await.last().unwrap().clone();
    assert_eq!(end.error.unwrap().code, FailureCode::Internal);
}

#[tokio::test(start_paused = true)]
async fn a_scan_survives_one_death_of_the_process_and_fails_at_the_second() {
    let mut universe = Universe::start().await;
    universe.script("a.test-site.net", Script::Hang);
    let id = submit(&universe, "https://a.test-site.net/").await;
    for attempt in 1..=2 {
        fetched(&universe, attempt).await;
        universe.crash().await;
        universe.boot().await;
    }
    let end = ended(&universe, &id).await;
    assert_eq!(end.error.unwrap().code, FailureCode::ScanInterrupted);
    assert_eq!(universe.gather.fetches(), 2);
    let scans = universe.handles().scans;
    let all = heard(scans.follow(id, Resume::After(0)).await.unwrap()).await;
    let seqs: Vec<_> = all.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, (1..=i64::try_from(all.len()).unwrap()).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn stopping_the_service_does_not_count_as_an_attempt() {
    let mut universe = Universe::start().await;
    let go = Arc::new(Semaphore::new(0));
    universe.script("a.test-site.net", Script::PageAfter(Arc::clone(&go)));
    let id = submit(&universe, "https://a.test-site.net/").await;
    for starts in 1..=4 {
        fetched(&universe, starts).await;
        universe.stop().await;
        universe.boot().await;
    }
    go.add_permits(1);
    assert_eq!(ended(&universe, &id).await.status, ScanStatus::Done);
}

#[tokio::test(start_paused = true)]
async fn the_actor_comes_back_after_a_crash_and_answers_unavailable_meanwhile() {
    let mut universe = Universe::start().await;
    universe.expect_crashes(1);
    universe.clock.panic_once_in("citable_actors::ledger::");
    let broken = universe.submit(universe.scan("https://a.test-site.net/")).await;
    assert!(matches!(broken, Err(LedgerError::Call(CallError::Broken | CallError::Unavailable))));
    while universe.handles().ready() {
        tokio::task::yield_now().await;
    }
    let refused = universe.submit(universe.scan("https://a.test-site.net/")).await;
    assert!(matches!(refused, Err(LedgerError::Call(CallError::Unavailable))));

    universe.advance(Duration::from_secs(1)).await;
    while !universe.handles().ready() {
        tokio::task::yield_now().await;
    }
    let id = submit(&universe, "https://a.test-site.net/").await;
    assert_eq!(ended(&universe, &id).await.status, ScanStatus::Done);
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

#[tokio::test(start_paused = true)]
async fn a_node_that_only_answers_runs_nothing_and_hears_how_it_goes() {
    let universe = Universe::with(|settings| settings.role = Role::Api).await;
    let id = submit(&universe, "https://a.test-site.net/").await;
    let scans = universe.handles().scans;
    let mut events = scans.follow(id.clone(), Resume::After(0)).await.unwrap();
    assert_eq!(events.next().await.unwrap().seq, 1);
    universe.advance(Duration::from_secs(60)).await;
    assert_eq!(universe.gather.fetches(), 0);

    let fence = claim_from_elsewhere(&universe).await;
    universe.writer().run(Release { fence, now: universe.now() }).await.unwrap();
    universe.hear(Word::Events(id));
    let patience = std::time::Instant::now() + TURNS;
    let next = loop {
        if let Some(next) = events.next().now_or_never() {
            break next;
        }
        assert!(std::time::Instant::now() < patience, "it never hears");
        tokio::task::yield_now().await;
    };
    assert_eq!(next.unwrap().seq, 2);
}

#[tokio::test(start_paused = true)]
async fn a_node_that_only_answers_learns_from_the_store_how_many_scans_wait() {
    let universe = Universe::with(|settings| {
        settings.role = Role::Api;
        settings.scan_queue = 1;
    })
    .await;
    submit(&universe, "https://a.test-site.net/").await;
    let next = || universe.submit(universe.scan("https://b.test-site.net/"));
    assert!(matches!(next().await, Err(LedgerError::Scans(ScansError::QueueFull))));
    claim_from_elsewhere(&universe).await;
    let patience = std::time::Instant::now() + TURNS;
    while next().await.is_err() {
        assert!(std::time::Instant::now() < patience, "it never learns");
        universe.advance(Duration::from_secs(1)).await;
        tokio::task::yield_now().await;
    }
}
