//! What an operator watches the service by.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use citable_metrics::METRICS;
use citable_test_support::client::{Answer, Client, get_from};
use citable_test_support::database::{is_elsewhere, lead_to};
use citable_test_support::foreign::{Foreign, Packages, said};
use citable_test_support::postgres;
use citable_test_support::program::workspace;
use citable_test_support::reply::Reply;
use serde_json::{Value, json};

use crate::people::JSON;
use crate::world::{HOST, World, eventually};

const OK: &str = "ok";
const FAILED: &str = "failed";
/// Reads what Prometheus reads.
const PARSER: Packages =
    Packages { name: "metrics-parser", python: &["prometheus_client==0.22.1"], javascript: &[] };

/// The answer to a question that may be refused, held against no document.
fn ask(client: &Client, path: &str) -> Answer {
    client.send_raw("GET", path, &[], None)
}

fn checks(answer: &Answer) -> Value {
    answer.json()["checks"].clone()
}

#[test]
fn a_node_that_can_take_work_says_so() {
    let world = World::start();
    let (live, ready) = (world.client.get("/livez"), world.client.get("/readyz"));
    assert_eq!((live.status, live.json()), (200, json!({ "status": OK })));
    assert_eq!((ready.status, &ready.json()["status"]), (200, &json!(OK)));
    let all = json!({ "accepting": OK, "actors": OK, "storeReads": OK, "storeWrites": OK });
    assert_eq!(checks(&ready), all);
    for answer in [&live, &ready] {
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("ratelimit"), "");
    }
    assert_eq!(world.client.send("HEAD", "/readyz", &[], None).body, "");
    assert_eq!(ask(&world.client, "/api/v1/readyz").status, 404);
}

#[test]
fn whoever_asks_while_the_service_stops_is_told() {
    let mut world = World::start();
    // A request whose body never comes holds the stop up for as long as it may.
    let base = world.program().base().strip_prefix("http://").unwrap().to_owned();
    let mut held = TcpStream::connect(&base).unwrap();
    let head = "POST /api/v1/scan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
        Content-Length: 100\r\nExpect: 100-continue\r\n\r\n";
    held.write_all(head.as_bytes()).unwrap();
    // The server asks for the body, so it has read the head.
    let mut continued = [0; 25];
    held.read_exact(&mut continued).unwrap();
    assert!(continued.starts_with(b"HTTP/1.1 100 Continue"));

    let program = world.take_program();
    program.terminate();
    // The connection that is kept from before may break meanwhile.
    eventually("new requests are refused", || {
        let answer = world.client.try_send("GET", "/api/v1/healthz", &[], None);
        answer.is_some_and(|answer| answer.status == 503)
    });
    let refused = ask(&world.client, "/api/v1/healthz");
    assert_eq!((refused.status, &refused.json()["error"]), (503, &json!("draining")));
    assert_eq!(refused.header("connection"), "close", "one request for each connection");
    let message = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    let json = [("content-type", "application/json")];
    let refused = world.client.send_raw("POST", "/mcp", &json, Some(message));
    let told = refused.json();
    assert_eq!(
        (refused.status, &told["id"], &told["error"]["code"]),
        (503, &json!(7), &json!(1003))
    );
    assert_eq!(told["error"]["data"]["error"], "draining", "{told}");
    let live = ask(&world.client, "/livez");
    assert_eq!((live.status, live.json()), (200, json!({ "status": OK })));
    let ready = ask(&world.client, "/readyz");
    let stopping =
        json!({ "accepting": FAILED, "actors": OK, "storeReads": OK, "storeWrites": OK });
    assert_eq!((ready.status, checks(&ready)), (503, stopping));
    assert_eq!(ready.json()["status"], FAILED);
    world.client.contract().check("GET", "/readyz", &ready);
    assert_eq!(ready.header("connection"), "close", "one request for each connection");

    drop(held);
    let (status, _, log) = program.wait();
    assert_eq!(status.code(), Some(0), "{log}");
}

