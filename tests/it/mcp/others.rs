//! The MCP endpoint, used by what others have written: the SDKs of Python and of TypeScript in both
//! of their lines, the inspector, and the official conformance suite.

use std::io::{BufRead as _, BufReader, Seek as _};
use std::process::{Child, Command, Stdio};

use citable_test_support::foreign::{Foreign, Packages, said};
use citable_test_support::postgres::free_port;
use citable_test_support::program::workspace;
use citable_test_support::reply::Reply;
use serde_json::{Value, json};

use crate::people::{JSON, key_of};
use crate::world::{GOOD_PAGE, HOST, World};

const PYTHON_1: Packages =
    Packages { name: "mcp-python-1", python: &["mcp==1.30.0"], javascript: &[] };
const PYTHON_2: Packages =
    Packages { name: "mcp-python-2", python: &["mcp==2.3.0"], javascript: &[] };
/// The suite needs Node 22, which comes as a package of its own.
const JAVASCRIPT: Packages = Packages {
    name: "mcp-javascript",
    python: &[],
    javascript: &[
        "node@22.23.3",
        "@modelcontextprotocol/sdk@1.32.0",
        "@modelcontextprotocol/client@2.4.0",
        "@modelcontextprotocol/inspector@2.12.0",
        "@modelcontextprotocol/conformance@0.2.0-alpha.12",
        "supergateway@4.0.0",
    ],
};

/// A service with two scans of one page, and somebody with a key.
struct Scanned {
    world: World,
    url: String,
    told: Value,
}

fn scanned() -> Scanned {
    let world = World::start();
    let (_, bearer) = key_of(&world, "agent@example.org", "agency", "scan,read");
    let page = world.url("/tides");
    let scan = |text: &str| {
        world.origin.route(HOST, "/tides", Reply::html(text));
        let body = json!({ "url": page, "refresh": true }).to_string();
        let headers = [("authorization", &*bearer), JSON];
        let accepted = world.client.send("POST", "/scan", &headers, Some(&body));
        assert_eq!(accepted.status, 202, "{}", accepted.body);
        let id = accepted.json()["id"].as_str().unwrap().to_owned();
        world.client.finished(&id);
        id
    };
    let from = scan(GOOD_PAGE);
    let to = scan(&GOOD_PAGE.replace("Tides explained", "Tides, explained in short"));
    let url = format!("{}/mcp", world.program().base());
    let told = json!({
        "url": url,
        "key": bearer.strip_prefix("Bearer ").unwrap(),
        "calls": {
            "start_scan": { "url": page },
            "get_scan": { "scanId": to },
            "compare_scans": { "from": from, "to": to },
            "list_checks": {},
            "explain_check": { "checkId": "robots-search-bots" },
            "get_fix_plan": { "scanId": to },
            "get_report": { "scanId": to, "format": "markdown" },
            "list_scans": {},
            "get_account": {},
        },
        "uris": ["citable://checks/robots-search-bots", format!("citable://scans/{to}")],
        "prompts": { "scan_and_fix": { "url": page }, "explain_results": { "scanId": to } },
    });
    Scanned { world, url, told }
}

/// What every client must see.
fn expected(told: &Value) -> Value {
    let tools: Vec<&str> = [
        "start_scan",
        "get_scan",
        "compare_scans",
        "list_checks",
        "explain_check",
        "get_fix_plan",
        "get_report",
        "list_scans",
        "get_account",
    ]
    .into();
    let resources = ["citable://checks", "citable://guide", "citable://openapi"];
    let uris = told["uris"].as_array().unwrap().iter().map(|uri| uri.as_str().unwrap());
    let read: Value = resources.into_iter().chain(uris).map(|uri| (uri, true)).collect();
    let called: Value = tools.iter().map(|tool| (*tool, "same in both forms")).collect();
    json!({
        "tools": tools,
        "called": called,
        "resources": resources,
        "templates": ["citable://checks/{checkId}", "citable://scans/{scanId}"],
        "read": read,
        "prompts": ["scan_and_fix", "explain_results"],
        "got": { "scan_and_fix": true, "explain_results": true },
    })
}

fn script(name: &str) -> std::path::PathBuf {
    workspace().join("tests/mcp").join(name)
}

fn python(library: &Foreign, arguments: &[&str]) -> Command {
    let mut command = library.python();
    command.arg(script("client.py")).args(arguments);
    command
}

fn javascript(clients: &Foreign, arguments: &[&str]) -> Command {
    let mut command = clients.javascript("node");
    command.env("CLIENTS", clients.place()).arg(script("client.mjs")).args(arguments);
    command
}

