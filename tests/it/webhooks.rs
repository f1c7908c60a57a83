//! Webhooks: whose they are, where they may go, and what arrives there.

use std::process::Command;

use citable_test_support::canary::Canary;
use citable_test_support::client::Answer;
use citable_test_support::data::data_dir;
use citable_test_support::database::{is_elsewhere, one, rows};
use citable_test_support::https_origin::SeenRequest;
use citable_test_support::reply::Reply;
use citable_test_support::standard_webhooks::is_signed_with;
use serde_json::{Value, json};

use crate::people::{FORM, JSON, MovedClock, admin, dev, error, key_of, milliseconds, sign_in};
use crate::verifiers::verifiers;
use crate::world::{HOST, OTHER_HOST, World, eventually};

const EMAIL: &str = "ada@people.example";

/// Somebody with the Agency plan, by session, whose endpoint is on the second host.
struct Owner<'w> {
    world: &'w World,
    cookie: String,
}

impl<'w> Owner<'w> {
    fn new(world: &'w World, clock: Option<&MovedClock>) -> Self {
        let cookie = sign_in(&world.client, EMAIL);
        admin(world, clock, &["plan", "grant", EMAIL, "agency"]);
        Self { world, cookie }
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let body = body.map(Value::to_string);
        let headers = [JSON, ("cookie", self.cookie.as_str())];
        let headers = if body.is_some() { &headers[..] } else { &headers[1..] };
        self.world.client.send(method, path, headers, body.as_deref())
    }

    fn save(&self, url: &str) -> Answer {
        self.send("POST", "/webhooks", Some(&json!({ "url": url })))
    }

    fn post(&self, path: &str) -> Answer {
        self.send("POST", &format!("/webhooks/{path}"), None)
    }

    fn endpoint(&self) -> Value {
        let read = self.send("GET", "/webhooks", None);
        assert_eq!(read.status, 200, "{}", read.body);
        read.json()["endpoint"].clone()
    }

    /// Saves the address of the receiver, which answers everything with success.
    fn receive(&self) -> Answer {
        self.world.origin.route(OTHER_HOST, "/hook", Reply::new(204));
        self.save(&self.world.origin.url(OTHER_HOST, "/hook"))
    }

    /// What arrived at the receiver.
    fn arrived(&self) -> Vec<SeenRequest> {
        let requests = self.world.origin.requests();
        requests.into_iter().filter(|seen| seen.path.starts_with("/hook")).collect()
    }
}

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

fn secret_of(answer: &Answer) -> String {
    answer.json()["secret"].as_str().unwrap().to_owned()
}

