//! Monitors: what may be monitored by whom, when it runs, and what comes of it.

use citable_test_support::client::Answer;
use citable_test_support::database::{count, rows};
use citable_test_support::reply::Reply;
use serde_json::{Value, json};

use crate::people::{JSON, MovedClock, admin, dev, error, key_of, sign_in, together};
use crate::world::{GOOD_PAGE, HOST, World, eventually};

const EMAIL: &str = "ada@people.example";
const WEEK_MS: i64 = 7 * 24 * 60 * 60 * 1_000;
const NO_MONITOR: &str = "/monitors/mon_0000000000000000000000";

/// A signed-in person with a plan.
struct Owner<'w> {
    world: &'w World,
    cookie: String,
}

impl<'w> Owner<'w> {
    fn new(world: &'w World, clock: Option<&MovedClock>, plan: &str) -> Self {
        let cookie = sign_in(&world.client, EMAIL);
        admin(world, clock, &["plan", "grant", EMAIL, plan]);
        Self { world, cookie }
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let body = body.map(Value::to_string);
        let headers = [JSON, ("cookie", self.cookie.as_str())];
        let headers = if body.is_some() { &headers[..] } else { &headers[1..] };
        self.world.client.send(method, path, headers, body.as_deref())
    }

    fn watch(&self, url: &str) -> Answer {
        self.send("POST", "/monitors", Some(&json!({ "url": url })))
    }

    fn list(&self) -> Value {
        self.send("GET", "/monitors", None).json()
    }

