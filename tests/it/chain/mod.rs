//! The chain board, before a server that speaks GitHub's REST API.

mod hub;

use std::process::Command;

use citable_test_support::database::is_elsewhere;
use citable_test_support::form_server::FormReply;
use serde_json::{Value, json};

use crate::people::{MovedClock, admin, dev, error, key_of, milliseconds, sign_in};
use crate::world::{LOUD, World, eventually};
use hub::{Hub, TOKEN, event, issue, pull, run};

const MINUTE: i64 = 60_000;
const START: &str = "2027-03-01T12:00:00Z";

/// A program that mirrors the hub's repository, at an instant of the test's choice.
struct Mirror {
    world: World,
    hub: Hub,
    clock: MovedClock,
    /// A key that may look at the board.
    bearer: String,
}

impl Mirror {
    fn start(prepare: impl FnOnce(&Hub)) -> Self {
        let (hub, clock) = (Hub::start(), MovedClock::new());
        prepare(&hub);
        clock.set(START);
        let world = World::with(|command| configure(command, &hub, &clock));
        let (_, bearer) = key_of(&world, "agency@people.example", "agency", "scan");
        Self { world, hub, clock, bearer }
    }

    fn status(&self) -> Value {
        let answer = self.world.client.get("/chain/status");
        assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"));
        answer.json()
    }

    fn board(&self) -> Value {
        let headers = [("authorization", self.bearer.as_str())];
        let answer = self.world.client.send("GET", "/chain/board", &headers, None);
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(answer.header("cache-control"), "private, no-store");
        answer.json()
    }

    /// Waits for a read that began later than the last one.
    fn wait_for_read(&self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        eventually(what, || holds(&self.status()));
        self.status()
    }

    /// Waits until the switch was read once.
    fn ready(&self) -> Value {
        self.wait_for_read("a first read", |status| status["source"] == "variable")
    }

    /// Sets the clock so many milliseconds after the last good read.
    fn after_read(&self, status: &Value, milliseconds_later: i64) {
        self.clock.set_ms(as_of(status) + milliseconds_later);
    }
}

fn configure(command: &mut Command, hub: &Hub, clock: &MovedClock) {
    dev(command);
    clock.give_to(command);
    command
        .env("CITABLE_LOG", LOUD)
        .env("CITABLE_CHAIN_REPOSITORY", "octo/repo")
        .env("CITABLE_CHAIN_API_URL", hub.url())
        .env("CITABLE_CHAIN_TOKEN", TOKEN)
        .env("CITABLE_CHAIN_PAUSE_VARIABLE", "CHAIN_PAUSED")
        .env("CITABLE_CHAIN_STAGES", "review=review.yml,test=ci.yml")
        .env("CITABLE_CHAIN_STATE_PATH", "state/chain.json")
        .env("CITABLE_CHAIN_STATE_REF", "chain state");
}

fn as_of(value: &Value) -> i64 {
    milliseconds(value["asOf"].as_str().unwrap())
}

