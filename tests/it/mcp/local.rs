//! `citable mcp`: the same protocol over standard input and output.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};

use citable_test_support::reply::Reply;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::speak::{ERAS, Era, LEGACY, request};
use crate::world::{BINARY, GOOD_PAGE, HOST, World, citable, reach};

const TOOLS: [&str; 8] = [
    "start_scan",
    "scan_site",
    "get_scan",
    "propose_patch",
    "compare_scans",
    "list_checks",
    "explain_check",
    "get_fix_plan",
];

/// A session that is driven by hand.
struct Session {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<std::process::ChildStdout>,
}

impl Session {
    fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self { child, stdin, stdout }
    }

    fn offline() -> Self {
        Self::start(citable(&["mcp", "--offline"]))
    }

    fn send(&mut self, line: &str) {
        self.stdin.write_all(line.as_bytes()).unwrap();
        self.stdin.write_all(b"\n").unwrap();
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        let value: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"));
        assert_eq!(value["jsonrpc"], "2.0", "{line}");
        value
    }

    fn ask(&mut self, era: Era, method: &str, params: Value) -> Value {
        self.send(&request(era, method, params).to_string());
        self.answer()
    }

    fn call(&mut self, name: &str, arguments: Value) -> Value {
        let params = json!({ "name": name, "arguments": arguments });
        self.ask(Era::Modern, "tools/call", params)["result"].clone()
    }

    /// What a call that succeeded gave, held against the tool's own schema.
    fn facts(&mut self, name: &str, arguments: Value) -> Value {
        let listed = self.ask(Era::Modern, "tools/list", json!({}));
        let tools = listed["result"]["tools"].as_array().unwrap();
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        let result = self.call(name, arguments);
        assert_ne!(result["isError"], true, "{result}");
        let told = result["structuredContent"].clone();
        let schema = jsonschema::validator_for(&tool["outputSchema"]).unwrap();
        let faults: Vec<String> =
            schema.iter_errors(&told).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{name}: {faults:?}\n{told:#}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), told);
        told
    }

    /// What a call that failed told.
    fn failure(&mut self, name: &str, arguments: Value) -> Value {
        let result = self.call(name, arguments);
        assert_eq!(result["isError"], true, "{result}");
        serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap()
    }

    /// Ends the input; the exit code.
    fn end(self) -> Option<i32> {
        let Self { mut child, stdin, .. } = self;
        drop(stdin);
        child.wait().unwrap().code()
    }
}

fn initialize(version: &str) -> Value {
    json!({ "protocolVersion": version, "capabilities": {},
        "clientInfo": { "name": "tests", "version": "1" } })
}

/// Runs a session whose whole input is there at once.
fn piped(mut command: Command, input: &str) -> (Output, Vec<Value>) {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let lines = String::from_utf8(output.stdout.clone()).unwrap();
    let answers = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output, answers)
}

#[test]
fn the_whole_job_on_a_file_that_changes() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("page.html");
    let worse =
        GOOD_PAGE.replace("<html lang=en>", "<html>").replace("<title>Tides explained</title>", "");
    std::fs::write(&file, worse).unwrap();
    let mut session = Session::offline();
    let asked = json!({ "file": file, "baseUrl": "https://www.example.com/tides" });
    let first = session.facts("start_scan", asked.clone());
    assert_eq!((&first["status"], &first["url"]), (&json!("done"), &asked["baseUrl"]), "{first:#}");
    let plan = session.facts("get_fix_plan", json!({ "scanId": first["scanId"] }));
    let fixes = plan["fixes"].as_array().unwrap();
    assert!(!fixes.is_empty() && fixes.iter().all(|fix| fix["locked"] == false), "{plan:#}");
    assert!(plan["nextStep"].as_str().unwrap().contains("call start_scan for it again"));
    let found = session.facts("get_scan", json!({ "scanId": first["scanId"], "detail": "full" }));
    assert!(found["findings"].as_array().unwrap().len() > 10);
    std::fs::write(&file, GOOD_PAGE).unwrap();
    let second = session.facts("start_scan", asked.clone());
    let (from, to) = (&first["scanId"], &second["scanId"]);
    let by_ids = session.facts("compare_scans", json!({ "from": from, "to": to }));
    assert!(by_ids["scoreDelta"].as_i64().unwrap() > 0, "{by_ids:#}");
    let by_url = session.facts("compare_scans", json!({ "url": asked["baseUrl"] }));
    assert_eq!(by_url, by_ids);
    assert_eq!(session.end(), Some(0));
}

#[test]
fn html_in_the_call_has_no_url() {
    let mut session = Session::offline();
    let told = session.facts("start_scan", json!({ "html": GOOD_PAGE }));
    assert_eq!((&told["status"], &told["url"]), (&json!("done"), &json!("")));
    assert!(!told.to_string().contains("file.invalid"), "{told:#}");
    let none = session.facts("start_scan", json!({ "html": "no markup" }));
    assert_eq!((&none["status"], &none["failure"]["code"]), (&json!("error"), &json!("not_html")));
}