#[test]
fn a_node_without_its_database_is_alive_and_not_ready() {
    let Some(cluster) = postgres::cluster() else { return };
    let database = cluster.create_database();
    let world = World::with(|command| {
        lead_to(command, cluster, &database);
    });
    assert_eq!(world.client.get("/readyz").status, 200);
    cluster.shut_out(&database, true);
    eventually("it is not ready", || world.client.get("/readyz").status == 503);
    let ready = world.client.get("/readyz");
    assert_eq!(checks(&ready)["storeReads"], FAILED, "{}", ready.body);
    assert_eq!(checks(&ready)["storeWrites"], FAILED, "{}", ready.body);
    assert_eq!(checks(&ready)["accepting"], OK);
    for secret in ["postgres", "127.0.0.1", "citable@"] {
        assert!(!ready.body.contains(secret), "{}", ready.body);
    }
    assert_eq!(world.client.get("/livez").status, 200);
    cluster.shut_out(&database, false);
    eventually("it is ready again", || world.client.get("/readyz").status == 200);
}

#[test]
fn a_database_that_only_reads_is_told_apart() {
    let Some(cluster) = postgres::cluster() else { return };
    let database = cluster.create_database();
    let world = World::with(|command| {
        lead_to(command, cluster, &database);
    });
    cluster.make_read_only(&database);
    // The connections that were open are gone, and both fail until there are others.
    let told = || {
        let ready = world.client.get("/readyz");
        (ready.status, checks(&ready)["storeReads"] == OK, checks(&ready)["storeWrites"] == OK)
    };
    eventually("it reads and does not write", || told() == (503, true, false));
}

/// A family of numbers, as the parser understands it.
struct Family {
    kind: String,
    help: String,
    samples: Vec<(String, BTreeMap<String, String>, f64)>,
}

type Families = BTreeMap<String, Family>;

const SCRIPT: &str = r#"
import json, sys
from prometheus_client.parser import text_string_to_metric_families
families = text_string_to_metric_families(sys.stdin.read())
print(json.dumps([
    [one.name, one.type, one.documentation, [[s.name, s.labels, s.value] for s in one.samples]]
    for one in families]))
"#;

/// What a foreign parser makes of what the program serves, by name.
fn families(parser: &Foreign, text: &str) -> Families {
    let mut python = parser.python();
    python.args(["-c", SCRIPT]);
    let parsed: Vec<(String, String, String, Vec<_>)> =
        serde_json::from_str(&said(python, text)).unwrap();
    let family = |(name, kind, help, samples): (String, String, String, Vec<_>)| {
        // The parser leaves the ending of a counter to its samples.
        let name = if kind == "counter" { format!("{name}_total") } else { name };
        (name, Family { kind, help, samples })
    };
    parsed.into_iter().map(family).collect()
}

/// The sum of the samples of that name that carry those labels.
fn sum(families: &Families, name: &str, labels: &[(&str, &str)]) -> f64 {
    let carries = |sample: &BTreeMap<String, String>| {
        labels.iter().all(|(label, value)| sample.get(*label).is_some_and(|found| found == value))
    };
    let samples = families.values().flat_map(|family| &family.samples);
    samples.filter(|(found, of, _)| found == name && carries(of)).map(|(.., value)| value).sum()
}

