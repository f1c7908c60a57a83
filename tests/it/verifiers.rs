//! What others have written to verify deliveries: the `standardwebhooks` libraries of Python and
//! of JavaScript, used as the manual says.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use citable_test_support::https_origin::SeenRequest;
use serde_json::json;

const PYTHON_LIBRARY: &str = "standardwebhooks==1.0.1";
const JAVASCRIPT_LIBRARY: &str = "standardwebhooks@1.0.0";

/// Whose code is used here, so that it is right.
const MANUAL: &str = include_str!("../../docs/webhooks.md");

/// What follows the manual's code.
const PYTHON: &str = r#"
import json, sys
told = json.load(sys.stdin)
message = verified(told["secret"], told["headers"], told["body"])
assert message is None or message == json.loads(told["body"])
print("verified" if message else "refused")
"#;

const JAVASCRIPT: &str = r#"
const told = JSON.parse(require("fs").readFileSync(0, "utf8"));
const message = verified(told.secret, told.headers, told.body);
console.log(message?.type === "monitor.completed" ? "verified" : "refused");
"#;

/// What comes before it.
const SHELL: &str = r#"
body=$(mktemp); cat > "$body"
"#;

/// Where the libraries are.
pub(crate) struct Verifiers {
    place: PathBuf,
}

/// The libraries; none where they cannot be had.
pub(crate) fn verifiers() -> Option<&'static Verifiers> {
    static VERIFIERS: OnceLock<Option<Verifiers>> = OnceLock::new();
    let verifiers = VERIFIERS.get_or_init(install).as_ref();
    if verifiers.is_none() {
        let required = std::env::var_os("CITABLE_REQUIRE_WEBHOOK_VERIFIERS").is_some();
        assert!(!required, "{PYTHON_LIBRARY} and {JAVASCRIPT_LIBRARY} are required");
        eprintln!("skipped: {PYTHON_LIBRARY} and {JAVASCRIPT_LIBRARY} cannot be had here");
    }
    verifiers
}

impl Verifiers {
    /// Whether the manual's code verifies a delivery with that secret: in Python, in JavaScript
    /// and in a shell.
    pub(crate) fn verify(&self, secret: &str, request: &SeenRequest, body: &str) -> [bool; 3] {
        let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
        let headers: serde_json::Map<_, _> =
            names.map(|name| (name.to_owned(), json!(request.header(name)))).into_iter().collect();
        let told = json!({ "secret": secret, "body": body, "headers": headers }).to_string();
        let python = python(&self.place, &(manual("python") + PYTHON));
        let javascript = javascript(&self.place, &(manual("javascript") + JAVASCRIPT));
        [said(python, &told), said(javascript, &told), said(shell(secret, request), body)].map(
            |said| match said.as_str() {
                "verified" => true,
                "refused" => false,
                other => panic!("{other:?}"),
            },
        )
    }
}

/// Installs the libraries beside the build's other products, once.
fn install() -> Option<Verifiers> {
    let deps = std::env::current_exe().ok()?;
    let place = deps.ancestors().nth(3)?.join("webhook-verifiers");
    if are_there(&place) {
        return Some(Verifiers { place });
    }
    // Another process may be at it too: each installs for itself, and one takes the place.
    let own = place.with_extension(std::process::id().to_string());
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"])
        .arg(own.join("python"))
        .arg(PYTHON_LIBRARY);
    let mut npm = Command::new("npm");
    npm.args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"])
        .arg(&own)
        .arg(JAVASCRIPT_LIBRARY);
    let installed = [pip, npm].into_iter().all(|mut command| {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    });
    let _taken_by_another = std::fs::rename(&own, &place);
    (installed && are_there(&place)).then_some(Verifiers { place })
}

fn are_there(place: &Path) -> bool {
    let silent = |mut command: Command| {
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        status.status().is_ok_and(|status| status.success())
    };
    silent(python(place, "import standardwebhooks"))
        && silent(javascript(place, "require('standardwebhooks')"))
}

fn python(place: &Path, script: &str) -> Command {
    let mut command = Command::new("python3");
    command.args(["-c", script]).env("PYTHONPATH", place.join("python"));
    command
}

fn javascript(place: &Path, script: &str) -> Command {
    let mut command = Command::new("node");
    command.args(["-e", script]).env("NODE_PATH", place.join("node_modules"));
    command
}

fn shell(secret: &str, request: &SeenRequest) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(SHELL.to_owned() + &manual("shell")).env("secret", secret);
    for name in ["id", "timestamp", "signature"] {
        command.env(name, request.header(&format!("webhook-{name}")).unwrap());
    }
    command
}

/// The code in that language.
fn manual(language: &str) -> String {
    let begun = MANUAL.split_once(&format!("```{language}\n")).unwrap().1;
    begun.split_once("```").unwrap().0.to_owned()
}

fn said(mut command: Command, input: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
