//! Claiming, releasing and taking over.

use std::collections::HashSet;

use citable_schema::{Claim, EventStatus, Reclaim, Release, ScanStatus, StoreError};

use crate::fixture::{
    Fixture, NOW, admit, claim, claim_all, claim_one, completion, progress, reclaim,
};
use crate::on_both_databases;

on_both_databases! {
    claims_take_the_oldest_first_and_one_per_host,
    claims_pass_over_busy_hosts,
    claims_keep_to_their_limit,
    two_hundred_concurrent_claims_never_take_a_scan_twice,
    a_scan_whose_lease_is_over_is_tried_again_and_then_interrupted,
    a_start_takes_over_foreign_scans_only,
    a_scan_that_runs_here_is_not_taken_over,
    a_start_takes_over_every_foreign_scan_once,
    a_released_attempt_does_not_count,
    a_claim_tells_where_the_log_of_a_scan_ends,
}

async fn claims_take_the_oldest_first_and_one_per_host(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for (id, host, age) in
        [("d", "one", 4), ("c", "one", 3), ("b", "two", 2), ("a", "two", 2), ("e", "three", 1)]
    {
        admit(store, id, host, NOW - age).await;
    }
    let claimed = claim_all(store, "boot", NOW, &[]).await;
    let ids: Vec<&str> = claimed.scans.iter().map(|scan| scan.row.id.as_str()).collect();
    assert_eq!(ids, ["d", "a", "e"], "the oldest of each host, and of equal ones the lower id");
    assert_eq!(claimed.waiting, 2);
}

async fn claims_pass_over_busy_hosts(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for (id, host) in [("a", "one"), ("b", "two"), ("c", "three")] {
        admit(store, id, host, NOW).await;
    }
    let claimed = claim_all(store, "boot", NOW, &["one", "three"]).await;
    assert_eq!(claimed.scans.iter().map(|scan| scan.row.id.as_str()).collect::<Vec<_>>(), ["b"]);
    assert_eq!(claimed.waiting, 2);
}

async fn claims_keep_to_their_limit(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for (id, host) in [("a", "one"), ("b", "two"), ("c", "three")] {
        admit(store, id, host, NOW).await;
    }
    let limited = |limit| Claim { limit, ..claim("boot", NOW, &[]) };
    let none = store.writer().run(limited(0)).await.unwrap();
    assert_eq!((none.scans.len(), none.waiting), (0, 3));
    let two = store.writer().run(limited(2)).await.unwrap();
    assert_eq!((two.scans.len(), two.waiting), (2, 1));
}

async fn two_hundred_concurrent_claims_never_take_a_scan_twice(fixture: Fixture) {
    const SCANS: usize = 300;
    let mut nodes = vec![fixture.store.clone()];
    for _ in 1..4 {
        nodes.push(fixture.store_with(|_| ()).await);
    }
    for number in 0..SCANS {
        let host = format!("host{number}");
        admit(&fixture.store, &format!("scan{number:03}"), &host, NOW).await;
    }
    let claims = (0..200).map(|round| {
        let writer = nodes[round % 4].writer();
        let claim = Claim { limit: 2, ..claim(&format!("owner{}", round % 4), NOW, &[]) };
        tokio::spawn(async move { writer.run(claim).await.unwrap().scans })
    });
    let mut claimed = Vec::new();
    for claim in claims.collect::<Vec<_>>() {
        claimed.extend(claim.await.unwrap().into_iter().map(|scan| scan.row.id));
    }
    // Passing over what another node has locked may leave some for the next claim.
    for node in &nodes {
        claimed.extend(
            claim_all(node, "last", NOW, &[]).await.scans.into_iter().map(|scan| scan.row.id),
        );
    }
    assert_eq!(claimed.len(), SCANS);
    assert_eq!(claimed.iter().collect::<HashSet<_>>().len(), SCANS, "a scan was claimed twice");
    assert_eq!(fixture.store.reader().waiting().await.unwrap(), 0);
}

