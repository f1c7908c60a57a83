use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::time::Instant;

use crate::Resume;
use crate::test_kit::{Script, Universe};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const PATIENCE: Duration = Duration::from_secs(30);

/// A finished scan without an account.
async fn scanned(universe: &Universe, url: &str) -> String {
    let scan = universe.scan(url);
    let id = scan.id.clone();
    universe.submit(scan).await.unwrap();
    let events = universe.handles().scans.follow(id.clone(), Resume::Snapshot).await.unwrap();
    assert!(events.collect::<Vec<_>>().await.last().unwrap().is_terminal());
    id
}

async fn is_there(universe: &Universe, id: &str) -> bool {
    universe.store().scan(id).await.unwrap().is_some()
}

/// Lets timers run out, and no day pass, until the scan is gone.
async fn gone(universe: &Universe, id: &str) {
    // The store's thread works in real time.
    let patience = std::time::Instant::now() + PATIENCE;
    while std::time::Instant::now() < patience {
        if !is_there(universe, id).await {
            return;
        }
        tokio::time::advance(Duration::from_secs(1)).await;
        tokio::task::yield_now().await;
    }
    panic!("{id} was never deleted");
}

#[tokio::test(start_paused = true)]
async fn what_nobody_needs_goes_soon_after_the_start_and_then_every_hour() {
    let universe = Universe::start().await;
    let first = scanned(&universe, "https://a.test-site.net/").await;
    universe.clock.move_by(Duration::from_millis(1));
    let second = scanned(&universe, "https://b.test-site.net/").await;
    universe.clock.move_by(30 * DAY - Duration::from_millis(1));
    gone(&universe, &first).await;
    let swept = Instant::now();
    assert!(is_there(&universe, &second).await, "it is a millisecond younger");

    universe.clock.move_by(Duration::from_millis(1));
    gone(&universe, &second).await;
    assert!(swept.elapsed() >= HOUR, "the round of before was over");
}

#[tokio::test(start_paused = true)]
async fn a_round_goes_through_everything_in_small_steps() {
    let universe = Universe::with(|settings| settings.janitor.batch = 2).await;
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.push(scanned(&universe, &format!("https://site{number}.test-site.net/")).await);
    }
    universe.script("never.test-site.net", Script::Hang);
    let running = universe.scan("https://never.test-site.net/");
    let running_id = running.id.clone();
    universe.submit(running).await.unwrap();
    universe.clock.move_by(31 * DAY);
    for id in &ids {
        gone(&universe, id).await;
    }
    assert!(is_there(&universe, &running_id).await, "it has not ended");
}

#[tokio::test(start_paused = true)]
async fn a_janitor_that_crashed_begins_again() {
    let mut universe = Universe::start().await;
    let id = scanned(&universe, "https://a.test-site.net/").await;
    universe.clock.move_by(31 * DAY);
    universe.clock.panic_once_in("janitor::Janitor");
    universe.expect_crashes(1);
    gone(&universe, &id).await;
}
