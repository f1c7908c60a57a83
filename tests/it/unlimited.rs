//! `CITABLE_UNLIMITED=1`: an operator lifts the limits of plans.

use citable_test_support::reply::Reply;
use serde_json::json;
use tempfile::TempDir;

use crate::people::{JSON, dev, sign_in};
use crate::world::{GOOD_PAGE, HOST, OTHER_HOST, World, citable, eventually};

const EMAIL: &str = "ada@people.example";

#[test]
fn every_account_has_the_agency_plan() {
    let world = World::with(|command| {
        dev(command);
        command.env("CITABLE_UNLIMITED", "1");
    });
    let cookie = sign_in(&world.client, EMAIL);
    let session = ("cookie", cookie.as_str());
    let send = |method: &str, path: &str, body: Option<&str>| {
        world.client.send(method, path, &[JSON, session], body)
    };
    let usage = world.client.send("GET", "/account/usage", &[session], None).json();
    assert_eq!((&usage["plan"], &usage["limits"]["monitors"]), (&json!("agency"), &json!(200)));
    assert_eq!(world.client.send("GET", "/history", &[session], None).status, 200);
    assert_eq!(send("POST", "/keys", Some(r#"{"name":"ci"}"#)).status, 201);

    world.origin.route(HOST, "/watched", Reply::html(GOOD_PAGE));
    world.origin.route(OTHER_HOST, "/hook", Reply::new(204));
    let hook = json!({ "url": world.origin.url(OTHER_HOST, "/hook") }).to_string();
    assert_eq!(send("POST", "/webhooks", Some(&hook)).status, 201);
    let watched = json!({ "url": world.url("/watched") }).to_string();
    assert_eq!(send("POST", "/monitors", Some(&watched)).status, 201);
    eventually("the webhook is delivered", || {
        world.origin.paths(OTHER_HOST).contains(&"/hook".to_owned())
    });
}

#[test]
fn it_cannot_be_combined_with_billing() {
    let data = TempDir::new().unwrap();
    let mut command = citable(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("CITABLE_DATA_DIR", data.path()).env("CITABLE_UNLIMITED", "1");
    let output = command.env("CITABLE_BILLING_SECRET_KEY", "sk_test").output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("CITABLE_UNLIMITED") && told.contains("CITABLE_BILLING_"), "{told}");
}