fn fill(hub: &Hub) {
    hub.with(|state| {
        state.issues = vec![
            issue(7, "Mend the gate", &["lane:bugfix", "stage:test", "urgent"], true),
            issue(5, "Write the guide", &["lane:feature", "stage:review"], false),
            issue(4, "In no lane", &["stage:test"], false),
            issue(3, "New versions", &["lane:deps"], true),
        ];
        state.pulls = vec![pull(7, "aaa", "mend-gate"), pull(3, "bbb", "deps")];
        state.events = vec![
            event(7, "stage:test", "2027-03-01T06:00:00Z"),
            event(5, "stage:review", "2027-03-01T10:30:00Z"),
            event(7, "stage:test", "2027-02-01T00:00:00Z"),
        ];
        let review =
            vec![run(31, "ccc", Some("main"), "in_progress", None, "2027-03-01T11:00:00Z")];
        let test = vec![
            run(22, "zzz", Some("mend-gate"), "completed", Some("success"), "2027-03-01T09:00:00Z"),
            run(21, "aaa", None, "completed", Some("failure"), "2027-03-01T08:00:00Z"),
        ];
        state.runs = [("review.yml".to_owned(), review), ("ci.yml".to_owned(), test)].into();
        let decisions: Vec<Value> = (0..12)
            .map(|hour| {
                json!({ "at": format!("2027-03-01T{hour:02}:00:00Z"), "object": "#7",
                    "decision": "advance", "reasons": ["green"], "runId": format!("run-{hour}") })
            })
            .collect();
        state.file = json!({
            "sweepRun": "sweep-9",
            "decisions": decisions,
            "heartbeats": [
                { "name": "sweeper", "at": "2027-03-01T10:00:00Z", "failedConnectors": ["mail"] },
                { "name": "ahead", "at": "2028-01-01T00:00:00Z", "failedConnectors": [] },
            ],
            "more": "is passed over",
        })
        .to_string();
    });
}

#[test]
fn the_board_shows_what_is_open_and_where_it_stands() {
    let mirror = Mirror::start(fill);
    mirror.ready();
    let mut board = mirror.board();
    assert_eq!((&board["stale"], &board["sweepRun"]), (&json!(false), &json!("sweep-9")));
    assert!((as_of(&board) - milliseconds(START)).abs() < MINUTE, "{board}");
    let hours = |value: &mut Value, expected: f64| {
        let hours = value.take().as_f64().unwrap();
        assert!((hours - expected).abs() < 0.05, "{hours}, not {expected}");
    };
    hours(&mut board["objects"][1]["hoursInStage"], 1.5);
    hours(&mut board["objects"][2]["hoursInStage"], 6.0);
    hours(&mut board["heartbeats"][0]["ageHours"], 2.0);
    let expected = json!([
        {
            "number": 3, "kind": "pr", "title": "New versions", "lane": "deps", "stage": null,
            "labels": ["lane:deps"], "head": "bbb", "headRef": "deps", "enteredStageAt": null,
            "hoursInStage": null, "runs": {},
        },
        {
            "number": 5, "kind": "issue", "title": "Write the guide", "lane": "feature",
            "stage": "review", "labels": ["lane:feature", "stage:review"], "head": null,
            "headRef": null, "enteredStageAt": "2027-03-01T10:30:00.000Z", "hoursInStage": null,
            "runs": { "review": { "id": 31, "conclusion": null, "status": "in_progress",
                "at": "2027-03-01T11:00:00.000Z", "match": "since" } },
        },
        {
            "number": 7, "kind": "pr", "title": "Mend the gate", "lane": "bugfix", "stage": "test",
            "labels": ["lane:bugfix", "stage:test", "urgent"], "head": "aaa",
            "headRef": "mend-gate", "enteredStageAt": "2027-03-01T06:00:00.000Z",
            "hoursInStage": null,
            "runs": { "test": { "id": 22, "conclusion": "success", "status": "completed",
                "at": "2027-03-01T09:00:00.000Z", "match": "head" } },
        },
    ]);
    assert_eq!(board["objects"], expected);
    let decisions = board["decisions"].as_array().unwrap();
    let runs: Vec<&str> = decisions.iter().map(|one| one["runId"].as_str().unwrap()).collect();
    assert_eq!(runs.len(), 10);
    assert_eq!((runs[0], runs[9]), ("run-11", "run-2"));
    assert_eq!(
        decisions[0],
        json!({ "at": "2027-03-01T11:00:00.000Z", "object": "#7", "decision": "advance",
            "reasons": ["green"], "runId": "run-11" })
    );
    assert_eq!(
        board["heartbeats"],
        json!([
            { "name": "sweeper", "at": "2027-03-01T10:00:00.000Z", "failedConnectors": ["mail"],
                "ageHours": null },
            { "name": "ahead", "at": "2028-01-01T00:00:00.000Z", "failedConnectors": [],
                "ageHours": null },
        ])
    );
    // Pages of two were followed, and the file was asked for as it is, on its branch.
    let asked = mirror.hub.asked();
    assert!(asked.iter().any(|path| path.contains("/issues?") && path.contains("page=2")));
    let file = asked.iter().find(|path| path.contains("/contents/")).unwrap();
    assert_eq!(file, "/repos/octo/repo/contents/state/chain.json?ref=chain+state");
}

