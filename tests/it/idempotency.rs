//! Requests that come again, and the check for humans that comes before them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use citable_test_support::client::Answer;
use citable_test_support::database::count;
use citable_test_support::form_server::{FormReply, FormServer};
use serde_json::{Value, json};

use crate::people::{FORM, JSON, MovedClock, admin, crowd, error, key_of, post_scan, together};
use crate::world::{World, block_on};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

fn replayed(answer: &Answer) -> &str {
    answer.header("idempotency-replayed")
}

fn send(world: &World, body: &str, headers: &[(&str, &str)]) -> Answer {
    world.client.send("POST", "/scan", &[&[JSON][..], headers].concat(), Some(body))
}

/// The same request until it is no longer running.
fn settled(world: &World, body: &str, headers: &[(&str, &str)]) -> Answer {
    loop {
        let answer = send(world, body, headers);
        if answer.status != 409 {
            return answer;
        }
        assert_eq!(error(&answer), (409, "idempotency_in_progress".to_owned()));
        assert_eq!(answer.header("retry-after"), "2");
        assert_eq!(answer.header("ratelimit"), "");
    }
}

#[test]
fn a_hundred_with_one_key_are_one_scan() {
    let world = World::with(crowd);
    let (_, bearer) = key_of(&world, "ada@people.example", "pro", "scan");
    let headers = [("authorization", bearer.as_str()), ("idempotency-key", "one")];
    let body = json!({ "url": world.url("/") }).to_string();
    let answers = together(100, |_| settled(&world, &body, &headers));
    let first: Vec<_> = answers.iter().filter(|answer| replayed(answer) == "false").collect();
    assert_eq!(first.len(), 1);
    assert!(!first[0].header("ratelimit").is_empty());
    for answer in answers.iter().filter(|answer| replayed(answer) != "false") {
        assert_eq!((answer.status, replayed(answer)), (202, "true"));
        assert_eq!(answer.body, first[0].body, "to the byte");
        for name in ["location", "content-type", "api-version"] {
            assert_eq!(answer.header(name), first[0].header(name));
        }
        assert_ne!(answer.header("x-request-id"), first[0].header("x-request-id"));
        assert!(!answer.headers.keys().any(|name| name.starts_with("ratelimit")));
    }
    let usage = world.client.send("GET", "/account/usage", &headers[..1], None).json();
    assert_eq!(usage["usage"]["day"]["used"], 1);
    assert_eq!(count(world.data(), "select count(*) from scans"), 1);
}