#[test]
fn an_account_has_one_endpoint_and_its_states() {
    let world = World::with(dev);
    let owner = Owner::new(&world, None);
    let none = owner.send("GET", "/webhooks", None);
    assert_eq!((none.status, none.json()), (200, json!({ "endpoint": null })));
    assert_eq!(none.header("cache-control"), "private, no-cache");

    let made = owner.receive();
    assert_eq!(made.status, 201, "{}", made.body);
    assert_eq!(made.header("cache-control"), "no-store");
    let (secret, endpoint) = (secret_of(&made), made.json()["endpoint"].clone());
    assert_eq!((secret.len(), secret.starts_with("whsec_")), (50, true), "{secret}");
    assert!(secret.trim_end_matches('=').ends_with(endpoint["secretHint"].as_str().unwrap()));
    assert!(endpoint["id"].as_str().unwrap().starts_with("whk_"));
    assert_eq!(endpoint["url"], world.origin.url(OTHER_HOST, "/hook"));
    assert_eq!((&endpoint["enabled"], &endpoint["pausedReason"]), (&json!(true), &json!(null)));
    assert_eq!(endpoint["lastDelivery"], json!(null));
    assert_eq!(owner.endpoint(), endpoint);
    let read = owner.send("GET", "/webhooks", None).body;
    assert!(!read.contains("whsec_") && !read.contains("\"secret\""), "shown once: {read}");

    let same = owner.receive();
    assert_eq!((same.status, same.json()), (200, json!({ "endpoint": endpoint })));
    let moved = owner.save(&world.origin.url(OTHER_HOST, "/hook?b=%7E"));
    assert_eq!(moved.status, 200);
    assert_eq!(moved.json()["endpoint"]["url"], world.origin.url(OTHER_HOST, "/hook?b=%7E"));
    assert_eq!(moved.json()["endpoint"]["id"], endpoint["id"]);

    for path in ["disable", "disable"] {
        let paused = owner.post(path);
        assert_eq!(paused.status, 200);
        let paused = paused.json()["endpoint"].clone();
        assert_eq!(
            (&paused["enabled"], &paused["pausedReason"]),
            (&json!(false), &json!("manual"))
        );
    }
    let moved = owner.receive().json()["endpoint"].clone();
    assert_eq!(moved["pausedReason"], "manual", "a new address does not end a pause");
    for path in ["enable", "enable"] {
        let enabled = owner.post(path).json();
        assert_eq!(enabled, json!({ "endpoint": endpoint }));
    }

    let rotated = owner.post("rotate-secret");
    assert_eq!((rotated.status, rotated.header("cache-control")), (200, "no-store"));
    let second = secret_of(&rotated);
    assert_ne!(second, secret);
    assert!(second.contains(rotated.json()["endpoint"]["secretHint"].as_str().unwrap()));
    let until = milliseconds(rotated.json()["previousSecretExpiresAt"].as_str().unwrap());
    let left = until - chrono::Utc::now().timestamp_millis();
    assert!((86_300_000..=86_400_000).contains(&left), "{left}");

    let deleted = owner.send("DELETE", "/webhooks", None);
    assert_eq!((deleted.status, deleted.json()), (200, json!({ "ok": true })));
    assert_eq!(owner.endpoint(), json!(null));
    assert_eq!(error(&owner.send("DELETE", "/webhooks", None)), refused(404, "not_found"));
    for path in ["rotate-secret", "enable", "disable", "test"] {
        assert_eq!(error(&owner.post(path)), refused(404, "not_found"), "{path}");
    }
    assert_eq!(owner.receive().status, 201, "a fresh one");
    assert_eq!(owner.arrived().len(), 0);
}

