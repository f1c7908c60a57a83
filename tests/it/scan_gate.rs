//! The order in which `POST /scan` judges, and what its answers carry.

use citable_test_support::client::Answer;
use citable_test_support::form_server::{FormReply, FormServer};
use citable_test_support::reply::Reply;
use serde_json::{Value, json};

use crate::people::{JSON, dev, error, key_of, post_scan, sign_in};
use crate::world::{HOST, OTHER_HOST, World, block_on, eventually};

const TRIO: [&str; 5] =
    ["ratelimit", "ratelimit-policy", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

fn send(world: &World, body: &str, headers: &[(&str, &str)]) -> Answer {
    world.client.send("POST", "/scan", &[&[JSON][..], headers].concat(), Some(body))
}

fn url(world: &World, path: &str) -> String {
    json!({ "url": world.url(path) }).to_string()
}

/// Of two faults the earlier one in the gate's order is told, and each answer carries the fields
/// that belong to it.
fn expect(answer: &Answer, status: u16, code: &str, with_usage: bool) {
    let what = format!("{status} {code}: {}", answer.body);
    assert_eq!(error(answer), (status, code.to_owned()), "{what}");
    for name in TRIO {
        assert_eq!(answer.headers.contains_key(name), with_usage, "{name} on {what}");
    }
    let pointed = matches!(status, 401 | 403);
    assert_eq!(answer.json()["agent"]["tool"].is_string(), pointed, "{what}");
    assert_eq!(answer.headers.contains_key("link"), pointed, "{what}");
    let scope = answer.json()["agent"]["retryWithout"] == json!("authorization");
    assert_eq!(scope, code == "insufficient_scope", "{what}");
    let waits = matches!(status, 429 | 503);
    assert_eq!(answer.headers.contains_key("retry-after"), waits, "{what}");
}

#[test]
fn the_earlier_of_two_faults_is_told() {
    let world = World::with(dev);
    let (_, scan) = key_of(&world, "ada@people.example", "pro", "scan");
    let (_, read) = key_of(&world, "ada@people.example", "pro", "read");
    let cookie = sign_in(&world.client, "grace@people.example");
    let (scan, read) = (("authorization", scan.as_str()), ("authorization", read.as_str()));
    let dead = ("authorization", "Bearer dead");
    let (odd, used) = (("idempotency-key", "a b"), ("idempotency-key", "used"));
    let foreign = ("origin", "https://evil.example");
    let large = format!("{}{}", "{", " ".repeat(70_000));
    let scanned = send(&world, &url(&world, "/"), &[scan, used]);
    assert_eq!(scanned.status, 202);
    world.client.finished(scanned.json()["id"].as_str().unwrap());

    let method = world.client.send("DELETE", "/scan", &[dead], None);
    assert_eq!((error(&method).0, method.header("ratelimit")), (405, ""));
    let session = ("cookie", cookie.as_str());
    expect(&send(&world, &large, &[dead]), 413, "body_too_large", false);
    expect(&send(&world, "{", &[session, foreign, odd]), 401, "cross_site_request", true);
    expect(&send(&world, "{", &[dead, odd]), 401, "invalid_api_key", true);
    expect(&send(&world, "{", &[read, odd]), 403, "insufficient_scope", false);
    expect(&send(&world, "{", &[scan, odd]), 400, "invalid_idempotency_key", true);
    expect(&send(&world, "{", &[scan, used]), 400, "invalid_json", true);
    let text = [("content-type", "text/plain"), scan, used];
    let typed = world.client.send("POST", "/scan", &text, Some("url"));
    expect(&typed, 415, "unsupported_media_type", false);
    let bad = r#"{"url":"http://example.org/"}"#;
    expect(&send(&world, bad, &[scan, used]), 422, "idempotency_key_reused", false);
    let refresh = r#"{"url":"http://example.org/","refresh":true}"#;
    expect(&send(&world, refresh, &[]), 400, "invalid_url", true);
    let cached = json!({ "url": world.url("/"), "refresh": true }).to_string();
    expect(&send(&world, &cached, &[]), 401, "refresh_requires_account", true);

    for (answer, status) in [
        (send(&world, &url(&world, "/"), &[]), 200),
        (send(&world, &url(&world, "/new"), &[session]), 202),
    ] {
        assert_eq!(answer.status, status);
        assert!(TRIO.iter().all(|name| answer.headers.contains_key(*name)), "{status}");
    }
    let replay = send(&world, &url(&world, "/"), &[scan, used]);
    assert_eq!((replay.status, replay.header("idempotency-replayed")), (202, "true"));
    assert!(TRIO.iter().all(|name| !replay.headers.contains_key(*name)));
}

#[test]
fn a_scan_waits_for_a_human_then_for_room_then_for_quota_then_for_the_budget() {
    let provider = block_on(FormServer::start(|_| FormReply::json(200, r#"{"success":true}"#)));
    let world = World::with(|command| {
        command
            .env("CITABLE_HUMAN_CHECK_SECRET", "s")
            .env("CITABLE_HUMAN_CHECK_VERIFY_URL", provider.url("/"))
            .env("CITABLE_MAX_CONCURRENT_SCANS", "1")
            .env("CITABLE_SCAN_QUEUE", "1")
            .env("CITABLE_PLAN_PRO_SCANS_PER_DAY", "2")
            .env("CITABLE_PLAN_FREE_SCANS_PER_DAY", "0")
            .env("CITABLE_DAILY_SCAN_BUDGET", "2");
    });
    let (_, ada) = key_of(&world, "ada@people.example", "pro", "scan");
    let (_, grace) = key_of(&world, "grace@people.example", "agency", "scan");
    let (_, free) = key_of(&world, "free@people.example", "free", "scan");
    let (ada, grace) = (("authorization", ada.as_str()), ("authorization", grace.as_str()));
    let free = ("authorization", free.as_str());
    world.origin.route(HOST, "/slow", Reply::never());
    assert_eq!(post_scan(&world.client, &world.url("/slow"), &[ada]).status, 202);
    eventually("the page is asked for", || world.origin.paths(HOST).contains(&"/slow".to_owned()));
    let other = world.origin.url(OTHER_HOST, "/");
    let waiting = post_scan(&world.client, &other, &[ada]);
    assert_eq!(waiting.status, 202);

    // Now there is no room, Ada's quota is spent, and so is the budget.
    expect(&send(&world, &url(&world, "/x"), &[free]), 403, "human_check_failed", true);
    expect(&send(&world, &url(&world, "/x"), &[ada]), 503, "overloaded", true);
    let missing: Value = json!({ "url": world.url("/x"), "refresh": false });
    expect(&send(&world, &missing.to_string(), &[]), 403, "human_check_failed", true);

    // The slow page is given up after its time; then there is room again.
    world.client.finished(waiting.json()["id"].as_str().unwrap());
    expect(&send(&world, &url(&world, "/x"), &[ada]), 429, "quota_exceeded", true);
    expect(&send(&world, &url(&world, "/x"), &[grace]), 503, "daily_budget_exhausted", true);
    let human = json!({ "url": world.url("/x"), "humanCheckToken": "t" }).to_string();
    expect(&send(&world, &human, &[free]), 429, "quota_exceeded", true);
    assert_eq!(provider.posts().len(), 1);
}
