//! A node that only answers.

use super::*;

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
