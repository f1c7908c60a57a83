//! What the payment provider's own library (`stripe`, in Python) says of signatures.

use citable_actors::billing::sign;
use citable_test_support::foreign::{Foreign, Packages, said};
use serde_json::{Value, json};

const LIBRARY: Packages =
    Packages { name: "payment-library", python: &["stripe==11.6.0"], javascript: &[] };

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

/// What the library says of a header, and the header that it makes.
fn read(library: &Foreign, secret: &str, header: &str, body: &str) -> (bool, String) {
    let told = json!({ "secret": secret, "header": header, "body": body }).to_string();
    let mut python = library.python();
    python.args(["-c", SCRIPT]);
    let told: Value = serde_json::from_str(&said(python, &told)).unwrap();
    (told["verified"].as_bool().unwrap(), told["header"].as_str().unwrap().to_owned())
}

#[test]
fn the_providers_library_and_this_service_believe_each_other() {
    let Some(library) = LIBRARY.installed() else { return };
    let (world, secret) = crate::billing::selling_world();
    let body =
        crate::billing::event("evt_lib", "ping", crate::billing::now(), &json!({ "é": "ß" }));
    let ours = sign(secret, crate::billing::now(), body.as_bytes());
    let (verified, theirs) = read(&library, secret, &ours, &body);
    assert!(verified, "ours there");
    assert!(!read(&library, secret, &ours, &format!("{body} ")).0, "but not for another body");
    let answer = crate::billing::send(&world.client, &theirs, &body);
    assert_eq!(answer.status, 200, "theirs here: {}", answer.body);
    let (_, foreign) = read(&library, "whsec_other", &ours, &body);
    assert_eq!(crate::billing::send(&world.client, &foreign, &body).status, 400);
}