#[test]
fn a_url_passes_the_same_gate_as_a_scan() {
    let world = World::start();
    world.origin.route(HOST, "/tides", Reply::html(GOOD_PAGE));
    let mut command = citable(&["mcp"]);
    reach(&mut command, &world.origin);
    let mut session = Session::start(command);
    let told =
        session.facts("start_scan", json!({ "url": world.url("/tides"), "waitSeconds": 20 }));
    assert_eq!(
        (&told["status"], &told["url"]),
        (&json!("done"), &json!(world.url("/tides"))),
        "{told:#}"
    );
    for url in
        ["http://localhost:3000/", "https://127.0.0.1/", "https://10.0.0.1/", "file:///etc/passwd"]
    {
        let told = session.call("start_scan", json!({ "url": url, "waitSeconds": 20 }));
        let is_refused = told["isError"] == true || told["structuredContent"]["status"] == "error";
        assert!(is_refused, "{url}: {told:#}");
    }
}

#[test]
fn both_eras_list_the_same_tools() {
    for era in ERAS {
        let mut session = Session::offline();
        if era == Era::Legacy {
            let begun = session.ask(era, "initialize", initialize(LEGACY));
            assert_eq!(begun["result"]["protocolVersion"], LEGACY, "{begun}");
            session.send(
                &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string(),
            );
        } else {
            let found = session.ask(era, "server/discover", json!({}));
            assert!(
                found["result"]["supportedVersions"].to_string().contains("2026-07-28"),
                "{found}"
            );
        }
        let listed = session.ask(era, "tools/list", json!({}));
        let names = listed["result"]["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]);
        assert_eq!(names.collect::<Vec<_>>(), TOOLS, "{listed:#}");
        if era == Era::Legacy {
            assert_eq!(session.ask(era, "ping", json!({}))["result"], json!({}));
        }
        let unknown =
            session.ask(era, "tools/call", json!({ "name": "get_account", "arguments": {} }));
        assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
        let unknown = session.ask(era, "resources/subscribe/x", json!({}));
        assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
        assert_eq!(session.end(), Some(0));
    }
}

#[test]
fn what_is_no_message_is_answered_and_the_session_goes_on() {
    let mut session = Session::offline();
    session.ask(Era::Legacy, "initialize", initialize(LEGACY));
    let long = "x".repeat(17 * 1024 * 1024);
    for (line, code, id) in [
        ("{", -32700, Value::Null),
        ("\u{1b}[2J", -32700, Value::Null),
        ("[]", -32600, Value::Null),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, Value::Null),
        (r#"{"id":5,"method":"ping"}"#, -32600, json!(5)),
        (long.as_str(), -32600, Value::Null),
    ] {
        session.send(line);
        let answer = session.answer();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &id), "{answer}");
    }
    session.send("");
    session.send(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(session.ask(Era::Legacy, "ping", json!({}))["result"], json!({}));
    assert_eq!(session.end(), Some(0));
}

#[test]
fn a_call_that_fails_says_what_to_do() {
    let mut session = Session::offline();
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("notes.txt"), GOOD_PAGE).unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let scan = "scn_0000000000000000000000";
    for (tool, arguments, error, message) in [
        ("start_scan", json!({}), "invalid_request", "exactly one of"),
        (
            "start_scan",
            json!({ "file": at("notes.txt") }),
            "invalid_request",
            "isn't an .html or .htm file",
        ),
        ("start_scan", json!({ "file": at("missing.html") }), "not_found", "No such file"),
        ("start_scan", json!({ "file": at("") }), "invalid_request", "is a folder"),
        ("start_scan", json!({ "url": "https://www.example.com/" }), "invalid_url", "--offline"),
        ("start_scan", json!({ "html": "<p>", "waitSeconds": 21 }), "invalid_request", "0 to 20"),
        (
            "start_scan",
            json!({ "html": "<p>", "refresh": true }),
            "invalid_request",
            "`refresh` isn't a known field",
        ),
        ("scan_site", json!({}), "invalid_request", "exactly one of"),
        ("scan_site", json!({ "folder": at("missing") }), "not_found", "isn't a folder"),
        ("scan_site", json!({ "folder": at("") }), "invalid_request", "has no HTML files"),
        ("scan_site", json!({ "folder": at(""), "maxPages": 0 }), "invalid_request", "maxPages"),
        (
            "scan_site",
            json!({ "sitemap": "https://www.example.com/sitemap.xml" }),
            "invalid_url",
            "--offline",
        ),
        ("get_scan", json!({ "scanId": scan }), "not_found", "in this session"),
        ("get_fix_plan", json!({ "scanId": scan }), "not_found", "in this session"),
        ("compare_scans", json!({ "from": scan }), "compare_form_invalid", "`from` and `to`"),
        (
            "explain_check",
            json!({ "checkId": "cannonical" }),
            "not_found",
            "Did you mean canonical",
        ),
    ] {
        let told = session.failure(tool, arguments);
        assert_eq!(told["error"], error, "{told:#}");
        assert!(told["message"].as_str().unwrap().contains(message), "{told:#}");
        assert!(
            !told["next"].as_str().unwrap().is_empty() && told["requestId"].is_null(),
            "{told:#}"
        );
    }
}