    /// The one monitor there is, once its run of that number is over.
    fn after_runs(&self, before: Option<&str>) -> Value {
        let ended = || self.list()["monitors"][0]["lastRunAt"].as_str().map(str::to_owned);
        eventually("the monitor ran", || ended().is_some_and(|at| Some(at.as_str()) != before));
        self.list()["monitors"][0].clone()
    }
}

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[test]
fn a_monitor_runs_at_once_and_then_every_week() {
    let clock = MovedClock::new();
    clock.set("2027-03-01T10:00:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let owner = Owner::new(&world, Some(&clock), "pro");
    let created = owner.watch(&world.url("/"));
    assert_eq!(created.status, 201, "{}", created.body);
    let monitor = created.json()["monitor"].clone();
    assert_eq!(monitor["status"], "active");
    assert_eq!(monitor["createdAt"], monitor["nextRunAt"], "the first run is due at once");
    for unknown in ["lastRunAt", "lastScanId", "lastScore", "trackingConsent", "tracking"] {
        assert!(monitor[unknown].is_null(), "{unknown}: {monitor}");
    }
    let first = owner.after_runs(None);
    let scan = first["lastScanId"].as_str().unwrap();
    let report = world.client.get(&format!("/scan/{scan}"));
    assert_eq!(report.json()["score"], first["lastScore"]);
    assert!(!report.body.contains("mon_"), "a report says nothing of who asked: {}", report.body);
    let again = owner.watch(&world.url("/"));
    assert_eq!((again.status, &again.json()["monitor"]["id"]), (201, &monitor["id"]));
    assert_eq!(again.json()["monitor"]["lastScanId"], first["lastScanId"], "nothing ran anew");

    clock.set("2027-03-08T09:59:00Z");
    let asked = || count(world.data(), "select count(*) from monitor_runs");
    eventually("a round has passed", || {
        let health = world.client.get("/healthz?deep=1").json();
        health["checks"]["monitoring"]["lastHeartbeatAt"].as_str() > Some("2027-03-08T09:59")
    });
    assert_eq!(asked(), 1, "the week is not over");
    clock.set("2027-03-08T10:00:10Z");
    let second = owner.after_runs(first["lastRunAt"].as_str());
    assert_ne!(second["lastScanId"], first["lastScanId"]);
    assert_eq!(second["previousScore"], first["lastScore"]);
    let usage = owner.send("GET", "/account/usage", None).json();
    assert_eq!(usage["usage"]["month"]["used"], 0, "runs are not the account's scans");
    assert_eq!(usage["usage"]["monitors"]["used"], 1);
}

#[test]
fn weeks_without_the_service_are_made_up_for_once() {
    let clock = MovedClock::new();
    clock.set("2027-03-01T10:00:00Z");
    let mut world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    {
        let owner = Owner::new(&world, Some(&clock), "pro");
        assert_eq!(owner.watch(&world.url("/")).status, 201);
        owner.after_runs(None);
    }
    world.take_program().kill();
    clock.set("2027-03-24T12:00:00Z");
    world.restart_with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let owner = Owner { world: &world, cookie: sign_in(&world.client, EMAIL) };
    let late = owner.after_runs(Some("2027-03-02"));
    eventually("the late run is over", || {
        owner.list()["monitors"][0]["lastRunAt"].as_str() > Some("2027-03-24")
    });
    let next = owner.list()["monitors"][0]["nextRunAt"].clone();
    assert!(next.as_str().unwrap().starts_with("2027-03-29T10:00"), "{next}: the anchor stays");
    assert_eq!(late["status"], "active");
    let runs = rows(world.data(), "select missed from monitor_runs order by period_start");
    assert_eq!(runs, [json!([0]), json!([2])]);
}

#[test]
fn monitors_are_refused_in_the_order_of_the_gate() {
    let world = World::with(dev);
    let owner = Owner::new(&world, None, "free");
    let consent = json!({ "url": "http://plain.example/", "trackingConsent": { "engines": [] } });
    let (_, key) = key_of(&world, EMAIL, "free", "monitors");
    let by_key = |body: &Value| {
        let headers = [JSON, ("authorization", key.as_str())];
        world.client.send("POST", "/monitors", &headers, Some(&body.to_string()))
    };
    assert_eq!(error(&by_key(&consent)), refused(403, "key_not_allowed"));
    assert_eq!(error(&owner.watch("http://plain.example/")), refused(402, "plan_required"));
    assert_eq!(owner.watch("x").json()["reason"], "plan");
    assert_eq!(owner.list()["allowance"], json!({ "limit": 0, "used": 0, "remaining": 0 }));
    let (_, read) = key_of(&world, EMAIL, "free", "read");
    let headers = [JSON, ("authorization", read.as_str())];
    let scopeless = world.client.send("POST", "/monitors", &headers, Some("{}"));
    assert_eq!(error(&scopeless), refused(403, "insufficient_scope"));
    assert_eq!(scopeless.json()["scope"], "monitors");
    let nobody = world.client.send("POST", "/monitors", &[JSON], Some("{"));
    assert_eq!(error(&nobody), refused(401, "unauthorized"));

    admin(&world, None, &["plan", "grant", EMAIL, "pro"]);
    let url = world.url("/");
    for (body, code) in [
        (json!({}), "invalid_request"),
        (json!({ "url": url, "colour": 1 }), "invalid_request"),
        (json!({ "url": "http://plain.example/" }), "invalid_url"),
        (json!({ "url": "https://10.0.0.1/" }), "invalid_url"),
        (json!({ "url": url, "trackingConsent": { "engines": [] } }), "invalid_engine"),
        (json!({ "url": url, "trackingConsent": { "engines": ["engine_4"] } }), "invalid_engine"),
        (json!({ "url": url, "trackingConsent": {} }), "invalid_request"),
    ] {
        let answer = owner.send("POST", "/monitors", Some(&body));
        assert_eq!(error(&answer), refused(400, code), "{body}");
    }
    for path in [NO_MONITOR, "/monitors/mon_x"] {
        assert_eq!(error(&owner.send("DELETE", path, None)), refused(404, "not_found"));
        let consent = format!("{path}/tracking-consent");
        let engines = json!({ "engines": ["engine_1"] });
        assert_eq!(error(&owner.send("POST", &consent, Some(&engines))), refused(404, "not_found"));
        assert_eq!(error(&owner.send("DELETE", &consent, None)), refused(404, "not_found"));
        let none = owner.send("POST", &consent, Some(&json!({ "engines": [] })));
        assert_eq!(error(&none), refused(400, "invalid_engine"), "fields before what is there");
        for method in ["POST", "DELETE"] {
            let headers = [JSON, ("authorization", key.as_str())];
            let by_key = world.client.send(method, &consent, &headers, Some("{}"));
            assert_eq!(error(&by_key), refused(403, "key_not_allowed"));
        }
    }
    let created = by_key(&json!({ "url": url, "trackingConsent": null }));
    assert_eq!(created.status, 201, "a key with the scope may: {}", created.body);
}

#[test]
fn an_account_has_as_many_monitors_as_its_plan_allows() {
    let world = World::with(|command| {
        dev(command);
        command.env("CITABLE_PLAN_PRO_MONITORS", "3");
    });
    let owner = Owner::new(&world, None, "pro");
    let url = |number: usize| world.url(&format!("/{number}"));
    let answers = together(8, |number| owner.watch(&url(number)).status);
    assert_eq!(answers.iter().filter(|status| **status == 201).count(), 3, "{answers:?}");
    let over = owner.watch(&url(20));
    assert_eq!(error(&over), refused(402, "plan_required"));
    assert_eq!(over.json()["reason"], "monitor_limit");
    assert_eq!(owner.list()["allowance"], json!({ "limit": 3, "used": 3, "remaining": 0 }));

    let known = owner.list()["monitors"][0].clone();
    let path = format!("/monitors/{}", known["id"].as_str().unwrap());
    assert_eq!(owner.watch(known["url"].as_str().unwrap()).status, 201, "it has its place already");
    assert_eq!(owner.send("DELETE", &path, None).json(), json!({ "ok": true }));
    assert_eq!(error(&owner.send("DELETE", &path, None)), refused(404, "not_found"));
    assert_eq!(owner.list()["allowance"]["remaining"], 1);
    let again = owner.watch(known["url"].as_str().unwrap()).json();
    assert_eq!(again["monitor"]["id"], known["id"], "one address is one monitor");
    assert_eq!(again["monitor"]["createdAt"], known["createdAt"]);

    let stranger = sign_in(&world.client, "grace@people.example");
    let stolen = world.client.send("DELETE", &path, &[("cookie", &stranger)], None);
    assert_eq!(error(&stolen), refused(404, "not_found"), "somebody else's monitor");
}

#[test]
fn a_monitor_that_is_ended_and_begun_again_runs_no_more_often() {
    let clock = MovedClock::new();
    clock.set("2027-03-01T10:00:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let owner = Owner::new(&world, Some(&clock), "pro");
    let id = owner.watch(&world.url("/")).json()["monitor"]["id"].as_str().unwrap().to_owned();
    let first = owner.after_runs(None);
    assert_eq!(owner.send("DELETE", &format!("/monitors/{id}"), None).status, 200);
    clock.set("2027-03-03T10:00:00Z");
    let again = owner.watch(&world.url("/")).json()["monitor"].clone();
    assert_eq!(again["nextRunAt"].as_str().map(|at| &at[..16]), Some("2027-03-08T10:00"));
    assert_eq!(again["lastScanId"], first["lastScanId"]);
}

#[test]
fn the_plan_that_lapses_takes_its_monitors_along() {
    let clock = MovedClock::new();
    clock.set("2027-03-01T10:00:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let owner = Owner::new(&world, Some(&clock), "pro");
    admin(
        &world,
        Some(&clock),
        &["plan", "grant", EMAIL, "pro", "--until", "2027-03-05T00:00:00Z"],
    );
    assert_eq!(owner.watch(&world.url("/")).status, 201);
    owner.after_runs(None);
    clock.set("2027-03-08T10:00:10Z");
    eventually("the monitor ended", || owner.list()["monitors"] == json!([]));
    let runs = count(world.data(), "select count(*) from monitor_runs");
    assert_eq!(runs, 1, "nothing ran after the plan");
}

#[test]
fn consent_is_recorded_with_its_time_and_address_and_can_be_withdrawn() {
    let world = World::with(|command| {
        dev(command);
        command.env("CITABLE_TRUSTED_PROXIES", "127.0.0.1/32");
    });
    let owner = Owner::new(&world, None, "pro");
    let body = json!({
        "url": world.url("/"),
        "trackingConsent": { "engines": ["engine_2", "engine_1", "engine_2"] },
    });
    let cookie = owner.cookie.as_str();
    let headers = [JSON, ("cookie", cookie), ("x-forwarded-for", "203.0.113.9")];
    let created = world.client.send("POST", "/monitors", &headers, Some(&body.to_string())).json();
    let consent = &created["monitor"]["trackingConsent"];
    assert_eq!(consent["engines"], json!(["engine_1", "engine_2"]));
    assert_eq!(consent["ip"], "203.0.113.9");
    assert!(consent["consentedAt"].is_string());
    let path = format!("/monitors/{}", created["monitor"]["id"].as_str().unwrap());
    let consent_path = format!("{path}/tracking-consent");
    for _ in 0..2 {
        let withdrawn = owner.send("DELETE", &consent_path, None);
        assert_eq!((withdrawn.status, withdrawn.json()), (200, json!({ "ok": true })));
        assert!(owner.list()["monitors"][0]["trackingConsent"].is_null());
    }
    let engines = json!({ "engines": ["engine_3"] });
    let recorded = owner.send("POST", &consent_path, Some(&engines)).json();
    assert_eq!(recorded["monitor"]["trackingConsent"]["engines"], json!(["engine_3"]));
    assert_eq!(recorded["monitor"]["trackingConsent"]["ip"], "127.0.0.1");
    assert_eq!(owner.send("DELETE", &path, None).status, 200);
    let ended = owner.send("POST", &consent_path, Some(&engines));
    assert_eq!(error(&ended), refused(404, "not_found"), "nothing to consent to");
    let again = owner.watch(&world.url("/")).json();
    assert!(again["monitor"]["trackingConsent"].is_null(), "the consent ended with the monitor");
}

#[test]
fn a_monitor_asked_for_twice_with_one_key_is_answered_once() {
    let world = World::with(dev);
    let owner = Owner::new(&world, None, "pro");
    let body = json!({ "url": world.url("/") }).to_string();
    let headers = [JSON, ("cookie", owner.cookie.as_str()), ("idempotency-key", "once")];
    let answers = together(10, |_| world.client.send("POST", "/monitors", &headers, Some(&body)));
    let taken: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 201).collect();
    assert!(answers.iter().all(|answer| matches!(answer.status, 201 | 409)));
    assert!(taken.iter().all(|answer| answer.body == taken[0].body), "the same bytes");
    owner.after_runs(None);
    let replayed = world.client.send("POST", "/monitors", &headers, Some(&body));
    assert_eq!(replayed.header("idempotency-replayed"), "true");
    assert_eq!(replayed.body, taken[0].body, "as it was the first time");
    let other = json!({ "url": world.url("/other") }).to_string();
    let reused = world.client.send("POST", "/monitors", &headers, Some(&other));
    assert_eq!(error(&reused), refused(422, "idempotency_key_reused"));
    let path = format!("/monitors/{}", replayed.json()["monitor"]["id"].as_str().unwrap());
    let consent = format!("{path}/tracking-consent");
    let engines = r#"{"engines":["engine_1"]}"#;
    let headers = [JSON, ("cookie", owner.cookie.as_str()), ("idempotency-key", "consent")];
    let first = world.client.send("POST", &consent, &headers, Some(engines));
    assert_eq!(owner.send("DELETE", &consent, None).status, 200);
    let again = world.client.send("POST", &consent, &headers, Some(engines));
    assert_eq!((again.status, &again.body), (200, &first.body));
    assert!(owner.list()["monitors"][0]["trackingConsent"].is_null(), "it was not recorded anew");
}

#[test]
fn an_operator_runs_a_monitor_beside_its_schedule() {
    let world = World::with(dev);
    let owner = Owner::new(&world, None, "pro");
    let created = owner.watch(&world.url("/")).json()["monitor"].clone();
    let first = owner.after_runs(None);
    let id = created["id"].as_str().unwrap();
    world.origin.route(HOST, "/", Reply::html(&GOOD_PAGE.replace("Tides explained", "Tides")));
    let said = admin(&world, None, &["monitor", "run-now", id]);
    assert_eq!(said, json!({ "id": id, "requested": true }));
    let second = owner.after_runs(first["lastRunAt"].as_str());
    assert_ne!(second["lastScanId"], first["lastScanId"]);
    assert_eq!(second["nextRunAt"], first["nextRunAt"], "the schedule stays");
}

#[test]
fn runs_wait_for_the_budget_of_the_next_day() {
    let clock = MovedClock::new();
    clock.set("2027-03-01T22:00:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
        command.env("CITABLE_DAILY_SCAN_BUDGET", "1");
    });
    let owner = Owner::new(&world, Some(&clock), "pro");
    assert_eq!(world.client.finished(&world.client.scan(&world.url("/"))).status, 200);
    let created = owner.watch(&world.url("/monitored")).json()["monitor"].clone();
    eventually("the run is put off", || {
        owner.list()["monitors"][0]["nextRunAt"] == "2027-03-02T00:00:00.000Z"
    });
    clock.set("2027-03-02T00:00:05Z");
    let ran = owner.after_runs(None);
    let next = ran["nextRunAt"].as_str().unwrap();
    let due = crate::people::milliseconds(next);
    let anchor = crate::people::milliseconds(created["createdAt"].as_str().unwrap());
    assert_eq!(due, anchor + WEEK_MS, "the same week");
}
