use citable_actors::ScanStatus;
use citable_checks::stage::Stage;
use http_body_util::BodyExt as _;

use super::*;
use crate::http::drain::DrainSwitch;

const QUIET: Duration = Duration::from_secs(15);

fn event(seq: i64, stage: Stage, status: ScanStatus) -> LifecycleEvent {
    LifecycleEvent {
        scan_id: "scn_1".into(),
        seq,
        status,
        stage,
        detail: None,
        completed_checks: 0,
        total_checks: 34,
        check: None,
        score: None,
        error: None,
        at: "2026-01-01T00:00:00.000Z".into(),
    }
}

async fn next(response: &mut Response) -> Option<String> {
    let frame = response.body_mut().frame().await?.unwrap();
    Some(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap())
}

fn resuming(id: &str) -> Resume {
    resume(&HeaderMap::from_iter([(LAST_EVENT_ID, id.parse().unwrap())]))
}

#[tokio::test]
async fn a_stream_opens_carries_its_events_and_ends() {
    let events =
        vec![event(7, Stage::Saving, ScanStatus::Pending), event(8, Stage::Done, ScanStatus::Done)];
    let (_switch, drain) = DrainSwitch::new();
    let mut response = respond(Box::pin(stream::iter(events.clone())), drain, QUIET);
    assert_eq!(response.headers()[CONTENT_TYPE], "text/event-stream");
    assert_eq!(next(&mut response).await.unwrap(), "retry: 3000\n\n");
    for event in events {
        let chunk = next(&mut response).await.unwrap();
        let data = chunk.strip_prefix(&format!("event: scan\nid: {}\ndata: ", event.seq)).unwrap();
        let line = data.strip_suffix("\n\n").unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(serde_json::from_str::<LifecycleEvent>(line).unwrap(), event);
    }
    assert_eq!(next(&mut response).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_quiet_stream_says_that_it_lives() {
    let (_switch, drain) = DrainSwitch::new();
    let mut response = respond(Box::pin(stream::pending()), drain, QUIET);
    next(&mut response).await;
    let begin = tokio::time::Instant::now();
    assert_eq!(next(&mut response).await.unwrap(), ": quiet\n\n");
    assert_eq!(begin.elapsed(), QUIET);
    assert_eq!(next(&mut response).await.unwrap(), ": quiet\n\n");
}

#[tokio::test]
async fn a_stop_sends_listeners_away_until_the_next_start() {
    let (switch, drain) = DrainSwitch::new();
    let mut response = respond(Box::pin(stream::pending()), drain, QUIET);
    next(&mut response).await;
    switch.start();
    assert_eq!(next(&mut response).await.unwrap(), "retry: 1000\n\n");
    assert_eq!(next(&mut response).await, None);
}

#[test]
fn only_numbers_that_an_event_can_have_resume() {
    assert_eq!(resuming("7"), Resume::After(7));
    for id in ["-1", "", "x", "7.0", "99999999999999999999"] {
        assert_eq!(resuming(id), Resume::Snapshot, "{id}");
    }
    assert_eq!(resume(&HeaderMap::new()), Resume::Snapshot);
}