#[test]
fn a_folder_is_summarized_and_only_what_changed_is_scanned_again() {
    let folder = TempDir::new().unwrap();
    for number in 0..6 {
        let page = GOOD_PAGE.replace("Tides explained", &format!("Tides explained {number}"));
        std::fs::write(folder.path().join(format!("page-{number}.html")), page).unwrap();
    }
    let mut session = Session::offline();
    let arguments = json!({
        "folder": folder.path().to_str().unwrap(),
        "baseUrl": "https://www.example.org/",
    });
    let first = session.facts("scan_site", arguments.clone());
    assert_eq!((&first["scanned"], &first["stopped"]), (&json!(6), &json!(false)), "{first:#}");
    let causes = first["causes"].as_array().unwrap();
    assert!(causes.iter().any(|cause| cause["total"] == 6), "{first:#}");
    std::fs::write(folder.path().join("page-0.html"), GOOD_PAGE).unwrap();
    let second = session.facts("scan_site", arguments);
    assert_eq!(second["scanned"], 6);
    assert!(second["notes"].to_string().contains("5 pages kept"), "{second:#}");
    assert_eq!(session.end(), Some(0));
}

#[test]
fn everything_that_was_asked_is_answered_before_the_end() {
    let mut input = String::new();
    for id in 0..6 {
        let arguments = if id % 2 == 0 { json!({ "html": GOOD_PAGE }) } else { json!({}) };
        let name = if id % 2 == 0 { "start_scan" } else { "list_checks" };
        let mut asked =
            request(Era::Modern, "tools/call", json!({ "name": name, "arguments": arguments }));
        asked["id"] = id.into();
        input.push_str(&format!("{asked}\n"));
    }
    // The last line needs no end, and a loud log stays away from standard output.
    let mut command = citable(&["mcp", "--offline"]);
    command.env("CITABLE_LOG", "trace");
    let (output, answers) = piped(command, input.trim_end());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let by_id: HashMap<u64, &Value> =
        answers.iter().map(|answer| (answer["id"].as_u64().unwrap(), &answer["result"])).collect();
    assert_eq!(by_id.len(), 6, "{answers:#?}");
    assert!(by_id.values().all(|result| result["isError"] != true), "{answers:#?}");
    let (empty, answers) = piped(citable(&["mcp"]), "");
    assert_eq!((empty.status.code(), answers.len()), (Some(0), 0));
    let (torn, answers) = piped(citable(&["mcp"]), "{");
    assert_eq!((torn.status.code(), &answers[0]["error"]["code"]), (Some(0), &json!(-32700)));
}

#[test]
fn a_cancelled_call_gives_nothing_and_stops_its_scan() {
    let world = World::start();
    world.origin.route(HOST, "/never", Reply::never());
    let mut command = citable(&["mcp"]);
    reach(&mut command, &world.origin);
    let mut session = Session::start(command);
    session.ask(Era::Legacy, "initialize", initialize(LEGACY));
    let params = json!({ "name": "start_scan",
        "arguments": { "url": world.url("/never"), "waitSeconds": 20 } });
    let mut call = request(Era::Legacy, "tools/call", params);
    call["id"] = json!("slow");
    session.send(&call.to_string());
    session.send(
        &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": { "requestId": "slow" } })
        .to_string(),
    );
    let next = session.ask(Era::Legacy, "ping", json!({}));
    assert_eq!(next["id"], 7, "the cancelled call has no response: {next}");
    assert_eq!(session.end(), Some(0), "and doesn't delay the end");
}

/// How foreign clients start it.
pub(super) fn started() -> Value {
    json!([BINARY, "mcp", "--offline"])
}

/// What foreign clients call, and what they must see.
pub(super) fn told() -> (Value, Value) {
    let calls = json!({
        "start_scan": { "html": GOOD_PAGE },
        "list_checks": {},
        "explain_check": { "checkId": "robots-search-bots" },
    });
    let called: Value = calls
        .as_object()
        .unwrap()
        .keys()
        .map(|tool| (tool.clone(), "same in both forms"))
        .collect();
    (json!({ "command": started(), "calls": calls }), json!({ "tools": TOOLS, "called": called }))
}
