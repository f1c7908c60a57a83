//! What an operator does to the service: pausing scans, backups, and putting one back.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};

use citable_test_support::client::{Answer, Client, get_from};
use citable_test_support::database::{is_elsewhere, rows};
use citable_test_support::program::Program;
use citable_test_support::reply::Reply;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::people::{JSON, admin, dev, error, key_of, post_scan, sign_in};
use crate::world::{BINARY, GOOD_PAGE, HOST, World, citable, eventually, reach};

const EMAIL: &str = "ada@people.example";

fn is_paused(answer: &Answer) -> bool {
    let seconds: u32 = answer.header("retry-after").parse().unwrap_or_default();
    error(answer) == (503, "draining".to_owned()) && seconds > 0
}

#[test]
fn while_scans_are_paused_none_begins_and_reads_go_on() {
    let world = World::with(|command| {
        dev(command);
        command.env("CITABLE_MAX_CONCURRENT_SCANS", "1");
        command.env("CITABLE_METRICS_LISTEN", "127.0.0.1:0");
    });
    let cookie = sign_in(&world.client, EMAIL);
    admin(&world, None, &["plan", "grant", EMAIL, "pro"]);
    let session = ("cookie", cookie.as_str());
    // The first page is there when the operator has paused the others.
    let (held, gate) = mpsc::channel::<()>();
    let gate = Mutex::new(gate);
    world.origin.route_with(HOST, "/running", move |_| {
        let _it_opens = tokio::task::block_in_place(|| gate.lock().unwrap().recv());
        Reply::html(GOOD_PAGE)
    });
    for path in ["/waiting", "/later", "/watched"] {
        world.origin.route(HOST, path, Reply::html(GOOD_PAGE));
    }
    let seen = |path: &str| world.origin.paths(HOST).contains(&path.to_owned());
    let running = world.client.scan(&world.url("/running"));
    eventually("it runs", || seen("/running"));
    let waiting = world.client.scan(&world.url("/waiting"));

    let paused = admin(&world, None, &["pause", "--reason", "the disk is full"]);
    assert_eq!((&paused["paused"], &paused["reason"]), (&json!(true), &json!("the disk is full")));
    let later = world.url("/later");
    let keyed = [session, ("idempotency-key", "once")];
    assert!(is_paused(&post_scan(&world.client, &later, &keyed)));
    drop(held);
    let report = world.client.finished(&running);
    assert_eq!(report.json()["status"], "done", "what runs ends: {}", report.body);
    assert!(is_paused(&post_scan(&world.client, &world.url("/running"), &[])), "cached or not");
    let watch = json!({ "url": world.url("/watched") }).to_string();
    let watched = world.client.send("POST", "/monitors", &[JSON, session], Some(&watch));
    assert_eq!(watched.status, 201, "{}", watched.body);
    let monitor = watched.json()["monitor"]["id"].as_str().unwrap().to_owned();
    admin(&world, None, &["monitor", "run-now", &monitor]);
    assert_eq!(admin(&world, None, &["pause"]), paused, "once more changes nothing");

    assert_eq!(world.client.get(&format!("/scan/{waiting}")).json()["status"], "pending");
    assert_eq!(world.client.get("/healthz?deep=1").json()["status"], "ok");
    assert!(!seen("/waiting") && !seen("/later") && !seen("/watched"));
    let numbers = get_from(world.program().metrics()).body;
    assert!(numbers.contains("status=\"draining\"}") && !numbers.contains("5xx"), "{numbers}");

    let resumed = admin(&world, None, &["resume"]);
    assert_eq!((&resumed["paused"], &resumed["since"]), (&json!(false), &paused["since"]));
    assert_eq!(admin(&world, None, &["resume"])["since"], Value::Null, "once more is no fault");
    assert_eq!(world.client.finished(&waiting).json()["status"], "done");
    eventually("the monitor runs", || seen("/watched"));
    let accepted = post_scan(&world.client, &later, &keyed);
    assert_eq!(accepted.status, 202, "the refusal did not use the key up: {}", accepted.body);
}

#[test]
fn a_pause_outlives_the_process_and_needs_none() {
    let mut world = World::start();
    let url = world.url("/");
    world.take_program().kill();
    admin(&world, None, &["pause"]);
    world.restart();
    assert!(is_paused(&post_scan(&world.client, &url, &[])));
    admin(&world, None, &["resume"]);
    assert_eq!(post_scan(&world.client, &url, &[]).status, 202);
}

/// Settings that a service and its restored copy share, so that answers can be equal to the byte.
fn same_service(command: &mut Command) {
    dev(command);
    command
        .env("CITABLE_BASE_URL", "http://127.0.0.1:1")
        .env("CITABLE_PLAN_PRO_SCANS_PER_DAY", "100000")
        .env("CITABLE_PLAN_PRO_SCANS_PER_MONTH", "100000");
}

/// What an account is answered that nothing changes meanwhile.
struct Seen {
    paths: Vec<String>,
    bearer: String,
    cookie: String,
}

impl Seen {
    fn answers(&self, client: &Client) -> Vec<(u16, String)> {
        let headers = [("authorization", self.bearer.as_str()), ("cookie", self.cookie.as_str())];
        let ask = |header, path: &String| client.send("GET", path, &[header], None);
        let asked = self.paths.iter().flat_map(|path| headers.map(|header| ask(header, path)));
        asked.map(|answer| (answer.status, answer.body)).collect()
    }
}

fn restore(data: &Path, backup: &str) -> std::process::Output {
    let mut command = citable(&["admin", "restore", backup, "--json"]);
    command.env("CITABLE_DATA_DIR", data).output().unwrap()
}

