mod world;

use std::time::Duration;

use citable_schema::DeliveryStatus;

use super::*;
use crate::fetch::PostError;
use crate::secrets::Purpose;
use world::*;

const HOUR: Duration = Duration::from_secs(3_600);

#[tokio::test]
async fn a_delivery_is_signed_and_ends_with_the_endpoints_word() {
    let (world, secret) = World::start().await;
    world.promise_and_wake("msg_1").await;
    world.delivered("msg_1").await;
    let posting = world.script.posts().remove(0);
    assert_eq!((posting.url.as_str(), posting.body.as_str()), (URL, r#"{"n":"msg_1"}"#));
    assert_eq!(posting.limit, Duration::from_secs(15));
    assert_eq!(header(&posting, "webhook-timestamp"), (world.now() / 1_000).to_string());
    assert_eq!(header(&posting, "webhook-signature"), signatures(&[&secret], &posting));
    let sealed = world.endpoint().await.secret;
    assert!(!sealed.windows(32).any(|window| window == secret.bytes()), "stored in the clear");
    let other = world.secrets.open(Purpose::WebhookSecrets, b"whk_other", &sealed);
    assert!(other.is_err(), "a secret belongs to its endpoint");
}

#[tokio::test]
async fn a_delivery_that_fails_follows_the_schedule_under_one_id() {
    let (world, _) = World::start().await;
    let errors = [
        Does::Answers(500),
        Does::Answers(404),
        Does::Answers(302),
        Does::Fails(PostError::TimedOut),
        Does::Fails(PostError::BlockedAddress),
        Does::Answers(199),
        Does::Answers(503),
        Does::Answers(400),
    ];
    world.script.expect(errors);
    world.promise_and_wake("msg_1").await;
    for (attempt, step) in (1_i32..).zip(DELIVERY_SCHEDULE.iter().skip(1)) {
        let row = world.failed("msg_1", attempt).await;
        assert_eq!(row.status, DeliveryStatus::Waiting);
        let (pause, step) = (row.next_attempt_at - world.now(), step.as_millis() as i64);
        assert!((step * 4 / 5..=step * 6 / 5).contains(&pause), "{attempt}: {pause} of {step}");
        world.pass(Duration::from_millis(pause as u64 - 1));
        assert_eq!(world.script.posts().len(), attempt as usize, "not before it is due");
        world.pass(Duration::from_millis(1));
    }
    assert_eq!(world.failed("msg_1", 8).await.status, DeliveryStatus::Failed);
    assert_eq!(world.script.ids(), vec!["msg_1"; 8]);
    let times: Vec<_> = world
        .script
        .posts()
        .iter()
        .map(|posting| header(posting, "webhook-timestamp").to_owned())
        .collect();
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "of the attempt: {times:?}");
    let attempts = world.cage.store.reader().attempts_of("msg_1").await.unwrap();
    let logged: Vec<_> = attempts
        .iter()
        .map(|entry| (entry.status_code.unwrap_or(0), entry.error.as_deref().unwrap_or("")))
        .collect();
    let expected = [
        (500, "origin_error"),
        (404, "refused"),
        (302, "redirected"),
        (0, "timed_out"),
        (0, "blocked_address"),
        (199, "refused"),
        (503, "origin_error"),
        (400, "refused"),
    ];
    assert_eq!(logged, expected);
    let endpoint = world.endpoint().await;
    assert_eq!((endpoint.last_status_code, endpoint.last_attempt_ok), (Some(400), Some(false)));
    assert_eq!(endpoint.paused_reason, None, "28 hours are within the patience");
}

#[tokio::test]
async fn an_endpoint_may_ask_to_be_left_alone() {
    let (world, _) = World::start().await;
    let asks = ["9", "3600"].map(|value| Does::AsksToWait(429, value));
    world.script.expect(asks);
    world.promise_and_wake("msg_1").await;
    let row = world.failed("msg_1", 1).await;
    assert_eq!(row.next_attempt_at - world.now(), 9_000);
    world.pass(Duration::from_secs(9));
    let row = world.failed("msg_1", 2).await;
    assert_eq!(row.next_attempt_at - world.now(), 600_000, "up to twice the pause");
    world.pass(Duration::from_secs(600));
    world.delivered("msg_1").await;
}

#[tokio::test]
async fn an_endpoint_that_is_gone_pauses_and_gets_what_waited() {
    let (world, _) = World::start().await;
    world.script.expect([Does::Answers(410)]);
    for id in ["msg_1", "msg_2", "msg_3"] {
        world.promise(id).await;
        world.cage.clock.move_by(Duration::from_millis(1));
    }
    world.handle.wake();
    world.failed("msg_1", 1).await;
    assert_eq!(world.endpoint().await.paused_reason, Some(PausedReason::Gone));
    let mails = world.cage.store.reader().mails_waiting().await.unwrap();
    assert_eq!(mails, 1, "its owner is told");
    world.pass(24 * HOUR);
    world.promise_and_wake("msg_4").await;
    let test = world.handle.test(ACCOUNT.to_owned()).await.unwrap();
    assert_eq!((test.status_code, test.error), (Some(200), None), "a test goes through a pause");
    assert_eq!(world.script.ids(), ["msg_1", test.id.as_str()], "and nothing else does");
    assert_eq!(world.handle.enable(ACCOUNT.to_owned()).await.unwrap().paused, None);
    world.delivered("msg_4").await;
    let ids = world.script.ids();
    assert_eq!(&ids[2..], ["msg_1", "msg_2", "msg_3", "msg_4"], "in order");
}

#[tokio::test]
async fn an_endpoint_that_takes_nothing_for_five_days_pauses() {
    let (world, _) = World::start().await;
    let fails = || Does::Fails(PostError::ConnectFailed);
    world.script.expect([fails(), Does::Answers(200)]);
    world.promise_and_wake("msg_1").await;
    let first = world.failed("msg_1", 1).await;
    assert!(world.endpoint().await.failing_since.is_some());
    world.pass(Duration::from_millis((first.next_attempt_at - world.now()) as u64));
    world.delivered("msg_1").await;
    assert_eq!(world.endpoint().await.failing_since, None, "one success is enough");
    world.pass(500 * HOUR);
    world.script.expect(std::iter::repeat_n(fails(), 20));
    for (id, hours) in [("msg_2", 0), ("msg_3", 119)] {
        world.cage.clock.move_by(hours * HOUR);
        world.promise_and_wake(id).await;
        world.failed(id, 1).await;
        assert_eq!(world.endpoint().await.paused_reason, None, "{id}");
    }
    world.cage.clock.move_by(HOUR);
    world.promise_and_wake("msg_4").await;
    let pausing = async {
        while world.endpoint().await.paused_reason != Some(PausedReason::Failing) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, pausing).await.unwrap();
    assert_eq!(world.cage.store.reader().mails_waiting().await.unwrap(), 1);
    world.script.does.lock().unwrap().clear();
    world.handle.enable(ACCOUNT.to_owned()).await.unwrap();
    for id in ["msg_2", "msg_3", "msg_4"] {
        assert_eq!(world.delivered(id).await.tries, 1);
    }
}

#[tokio::test]
async fn one_delivery_of_an_endpoint_is_under_way_at_a_time() {
    let (world, _) = World::start().await;
    world.script.expect([Does::Hangs]);
    for id in ["msg_1", "msg_2"] {
        world.promise(id).await;
        world.cage.clock.move_by(Duration::from_millis(1));
    }
    world.handle.wake();
    world.posted(1).await;
    world.handle.wake();
    let test = world.handle.test(ACCOUNT.to_owned()).await.unwrap();
    assert_eq!(world.script.ids(), ["msg_1", test.id.as_str()]);
    let waits = world.cage.store.reader().delivery("msg_2").await.unwrap().unwrap();
    assert_eq!((waits.status, waits.attempt), (DeliveryStatus::Waiting, 0));
}

#[tokio::test]
async fn what_a_dead_process_was_at_is_delivered_under_the_same_id() {
    let (mut world, _) = World::start().await;
    world.script.expect([Does::Hangs]);
    world.promise_and_wake("msg_1").await;
    world.posted(1).await;
    world.cage.kill().await;
    world.boot().await;
    let row = world.delivered("msg_1").await;
    assert_eq!(row.attempt, 2);
    assert_eq!(world.script.ids(), ["msg_1", "msg_1"]);
}

#[tokio::test]
async fn a_delivery_that_dies_takes_nothing_with_it() {
    let (world, _) = World::start().await;
    world.script.expect([Does::Panics]);
    world.promise("msg_1").await;
    world.cage.clock.move_by(Duration::from_millis(1));
    world.promise_and_wake("msg_2").await;
    world.posted(1).await;
    // Its claim stands, and with it the endpoint's turn.
    world.pass(Duration::from_secs(600));
    world.delivered("msg_1").await;
    world.delivered("msg_2").await;
    assert_eq!(world.script.ids(), ["msg_1", "msg_1", "msg_2"]);
}

#[tokio::test]
async fn two_secrets_sign_for_a_day() {
    let (world, first) = World::start().await;
    let rotated = world.handle.rotate_secret(ACCOUNT.to_owned()).await.unwrap();
    let second = parsed(&rotated.secret);
    assert_eq!(rotated.previous_until, world.now() + 86_400_000);
    assert_eq!(rotated.endpoint.secret_hint, second.hint());
    world.promise_and_wake("msg_1").await;
    world.delivered("msg_1").await;
    world.pass(24 * HOUR);
    world.promise_and_wake("msg_2").await;
    world.delivered("msg_2").await;
    let posts = world.script.posts();
    let both = signatures(&[&second, &first], &posts[0]);
    assert_eq!(header(&posts[0], "webhook-signature"), both);
    assert_eq!(header(&posts[1], "webhook-signature"), signatures(&[&second], &posts[1]));
}

#[tokio::test]
async fn a_test_leaves_no_trace_but_its_count() {
    let (world, secret) = World::start().await;
    let does = [Does::Answers(410), Does::Fails(PostError::DnsFailed), Does::Answers(302)];
    world.script.expect(does);
    let mut told = Vec::new();
    for _ in 0..5 {
        let test = world.handle.test(ACCOUNT.to_owned()).await.unwrap();
        told.push((test.status_code, test.error));
    }
    let expected = [
        (Some(410), Some("refused")),
        (None, Some("dns_failed")),
        (Some(302), Some("redirected")),
        (Some(200), None),
        (Some(200), None),
    ];
    assert_eq!(told, expected);
    let sixth = world.handle.test(ACCOUNT.to_owned()).await;
    assert!(matches!(sixth, Err(WebhooksError::TooManyTests(5))), "{sixth:?}");
    world.pass(HOUR);
    assert!(world.handle.test(ACCOUNT.to_owned()).await.is_ok(), "the hour turned");
    let endpoint = world.endpoint().await;
    assert_eq!((endpoint.paused_reason, endpoint.failing_since), (None, None));
    assert_eq!(endpoint.last_delivery_id, None);
    let posting = world.script.posts().remove(0);
    assert_eq!(header(&posting, "webhook-signature"), signatures(&[&secret], &posting));
    let sample: MonitorCompleted = serde_json::from_str(&posting.body).unwrap();
    assert!(sample.test);
    let none = world.handle.test("usr_none".to_owned()).await;
    assert!(matches!(none, Err(WebhooksError::NoEndpoint)), "{none:?}");
}

#[tokio::test]
async fn a_stop_waits_for_what_is_under_way_and_begins_nothing() {
    let (world, _) = World::start().await;
    world.script.expect([Does::Hangs]);
    world.promise("msg_1").await;
    world.cage.clock.move_by(Duration::from_millis(1));
    world.promise_and_wake("msg_2").await;
    world.posted(1).await;
    let soon = Duration::from_millis(300);
    let drained = world.addresses.0.drain(soon).await;
    assert!(drained.is_err(), "one is under way: {drained:?}");
    let (world, _) = World::start().await;
    world.addresses.0.drain(PATIENCE).await.unwrap();
    world.promise_and_wake("msg_1").await;
    world.addresses.0.drain(PATIENCE).await.unwrap();
    assert_eq!(world.script.posts().len(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_retry_needs_nobody_to_remind_of_it() {
    // While a blocking task runs, paused time moves only when told to.
    let (_hold_time, held) = std::sync::mpsc::channel::<()>();
    tokio::task::spawn_blocking(move || held.recv());
    let (world, _) = World::start().await;
    world.script.expect([Does::Answers(500)]);
    world.promise_and_wake("msg_1").await;
    let row = world.failed("msg_1", 1).await;
    let pause = Duration::from_millis((row.next_attempt_at - world.now()) as u64);
    world.cage.clock.move_by(pause);
    world.delivered_by_and_by("msg_1").await;
    // Another process may store something and tell nobody.
    world.promise("msg_2").await;
    world.delivered_by_and_by("msg_2").await;
}
