//! Stopping the service.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use citable_test_support::client::{EventStream, SentEvent};
use citable_test_support::database::{WriteLock, is_elsewhere, rows};
use citable_test_support::reply::Reply;
use serde_json::{Value, json};

use crate::people::{crowd, key_of, post_scan};
use crate::world::{GOOD_PAGE, HOST, OTHER_HOST, World, eventually};

/// How long a stop may take.
const LIMIT: Duration = Duration::from_secs(20);

#[test]
fn the_service_stops_in_time_with_open_streams_and_running_scans_and_loses_nothing() {
    let mut world = World::start();
    world.origin.route(HOST, "/never", Reply::never());
    let id = world.client.scan(&world.url("/never"));
    eventually("the page is asked for", || world.origin.paths(HOST).contains(&"/never".to_owned()));
    let mut stream = world.client.stream(&format!("/scan/{id}/events"), &[]);
    stream.next_event().unwrap();

    let program = world.take_program();
    program.terminate();
    let (status, took, log) = program.wait();
    assert_eq!(status.code(), Some(0), "{log}");
    assert!(took < LIMIT, "{took:?}");
    assert!(stream.rest().contains("retry: 1000"));

    world.origin.route(HOST, "/never", Reply::html(GOOD_PAGE));
    world.restart();
    let report = world.client.finished(&id);
    assert_eq!(report.json()["status"], "done", "{}", report.body);
}

/// Senders of requests at once.
const SENDERS: usize = 4;
/// Scans that are accepted before the stop, at least.
const ACCEPTED: usize = 40;

fn plenty(command: &mut std::process::Command) {
    crowd(command);
    command
        .env("CITABLE_PLAN_PRO_SCANS_PER_DAY", "100000")
        .env("CITABLE_PLAN_PRO_SCANS_PER_MONTH", "100000")
        .env("CITABLE_DAILY_SCAN_BUDGET", "100000");
}

/// Everything that comes back for one request on a connection of its own; nothing where the
/// service is gone.
fn exchange(base: &str, bearer: &str, body: &str) -> Vec<u8> {
    let host = base.trim_start_matches("http://");
    let mut answer = Vec::new();
    let Ok(mut stream) = TcpStream::connect(host) else { return answer };
    let request = format!(
        "POST /api/v1/scan HTTP/1.1\r\nhost: {host}\r\nauthorization: {bearer}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len(),
    );
    if stream.write_all(request.as_bytes()).is_ok() {
        let _reset_where_it_was_never_read = stream.read_to_end(&mut answer);
    }
    answer
}

/// Status and body of an answer that came whole; none where none was begun.
fn whole(answer: &[u8]) -> Option<(u16, Value)> {
    if answer.is_empty() {
        return None;
    }
    let text = std::str::from_utf8(answer).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("cut off: {text}"));
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    assert_eq!(length, Some(body.len().to_string().as_str()), "cut off: {text}");
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Some((status, serde_json::from_str(body).unwrap()))
}

/// What a listener heard until it was told to come back.
struct Listener {
    id: String,
    stream: EventStream,
    first: SentEvent,
}

impl Listener {
    fn of(world: &World, id: &str) -> Self {
        let mut stream = world.client.stream(&format!("/scan/{id}/events"), &[]);
        let first = stream.next_event().unwrap();
        Self { id: id.to_owned(), stream, first }
    }

    /// Hears the rest of the log from the service that came after.
    fn come_back(self, world: &World) {
        let rest = self.stream.rest();
        assert!(rest.contains("retry: 1000"), "{rest}");
        let mut heard = rest.lines().filter_map(|line| line.strip_prefix("id:")).map(str::trim);
        let last = heard.next_back().unwrap_or(&self.first.id).to_owned();
        let (_, events) = world.client.events(&self.id, &[("last-event-id", &last)]);
        let last: u64 = last.parse().unwrap();
        for (expected, event) in (last + 1..).zip(&events) {
            assert_eq!(event.id, expected.to_string(), "without gap or repeat: {events:#?}");
        }
        let end: Value = serde_json::from_str(&events.last().unwrap().data).unwrap();
        assert_eq!(end["status"], "done", "{end:#}");
    }
}

