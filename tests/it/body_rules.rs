//! What `POST /scan` takes and refuses.

use serde_json::json;

use crate::world::World;

#[test]
fn bodies_are_refused_with_a_code_and_a_sentence() {
    let world = World::start();
    let json_type = "application/json";
    for (content_type, body, status, code) in [
        (json_type, "", 400, "invalid_request"),
        (json_type, "{", 400, "invalid_json"),
        (json_type, "{}", 400, "invalid_request"),
        (json_type, r#"{"url":1}"#, 400, "invalid_request"),
        (json_type, r#"{"url":"https://a.example.com/","colour":1}"#, 400, "invalid_request"),
        (json_type, r#"{"url":""}"#, 400, "invalid_url"),
        (json_type, r#"{"url":"http://example.com/"}"#, 400, "invalid_url"),
        (json_type, r#"{"url":"https://user:pw@example.com/"}"#, 400, "invalid_url"),
        (json_type, r#"{"url":"localhost"}"#, 400, "invalid_url"),
        (
            json_type,
            r#"{"url":"https://example.com/","refresh":true}"#,
            401,
            "refresh_requires_account",
        ),
        ("text/plain", r#"{"url":"https://example.com/"}"#, 415, "unsupported_media_type"),
    ] {
        let answer =
            world.client.send("POST", "/scan", &[("content-type", content_type)], Some(body));
        assert_eq!(
            (answer.status, answer.json()["error"].as_str()),
            (status, Some(code)),
            "{body}"
        );
        assert!(answer.json()["message"].as_str().unwrap().len() > 10, "{body}");
        assert_eq!(answer.json()["requestId"], answer.header("x-request-id"));
    }
    let unknown = world.client.post("/scan", r#"{"url":"https://example.com/","colour":1}"#);
    assert!(unknown.json()["message"].as_str().unwrap().contains("colour"));
    assert_eq!(unknown.json()["param"], "colour");
    let errors = format!("{}/docs/errors.md", world.program().base());
    assert_eq!(unknown.json()["docUrl"], errors);
    let nested = world.client.send(
        "POST",
        "/ask",
        &[("content-type", "application/json")],
        Some(r#"{"query":7}"#),
    );
    assert_eq!(nested.json()["message"], "`query` must be an object.");
}

#[test]
fn a_body_is_bounded_with_or_without_a_length() {
    let world = World::start();
    let large = json!({ "url": "x".repeat(70 << 10) }).to_string();
    let answer = world.client.post("/scan", &large);
    assert_eq!((answer.status, &answer.json()["error"]), (413, &json!("body_too_large")));
}

#[test]
fn a_bare_domain_is_taken_for_https() {
    let world = World::start();
    let bare = world.url("/").trim_start_matches("https://").to_owned();
    let accepted = world.client.post("/scan", &json!({ "url": bare }).to_string());
    assert_eq!(accepted.status, 202);
    assert_eq!(accepted.json()["url"], world.url("/"));
}

#[test]
fn a_dead_key_never_becomes_an_anonymous_call() {
    let world = World::start();
    let body = json!({ "url": world.url("/") }).to_string();
    for scheme in ["Bearer ctb_0", "bearer x", "Basic dTpw"] {
        let headers = [("content-type", "application/json"), ("authorization", scheme)];
        let refused = world.client.send("POST", "/scan", &headers, Some(&body));
        assert_eq!((refused.status, &refused.json()["error"]), (401, &json!("invalid_api_key")));
        let challenge = refused.header("www-authenticate");
        assert!(challenge.starts_with("Bearer resource_metadata="), "{challenge}");
        assert!(challenge.contains(r#"error="invalid_token""#), "{challenge}");
        assert_eq!(refused.json()["agent"]["tool"], "start_scan");
    }
    let health = world.client.send("GET", "/healthz", &[("authorization", "Bearer x")], None);
    assert_eq!(health.status, 200, "a route that reads no credentials");
}
