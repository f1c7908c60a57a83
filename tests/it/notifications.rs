//! What people want to be told by mail.

use citable_test_support::client::{Answer, Client};
use serde_json::{Value, json};

use crate::people::{JSON, dev, error, key_of, sign_in};
use crate::world::World;

const EMAIL: &str = "ada@people.example";
fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

/// The flags of whoever has that session.
pub(crate) fn read(client: &Client, cookie: &str) -> Value {
    let answer = client.send("GET", "/notifications", &[("cookie", cookie)], None);
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.header("cache-control"), "private, no-cache");
    answer.json()
}

/// Writes flags.
pub(crate) fn change(client: &Client, cookie: &str, body: &str) -> Answer {
    client.send("POST", "/notifications", &[JSON, ("cookie", cookie)], Some(body))
}

/// Every flag, as long as nobody said otherwise.
pub(crate) fn all_on() -> Value {
    json!({
        "all": true, "weeklyReport": true, "scoreDrop": true, "monitorFailure": true,
        "webhookPaused": true, "billing": true,
    })
}

#[test]
fn flags_are_on_until_they_are_named() {
    let world = World::with(dev);
    let cookie = sign_in(&world.client, EMAIL);
    assert_eq!(read(&world.client, &cookie), all_on());
    let mut expected = all_on();
    for (body, named) in [
        (json!({}), None),
        (json!({ "scoreDrop": false }), Some(("scoreDrop", false))),
        (json!({ "all": false }), Some(("all", false))),
        (json!({ "scoreDrop": false }), None),
        (json!({ "billing": false }), Some(("billing", false))),
        (json!({ "all": true }), Some(("all", true))),
        (json!({ "weeklyReport": false }), Some(("weeklyReport", false))),
        (json!({ "monitorFailure": false }), Some(("monitorFailure", false))),
        (json!({ "webhookPaused": false }), Some(("webhookPaused", false))),
        (json!({ "scoreDrop": true }), Some(("scoreDrop", true))),
    ] {
        if let Some((flag, value)) = named {
            expected[flag] = json!(value);
        }
        let changed = change(&world.client, &cookie, &body.to_string());
        assert_eq!((changed.status, changed.json()), (200, expected.clone()), "{body}");
        assert_eq!(read(&world.client, &cookie), expected, "{body}");
    }
    let several = json!({ "all": false, "billing": true });
    expected["all"] = json!(false);
    expected["billing"] = json!(true);
    assert_eq!(change(&world.client, &cookie, &several.to_string()).json(), expected);
    let empty = world.client.send("POST", "/notifications", &[("cookie", &cookie)], None);
    assert_eq!((empty.status, empty.json()), (200, expected));

    let other = sign_in(&world.client, "grace@people.example");
    assert_eq!(read(&world.client, &other), all_on(), "somebody else's");
}

#[test]
fn what_is_no_flag_is_refused_and_nothing_is_written() {
    let world = World::with(dev);
    let cookie = sign_in(&world.client, EMAIL);
    for (body, code) in [
        ("{", "invalid_json"),
        ("[]", "invalid_request"),
        ("null", "invalid_request"),
        (r#"{"everything":false}"#, "invalid_request"),
        (r#"{"scoreDrop":false,"score_drop":false}"#, "invalid_request"),
        (r#"{"scoreDrop":"no"}"#, "invalid_request"),
        (r#"{"scoreDrop":0}"#, "invalid_request"),
        (r#"{"scoreDrop":null}"#, "invalid_request"),
    ] {
        let answer = change(&world.client, &cookie, body);
        assert_eq!(error(&answer), refused(400, code), "{body}");
    }
    let unknown = change(&world.client, &cookie, r#"{"colour":true}"#).json();
    assert!(unknown["message"].as_str().unwrap().contains("colour"), "{unknown}");
    assert_eq!(read(&world.client, &cookie), all_on());
}

#[test]
fn the_gate_stands_before_the_flags() {
    let world = World::with(dev);
    let cookie = sign_in(&world.client, EMAIL);
    let (_, bearer) = key_of(&world, EMAIL, "pro", "scan,monitors");
    let (session, key) = (("cookie", cookie.as_str()), ("authorization", bearer.as_str()));
    let cross_site = ("sec-fetch-site", "cross-site");
    let text = ("content-type", "text/plain");
    let dead = ("authorization", "Bearer nothing");
    let long = "x".repeat(70 << 10);
    let send = |method, headers: &[(&str, &str)], body| {
        error(&world.client.send(method, "/notifications", headers, body))
    };
    // Each row adds what the gate judges one step later.
    let unauthorized = refused(401, "unauthorized");
    assert_eq!(send("DELETE", &[], None), refused(405, "method_not_allowed"));
    assert_eq!(send("POST", &[dead, JSON], Some(&long)), refused(413, "body_too_large"));
    assert_eq!(send("POST", &[dead, cross_site, text], Some("{")), refused(401, "invalid_api_key"));
    assert_eq!(send("POST", &[cross_site, text], Some("{")), unauthorized);
    let guarded = send("POST", &[session, cross_site, text], Some("{"));
    assert_eq!(guarded, refused(401, "cross_site_request"));
    assert_eq!(send("POST", &[key, text], Some("{")), refused(401, "session_required"));
    let typed = send("POST", &[session, text], Some("{"));
    assert_eq!(typed, refused(415, "unsupported_media_type"));
    assert_eq!(send("POST", &[session, JSON], Some("{")), refused(400, "invalid_json"));
    assert_eq!(send("POST", &[session, JSON], Some("[]")), refused(400, "invalid_request"));
    assert_eq!(send("GET", &[], None), unauthorized);
    assert_eq!(send("GET", &[key], None), refused(401, "session_required"));
    let both = send("GET", &[key, session], None);
    assert_eq!(both, refused(401, "session_required"), "the key decides");
    assert_eq!(send("GET", &[session, cross_site], None), (200, String::new()));
    assert_eq!(read(&world.client, &cookie), all_on());
}