#[test]
fn whoever_may_not_is_told_why_in_order() {
    let world = World::with(dev);
    let cookie = sign_in(&world.client, EMAIL);
    let (_, scoped) = key_of(&world, "free@people.example", "free", "scan,monitors");
    admin(&world, None, &["account", "create", "pro@people.example", "--plan", "pro"]);
    let legacy = admin(&world, None, &["key", "issue-legacy", "pro@people.example"]);
    let legacy = format!("Bearer {}", legacy["token"].as_str().unwrap());
    let (key, pro, session) = (
        ("authorization", scoped.as_str()),
        ("authorization", legacy.as_str()),
        ("cookie", cookie.as_str()),
    );
    let foreign = ("sec-fetch-site", "cross-site");
    let no_key = ("authorization", "Bearer ctb_0");
    let malformed = ("idempotency-key", "ü");
    let post = |headers: &[(&str, &str)], body: &str| {
        error(&world.client.send("POST", "/webhooks", headers, Some(body)))
    };
    let large = format!("\"{}\"", "x".repeat(70_000));
    for (headers, body, expected) in [
        (&[JSON][..], large.as_str(), refused(413, "body_too_large")),
        (&[JSON, session, foreign, malformed], "{", refused(401, "cross_site_request")),
        (&[JSON, malformed], "{", refused(401, "unauthorized")),
        (&[JSON, no_key, malformed], "{", refused(401, "invalid_api_key")),
        (&[JSON, key, malformed], "{", refused(403, "insufficient_scope")),
        (&[JSON, pro, malformed], "{", refused(400, "invalid_idempotency_key")),
        (&[JSON, pro], "{", refused(400, "invalid_json")),
        (&[FORM, pro], "url=x", refused(415, "unsupported_media_type")),
        (&[JSON, pro], "{}", refused(402, "plan_required")),
        (&[JSON, session], "{}", refused(402, "plan_required")),
    ] {
        assert_eq!(post(headers, body), expected, "{headers:?}");
    }
    let refusal = world.client.send("GET", "/webhooks", &[key], None);
    assert_eq!(refusal.json()["scope"], "webhooks");
    let lapsed = world.client.send("GET", "/webhooks", &[pro], None);
    assert_eq!(
        (error(&lapsed), &lapsed.json()["reason"]),
        (refused(402, "plan_required"), &json!("plan"))
    );
    for (method, path) in [
        ("DELETE", "/webhooks"),
        ("POST", "/webhooks/rotate-secret"),
        ("POST", "/webhooks/enable"),
        ("POST", "/webhooks/disable"),
        ("POST", "/webhooks/test"),
    ] {
        let told =
            |headers: &[(&str, &str)]| error(&world.client.send(method, path, headers, None));
        assert_eq!(told(&[]), refused(401, "unauthorized"), "{path}");
        assert_eq!(told(&[key]), refused(403, "insufficient_scope"), "{path}");
        assert_eq!(told(&[pro]), refused(402, "plan_required"), "{path}");
    }

    admin(&world, None, &["plan", "grant", "pro@people.example", "agency"]);
    for (body, expected) in [
        ("", refused(400, "invalid_request")),
        ("[]", refused(400, "invalid_request")),
        ("{}", refused(400, "invalid_request")),
        (r#"{"url":1}"#, refused(400, "invalid_request")),
        (r#"{"url":"https://hooks.example.com/","colour":1}"#, refused(400, "invalid_request")),
        (r#"{"url":""}"#, refused(400, "invalid_url")),
    ] {
        assert_eq!(post(&[JSON, pro], body), expected, "{body}");
    }
    let named = world.client.send("POST", "/webhooks", &[JSON, pro], Some(r#"{"link":"x"}"#));
    assert!(named.json()["message"].as_str().unwrap().contains("link"), "{}", named.body);
    let read = world.client.send("GET", "/webhooks", &[pro], None);
    assert_eq!(read.json(), json!({ "endpoint": null }), "nothing was stored");
}

/// A world whose program reaches nothing but the public internet, except for names that a test
/// leads astray.
fn strict(command: &mut Command) {
    let names = "inwards.citable-test.net=10.0.0.1,\
        both.citable-test.net=192.0.2.9,both.citable-test.net=169.254.169.254,\
        loop.citable-test.net=127.0.0.1,six.citable-test.net=fd00::1";
    command.env_remove("CITABLE_FETCH_ALLOW_CIDRS").env("CITABLE_FETCH_RESOLVE", names);
}

#[test]
fn only_public_https_addresses_are_saved() {
    let canary = Canary::start();
    let world = World::with(|command| {
        dev(command);
        strict(command);
        command.env("CITABLE_FETCH_ALLOW_PORTS", canary.port().to_string());
    });
    let owner = Owner::new(&world, None);
    let port = canary.port();
    let mut refusals: Vec<String> = [
        "http://hooks.example.com/",
        "ftp://hooks.example.com/",
        "file:///etc/hostname",
        "https://user:password@www.wikipedia.org/",
        "https://www.wikipedia.org:22/",
        "https://localhost/",
        "https://hooks.internal/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://inwards.citable-test.net/",
        "https://both.citable-test.net/",
        "https://six.citable-test.net/",
        "https://loop.citable-test.net/",
        "not an address",
    ]
    .map(str::to_owned)
    .into();
    refusals.push(format!("https://127.0.0.1:{port}/"));
    refusals.push(format!("https://loop.citable-test.net:{port}/"));
    refusals.push(format!("{}/hook", world.program().base()));
    refusals.extend(vectors());
    for url in refusals {
        let told = owner.save(&url);
        assert_eq!(error(&told), refused(400, "invalid_url"), "{url}: {}", told.body);
        assert!(!told.body.contains("10.0.0.1"), "{}", told.body);
    }
    assert_eq!(owner.endpoint(), json!(null));
    let nowhere = owner.save("https://nowhere.citable-test.invalid-name-of-nobody.org/");
    assert_eq!(nowhere.status, 201, "a name that does not resolve now: {}", nowhere.body);
    let tested = owner.post("test").json();
    assert_eq!((&tested["ok"], &tested["statusCode"]), (&json!(false), &json!(null)));
    assert_eq!(tested["error"], "dns_failed");
    assert!(!canary.is_touched());
}

/// The shared vectors that the gate refuses at once.
fn vectors() -> Vec<String> {
    let Some(folder) = data_dir() else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join("vectors/ssrf-urls.json")).unwrap();
    let list: Vec<Value> = serde_json::from_str(&text).unwrap();
    let refused = list.iter().filter(|vector| vector["expect"] == "refuse");
    refused.map(|vector| vector["url"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_test_tells_what_the_endpoint_answered() {
    let clock = MovedClock::new();
    clock.set("2027-03-05T10:10:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let owner = Owner::new(&world, Some(&clock));
    let secret = secret_of(&owner.receive());
    let before = owner.endpoint();
    let test = owner.post("test");
    assert_eq!((test.status, test.header("cache-control")), (200, "no-store"), "{}", test.body);
    let test = test.json();
    assert_eq!(
        (&test["ok"], &test["statusCode"], &test["error"]),
        (&json!(true), &json!(204), &json!(null))
    );
    assert!(test["durationMs"].is_u64());
    let arrived = owner.arrived().remove(0);
    assert_eq!((arrived.method.as_str(), arrived.path.as_str()), ("POST", "/hook"));
    assert_eq!(arrived.header("webhook-id"), test["deliveryId"].as_str());
    assert_eq!(arrived.header("content-type"), Some("application/json"));
    assert!(arrived.header("user-agent").unwrap().starts_with("Citable-Webhooks/"));
    assert!(is_signed_with(&secret, &arrived));
    let sample: Value = serde_json::from_str(&arrived.body).unwrap();
    assert_eq!((&sample["type"], &sample["test"]), (&json!("monitor.completed"), &json!(true)));
    let sent_at = milliseconds(sample["timestamp"].as_str().unwrap()) / 1_000;
    let stamped: i64 = arrived.header("webhook-timestamp").unwrap().parse().unwrap();
    assert!((sent_at - 1..=sent_at + 1).contains(&stamped));
    assert_eq!(
        sample["data"].as_object().unwrap().keys().collect::<Vec<_>>().len(),
        10,
        "{sample}"
    );

    owner.post("disable");
    for (reply, ok, status, why) in [
        (Reply::new(200), true, json!(200), json!(null)),
        (Reply::new(500), false, json!(500), json!("origin_error")),
        (Reply::new(410), false, json!(410), json!("refused")),
        (
            Reply::redirect(302, "https://www.wikipedia.org/"),
            false,
            json!(302),
            json!("redirected"),
        ),
    ] {
        world.origin.route(OTHER_HOST, "/hook", reply);
        let test = owner.post("test").json();
        assert_eq!((&test["ok"], &test["statusCode"], &test["error"]), (&json!(ok), &status, &why));
    }
    let sixth = owner.post("test");
    assert_eq!(error(&sixth), refused(429, "rate_limited"));
    for name in ["retry-after", "ratelimit", "ratelimit-policy", "ratelimit-reset"] {
        assert_eq!(sixth.header(name), "", "{name}");
    }
    clock.set("2027-03-05T11:00:00Z");
    world.origin.route(OTHER_HOST, "/hook", Reply::hangup());
    let broken = owner.post("test").json();
    assert_eq!((&broken["statusCode"], &broken["error"]), (&json!(null), &json!("connect_failed")));
    owner.post("enable");
    assert_eq!(owner.endpoint(), before, "a test changes nothing");
}

#[test]
fn the_official_libraries_verify_what_arrives() {
    let Some(verifiers) = verifiers() else { return };
    let world = World::with(dev);
    let owner = Owner::new(&world, None);
    let first = secret_of(&owner.receive());
    owner.post("test");
    let second = secret_of(&owner.post("rotate-secret"));
    owner.post("test");
    let arrived = owner.arrived();
    let verify =
        |secret: &str, request: &SeenRequest| verifiers.verify(secret, request, &request.body);
    assert_eq!(verify(&first, &arrived[0]), [true; 3]);
    assert_eq!(verify(&second, &arrived[0]), [false; 3], "signed before the rotation");
    assert_eq!(verify(&first, &arrived[1]), [true; 3], "both secrets sign");
    assert_eq!(verify(&second, &arrived[1]), [true; 3], "both secrets sign");
    let changed = arrived[1].body.replace("82", "99");
    assert_eq!(verifiers.verify(&second, &arrived[1], &changed), [false; 3], "a changed body");
}

#[test]
fn runs_are_delivered_and_a_pause_holds_them() {
    let world = World::with(dev);
    let owner = Owner::new(&world, None);
    let secret = secret_of(&owner.receive());
    let watched = owner.send("POST", "/monitors", Some(&json!({ "url": world.url("/") })));
    assert_eq!(watched.status, 201, "{}", watched.body);
    let monitor = watched.json()["monitor"]["id"].as_str().unwrap().to_owned();
    eventually("the first run is delivered", || owner.arrived().len() == 1);
    let arrived = owner.arrived().remove(0);
    assert!(is_signed_with(&secret, &arrived));
    assert!(arrived.body.len() < 20_000);
    let told: Value = serde_json::from_str(&arrived.body).unwrap();
    assert_eq!((&told["type"], &told["test"]), (&json!("monitor.completed"), &json!(null)));
    let data = &told["data"];
    let scan = data["scanId"].as_str().unwrap();
    let report = world.client.get(&format!("/scan/{scan}")).json();
    assert_eq!((&data["monitorId"], &data["url"]), (&json!(monitor), &json!(world.url("/"))));
    assert_eq!((&data["score"], &data["previousScore"]), (&report["score"], &json!(null)));
    assert_eq!((&data["delta"], &data["flippedChecks"]), (&json!(null), &json!([])));
    let scores = |list: &Value| -> Vec<(Value, Value)> {
        let list = list.as_array().unwrap().iter();
        list.map(|category| (category["id"].clone(), category["score"].clone())).collect()
    };
    assert_eq!(scores(&data["categories"]), scores(&report["categories"]));
    let path = format!("/api/v1/scan/{scan}");
    assert!(data["reportUrl"].as_str().unwrap().ends_with(&path), "{data}");
    eventually("the delivery is known", || !owner.endpoint()["lastDelivery"].is_null());
    let last = owner.endpoint()["lastDelivery"].clone();
    assert_eq!((&last["ok"], &last["statusCode"]), (&json!(true), &json!(204)));
    assert_eq!(last["id"].as_str(), arrived.header("webhook-id"));

    owner.post("disable");
    world.origin.route(HOST, "/", Reply::html("<p>Gone"));
    admin(&world, None, &["monitor", "run-now", &monitor]);
    let ran = || owner.send("GET", "/monitors", None).json()["monitors"][0]["lastScanId"] != *scan;
    eventually("the second run is over", ran);
    let waiting = "select status from deliveries order by created_at";
    assert_eq!(rows(world.data(), waiting), [json!(["delivered"]), json!(["waiting"])]);
    assert_eq!(owner.arrived().len(), 1, "nothing goes to an endpoint that is paused");
    assert_eq!(owner.post("enable").json()["endpoint"]["enabled"], json!(true));
    eventually("what waited is delivered", || owner.arrived().len() == 2);
    let told: Value = serde_json::from_str(&owner.arrived()[1].body).unwrap();
    let data = &told["data"];
    assert_eq!(data["previousScore"], report["score"]);
    let delta = data["score"].as_i64().unwrap() - report["score"].as_i64().unwrap();
    assert!(delta < 0 && data["delta"] == delta, "{data}");
    assert!(!data["flippedChecks"].as_array().unwrap().is_empty(), "{data}");
}

#[test]
fn a_gone_endpoint_is_paused_and_its_owner_is_mailed() {
    let world = World::with(dev);
    let owner = Owner::new(&world, None);
    owner.receive();
    world.origin.route(OTHER_HOST, "/hook", Reply::new(410));
    owner.send("POST", "/monitors", Some(&json!({ "url": world.url("/") })));
    eventually("the endpoint is paused", || owner.endpoint()["pausedReason"] == "gone");
    let endpoint = owner.endpoint();
    assert_eq!(endpoint["enabled"], json!(false));
    assert_eq!(endpoint["lastDelivery"]["statusCode"], 410);
    assert_eq!(endpoint["lastDelivery"]["ok"], json!(false));
    let mails = "select template from mails where template='webhook_paused'";
    assert_eq!(rows(world.data(), mails).len(), 1);
    world.origin.route(OTHER_HOST, "/hook", Reply::new(200));
    assert_eq!(owner.post("enable").json()["endpoint"]["pausedReason"], json!(null));
    eventually("what waited is delivered", || owner.arrived().len() == 2);
    let ids: Vec<_> =
        owner.arrived().iter().map(|seen| seen.header("webhook-id").map(str::to_owned)).collect();
    assert_eq!(ids[0], ids[1], "one message has one id");
}

#[test]
fn a_request_that_comes_again_shows_the_same_secret() {
    let mut world = World::with(dev);
    admin(&world, None, &["account", "create", EMAIL, "--plan", "agency"]);
    let legacy = admin(&world, None, &["key", "issue-legacy", EMAIL]);
    let legacy = format!("Bearer {}", legacy["token"].as_str().unwrap());
    let url = world.origin.url(OTHER_HOST, "/hook");
    let send = |world: &World, url: &str| {
        let headers = [JSON, ("authorization", legacy.as_str()), ("idempotency-key", "once")];
        world.client.send("POST", "/webhooks", &headers, Some(&json!({ "url": url }).to_string()))
    };
    let refusal = send(&world, "http://hooks.example.com/");
    assert_eq!(error(&refusal), refused(400, "invalid_url"));
    let first = send(&world, &url);
    assert_eq!((first.status, first.header("idempotency-replayed")), (201, "false"));
    world.take_program().kill();
    world.restart();
    let again = send(&world, &url);
    assert_eq!((again.status, again.header("idempotency-replayed")), (201, "true"));
    assert_eq!(again.body, first.body, "the secret of the first answer");
    let other = send(&world, &world.origin.url(OTHER_HOST, "/other"));
    assert_eq!(error(&other), refused(422, "idempotency_key_reused"));
    let secret = secret_of(&first);
    let stored = one(world.data(), "select answer from idempotency_keys");
    let stored: Vec<u8> = serde_json::from_value(stored).unwrap();
    let is_in_the_clear = stored.windows(secret.len()).any(|part| part == secret.as_bytes());
    assert!(!stored.is_empty() && !is_in_the_clear, "stored in the clear");
}

#[test]
fn whoever_lost_the_key_makes_a_new_secret_and_is_delivered_to_at_once() {
    // Elsewhere the key is a setting.
    if is_elsewhere() {
        return;
    }
    let mut world = World::with(dev);
    let owner = Owner::new(&world, None);
    let first = secret_of(&owner.receive());
    assert_eq!(owner.post("test").json()["statusCode"], 204);
    let cookie = owner.cookie;
    world.take_program().kill();
    std::fs::remove_file(world.data().join("secret.key")).unwrap();
    world.restart_with(dev);

    let owner = Owner { world: &world, cookie };
    let before = owner.arrived().len();
    let failed = owner.post("test").json();
    assert_eq!((&failed["statusCode"], &failed["error"]), (&json!(null), &json!("internal")));
    assert_eq!(owner.arrived().len(), before, "nothing goes out unsigned");
    let second = secret_of(&owner.post("rotate-secret"));
    let delivered = owner.post("test").json();
    assert_eq!((&delivered["statusCode"], &delivered["error"]), (&json!(204), &json!(null)));
    let arrived = owner.arrived();
    let last = arrived.last().unwrap();
    assert!(is_signed_with(&second, last) && !is_signed_with(&first, last));
}
