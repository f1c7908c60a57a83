//! How scans end that do not end well, and what a death of theirs leaves.

use super::*;

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