#[test]
fn every_sdk_uses_everything_there_is() {
    let (Some(one), Some(two), Some(clients)) =
        (PYTHON_1.installed(), PYTHON_2.installed(), JAVASCRIPT.installed())
    else {
        return;
    };
    let Scanned { told, world: _world, .. } = scanned();
    for client in [
        python(&one, &["1"]),
        python(&two, &["2", "legacy"]),
        python(&two, &["2", "auto"]),
        python(&two, &["2", "2026-07-28"]),
        javascript(&clients, &["sdk"]),
        javascript(&clients, &["client", "legacy"]),
        javascript(&clients, &["client", "auto"]),
    ] {
        let which = format!("{client:?}");
        let used: Value = serde_json::from_str(&said(client, &told.to_string())).unwrap();
        assert_eq!(used, expected(&told), "{which}");
    }
}

#[test]
fn every_sdk_uses_a_local_session() {
    let (Some(one), Some(two), Some(clients)) =
        (PYTHON_1.installed(), PYTHON_2.installed(), JAVASCRIPT.installed())
    else {
        return;
    };
    let (told, expected) = super::local::told();
    for client in [
        python(&one, &["1"]),
        python(&two, &["2", "legacy"]),
        python(&two, &["2", "auto"]),
        javascript(&clients, &["sdk"]),
        javascript(&clients, &["client", "legacy"]),
    ] {
        let which = format!("{client:?}");
        let used: Value = serde_json::from_str(&said(client, &told.to_string())).unwrap();
        assert_eq!(used, expected, "{which}");
    }
    let mut inspector = clients.javascript("mcp-inspector");
    inspector.arg("--cli");
    inspector.args(super::local::started().as_array().unwrap().iter().filter_map(Value::as_str));
    let output = inspector.args(["--method", "tools/list"]).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.trim().is_empty(), "{errors}");
}

#[test]
fn the_inspector_has_nothing_to_object_to() {
    let Some(clients) = JAVASCRIPT.installed() else { return };
    let Scanned { url, world: _world, .. } = scanned();
    for method in ["tools/list", "resources/list", "prompts/list"] {
        let mut inspector = clients.javascript("mcp-inspector");
        inspector.args(["--cli", &url, "--transport", "http", "--method", method]);
        if method == "tools/list" {
            inspector.arg("--strict");
        }
        let output = inspector.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.trim().is_empty(), "{method}: {errors}");
    }
}

/// The suite finds missing in a server what that file of `tests/mcp` lists, and nothing else.
fn conforms(clients: &Foreign, url: &str, revision: &str, but_for: &str) {
    let results = tempfile::TempDir::new().unwrap();
    let mut suite = clients.javascript("conformance");
    suite
        .args(["server", "--url", url, "--requirements", revision, "--expected-failures"])
        .arg(script(but_for))
        .arg("--output-dir")
        .arg(results.path());
    let output = suite.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{revision}: {text}");
}

#[test]
fn the_conformance_suite_passes_but_for_what_needs_its_own_fixtures() {
    let Some(clients) = JAVASCRIPT.installed() else { return };
    let Scanned { url, world: _world, .. } = scanned();
    for revision in ["2026-07-28", "2025-11-25"] {
        conforms(&clients, &url, revision, &format!("expected-{revision}.yaml"));
    }
}

/// How often a gateway is started before that counts as a fault.
const GATEWAY_STARTS: usize = 5;

/// A program that serves a local session over HTTP, as the suite speaks nothing else.
struct Gateway {
    process: Child,
    url: String,
}

impl Gateway {
    /// A port that was free may be another's by the time that the gateway takes it.
    fn start(clients: &Foreign) -> Self {
        let started = (0..GATEWAY_STARTS).find_map(|_| Self::try_start(clients));
        started.unwrap()
    }

    fn try_start(clients: &Foreign) -> Option<Self> {
        let port = free_port().unwrap();
        let session = super::local::started();
        let words: Vec<&str> = session.as_array().unwrap().iter().flat_map(Value::as_str).collect();
        let mut errors = tempfile::tempfile().unwrap();
        let mut process = clients
            .javascript("supergateway")
            .args(["--outputTransport", "streamableHttp", "--port", &port.to_string()])
            .args(["--stdio", &words.join(" ")])
            .stdout(Stdio::piped())
            .stderr(errors.try_clone().unwrap())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        if !lines.any(|line| line.unwrap().contains("Listening")) {
            let status = process.wait().unwrap();
            errors.rewind().unwrap();
            eprintln!("{status}: {}", std::io::read_to_string(errors).unwrap());
            return None;
        }
        // It would wait for whoever reads what it goes on to say.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self { process, url: format!("http://127.0.0.1:{port}/mcp") })
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let _ended = self.process.kill();
        let _status = self.process.wait();
    }
}

#[test]
fn a_local_session_passes_the_conformance_suite_too() {
    let Some(clients) = JAVASCRIPT.installed() else { return };
    let gateway = Gateway::start(&clients);
    conforms(&clients, &gateway.url, "2025-11-25", "expected-local-2025-11-25.yaml");
}
