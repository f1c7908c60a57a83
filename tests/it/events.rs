//! Progress as Server-Sent Events.

use citable_checks::registry::checks;
use citable_test_support::client::SentEvent;
use citable_test_support::reply::Reply;
use serde_json::Value;

use crate::world::{HOST, World};

fn seqs(events: &[SentEvent]) -> Vec<i64> {
    events.iter().map(|event| event.id.parse().unwrap()).collect()
}

fn data(event: &SentEvent) -> Value {
    serde_json::from_str(&event.data).unwrap()
}

#[test]
fn a_stream_starts_at_once_and_ends_with_the_scan() {
    let world = World::start();
    world.origin.route(HOST, "/never", Reply::never());
    let id = world.client.scan(&world.url("/never"));
    let mut stream = world.client.stream(&format!("/scan/{id}/events"), &[]);
    let first = stream.next_event().unwrap();
    assert_eq!((first.event.as_str(), data(&first)["scanId"].as_str()), ("scan", Some(&*id)));
    assert!(stream.preamble.contains(&"retry: 3000".to_owned()), "{:?}", stream.preamble);
    assert!(stream.head.header("content-type").starts_with("text/event-stream"));
    assert_eq!(stream.head.header("cache-control"), "no-store");
    assert_eq!(stream.head.header("x-accel-buffering"), "no");
    assert_eq!(stream.head.header("content-encoding"), "");
}

#[test]
fn a_stream_resumes_after_any_event_without_gap_or_repeat() {
    let world = World::start();
    let id = world.client.scan(&world.url("/"));
    world.client.finished(&id);
    let (_, all) = world.client.events(&id, &[("last-event-id", "0")]);
    assert_eq!(seqs(&all), (1..=i64::try_from(all.len()).unwrap()).collect::<Vec<_>>());
    let stages: Vec<_> = all.iter().map(|event| data(event)["stage"].clone()).collect();
    for stage in ["queued", "resolving", "fetching", "supporting", "reading", "checking"] {
        assert!(stages.iter().any(|seen| seen == stage), "{stage}");
    }
    for cut in 1..all.len() {
        let (_, rest) = world.client.events(&id, &[("last-event-id", &cut.to_string())]);
        assert_eq!(rest, all[cut..]);
    }
    let (head, none) = world.client.events(&id, &[("last-event-id", &all.len().to_string())]);
    assert_eq!((head.status, none.len()), (204, 0));
}

#[test]
fn a_finished_scan_tells_its_end_and_nothing_else() {
    let world = World::start();
    let id = world.client.scan(&world.url("/"));
    world.client.finished(&id);
    for unreadable in [None, Some("soon"), Some("999"), Some("-1")] {
        let headers: Vec<_> = unreadable.map(|it| ("last-event-id", it)).into_iter().collect();
        let (_, events) = world.client.events(&id, &headers);
        assert_eq!(events.len(), 1, "{unreadable:?}");
        assert_eq!(data(&events[0])["status"], "done");
        assert_eq!(data(&events[0])["completedChecks"], checks().count());
    }
}
