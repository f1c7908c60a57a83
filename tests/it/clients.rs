//! The client packages against the running program: their suites and their command lines.
//!
//! What they receive is held against the description, and the program counts what they send. That
//! their types follow from the description is tested with the generator, in `tests/support`.

use std::process::{Command, Output};

use citable_test_support::client::{Answer, get_from};
use citable_test_support::foreign::said;
use citable_test_support::reply::Reply;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client_languages::Language::{self, JavaScript, Python};
use crate::people::admin;
use crate::world::{GOOD_PAGE, HOST, OTHER_HOST, World, eventually};

/// Pages that the suites scan, each below the name of its language.
const PAGES: [&str; 13] = [
    "/scan",
    "/compared",
    "/replayed",
    "/other",
    "/quota",
    "/history-1",
    "/history-2",
    "/watched",
    "/streamed",
    "/async",
    "/command",
    "/guide",
    "/late",
];

/// A program with everybody that the suites need.
struct Service {
    world: World,
    language: Language,
    folder: TempDir,
    keys: Value,
}

impl Service {
    fn start(language: Language) -> Self {
        let world = World::with(|command| {
            command
                .env("CITABLE_METRICS_LISTEN", "127.0.0.1:0")
                .env("CITABLE_PLAN_FREE_SCANS_PER_DAY", "1");
        });
        for page in PAGES {
            world.origin.route(
                HOST,
                &format!("/{}{page}", language.name()),
                Reply::html(GOOD_PAGE),
            );
        }
        world.origin.route(HOST, &format!("/{}/text", language.name()), Reply::text("text"));
        world.origin.route(HOST, &format!("/hook/{}", language.name()), Reply::new(204));
        world.origin.route(OTHER_HOST, "/never", Reply::never());
        let mut service =
            Self { world, language, folder: TempDir::new().unwrap(), keys: Value::Null };
        service.keys = json!({
            "pro": service.key("pro", "pro", &["issue", "--name", "k", "--scopes", "read,scan,monitors"]),
            "read": service.key("reader", "pro", &["issue", "--name", "k", "--scopes", "read"]),
            "free": service.key("free", "free", &["issue", "--name", "k", "--scopes", "read,scan"]),
            "quota": service.key("quota", "free", &["issue", "--name", "k", "--scopes", "read,scan"]),
            "legacy": service.key("agency", "agency", &["issue-legacy"]),
            "dead": format!("ctb_{}", "0".repeat(42)),
        });
        service
    }

    /// A key of a new account, which has that plan afterwards.
    fn key(&self, name: &str, plan: &str, issue: &[&str]) -> String {
        let email = format!("{name}@people.example");
        admin(&self.world, None, &["account", "create", &email, "--plan", "pro"]);
        let command = [&["key", issue[0], &email], &issue[1..]].concat();
        let issued = admin(&self.world, None, &command);
        admin(&self.world, None, &["plan", "grant", &email, plan]);
        issued["token"].as_str().unwrap().to_owned()
    }

