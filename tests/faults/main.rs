//! The death of the process at any moment. Serial: each test kills what it started.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

mod billing;
mod monitors;
mod points;
mod requests;
mod restores;
mod tracking;
mod webhooks;

use std::process::Command;
use std::time::{Duration, Instant};

use citable_checks::registry::checks;
use citable_test_support::client::Client;
use citable_test_support::database;
use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::program::{Program, command};
use citable_test_support::reply::Reply;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

const BINARY: &str = env!("CARGO_BIN_EXE_citable");
/// Hosts that are scanned at once.
const HOSTS: [&str; 4] =
    ["a.citable-test.net", "b.citable-test.net", "c.citable-test.net", "d.citable-test.net"];
/// Scans of one round: more than a process can finish in its life.
const SCANS: usize = 100;
/// Longest life of a process, in milliseconds.
const LONGEST_LIFE: u64 = 400;

/// `CITABLE_FAULT_ROUNDS` sets another number.
fn rounds() -> u64 {
    std::env::var("CITABLE_FAULT_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5)
}

fn start(origin: &HttpsOrigin, data: &TempDir) -> Program {
    Program::serve(BINARY, data.path(), |command| {
        reach(command, origin);
        command
            .env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY", "100000")
            .env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_MONTH", "100000")
            .env("CITABLE_PLAN_PRO_SCANS_PER_DAY", "100000")
            .env("CITABLE_PLAN_PRO_SCANS_PER_MONTH", "100000")
            .env("CITABLE_DAILY_SCAN_BUDGET", "100000");
    })
}

/// Lets a program reach the origin, which is not on a public address.
fn reach(command: &mut Command, origin: &HttpsOrigin) {
    let address = origin.address();
    let resolve = HOSTS.map(|host| format!("{host}={}", address.ip())).join(",");
    command
        .env("CITABLE_FETCH_EXTRA_CA_FILE", origin.ca_file())
        .env("CITABLE_FETCH_RESOLVE", resolve)
        .env("CITABLE_FETCH_ALLOW_CIDRS", "127.0.0.0/8")
        .env("CITABLE_FETCH_ALLOW_PORTS", address.port().to_string());
}

/// What `citable admin … --json` prints over the same data.
fn admin(data: &TempDir, arguments: &[&str]) -> Value {
    let mut citable = command(BINARY);
    citable.arg("admin").args(arguments).arg("--json").env("CITABLE_DATA_DIR", data.path());
    let output = citable.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A number in the database.
fn count(data: &TempDir, query: &str) -> usize {
    database::count(data.path(), query)
}

/// Submits scans until the process dies; returns the ids that were accepted.
fn submit_until_death(client: &Client, origin: &HttpsOrigin, round: u64) -> Vec<String> {
    let submit = |number: usize| {
        let url = origin.url(HOSTS[number % HOSTS.len()], &format!("/{round}/{number}"));
        let body = json!({ "url": url }).to_string();
        let answer = client.try_post("/api/v1/scan", &body)?;
        let answer: Value = serde_json::from_str(&answer).ok()?;
        answer["id"].as_str().map(str::to_owned)
    };
    (0..SCANS).map_while(submit).collect()
}

fn is_pending(client: &Client, id: &str) -> bool {
    client.get(&format!("/scan/{id}")).body.contains(r#""status":"pending""#)
}

/// The whole log of a scan: numbered without gap or repeat, with one end, and nothing after it.
fn check_log(client: &Client, id: &str) {
    let (_, events) = client.events(id, &[("last-event-id", "0")]);
    let events: Vec<Value> =
        events.iter().map(|event| serde_json::from_str(&event.data).unwrap()).collect();
    for (number, event) in (1..).zip(&events) {
        assert_eq!(event["seq"], json!(number), "{id}: {events:#?}");
    }
    let ends = events.iter().filter(|event| event["status"] != "pending").count();
    assert_eq!(ends, 1, "{id}: {events:#?}");
    assert_ne!(events.last().unwrap()["status"], "pending", "{id}");
    let judged = events.iter().filter(|event| !event["check"].is_null()).count();
    assert!(judged == checks().count() || judged == 0, "{id}: {events:#?}");
}

#[test]
fn no_scan_is_lost_doubled_or_pending_for_ever_when_the_process_is_killed() {
    let runtime = Runtime::new().unwrap();
    let origin = runtime.block_on(HttpsOrigin::start(&HOSTS));
    let data = TempDir::new().unwrap();
    let page = "<html lang=en><title>A page</title><main><h1>A page</h1><p>Its text.</main>";
    for round in 0..rounds() {
        for number in 0..SCANS {
            let path = format!("/{round}/{number}");
            origin.route(HOSTS[number % HOSTS.len()], &path, Reply::html(page));
        }
        let program = start(&origin, &data);
        let client = Client::of(program.base());
        let dies_at = Instant::now() + Duration::from_millis(5 + random(LONGEST_LIFE));
        let killer = std::thread::spawn(move || {
            std::thread::sleep(dies_at.saturating_duration_since(Instant::now()));
            program.kill()
        });
        let accepted = submit_until_death(&client, &origin, round);
        killer.join().unwrap();

        let program = start(&origin, &data);
        let client = Client::of(program.base());
        let unfinished = accepted.iter().filter(|id| is_pending(&client, id)).count();
        for id in &accepted {
            let answer = client.finished(id);
            assert!(matches!(answer.status, 200 | 500), "{id}: {}", answer.body);
            check_log(&client, id);
        }
        println!("round {round}: {} scans accepted, {unfinished} left to finish", accepted.len());
        program.kill();
    }
}

/// A number below the bound that nobody can foresee.
fn random(below: u64) -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() % below
}