#[test]
fn what_is_the_same_request_and_what_is_another() {
    let world = World::start();
    let (_, ada) = key_of(&world, "ada@people.example", "pro", "scan");
    let (_, grace) = key_of(&world, "grace@people.example", "pro", "scan");
    let named = |who: &str| {
        [
            ("authorization".to_owned(), who.to_owned()),
            ("idempotency-key".to_owned(), "k".to_owned()),
        ]
    };
    let post = |body: &str, who: &str| {
        let headers = named(who);
        let headers = headers.each_ref().map(|(name, value)| (name.as_str(), value.as_str()));
        send(&world, body, &headers)
    };
    let url = world.url("/");
    let first = post(&format!(r#"{{"url":"{url}","refresh":true}}"#), &ada);
    assert_eq!((first.status, replayed(&first)), (202, "false"));
    let shuffled = post(&format!("{{ \"refresh\" : true,\n \"url\": \"{url}\" }}"), &ada);
    assert_eq!((replayed(&shuffled), &shuffled.body), ("true", &first.body));

    for other in [json!({ "url": url }), json!({ "url": world.url("/x"), "refresh": true })] {
        let refused = post(&other.to_string(), &ada);
        assert_eq!(error(&refused), (422, "idempotency_key_reused".to_owned()));
        assert_eq!(refused.header("ratelimit"), "");
    }
    let foreign = post(&json!({ "url": url, "refresh": true }).to_string(), &grace);
    assert_eq!((foreign.status, replayed(&foreign)), (202, "false"), "a key of its own");
    assert_ne!(foreign.json()["id"], first.json()["id"]);
    let shouted = ada.replace("Bearer", "BEARER");
    let again = post(&json!({ "url": url, "refresh": true }).to_string(), &shouted);
    assert_eq!(replayed(&again), "true", "the superseded spelling of a scheme is the same caller");
    let old_base = world.client.send_raw(
        "POST",
        "/api/scan",
        &[JSON, ("authorization", ada.as_str()), ("idempotency-key", "k")],
        Some(&json!({ "url": url, "refresh": true }).to_string()),
    );
    assert_eq!(replayed(&old_base), "true", "both bases are one interface");
}

#[test]
fn a_refusal_frees_the_key_at_once() {
    let world = World::with(|command| {
        command.env("CITABLE_PLAN_PRO_SCANS_PER_DAY", "1");
    });
    let (_, bearer) = key_of(&world, "ada@people.example", "pro", "scan");
    let (_, reader) = key_of(&world, "grace@people.example", "pro", "read");
    let good = json!({ "url": world.url("/") }).to_string();
    let key = ("idempotency-key", "k");
    let (ada, grace) = (("authorization", bearer.as_str()), ("authorization", reader.as_str()));
    for (body, who, status) in [
        ("{", ada, 400),
        ("{}", ada, 400),
        (r#"{"url":"http://example.org/"}"#, ada, 400),
        (&*good, ("authorization", "Bearer dead"), 401),
        (&*good, grace, 403),
    ] {
        assert_eq!(send(&world, body, &[key, who]).status, status, "{body}");
    }
    let refresh = json!({ "url": world.url("/"), "refresh": true }).to_string();
    let refused = send(&world, &refresh, &[key]);
    assert_eq!(error(&refused), (401, "refresh_requires_account".to_owned()));
    let corrected = settled(&world, &good, &[key]);
    assert_eq!((corrected.status, replayed(&corrected)), (202, "false"), "a stranger's own key");
    let taken = settled(&world, &good, &[key, ada]);
    assert_eq!(replayed(&taken), "false", "{}", taken.body);

    world.client.finished(corrected.json()["id"].as_str().unwrap());
    let last = if taken.status == 200 {
        post_scan(&world.client, &world.url("/a"), &[ada])
    } else {
        taken
    };
    assert_eq!(last.status, 202);
    let more = json!({ "url": world.url("/b") }).to_string();
    let spent = send(&world, &more, &[("idempotency-key", "q"), ada]);
    assert_eq!(error(&spent), (429, "quota_exceeded".to_owned()));
    assert_eq!(replayed(&spent), "false", "a refusal says so too");
    let cached = settled(&world, &good, &[("idempotency-key", "q"), ada]);
    assert_eq!((cached.status, replayed(&cached)), (200, "false"), "another body with that key");
    let again = settled(&world, &good, &[("idempotency-key", "q"), ada]);
    assert_eq!((replayed(&again), &again.body), ("true", &cached.body), "a cached answer is kept");
}

#[test]
fn an_answer_is_kept_for_a_day() {
    let clock = MovedClock::new();
    let world = World::with(|command| clock.give_to(command));
    admin(&world, Some(&clock), &["account", "create", "ada@people.example", "--plan", "pro"]);
    let issue = ["key", "issue", "ada@people.example", "--name", "k", "--scopes", "scan"];
    let issued = admin(&world, Some(&clock), &issue);
    let bearer = format!("Bearer {}", issued["token"].as_str().unwrap());
    let headers = [("authorization", bearer.as_str()), ("idempotency-key", "k")];
    let body = json!({ "url": world.url("/"), "refresh": true }).to_string();
    let first = send(&world, &body, &headers);
    clock.move_by(DAY_MS - 120_000);
    let later = send(&world, &body, &headers);
    assert_eq!((replayed(&later), &later.body), ("true", &first.body));
    clock.move_by(DAY_MS);
    let next_day = send(&world, &body, &headers);
    assert_eq!((next_day.status, replayed(&next_day)), (202, "false"));
    assert_ne!(next_day.json()["id"], first.json()["id"]);
}

#[test]
fn a_key_is_visible_ascii_and_one() {
    let world = World::start();
    let body = json!({ "url": world.url("/") }).to_string();
    let long = "k".repeat(256);
    for bad in [
        &[("idempotency-key", "")][..],
        &[("idempotency-key", "a b")],
        &[("idempotency-key", &long)],
    ] {
        let refused = send(&world, &body, bad);
        assert_eq!(error(&refused), (400, "invalid_idempotency_key".to_owned()), "{bad:?}");
        assert!(!refused.header("ratelimit").is_empty());
    }
    let two = [("idempotency-key", "a"), ("idempotency-key", "b")];
    assert_eq!(error(&send(&world, &body, &two)), (400, "invalid_idempotency_key".to_owned()));
    let before_json = send(&world, "{", &[("idempotency-key", "a b")]);
    assert_eq!(
        error(&before_json),
        (400, "invalid_idempotency_key".to_owned()),
        "the gate's order"
    );
    let longest = "~".repeat(255);
    assert_eq!(send(&world, &body, &[("idempotency-key", &longest)]).status, 202);
    let ignored = world.client.send("GET", "/healthz", &[("idempotency-key", "a b")], None);
    assert_eq!((ignored.status, replayed(&ignored)), (200, ""), "ignored where it is not listed");
}

/// A provider of human checks that says yes to tokens that begin with `good`.
struct Provider {
    server: FormServer,
    down: Arc<AtomicBool>,
}

impl Provider {
    fn start() -> Self {
        let down = Arc::new(AtomicBool::new(false));
        let is_down = Arc::clone(&down);
        let server = block_on(FormServer::start(move |post| {
            let good = post.field("response").is_some_and(|token| token.starts_with("good"));
            if is_down.load(Ordering::SeqCst) {
                FormReply::Hangup
            } else if good {
                FormReply::json(200, r#"{"success":true}"#)
            } else {
                FormReply::json(
                    200,
                    r#"{"success":false,"error-codes":["invalid-input-response"]}"#,
                )
            }
        }));
        Self { server, down }
    }

    fn world(&self) -> World {
        World::with(|command| {
            crowd(command);
            command
                .env("CITABLE_HUMAN_CHECK_SECRET", "the-secret")
                .env("CITABLE_HUMAN_CHECK_VERIFY_URL", self.server.url("/siteverify"));
        })
    }
}

fn checked(url: &str, token: &str) -> String {
    json!({ "url": url, "humanCheckToken": token }).to_string()
}

#[test]
fn a_hundred_with_one_key_and_one_token_ask_once() {
    let provider = Provider::start();
    let world = provider.world();
    let body = checked(&world.url("/"), "good-one");
    let answers = together(100, |_| settled(&world, &body, &[("idempotency-key", "k")]));
    assert!(answers.iter().all(|answer| answer.status == 202), "{:?}", answers[0]);
    let first = answers.iter().filter(|answer| replayed(answer) == "false").count();
    let posts = provider.server.posts();
    assert_eq!((first, posts.len()), (1, 1));
    assert_eq!(posts[0].field("secret"), Some("the-secret"));
    assert_eq!(posts[0].field("remoteip"), Some("127.0.0.1"));

    let used = send(&world, &checked(&world.url("/two"), "good-one"), &[]);
    assert_eq!(error(&used), (403, "human_check_failed".to_owned()), "a token is used once");
    assert_eq!(provider.server.posts().len(), 1);
    let parallel = together(50, |number| {
        send(&world, &checked(&world.url(&format!("/p{number}")), "good-two"), &[]).status
    });
    assert_eq!(parallel.iter().filter(|&&status| status == 202).count(), 1);
}

#[test]
fn a_stranger_who_is_not_checked_is_shown_another_way() {
    let provider = Provider::start();
    let world = provider.world();
    let bad = checked(&world.url("/"), "bad");
    let none = json!({ "url": world.url("/") }).to_string();
    for body in [&none, &bad] {
        let refused = send(&world, body, &[("idempotency-key", "k")]);
        assert_eq!(error(&refused), (403, "human_check_failed".to_owned()));
        let (agent, base) = (refused.json()["agent"].clone(), world.program().base());
        assert_eq!(agent["mcpEndpoint"], format!("{base}/mcp"));
        assert_eq!(
            (&agent["tool"], &agent["keysUrl"]),
            (&json!("start_scan"), &json!(format!("{base}/keys")))
        );
        assert_eq!(agent["retryWithout"], Value::Null);
        let links: Vec<_> = refused.header("link").split('\n').collect();
        let expected = [
            format!("<{base}/mcp>; rel=\"service\""),
            format!("<{base}/keys>; rel=\"describedby\""),
        ];
        assert_eq!(links, expected);
        assert!(!refused.header("ratelimit").is_empty());
    }
    let good = settled(&world, &checked(&world.url("/"), "good"), &[("idempotency-key", "k")]);
    assert_eq!((good.status, replayed(&good)), (202, "false"), "the key is free again");

    world.client.finished(good.json()["id"].as_str().unwrap());
    assert_eq!(send(&world, &none, &[]).status, 200, "the cache asks nobody");
    provider.down.store(true, Ordering::SeqCst);
    let closed = send(&world, &checked(&world.url("/x"), "good-later"), &[]);
    assert_eq!(error(&closed), (403, "human_check_failed".to_owned()), "it fails closed");
    provider.down.store(false, Ordering::SeqCst);
    let later = send(&world, &checked(&world.url("/x"), "good-later"), &[]);
    assert_eq!(later.status, 202, "a token that could not be asked about is still good");
}

#[test]
fn who_pays_is_not_asked_and_who_has_lapsed_is() {
    let provider = Provider::start();
    let world = provider.world();
    let (_, pro) = key_of(&world, "ada@people.example", "pro", "scan");
    let (_, lapsed) = key_of(&world, "grace@people.example", "free", "scan");
    let paid = post_scan(&world.client, &world.url("/"), &[("authorization", &pro)]);
    assert_eq!(paid.status, 202);
    world.client.finished(paid.json()["id"].as_str().unwrap());
    let asked = post_scan(&world.client, &world.url("/x"), &[("authorization", &lapsed)]);
    assert_eq!(error(&asked), (403, "human_check_failed".to_owned()));
    let refresh = |path: &str| {
        let body = json!({ "url": world.url(path), "refresh": true }).to_string();
        send(&world, &body, &[("authorization", &lapsed)])
    };
    assert_eq!(refresh("/").status, 202, "a page that has a report is refreshed unasked");
    assert_eq!(error(&refresh("/x")), (403, "human_check_failed".to_owned()));
    assert_eq!(provider.server.posts().len(), 0);
    let form = world.client.send("POST", "/scan", &[FORM], Some("url=example.org"));
    assert_eq!(form.status, 415);
}
