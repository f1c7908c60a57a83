//! A scan from its admission to its end.

use citable_schema::{EventStatus, Fence, Release, ScanStatus, StoreError};

use crate::fixture::{
    Fixture, NOW, admission, admit, claim_one, completion, execute, failure, progress,
};
use crate::on_both_databases;

on_both_databases! {
    a_scan_is_admitted_claimed_and_finished,
    a_failed_scan_keeps_its_reason_and_has_no_report,
    an_id_is_admitted_once,
    progress_moves_the_stage_and_fills_the_log,
    another_owner_or_attempt_is_fenced,
    a_scan_is_finished_once,
    the_end_of_a_scan_row_takes_its_dependants_with_it,
}

async fn a_scan_is_admitted_claimed_and_finished(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let (reader, writer) = (store.reader(), store.writer());
    reader.ping().await.unwrap();
    admit(store, "a", "example.com", NOW).await;
    let waiting = reader.scan("a").await.unwrap().unwrap();
    assert_eq!(
        (waiting.status, waiting.stage.as_str(), waiting.attempt),
        (ScanStatus::Queued, "queued", 0)
    );
    assert_eq!(waiting.fence(), None);
    assert_eq!(reader.waiting().await.unwrap(), 1);

    let running = claim_one(store, "boot", NOW + 1).await;
    assert_eq!((running.status, running.attempt), (ScanStatus::Running, 1));
    assert_eq!((running.started_at, running.lease_until), (Some(NOW + 1), Some(NOW + 75_001)));
    assert_eq!(reader.waiting().await.unwrap(), 0);
    assert_eq!(reader.report("a").await.unwrap(), None);

    let fence = running.fence().unwrap();
    writer.run(completion(fence, NOW + 2, 2)).await.unwrap();
    let done = reader.scan("a").await.unwrap().unwrap();
    assert_eq!(
        (done.status, done.stage.as_str(), done.score),
        (ScanStatus::Done, "done", Some(87))
    );
    assert_eq!((done.finished_at, done.owner, done.lease_until), (Some(NOW + 2), None, None));
    let report = reader.report("a").await.unwrap().unwrap();
    assert_eq!(
        (report.url_hash.as_str(), report.scanned_at, report.score),
        ("hash of a", NOW + 1, 87)
    );
    assert_eq!(report.body, [0, 159, 146, 150]);
    let snapshot = reader.snapshot("a").await.unwrap().unwrap();
    assert_eq!(
        (snapshot.hash.as_str(), snapshot.created_at, snapshot.body),
        ("s256", NOW + 2, vec![0, 255, 10])
    );
    let events = reader.events_after("a", 0).await.unwrap();
    assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(events[0].status, EventStatus::Pending);
    assert_eq!(
        (events[1].check_id.as_deref(), events[1].check_status.as_deref()),
        (Some("http-fetch"), Some("pass"))
    );
    assert_eq!((events[2].status, events[2].score), (EventStatus::Done, Some(87)));
    assert_eq!(reader.last_event("a").await.unwrap().as_ref(), events.last());
    assert_eq!(reader.events_after("a", 2).await.unwrap(), events[2..]);
}

async fn a_failed_scan_keeps_its_reason_and_has_no_report(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "a", "example.com", NOW).await;
    let fence = claim_one(store, "boot", NOW).await.fence().unwrap();
    store.writer().run(failure(fence, NOW + 5, 2)).await.unwrap();
    let scan = store.reader().scan("a").await.unwrap().unwrap();
    assert_eq!(
        (scan.status, scan.score, scan.finished_at),
        (ScanStatus::Error, None, Some(NOW + 5))
    );
    assert_eq!(scan.failure_code.as_deref(), Some("not_html"));
    assert_eq!(scan.failure_message.as_deref(), Some("The page is an image."));
    assert_eq!(
        (scan.failure_status, scan.failure_content_type.as_deref()),
        (Some(200), Some("image/png"))
    );
    assert_eq!(store.reader().report("a").await.unwrap(), None);
    assert_eq!(store.reader().snapshot("a").await.unwrap(), None);
    let last = store.reader().last_event("a").await.unwrap().unwrap();
    assert_eq!((last.status, last.error_code.as_deref()), (EventStatus::Error, Some("not_html")));
}

async fn an_id_is_admitted_once(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "a", "example.com", NOW).await;
    let again = store.writer().run(admission("a", "other.example", NOW + 1)).await;
    assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
    assert_eq!(store.reader().scan("a").await.unwrap().unwrap().host, "example.com");
}

async fn progress_moves_the_stage_and_fills_the_log(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "a", "example.com", NOW).await;
    let fence = claim_one(store, "boot", NOW).await.fence().unwrap();
    store.writer().run(progress(&fence, 2, "fetching")).await.unwrap();
    assert_eq!(store.reader().scan("a").await.unwrap().unwrap().stage, "fetching");
    let last = store.reader().last_event("a").await.unwrap().unwrap();
    assert_eq!((last.seq, last.stage.as_str()), (2, "fetching"));
}

async fn another_owner_or_attempt_is_fenced(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let writer = store.writer();
    admit(store, "a", "example.com", NOW).await;
    let fence = claim_one(store, "boot", NOW).await.fence().unwrap();
    let strangers = [
        Fence { owner: "zombie".to_owned(), ..fence.clone() },
        Fence { attempt: fence.attempt + 1, ..fence.clone() },
        Fence { attempt: fence.attempt - 1, ..fence.clone() },
        Fence { scan_id: "b".to_owned(), ..fence.clone() },
    ];
    for stranger in strangers {
        assert_eq!(writer.run(progress(&stranger, 2, "fetching")).await, Err(StoreError::Fenced));
        assert_eq!(writer.run(completion(stranger.clone(), NOW, 2)).await, Err(StoreError::Fenced));
        assert_eq!(
            writer.run(Release { fence: stranger, now: NOW }).await,
            Err(StoreError::Fenced)
        );
    }
    assert_eq!(store.reader().events_after("a", 1).await.unwrap(), []);
    assert_eq!(store.reader().report("a").await.unwrap(), None);
    writer.run(completion(fence, NOW, 2)).await.unwrap();
}

async fn a_scan_is_finished_once(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "a", "example.com", NOW).await;
    let fence = claim_one(store, "boot", NOW).await.fence().unwrap();
    let (writer, other) = (store.writer(), store.writer());
    let (first, second) = tokio::join!(
        writer.run(completion(fence.clone(), NOW + 1, 2)),
        other.run(failure(fence.clone(), NOW + 1, 2)),
    );
    assert_eq!(
        [&first, &second].iter().filter(|ended| ended.is_ok()).count(),
        1,
        "{first:?} {second:?}"
    );
    assert_eq!(store.writer().run(completion(fence, NOW + 2, 9)).await, Err(StoreError::Fenced));
    let scan = store.reader().scan("a").await.unwrap().unwrap();
    let report = store.reader().report("a").await.unwrap();
    assert_eq!(report.is_some(), scan.status == ScanStatus::Done);
}

async fn the_end_of_a_scan_row_takes_its_dependants_with_it(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "a", "example.com", NOW).await;
    let fence = claim_one(store, "boot", NOW).await.fence().unwrap();
    store.writer().run(completion(fence, NOW, 2)).await.unwrap();
    execute(&fixture.url, "DELETE FROM scans WHERE id = 'a'").await;
    assert_eq!(store.reader().events_after("a", 0).await.unwrap(), []);
    assert_eq!(store.reader().report("a").await.unwrap(), None);
    assert_eq!(store.reader().snapshot("a").await.unwrap(), None);
}
