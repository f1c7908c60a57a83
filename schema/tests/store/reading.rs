//! Reads.

use citable_schema::{Admission, NewScan};
use futures_util::poll;

use crate::fixture::{Fixture, NOW, admission, admit, claim_one, completion, failure};
use crate::on_both_databases;

on_both_databases! {
    a_report_of_the_instant_itself_is_too_old,
    an_address_has_a_report_once_a_scan_of_it_is_done,
    one_poll_reads_the_logs_of_many_scans,
    a_read_that_is_dropped_half_way_leaves_a_usable_pool,
    the_database_tells_its_time_where_it_has_a_clock,
}

async fn a_report_of_the_instant_itself_is_too_old(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for (id, finished_at) in [("a", NOW + 11), ("b", NOW + 21)] {
        let scan = NewScan { url_hash: "one address".to_owned(), ..admission(id, id, NOW).scan };
        let admission = Admission { scan, ..admission(id, id, NOW) };
        store.writer().run(admission).await.unwrap();
        let fence = claim_one(store, "boot", NOW).await.fence().unwrap();
        store.writer().run(completion(fence, finished_at, 2)).await.unwrap();
    }
    let newest = async |since| {
        store
            .reader()
            .newest_report("one address", since)
            .await
            .unwrap()
            .map(|report| report.scan_id)
    };
    assert_eq!(newest(NOW).await.as_deref(), Some("b"));
    assert_eq!(newest(NOW + 19).await.as_deref(), Some("b"));
    assert_eq!(newest(NOW + 20).await, None);
    assert_eq!(store.reader().newest_report("another address", 0).await.unwrap(), None);
}

async fn an_address_has_a_report_once_a_scan_of_it_is_done(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let has = async |id: &str| store.reader().has_report(&format!("hash of {id}")).await.unwrap();
    for id in ["done", "failed"] {
        admit(store, id, id, NOW).await;
        assert!(!has(id).await, "{id} waits");
        let fence = claim_one(store, "boot", NOW).await.fence().unwrap();
        assert!(!has(id).await, "{id} runs");
        let end = if id == "done" { completion(fence, NOW, 2) } else { failure(fence, NOW, 2) };
        store.writer().run(end).await.unwrap();
    }
    assert!(has("done").await);
    assert!(!has("failed").await);
    assert!(!has("another").await);
}

async fn one_poll_reads_the_logs_of_many_scans(fixture: Fixture) {
    const SCANS: i64 = 230;
    let Fixture { store, .. } = &fixture;
    let mut places = Vec::new();
    for number in 0..SCANS {
        let id = format!("scan{number:03}");
        admit(store, &id, &id, NOW).await;
        places.push((id, number % 2));
    }
    let events = store.reader().events_of(&places).await.unwrap();
    let expected: Vec<&str> =
        places.iter().filter(|(_, seq)| *seq == 0).map(|(id, _)| id.as_str()).collect();
    assert_eq!(events.iter().map(|event| event.scan_id.as_str()).collect::<Vec<_>>(), expected);
    assert_eq!(store.reader().events_of(&[]).await.unwrap(), []);
}

async fn a_read_that_is_dropped_half_way_leaves_a_usable_pool(fixture: Fixture) {
    let one = fixture.store_with(|settings| settings.readers = 1).await;
    for _ in 0..50 {
        let reader = one.reader();
        let mut reading = Box::pin(async move { reader.waiting().await });
        let _ = poll!(&mut reading);
        drop(reading);
    }
    assert_eq!(one.reader().waiting().await.unwrap(), 0);
}

async fn the_database_tells_its_time_where_it_has_a_clock(fixture: Fixture) {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = i64::try_from(now.as_millis()).unwrap();
    let reader = fixture.store.reader();
    let Some(first) = reader.read_clock().await.unwrap() else {
        assert!(fixture.store.is_single_node());
        return;
    };
    assert!((first.at - now).abs() < 5_000, "{} and {now}", first.at);
    let second = reader.read_clock().await.unwrap().unwrap();
    let passed = i64::try_from((second.taken - first.taken).as_millis()).unwrap();
    let off = (second.at - first.at - passed).abs();
    assert!(off <= first.error + second.error, "{first:?} {second:?}");
}