#[test]
fn a_stop_under_load_cuts_no_answer_and_loses_no_scan() {
    let mut world = World::with(plenty);
    let (_, bearer) = key_of(&world, "ada@people.example", "pro", "scan");
    let headers = [("authorization", bearer.as_str())];
    let id_of = |answer: &Value| answer["id"].as_str().unwrap().to_owned();
    // One scan runs and does not end; those behind it on its host wait.
    world.origin.route(HOST, "/never", Reply::never());
    let followed = ["/never", "/behind/1", "/behind/2"].map(|path| {
        let accepted = post_scan(&world.client, &world.url(path), &headers);
        assert_eq!(accepted.status, 202, "{}", accepted.body);
        id_of(&accepted.json())
    });
    let asked = || world.origin.paths(HOST).contains(&"/never".to_owned());
    eventually("the page is asked for", asked);
    let listeners = followed.each_ref().map(|id| Listener::of(&world, id));

    let accepted = Mutex::new(followed.to_vec());
    let number = AtomicUsize::new(0);
    let program = world.take_program();
    let base = program.base().to_owned();
    let send = || {
        let number = number.fetch_add(1, Ordering::SeqCst);
        let url = world.origin.url([HOST, OTHER_HOST][number % 2], &format!("/load/{number}"));
        let answer = exchange(&base, &bearer, &json!({ "url": url }).to_string());
        let (status, body) = whole(&answer)?;
        match status {
            202 => accepted.lock().unwrap().push(id_of(&body)),
            503 => assert_eq!(body["error"], "draining"),
            _ => panic!("{status}: {body:#}"),
        }
        Some(())
    };
    let told = std::thread::scope(|scope| {
        for _ in 0..SENDERS {
            scope.spawn(|| while send().is_some() {});
        }
        eventually("there is load", || accepted.lock().unwrap().len() >= ACCEPTED);
        program.terminate();
        Instant::now()
    });
    let (status, _, log) = program.wait();
    assert_eq!(status.code(), Some(0), "{log}");
    assert!(told.elapsed() < LIMIT, "{:?}", told.elapsed());

    let accepted = accepted.into_inner().unwrap();
    for path in ["/never", "/behind/1", "/behind/2"] {
        world.origin.route(HOST, path, Reply::html(GOOD_PAGE));
    }
    for number in 0..number.into_inner() {
        let host = [HOST, OTHER_HOST][number % 2];
        world.origin.route(host, &format!("/load/{number}"), Reply::html(GOOD_PAGE));
    }
    world.restart_with(plenty);
    for listener in listeners {
        listener.come_back(&world);
    }
    for id in &accepted {
        let report = world.client.finished(id);
        assert_eq!(report.status, 200, "{id}: {}", report.body);
    }
    let usage = world.client.send("GET", "/account/usage", &headers, None).json();
    assert_eq!(usage["usage"]["day"]["used"], accepted.len(), "what was answered is charged");
    let counts = "select (select count(*) from scans), \
        (select count(*) from quota_ledger where returned_at is null), \
        (select sum(used) from quota_counters \
         where subject || '/' like 'service/%' and bucket = 'day')";
    let counts = rows(world.data(), counts);
    assert_eq!(counts, [json!([accepted.len(), accepted.len(), accepted.len()])]);
    println!("{} scans accepted, stopped in {:?}", accepted.len(), told.elapsed());
}

#[test]
fn a_node_that_is_told_to_stop_answers_until_its_proxy_has_noticed() {
    let mut world = World::with(|command| {
        command.env("CITABLE_SHUTDOWN_DELAY", "3s");
    });
    let host = world.program().base().trim_start_matches("http://").to_owned();
    let ask = |path: &str, body: &str| -> Vec<u8> {
        let mut stream = TcpStream::connect(&host).unwrap();
        let method = if body.is_empty() { "GET" } else { "POST" };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer
    };
    assert_eq!(whole(&ask("/readyz", "")).unwrap().0, 200);
    let program = world.take_program();
    program.terminate();
    eventually("the proxy can notice", || whole(&ask("/readyz", "")).unwrap().0 == 503);
    let (_, readiness) = whole(&ask("/readyz", "")).unwrap();
    assert_eq!(readiness["checks"]["accepting"], "failed", "{readiness}");
    let body = json!({ "url": world.url("/") }).to_string();
    let (status, accepted) = whole(&ask("/api/v1/scan", &body)).unwrap();
    assert_eq!(status, 202, "{accepted}");

    let (status, took, log) = program.wait();
    assert_eq!(status.code(), Some(0), "{log}");
    assert!(took < LIMIT, "{took:?}");
    world.restart();
    let report = world.client.finished(accepted["id"].as_str().unwrap());
    assert_eq!(report.json()["status"], "done", "{}", report.body);
}

/// How long a stop may take where nothing that is under way comes to an end: the time of the
/// actors, once, and some for the process.
const STUCK_LIMIT: Duration = Duration::from_secs(8);

#[test]
fn whatever_is_stuck_a_stop_takes_the_time_of_the_actors_once_and_closes_the_store() {
    // A mail server that takes connections and says nothing.
    let mail_server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = mail_server.local_addr().unwrap().port();
    let mut world = World::with(|command| {
        command
            .env("CITABLE_SMTP_URL", format!("smtp://127.0.0.1:{port}"))
            .env("CITABLE_MAIL_FROM", "Citable <citable@service.example>");
    });
    world.origin.route(HOST, "/never", Reply::never());
    world.client.scan(&world.url("/never"));
    eventually("the page is asked for", || world.origin.paths(HOST).contains(&"/never".to_owned()));
    let link = json!({ "email": "ada@people.example" }).to_string();
    assert_eq!(world.client.post("/auth/request-link", &link).status, 200);
    let (mut conversation, _) = mail_server.accept().unwrap();

    let program = world.take_program();
    let lock = WriteLock::take(world.data());
    program.terminate();
    // The connection breaks when the actors are gone.
    let unlocked = std::thread::spawn(move || {
        let _broken = conversation.read_to_end(&mut Vec::new());
        drop(lock);
    });
    let (status, took, log) = program.wait();
    unlocked.join().unwrap();
    assert_eq!(status.code(), Some(0), "{log}");
    assert!(took < STUCK_LIMIT, "{took:?}: {log}");
    let log_of_changes = std::fs::metadata(world.data().join("citable.sqlite-wal"));
    assert!(log_of_changes.is_err(), "the last connection took the log of changes along");
}

#[test]
fn a_second_process_does_not_serve_the_same_data() {
    if is_elsewhere() {
        return;
    }
    let world = World::start();
    let data = world.data();
    let second = crate::world::citable(&["serve"])
        .env("CITABLE_LISTEN", "127.0.0.1:0")
        .env("CITABLE_DATA_DIR", data)
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    let message = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(message.contains("another process is serving"), "{message}");
}