#[test]
fn a_backup_made_under_load_is_the_service_as_it_was() {
    if is_elsewhere() {
        return;
    }
    let world = World::with(same_service);
    let cookie = sign_in(&world.client, EMAIL);
    let (_, bearer) = key_of(&world, EMAIL, "pro", "scan");
    let (_, busy) = key_of(&world, "busy@people.example", "pro", "scan");
    let ids = ["/one", "/two"].map(|path| {
        world.origin.route(HOST, path, Reply::html(GOOD_PAGE));
        let taken = post_scan(&world.client, &world.url(path), &[("authorization", &bearer)]);
        let id = taken.json()["id"].as_str().unwrap().to_owned();
        world.client.finished(&id);
        id
    });
    let paths = ids.iter().map(|id| format!("/scan/{id}"));
    let paths = paths.chain(["/history".to_owned(), "/account/usage".to_owned()]).collect();
    let seen = Seen { paths, bearer, cookie };
    let before = seen.answers(&world.client);
    assert!(before.iter().all(|(status, _)| *status == 200), "{before:#?}");

    let (stop, taken) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (made, accepted) = std::thread::scope(|scope| {
        let load = scope.spawn(|| {
            while !stop.load(Ordering::SeqCst) {
                let number = taken.fetch_add(1, Ordering::SeqCst);
                let url = world.url(&format!("/load/{number}"));
                let answer = post_scan(&world.client, &url, &[("authorization", &busy)]);
                assert_eq!(answer.status, 202, "the service goes on: {}", answer.body);
            }
            taken.load(Ordering::SeqCst)
        });
        eventually("there is load", || taken.load(Ordering::SeqCst) > 20);
        let made = admin(&world, None, &["backup"]);
        let during = taken.load(Ordering::SeqCst);
        eventually("the load goes on", || taken.load(Ordering::SeqCst) > during);
        stop.store(true, Ordering::SeqCst);
        (made, load.join().unwrap())
    });
    let backup = made["path"].as_str().unwrap();
    assert!(Path::new(backup).starts_with(world.data().join("backups")), "{backup}");
    assert_eq!(std::fs::metadata(backup).unwrap().permissions().mode() & 0o777, 0o600);
    let key = world.data().join("secret.key");
    assert_eq!(made["secretKeyIncluded"], false);
    assert_eq!(made["secretKey"], json!(key));
    assert_eq!(seen.answers(&world.client), before);

    let elsewhere = TempDir::new().unwrap();
    std::fs::copy(key, elsewhere.path().join("secret.key")).unwrap();
    let put_back = restore(elsewhere.path(), backup);
    assert!(put_back.status.success(), "{}", String::from_utf8_lossy(&put_back.stderr));
    let restored = Program::serve(BINARY, elsewhere.path(), |command| {
        reach(command, &world.origin);
        same_service(command);
    });
    let client = Client::of(restored.base());
    assert_eq!(seen.answers(&client), before, "what was answered is answered again");
    let usage = client.send("GET", "/account/usage", &[("authorization", &busy)], None).json();
    let used = usage["usage"]["day"]["used"].as_u64().unwrap();
    assert!((20..=accepted as u64).contains(&used), "{used} of {accepted}");
    let counts = "select (select count(*) from scans s join accounts a on a.id = s.account_id \
        where a.email like 'busy@%'), (select count(*) from quota_ledger), \
        (select sum(used) from quota_counters where subject = 'service' and bucket = 'day')";
    let counts = rows(elsewhere.path(), counts);
    assert_eq!(counts, [json!([used, used + 2, used + 2])], "scans, charges and counters");
    let again = post_scan(&client, &world.url("/three"), &[("authorization", &seen.bearer)]);
    assert_eq!(again.status, 202, "and it goes on: {}", again.body);
    restored.kill();
}

#[test]
fn a_backup_is_put_back_only_while_nobody_serves() {
    if is_elsewhere() {
        return;
    }
    let mut world = World::start();
    let first = world.client.scan(&world.url("/"));
    world.client.finished(&first);
    let made = admin(&world, None, &["backup", world.data().join("mine.sqlite").to_str().unwrap()]);
    let backup = made["path"].as_str().unwrap().to_owned();
    let second = world.client.scan(&world.url("/missing"));
    world.client.finished(&second);

    let refused = restore(world.data(), &backup);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("another process is serving"), "{message}");
    assert_eq!(world.client.get(&format!("/scan/{first}")).status, 200);

    let program = world.take_program();
    program.terminate();
    let (status, _, log) = program.wait();
    assert!(status.success(), "{log}");
    let put_back = restore(world.data(), &backup);
    let said: Value = serde_json::from_slice(&put_back.stdout).unwrap();
    let kept = said["kept"].as_str().unwrap();
    assert!(Path::new(kept).is_file(), "{said:#}");
    world.restart();
    assert_eq!(world.client.get(&format!("/scan/{first}")).status, 200);
    assert_eq!(world.client.get(&format!("/scan/{second}")).status, 404, "it came later");

    world.take_program().kill();
    let kept = kept.to_owned();
    assert!(restore(world.data(), &kept).status.success(), "and back again");
    world.restart();
    assert_eq!(world.client.get(&format!("/scan/{second}")).status, 200);
}

#[test]
fn postgresql_makes_its_own_backups() {
    for (arguments, tool) in [(["backup", "x"], "pg_dump"), (["restore", "x"], "pg_restore")] {
        let mut command = citable(&["admin"]);
        command.args(arguments).env("CITABLE_DATABASE_URL", "postgres://ada:secret@127.0.0.1:1/d");
        let output = command.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2));
        assert!(message.contains(tool) && !message.contains("secret"), "{message}");
    }
}
