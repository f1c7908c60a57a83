//! How many scans run at once, and what the others wait for.

use super::*;

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
