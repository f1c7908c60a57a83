//! What others have written to verify deliveries: the `standardwebhooks` libraries of Python and
//! of JavaScript, used as the manual says.

use std::process::Command;

use citable_test_support::foreign::{Foreign, Packages, said};
use citable_test_support::https_origin::SeenRequest;
use serde_json::json;

const LIBRARIES: Packages = Packages {
    name: "webhook-verifiers",
    python: &["standardwebhooks==1.0.1"],
    javascript: &["standardwebhooks@1.0.0"],
};

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

/// The libraries.
pub(crate) struct Verifiers(Foreign);

/// The libraries; none where they cannot be had.
pub(crate) fn verifiers() -> Option<Verifiers> {
    LIBRARIES.installed().map(Verifiers)
}

impl Verifiers {
    /// Whether the manual's code verifies a delivery with that secret: in Python, in JavaScript
    /// and in a shell.
    pub(crate) fn verify(&self, secret: &str, request: &SeenRequest, body: &str) -> [bool; 3] {
        let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
        let headers: serde_json::Map<_, _> =
            names.map(|name| (name.to_owned(), json!(request.header(name)))).into_iter().collect();
        let told = json!({ "secret": secret, "body": body, "headers": headers }).to_string();
        let python = program(self.0.python(), "-c", &(manual("python") + PYTHON));
        let javascript =
            program(self.0.javascript("node"), "-e", &(manual("javascript") + JAVASCRIPT));
        [said(python, &told), said(javascript, &told), said(shell(secret, request), body)].map(
            |said| match said.as_str() {
                "verified" => true,
                "refused" => false,
                other => panic!("{other:?}"),
            },
        )
    }
}

/// A program that is told on the command line what to do.
fn program(mut interpreter: Command, flag: &str, script: &str) -> Command {
    interpreter.args([flag, script]);
    interpreter
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
