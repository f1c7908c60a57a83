//! What the payment provider's own library (`stripe`, in Python) says of signatures.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use citable_actors::billing::sign;
use serde_json::{Value, json};

use crate::foreign;

const LIBRARY: &str = "stripe==11.6.0";

/// Verifies a header, and makes one of its own.
const SCRIPT: &str = r#"
import json, sys, time, stripe
told = json.load(sys.stdin)
try:
    stripe.WebhookSignature.verify_header(told["body"], told["header"], told["secret"], 300)
    verified = True
except stripe.SignatureVerificationError:
    verified = False
now = int(time.time())
made = stripe.WebhookSignature._compute_signature("%d.%s" % (now, told["body"]), told["secret"])
print(json.dumps({"verified": verified, "header": "t=%d,v1=%s" % (now, made)}))
"#;

/// The folder of the library; none where it cannot be had.
fn library() -> Option<PathBuf> {
    let is_there = |place: &Path| foreign::succeeds(&mut python(place, "import stripe"));
    let install = |place: &Path| foreign::pip(place, &[LIBRARY]);
    foreign::tool("payment-library", "CITABLE_REQUIRE_PAYMENT_LIBRARY", is_there, install)
}

fn python(place: &Path, script: &str) -> Command {
    let mut command = Command::new("python3");
    command.args(["-c", script]).env("PYTHONPATH", place);
    command
}

/// What the library says of a header, and the header that it makes.
fn said(place: &Path, secret: &str, header: &str, body: &str) -> (bool, String) {
    let told = json!({ "secret": secret, "header": header, "body": body }).to_string();
    let mut python = python(place, SCRIPT);
    let mut child = python.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(told.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    (said["verified"].as_bool().unwrap(), said["header"].as_str().unwrap().to_owned())
}

#[test]
fn the_providers_library_and_this_service_believe_each_other() {
    let Some(place) = library() else { return };
    let (world, secret) = crate::billing::selling_world();
    let body =
        crate::billing::event("evt_lib", "ping", crate::billing::now(), &json!({ "é": "ß" }));
    let ours = sign(secret, crate::billing::now(), body.as_bytes());
    let (verified, theirs) = said(&place, secret, &ours, &body);
    assert!(verified, "ours there");
    assert!(!said(&place, secret, &ours, &format!("{body} ")).0, "but not for another body");
    let answer = crate::billing::send(&world.client, &theirs, &body);
    assert_eq!(answer.status, 200, "theirs here: {}", answer.body);
    let (_, foreign) = said(&place, "whsec_other", &ours, &body);
    assert_eq!(crate::billing::send(&world.client, &foreign, &body).status, 400);
}
