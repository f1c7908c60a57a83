//! The death of the process at named places between a request and its end: whatever was answered
//! or not, sending the same request again gives one scan and one charge.

use citable_test_support::client::Client;
use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::program::Program;
use citable_test_support::reply::Reply;
use serde_json::json;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::{BINARY, HOSTS, admin, reach};

const EMAIL: &str = "ada@example.com";

fn start(origin: &HttpsOrigin, data: &TempDir, dies_at: Option<&str>) -> Program {
    Program::serve(BINARY, data.path(), |command| {
        reach(command, origin);
        if let Some(place) = dies_at {
            command.env("CITABLE_ALLOW_TEST_HOOKS", "1").env("CITABLE_TEST_CRASH_AT", place);
        }
    })
}

fn scan_after_death(place: &str) {
    let runtime = Runtime::new().unwrap();
    let origin = runtime.block_on(HttpsOrigin::start(&HOSTS));
    let page = "<html lang=en><title>A page</title><main><h1>A page</h1><p>Its text.</main>";
    origin.route(HOSTS[0], "/", Reply::html(page));
    let data = TempDir::new().unwrap();
    admin(&data, &["account", "create", EMAIL, "--plan", "pro"]);
    let issued = admin(&data, &["key", "issue", EMAIL, "--name", "ci"]);
    let bearer = format!("Bearer {}", issued["token"].as_str().unwrap());
    let body = json!({ "url": origin.url(HOSTS[0], "/") }).to_string();
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
        ("idempotency-key", "once"),
    ];

    let doomed = start(&origin, &data, Some(place));
    let client = Client::of(doomed.base());
    let first = client.try_send("POST", "/api/v1/scan", &headers, Some(&body));
    let (status, ..) = doomed.wait();
    assert!(!status.success(), "{place}: the process should have died");

    let program = start(&origin, &data, None);
    let client = Client::of(program.base());
    let again = client.send("POST", "/scan", &headers, Some(&body));
    assert_eq!(again.status, 202, "{place}: {}", again.body);
    if let Some(first) = first {
        assert_eq!(again.body, first.body, "{place}: one request, one answer");
        assert_eq!(again.header("idempotency-replayed"), "true", "{place}");
    }
    let id = again.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(client.finished(&id).status, 200, "{place}");
    let usage = client.send("GET", "/account/usage", &[("authorization", &bearer)], None).json();
    assert_eq!(usage["usage"]["day"]["used"], 1, "{place}");
    assert_eq!(usage["usage"]["month"]["used"], 1, "{place}");
    program.kill();
}

#[test]
fn before_the_admission() {
    scan_after_death("before-admission");
}

#[test]
fn between_the_admission_and_the_answer() {
    scan_after_death("after-admission");
}

#[test]
fn between_the_page_and_the_report() {
    scan_after_death("before-finish");
}

#[test]
fn between_the_report_and_the_news_of_it() {
    scan_after_death("after-finish");
}