    /// Tells a suite about the program, and runs it to its end.
    fn run(&self, mut suite: Command, part: &str) -> Vec<Value> {
        let record = self.folder.path().join(part);
        let about = self.folder.path().join("service.json");
        let told = json!({
            "base": self.world.program().base(),
            "keys": self.keys,
            "page": self.world.url(""),
            "never": self.world.origin.url(OTHER_HOST, "/never"),
            "hook": self.world.url("/hook"),
            "record": record,
            "part": part,
        });
        std::fs::write(&about, told.to_string()).unwrap();
        let output = suite.env("CITABLE_TEST_SERVICE", about).output().unwrap();
        assert!(output.status.success(), "{}", both(&output));
        let record = std::fs::read_to_string(record).unwrap_or_default();
        record.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The requests that the program has answered.
    fn requests(&self) -> usize {
        let metrics = get_from(self.world.program().metrics()).body;
        let lines = metrics.lines().filter(|line| line.starts_with("citable_http_requests_total{"));
        // Reading the numbers is a request too.
        let lines = lines.filter(|line| !line.contains("route=\"/metrics\""));
        lines.map(|line| line.rsplit(' ').next().unwrap().parse::<usize>().unwrap()).sum()
    }

    /// Holds that the program has answered so many requests.
    fn counted(&self, expected: usize) {
        eventually("each request is counted", || self.requests() >= expected);
        assert_eq!(self.requests(), expected);
    }

    /// Runs the command line, which makes one request or none.
    fn cli(&self, arguments: &[&str], requests: usize) -> Output {
        let before = self.requests();
        let output = self
            .language
            .cli()
            .args(arguments)
            .env("CITABLE_BASE_URL", self.world.program().base())
            .env("CITABLE_API_KEY", self.keys["pro"].as_str().unwrap())
            .output()
            .unwrap();
        self.counted(before + requests);
        output
    }

    /// Runs the command line, which succeeds: what it prints, line by line.
    fn told(&self, arguments: &[&str]) -> Vec<Value> {
        let output = self.cli(arguments, 1);
        assert!(output.status.success() && output.stderr.is_empty(), "{}", both(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Runs the command line, which fails: what it says.
    fn failure(&self, arguments: &[&str], requests: usize) -> String {
        let output = self.cli(arguments, requests);
        assert_eq!(output.status.code(), Some(1), "{}", both(&output));
        assert!(output.stdout.is_empty(), "{}", both(&output));
        String::from_utf8(output.stderr).unwrap()
    }
}

fn both(output: &Output) -> String {
    String::from_utf8_lossy(&[&*output.stdout, b"\n", &*output.stderr].concat()).into_owned()
}

fn answer(line: &Value) -> Answer {
    let headers = line["headers"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    Answer {
        status: line["status"].as_u64().unwrap().try_into().unwrap(),
        headers: headers.map(|pair| (text(&pair[0]).to_lowercase(), text(&pair[1]))).collect(),
        body: text(&line["body"]),
    }
}

/// Runs the suite, holds what it received against the description, and counts what it sent.
fn the_suite_agrees_with_the_program(language: Language) {
    if !language.is_here() {
        return;
    }
    let service = Service::start(language);
    let before = service.requests();
    let lines = service.run(language.suite(), "service");
    let contract = service.world.client.contract();
    let (events, answers): (Vec<_>, Vec<_>) =
        lines.iter().partition(|line| line.get("event").is_some());
    for event in &events {
        contract.check_event(&event["event"].to_string());
    }
    let mut statuses = std::collections::BTreeSet::new();
    let mut secrets = Vec::new();
    for line in &answers {
        let answer = answer(line);
        statuses.insert(answer.status);
        let target = line["target"].as_str().unwrap();
        let path = target.strip_prefix("/api/v1").unwrap_or(target);
        contract.check(line["method"].as_str().unwrap(), path, &answer);
        if let Some(secret) = serde_json::from_str::<Value>(&answer.body)
            .ok()
            .and_then(|body| body["secret"].as_str().map(str::to_owned))
        {
            secrets.push(secret);
        }
    }
    assert!(events.len() > 100 && answers.len() > 60, "{} {}", events.len(), answers.len());
    let all = [200, 201, 202, 204, 400, 401, 402, 403, 404, 409, 422, 429, 500];
    assert_eq!(statuses.into_iter().collect::<Vec<_>>(), all);
    service.counted(before + answers.len());

    let hook = format!("/hook/{}", language.name());
    let delivered = service.world.origin.requests();
    let delivered = delivered.iter().find(|request| request.path == hook).unwrap();
    let headers: serde_json::Map<_, _> =
        delivered.headers.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let told = json!({ "secret": secrets[0], "headers": headers, "body": delivered.body });
    assert_eq!(said(language.verifier(), &told.to_string()), "monitor.completed");

    service.run(language.part("examples"), "examples");
    admin(&service.world, None, &["pause"]);
    let lines = service.run(language.part("service"), "paused");
    assert_eq!(lines.iter().map(|line| &line["status"]).collect::<Vec<_>>(), [503]);
}

/// Scans a page twice with the command line, reads and compares, and fails in every way.
fn the_command_line_agrees_with_the_program(language: Language) {
    if !language.is_here() {
        return;
    }
    let service = Service::start(language);
    let page = service.world.url(&format!("/{}/command", language.name()));
    let mut ids = Vec::new();
    for options in [&[][..], &["--refresh", "--idempotency-key", "again"]] {
        let accepted = service.told(&[&["scan", &page], options].concat()).remove(0);
        assert_eq!(accepted["status"], 202);
        let id = accepted["data"]["id"].as_str().unwrap().to_owned();
        assert_eq!(accepted["headers"]["location"], format!("/api/v1/scan/{id}"));
        assert!(accepted["headers"]["ratelimit"].as_str().unwrap().contains("\"day\";r="));
        let events = service.told(&["events", &id]);
        assert_eq!(events.last().unwrap()["data"]["status"], "done");
        ids.push(id);
    }
    let [first, second] = &ids[..] else { unreachable!() };

    let bearer = format!("Bearer {}", service.keys["pro"].as_str().unwrap());
    let send = |path: &str, accept: &str| {
        let headers = [("authorization", bearer.as_str()), ("accept", accept)];
        service.world.client.send("GET", path, &headers, None)
    };
    let report = service.told(&["report", first]).remove(0);
    let fields: Vec<_> = report.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!((fields.len(), &report["status"]), (3, &json!(200)), "{fields:?}");
    assert_eq!(report["data"], send(&format!("/scan/{first}"), "application/json").json());
    assert_eq!(report["headers"]["content-type"], "application/json");
    let document = service.told(&["report", first, "--markdown"]).remove(0);
    assert_eq!(document["data"], send(&format!("/scan/{first}"), "text/markdown").body);

    let by_ids = service.told(&["compare", "--from", first, "--to", second]).remove(0);
    assert_eq!(by_ids["data"]["scoreDelta"], 0);
    assert_eq!(service.told(&["compare", "--url", &page]).remove(0)["data"], by_ids["data"]);

    let unknown = format!("scn_{}", "0".repeat(22));
    let told = service.failure(&["report", &unknown], 1);
    assert!(
        told.starts_with("error: not_found (404): ") && told.contains("; request req_"),
        "{told}"
    );
    assert!(service.failure(&["scan", "http://a.example"], 1).contains("invalid_url (400)"));
    service.failure(&["compare", "--from", first], 0);
    service.failure(&["fly"], 0);
}

#[test]
fn the_python_suite_agrees_with_the_program() {
    the_suite_agrees_with_the_program(Python);
}

#[test]
fn the_javascript_suite_agrees_with_the_program() {
    the_suite_agrees_with_the_program(JavaScript);
}

#[test]
fn the_python_command_line_agrees_with_the_program() {
    the_command_line_agrees_with_the_program(Python);
}

#[test]
fn the_javascript_command_line_agrees_with_the_program() {
    the_command_line_agrees_with_the_program(JavaScript);
}