#[test]
fn the_numbers_tell_what_happened() {
    let Some(parser) = PARSER.installed() else { return };
    let world = World::with(|command| {
        command
            .env("CITABLE_METRICS_LISTEN", "127.0.0.1:0")
            .env("CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY", "3");
    });
    let text = || get_from(world.program().metrics()).body;
    let look = || families(&parser, &text());

    world.origin.route(HOST, "/broken", Reply::new(503));
    world.origin.route(HOST, "/never", Reply::never());
    let good = world.client.scan(&world.url("/"));
    assert_eq!(world.client.finished(&good).status, 200);
    assert_eq!(world.client.scan(&world.url("/")), good, "the same report again");
    let bad = world.client.scan(&world.url("/broken"));
    assert_eq!(world.client.finished(&bad).json()["error"], "scan_failed");
    let hanging = world.client.scan(&world.url("/never"));
    let mut stream = world.client.stream(&format!("/scan/{hanging}/events"), &[]);
    stream.next_event().unwrap();
    let one_more = json!({ "url": world.url("/one-more") }).to_string();
    assert_eq!(world.client.post("/scan", &one_more).status, 429);
    eventually("the scan runs", || sum(&look(), "citable_scans_running", &[]) == 1.0);

    let seen = look();
    let is = |name: &str, labels: &[(&str, &str)], value: f64| {
        assert_eq!(sum(&seen, name, labels), value, "{name} {labels:?}");
    };
    let scan = [("route", "/scan"), ("method", "POST")];
    is("citable_http_requests_total", &[scan[0], scan[1], ("status", "2xx")], 4.0);
    is("citable_http_requests_total", &[scan[0], scan[1], ("status", "4xx")], 1.0);
    is("citable_http_request_duration_seconds_count", &scan, 5.0);
    is("citable_http_requests_total", &[("status", "scan_failed")], 1.0);
    is("citable_http_requests_total", &[("status", "5xx")], 0.0);
    is("citable_http_event_streams", &[], 1.0);
    is("citable_scans_admitted_total", &[], 3.0);
    is("citable_scans_finished_total", &[("outcome", "done"), ("reason", "none")], 1.0);
    let failed = [("outcome", "failed"), ("reason", "origin_error")];
    is("citable_scans_finished_total", &failed, 1.0);
    is("citable_scan_duration_seconds_count", &[], 2.0);
    is("citable_scan_stage_duration_seconds_count", &[("stage", "saving")], 1.0);
    is("citable_scan_cache_hits_total", &[], 1.0);
    is("citable_fetches_total", &[("kind", "page"), ("outcome", "2xx")], 1.0);
    is("citable_fetches_total", &[("kind", "page"), ("outcome", "5xx")], 2.0);
    is("citable_quota_refusals_total", &[("limit", "quota")], 1.0);
    is("citable_monitor_leader", &[], 1.0);
    is("citable_outbox_waiting", &[], 0.0);
    is("citable_actor_restarts_total", &[], 0.0);
    is("citable_build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1.0);
    let batches = sum(&seen, "citable_store_batch_units_count", &[]);
    assert_eq!(batches > 0.0, !is_elsewhere(), "only SQLite is written to in batches");
    for some in [
        "citable_http_connections",
        "citable_fetched_bytes_total",
        "citable_store_unit_duration_seconds_count",
        "citable_store_read_wait_seconds_count",
        "process_start_time_seconds",
        "process_resident_memory_bytes",
    ] {
        assert!(sum(&seen, some, &[]) > 0.0, "{some}");
    }
    let waiting = &seen["citable_actor_calls_waiting"].samples;
    let actors: Vec<&str> = waiting.iter().map(|(_, labels, _)| labels["actor"].as_str()).collect();
    for actor in ["Ledger", "Reader", "Identity"] {
        assert!(actors.contains(&actor), "{actors:?}");
    }
    assert!(!actors.contains(&"unnamed"), "{actors:?}");
    every_number_is_in_the_table(&seen);

    // And nothing of it names a page, a scan or a client.
    let text = text();
    for private in [HOST, good.as_str(), bad.as_str(), "one-more", "127.0.0.1"] {
        assert!(!text.contains(private), "{private}");
    }
}

/// And says the same there.
fn every_number_is_in_the_table(seen: &Families) {
    for (name, family) in seen {
        let metric = METRICS.iter().find(|metric| metric.name == name).unwrap();
        let said = (family.kind.as_str(), family.help.as_str());
        assert_eq!(said, (metric.kind.as_str(), metric.help()), "{name}");
        let mut labels = family.samples.iter().flat_map(|(_, labels, _)| labels.keys());
        assert!(labels.all(|label| label == "le" || metric.labels.contains(&label.as_str())));
    }
    for metric in METRICS.iter().filter(|metric| metric.labels.is_empty()) {
        assert!(seen.contains_key(metric.name), "{}", metric.name);
    }
}

#[test]
fn the_numbers_are_on_their_own_port_and_nowhere_else() {
    let world = World::with(|command| {
        command.env("CITABLE_METRICS_LISTEN", "127.0.0.1:0");
    });
    let metrics = world.program().metrics();
    let answer = get_from(metrics);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    assert_eq!(get_from(&metrics.replace("/metrics", "/livez")).status, 404);
    for path in ["/metrics", "/api/v1/metrics"] {
        assert_eq!(ask(&world.client, path).status, 404, "{path}");
    }
}

#[test]
fn the_manual_lists_every_number() {
    let manual = std::fs::read_to_string(workspace().join("docs/metrics.md")).unwrap();
    let table = citable_metrics::markdown();
    assert!(manual.contains(&table), "this table belongs into docs/metrics.md:\n{table}");
}

/// The spans around a line of the log.
fn spans(line: &Value) -> Vec<&Value> {
    line["spans"].as_array().into_iter().flatten().collect()
}

/// Whose request a line was written for.
fn asked_by(line: &Value) -> Option<&str> {
    spans(line).iter().find_map(|span| span["request_id"].as_str())
}

#[test]
fn the_log_tells_on_whose_behalf_something_was_done() {
    let mut world = World::with(|command| {
        command.env("CITABLE_LOG", "info,citable=debug,citable_actors=debug");
    });
    let asked = [JSON, ("x-request-id", "the-request.1")];
    let body = json!({ "url": world.url("/?q=the-query") }).to_string();
    let accepted = world.client.send("POST", "/scan", &asked, Some(&body));
    let id = accepted.json()["id"].as_str().unwrap().to_owned();
    world.client.finished(&id);
    let other = world.client.scan(&world.url("/other"));
    world.client.finished(&other);
    let missing = [("x-request-id", "the-request.2")];
    world.client.send_raw("GET", "/no/such/path?token=the-token", &missing, None);
    world.client.send_raw("GET", "/readyz", &[("x-request-id", "the-probe")], None);
    let program = world.take_program();
    program.terminate();
    let (_, _, log) = program.wait();

    let parse = |line: &str| -> Value {
        serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}"))
    };
    let lines: Vec<Value> = log.lines().map(parse).collect();
    let about = |id: &str, text: &str| -> Vec<&Value> {
        let is_about = |line: &&Value| {
            let of_scan = spans(line).iter().any(|span| span["scan_id"] == id);
            line["message"] == text && (of_scan || line["scan_id"] == id)
        };
        lines.iter().filter(is_about).collect()
    };
    for text in ["a scan was admitted", "a scan begins", "a scan is over"] {
        let [line] = about(&id, text)[..] else { panic!("{text}: one line\n{log}") };
        assert_eq!(asked_by(line), Some("the-request.1"), "{line}");
        let [line] = about(&other, text)[..] else { panic!("{text}: one line\n{log}") };
        assert!(asked_by(line).is_some_and(|id| id.starts_with("req_")), "{line}");
    }
    assert_eq!(about(&id, "a scan is over")[0]["outcome"], "done");

    let ended = |id: &str| -> Vec<&Value> {
        let ends =
            |line: &&Value| line["message"] == "a request is over" && line["request_id"] == id;
        lines.iter().filter(ends).collect()
    };
    let [line] = ended("the-request.1")[..] else { panic!("one line for one request") };
    assert_eq!((&line["level"], &line["method"]), (&json!("INFO"), &json!("POST")));
    assert_eq!((&line["route"], &line["status"]), (&json!("/scan"), &json!(202)));
    assert!(line["duration_ms"].is_u64(), "{line}");
    let [line] = ended("the-request.2")[..] else { panic!("one line for one request") };
    assert_eq!((&line["route"], &line["status"]), (&json!("unmatched"), &json!(404)));
    let [line] = ended("the-probe")[..] else { panic!("one line for one request") };
    assert_eq!((&line["level"], &line["status"]), (&json!("DEBUG"), &json!(200)));
    for private in ["the-query", "the-token", "/no/such/path"] {
        assert!(!log.contains(private), "{private}");
    }
}