#[test]
fn what_changes_is_shown_at_the_next_read() {
    let mirror = Mirror::start(fill);
    let before = mirror.ready();
    let frozen = |frozen: bool, stale: bool| (json!(frozen), json!(stale));
    let seen = |status: &Value| (status["frozen"].clone(), status["stale"].clone());
    assert_eq!(seen(&before), frozen(false, false));
    let asked = mirror.hub.asked().len();
    mirror.hub.with(|state| {
        state.variable = FormReply::json(200, r#"{"name":"CHAIN_PAUSED","value":"true"}"#);
        state.issues.remove(0);
    });
    mirror.after_read(&before, 10 * MINUTE - 30_000);
    assert_eq!(mirror.status(), before);
    assert_eq!(mirror.hub.asked().len(), asked, "it is not time yet");
    mirror.after_read(&before, 10 * MINUTE);
    let pressed = mirror.wait_for_read("the switch is pressed", |one| one["frozen"] == true);
    assert_eq!(seen(&pressed), frozen(true, false));
    assert!(as_of(&pressed) >= as_of(&before) + 10 * MINUTE);
    assert_eq!(mirror.board()["objects"].as_array().unwrap().len(), 2);

    for (value, presses) in
        [("0", false), ("1", true), ("yes", false), (" true\n", true), ("", false)]
    {
        let last = mirror.status();
        let variable = json!({ "name": "CHAIN_PAUSED", "value": value }).to_string();
        mirror.hub.with(|state| state.variable = FormReply::json(200, &variable));
        mirror.after_read(&last, 11 * MINUTE);
        let now = mirror.wait_for_read("a further read", |one| as_of(one) > as_of(&last));
        assert_eq!(now["frozen"], presses, "{value:?}");
    }
}

#[test]
fn a_switch_that_cannot_be_read_never_looks_fresh() {
    let mirror = Mirror::start(|hub| {
        fill(hub);
        hub.with(|state| state.variable = FormReply::json(200, r#"{"value":"1"}"#));
    });
    let mut last = mirror.ready();
    assert_eq!(last["frozen"], true);
    let failures = [
        FormReply::json(500, "{}"),
        FormReply::json(404, r#"{"message":"Not Found"}"#),
        FormReply::json(403, r#"{"message":"Forbidden"}"#),
        FormReply::json(200, r#"{"value":"0""#),
        FormReply::json(200, r#"{"variables":[]}"#),
        FormReply::json(302, "{}").header("Location", "/elsewhere"),
        FormReply::Hangup,
        FormReply::Silence,
    ];
    for failure in failures {
        let told = format!("{failure:?}");
        mirror.hub.with(|state| state.variable = failure);
        mirror.after_read(&last, 12 * MINUTE);
        let unread = mirror.wait_for_read(&told, |one| one["source"] == "unreadable");
        let kept = json!({ "frozen": true, "stale": false, "asOf": last["asOf"],
            "source": "unreadable" });
        assert_eq!(unread, kept, "{told}");
        mirror.hub.with(|state| state.variable = FormReply::json(200, r#"{"value":"1"}"#));
        mirror.after_read(&last, 24 * MINUTE);
        last = mirror.wait_for_read("it is read again", |one| one["source"] == "variable");
        assert_eq!((&last["frozen"], &last["stale"]), (&json!(true), &json!(false)), "{told}");
    }
    // From now on nothing is read any more: at 45 minutes it is stale, and not before.
    mirror.hub.with(|state| state.fails = Some(FormReply::json(500, "{}")));
    mirror.after_read(&last, 45 * MINUTE - 20_000);
    let almost = mirror.status();
    assert_eq!((&almost["stale"], &almost["asOf"]), (&json!(false), &last["asOf"]));
    assert_eq!(mirror.board()["stale"], false);
    mirror.after_read(&last, 45 * MINUTE);
    let stale = mirror.status();
    assert_eq!((&stale["stale"], &stale["frozen"]), (&json!(true), &json!(true)));
    assert_eq!(stale["asOf"], last["asOf"]);
    let board = mirror.board();
    assert_eq!(board["stale"], true);
    assert_eq!(board["objects"].as_array().unwrap().len(), 3, "what was read is still shown");
}

#[test]
fn a_board_is_kept_whole_or_not_at_all() {
    let mirror = Mirror::start(fill);
    let mut last = mirror.ready();
    let read_at = mirror.board()["asOf"].clone();
    for (part, failure) in [
        ("/pulls", FormReply::json(500, "{}")),
        ("/issues", FormReply::json(200, r#"{"message":"a new form"}"#)),
        ("/issues", FormReply::json(200, r#"[{"number":"seven"}]"#)),
        ("/issues/events", FormReply::json(200, "<html>")),
        ("/actions/workflows/ci.yml/runs", FormReply::json(404, "{}")),
        ("/contents/state/chain.json", FormReply::json(200, r#"{"decisions":[{"at":"today"}]}"#)),
        ("/contents/state/chain.json", FormReply::json(404, "{}")),
        (
            "/pulls",
            FormReply::json(200, "[]").header("Link", "<https://evil.test/x>; rel=\"next\""),
        ),
    ] {
        mirror.hub.with(|state| {
            state.part_fails = Some((part.to_owned(), failure));
            state.issues.truncate(1);
        });
        mirror.after_read(&last, 11 * MINUTE);
        last = mirror.wait_for_read("the switch is read", |one| as_of(one) > as_of(&last));
        let board = mirror.board();
        assert_eq!(board["asOf"], read_at, "{part}");
        assert_eq!(board["objects"].as_array().unwrap().len(), 3, "{part}");
    }
    mirror.hub.with(|state| state.part_fails = None);
    mirror.after_read(&last, 11 * MINUTE);
    mirror.wait_for_read("the switch is read", |one| as_of(one) > as_of(&last));
    let board = mirror.board();
    assert_eq!((&board["stale"], board["objects"].as_array().unwrap().len()), (&json!(false), 1));
}

#[test]
fn what_github_says_of_its_limits_is_waited_for() {
    let mut mirror = Mirror::start(fill);
    let last = mirror.ready();
    let reset = (as_of(&last) + 30 * MINUTE) / 1_000;
    let limited = FormReply::json(403, r#"{"message":"API rate limit exceeded"}"#)
        .header("X-RateLimit-Remaining", "0")
        .header("X-RateLimit-Reset", &reset.to_string());
    mirror.hub.with(|state| state.variable = limited);
    mirror.after_read(&last, 11 * MINUTE);
    mirror.wait_for_read("it is limited", |one| one["source"] == "unreadable");
    let asked = |mirror: &Mirror| {
        let paths = mirror.hub.asked();
        paths.iter().filter(|path| path.contains("/actions/variables/")).count()
    };
    let before = asked(&mirror);
    mirror.hub.with(|state| state.variable = FormReply::json(200, r#"{"value":"1"}"#));
    mirror.after_read(&last, 29 * MINUTE);
    // A restart does not forget it.
    mirror.world.take_program().kill();
    let (hub, clock) = (&mirror.hub, &mirror.clock);
    mirror.world.restart_with(|command| configure(command, hub, clock));
    assert_eq!(mirror.status()["source"], "unreadable");
    mirror.after_read(&last, 30 * MINUTE + 1_000);
    let read = mirror.ready();
    assert_eq!(read["frozen"], true);
    assert!(as_of(&read) >= reset * 1_000, "{read}");
    assert_eq!(asked(&mirror), before + 1, "nothing was asked before that");
}

#[test]
fn a_restart_shows_what_was_read_and_another_repository_nothing() {
    // Elsewhere, a lease outlives the process that was killed.
    if is_elsewhere() {
        return;
    }
    let mut mirror = Mirror::start(|hub| {
        fill(hub);
        hub.with(|state| state.variable = FormReply::json(200, r#"{"value":"1"}"#));
    });
    let (status, board) = (mirror.ready(), mirror.board());
    mirror.hub.with(|state| state.fails = Some(FormReply::json(500, "{}")));
    let log = mirror.world.take_program().kill();
    assert!(!log.contains(TOKEN), "the token is in the log");
    let (hub, clock) = (&mirror.hub, &mirror.clock);
    mirror.world.restart_with(|command| configure(command, hub, clock));
    assert_eq!(mirror.status(), status);
    assert_eq!(mirror.board()["objects"][0]["number"], board["objects"][0]["number"]);
    mirror.world.take_program().kill();
    mirror.world.restart_with(|command| {
        configure(command, hub, clock);
        command.env("CITABLE_CHAIN_REPOSITORY", "octo/other");
    });
    let unread = mirror.wait_for_read("it was tried", |one| one["source"] == "unreadable");
    let never = json!({ "frozen": false, "stale": true, "asOf": null, "source": "unreadable" });
    assert_eq!(unread, never);
    assert_eq!(mirror.board()["objects"], json!([]));
}

#[test]
fn pages_are_followed_up_to_a_limit() {
    let mirror = Mirror::start(|hub| {
        hub.with(|state| {
            let many = (1..=30).map(|number| issue(number, "One", &["lane:chain"], false));
            state.issues = many.collect();
        });
    });
    mirror.ready();
    let board = mirror.board();
    assert_eq!(board["objects"].as_array().unwrap().len(), 20, "ten pages of two");
}

#[test]
fn without_a_repository_there_is_an_empty_stale_board() {
    let world = World::with(dev);
    let status = world.client.get("/chain/status").json();
    let nothing = json!({ "frozen": false, "stale": true, "asOf": null, "source": null });
    assert_eq!(status, nothing);
    let (_, bearer) = key_of(&world, "agency@people.example", "agency", "scan");
    let headers = [("authorization", bearer.as_str())];
    let board = world.client.send("GET", "/chain/board", &headers, None);
    let empty = json!({ "stale": true, "asOf": null, "sweepRun": null, "objects": [],
        "decisions": [], "heartbeats": [] });
    assert_eq!(board.json(), empty);
}

#[test]
fn the_board_is_for_agency_sessions_and_scanning_keys() {
    let world = World::with(dev);
    let client = &world.client;
    assert_eq!(error(&client.get("/chain/board")), (401, "unauthorized".to_owned()));
    let cookie = sign_in(client, "ada@people.example");
    let read = |name: &str, value: &str| client.send("GET", "/chain/board", &[(name, value)], None);
    for plan in ["free", "pro"] {
        admin(&world, None, &["plan", "grant", "ada@people.example", plan]);
        let refused = read("cookie", &cookie);
        assert_eq!(error(&refused), (403, "insufficient_scope".to_owned()), "{plan}");
        assert_eq!(refused.json()["scope"], "scan");
        assert!(refused.header("www-authenticate").contains("scope=\"scan\""));
    }
    admin(&world, None, &["plan", "grant", "ada@people.example", "agency"]);
    assert_eq!(read("cookie", &cookie).status, 200);
    let (_, reading) = key_of(&world, "agency@people.example", "agency", "read");
    let refused = read("authorization", &reading);
    assert_eq!(error(&refused), (403, "insufficient_scope".to_owned()));
    let (_, lapsed) = key_of(&world, "free@people.example", "free", "scan");
    assert_eq!(read("authorization", &lapsed).status, 200);
}