async fn a_scan_whose_lease_is_over_is_tried_again_and_then_interrupted(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let writer = store.writer();
    admit(store, "a", "example.com", NOW).await;
    let first = claim_one(store, "old", NOW).await;
    let lease_until = first.lease_until.unwrap();
    let early = writer.run(reclaim("new", lease_until - 1)).await.unwrap();
    assert_eq!((early.requeued.len(), early.interrupted.len()), (0, 0));

    let again = writer.run(reclaim("new", lease_until)).await.unwrap();
    assert_eq!((again.requeued.len(), again.interrupted.len()), (1, 0));
    assert_eq!((again.requeued[0].status, again.requeued[0].attempt), (ScanStatus::Queued, 1));
    let event = store.reader().last_event("a").await.unwrap().unwrap();
    assert_eq!(
        (event.seq, event.stage.as_str(), event.status),
        (2, "queued", EventStatus::Pending)
    );
    let late = writer.run(completion(first.fence().unwrap(), lease_until, 3)).await;
    assert_eq!(late, Err(StoreError::Fenced));

    let second = claim_one(store, "old", lease_until).await;
    assert_eq!(second.attempt, 2);
    let ended = writer.run(reclaim("new", second.lease_until.unwrap())).await.unwrap();
    assert_eq!((ended.requeued.len(), ended.interrupted.len()), (0, 1));
    let scan = store.reader().scan("a").await.unwrap().unwrap();
    assert_eq!(
        (scan.status, scan.failure_code.as_deref()),
        (ScanStatus::Error, Some("scan_interrupted"))
    );
    assert_eq!(scan.finished_at, second.lease_until);
    let event = store.reader().last_event("a").await.unwrap().unwrap();
    assert_eq!((event.seq, event.status, event.stage.as_str()), (3, EventStatus::Error, "error"));
    assert_eq!(event.error_code.as_deref(), Some("scan_interrupted"));
}

async fn a_scan_that_runs_here_is_not_taken_over(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for id in ["a", "b"] {
        admit(store, id, id, NOW).await;
    }
    let claimed = claim_all(store, "boot", NOW, &[]).await;
    assert_eq!(claimed.scans.len(), 2);
    let late = NOW + 365 * 24 * 60 * 60 * 1_000;
    let order = Reclaim { running_here: vec!["a".to_owned()], ..reclaim("boot", late) };
    let reclaimed = store.writer().run(order).await.unwrap();
    assert_eq!(reclaimed.requeued.iter().map(|scan| scan.id.as_str()).collect::<Vec<_>>(), ["b"]);
}

async fn a_start_takes_over_every_foreign_scan_once(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for id in ["a", "b", "c"] {
        admit(store, id, id, NOW).await;
    }
    let lease_until = claim_all(store, "dead", NOW, &[]).await.scans[0].row.lease_until.unwrap();
    let order = Reclaim { take_foreign: true, ..reclaim("boot", lease_until) };
    let reclaimed = store.writer().run(order).await.unwrap();
    let ids: Vec<&str> = reclaimed.requeued.iter().map(|scan| scan.id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c"], "although their leases are over as well");
}

async fn a_start_takes_over_foreign_scans_only(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "a", "one", NOW).await;
    claim_one(store, "dead", NOW).await;
    admit(store, "b", "two", NOW).await;
    claim_one(store, "alive", NOW).await;
    let taken =
        store.writer().run(Reclaim { take_foreign: true, ..reclaim("alive", NOW) }).await.unwrap();
    assert_eq!(taken.requeued.iter().map(|scan| scan.id.as_str()).collect::<Vec<_>>(), ["a"]);
    assert_eq!(store.reader().scan("b").await.unwrap().unwrap().status, ScanStatus::Running);
}

async fn a_released_attempt_does_not_count(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "a", "example.com", NOW).await;
    let fence = claim_one(store, "boot", NOW).await.fence().unwrap();
    store.writer().run(progress(&fence, 2, "fetching")).await.unwrap();
    store.writer().run(Release { fence: fence.clone(), now: NOW + 9 }).await.unwrap();
    let scan = store.reader().scan("a").await.unwrap().unwrap();
    assert_eq!((scan.status, scan.stage.as_str(), scan.attempt), (ScanStatus::Queued, "queued", 0));
    assert_eq!((scan.owner, scan.lease_until, scan.started_at), (None, None, None));
    let event = store.reader().last_event("a").await.unwrap().unwrap();
    assert_eq!((event.seq, event.at, event.stage.as_str()), (3, NOW + 9, "queued"));
    assert_eq!(store.writer().run(Release { fence, now: NOW + 9 }).await, Err(StoreError::Fenced));
    assert_eq!(claim_one(store, "next", NOW + 10).await.attempt, 1);
}

async fn a_claim_tells_where_the_log_of_a_scan_ends(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "a", "one", NOW).await;
    let fence = claim_one(store, "boot", NOW).await.fence().unwrap();
    store.writer().run(progress(&fence, 2, "fetching")).await.unwrap();
    store.writer().run(Release { fence, now: NOW }).await.unwrap();
    admit(store, "b", "two", NOW + 1).await;
    let claimed = claim_all(store, "next", NOW + 2, &[]).await.scans;
    let ends: Vec<_> = claimed.iter().map(|scan| (scan.row.id.as_str(), scan.last_seq)).collect();
    assert_eq!(ends, [("a", 3), ("b", 1)]);
}
