//! What every answer has, and what is no route.

use std::collections::BTreeSet;

use serde_json::json;

use crate::world::World;

#[test]
fn the_document_lists_what_the_router_serves() {
    let world = World::start();
    let expected: BTreeSet<String> = [
        "POST /scan",
        "GET /scan/{id}",
        "GET /scan/{id}/events",
        "GET /scan/{id}/ai-instructions",
        "GET /compare",
        "GET /batch",
        "POST /auth/request-link",
        "POST /auth/callback",
        "POST /auth/logout",
        "GET /auth/me",
        "GET /keys",
        "POST /billing/checkout",
        "POST /billing/portal",
        "POST /payments/webhook",
        "POST /keys",
        "DELETE /keys/{id}",
        "GET /monitors",
        "POST /monitors",
        "DELETE /monitors/{id}",
        "POST /monitors/{id}/tracking-consent",
        "DELETE /monitors/{id}/tracking-consent",
        "GET /history",
        "GET /history/{urlHash}",
        "DELETE /history/{urlHash}",
        "DELETE /history/scans/{id}",
        "GET /webhooks",
        "POST /webhooks",
        "DELETE /webhooks",
        "POST /webhooks/rotate-secret",
        "POST /webhooks/enable",
        "POST /webhooks/disable",
        "POST /webhooks/test",
        "GET /account/usage",
        "GET /notifications",
        "POST /notifications",
        "GET /unsubscribe",
        "POST /unsubscribe",
        "GET /chain/status",
        "GET /chain/board",
        "GET /sandbox",
        "GET /sandbox.md",
        "GET /sandbox/scan/{id}",
        "GET /sandbox/batch",
        "GET /sandbox/batch.md",
        "GET /healthz",
        "GET /livez",
        "GET /readyz",
        "GET /openapi.json",
        "GET /openapi.json.md",
        "GET /docs",
        "GET /docs.md",
        "GET /llms.txt",
        "POST /ask",
        "GET /docs/{page}",
        "GET /docs/checks/{page}",
        "GET /auth.md",
        "GET /api-versioning.md",
        "GET /.well-known/oauth-protected-resource",
        "GET /.well-known/oauth-protected-resource/mcp",
        "GET /.well-known/oauth-protected-resource/chatgpt/mcp",
        "GET /.well-known/oauth-authorization-server",
        "GET /.well-known/openid-configuration",
        "GET /signup",
        "GET /sign-up",
        "GET /join",
        "GET /register",
        "POST /register",
    ]
    .into_iter()
    .map(str::to_owned)
    .collect();
    assert_eq!(world.client.contract().operations(), expected);
    let document = world.client.contract().document();
    assert_eq!(document["openapi"], "3.1.0");
    let base = format!("{}/api/v1", world.program().base());
    assert_eq!(document["servers"], json!([{ "url": base }]));
}

#[test]
fn every_answer_names_version_and_request() {
    let world = World::start();
    for (method, path) in [
        ("GET", "/api/v1/healthz"),
        ("GET", "/api/v1/nothing"),
        ("GET", "/"),
        ("DELETE", "/api/v1/healthz"),
        ("OPTIONS", "/api/v1/scan"),
        ("HEAD", "/api/v1/healthz"),
        ("POST", "/api/v1/scan"),
    ] {
        let answer = world.client.send_raw(method, path, &[("x-request-id", "my.id-1")], None);
        assert_eq!(answer.header("api-version"), "v1", "{method} {path}");
        assert_eq!(answer.header("x-request-id"), "my.id-1", "{method} {path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{method} {path}");
    }
    let odd = world.client.send_raw("GET", "/", &[("x-request-id", "a b")], None);
    assert!(odd.header("x-request-id").starts_with("req_"), "{}", odd.header("x-request-id"));
}

#[test]
fn what_is_no_route_is_told_apart_from_a_wrong_method() {
    let world = World::start();
    for path in ["/nothing", "/scan/", "/scan/a/b/c", "/healthz/"] {
        let answer = world.client.get(path);
        assert_eq!((answer.status, &answer.json()["error"]), (404, &json!("not_found")), "{path}");
    }
    let wrong = world.client.send("DELETE", "/scan", &[], None);
    assert_eq!((wrong.status, wrong.header("allow")), (405, "POST, OPTIONS"));
    let options = world.client.send("OPTIONS", "/healthz", &[], None);
    assert_eq!((options.status, options.header("allow")), (204, "GET, HEAD, OPTIONS"));
    let head = world.client.send("HEAD", "/healthz", &[], None);
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

#[test]
fn the_superseded_base_serves_the_same_and_says_so() {
    let world = World::start();
    let base = world.program().base();
    for path in ["/healthz", "/nothing"] {
        let old = world.client.send_raw("GET", &format!("/api{path}"), &[], None);
        let new = world.client.get(path);
        assert_eq!(old.status, new.status);
        assert_eq!(old.header("deprecation"), "@1787443200");
        let links = old.header("link");
        assert!(
            links.contains(&format!("{base}/api/v1{path}>; rel=\"successor-version\"")),
            "{links}"
        );
        assert!(
            links.contains(&format!("<{base}/api-versioning.md>; rel=\"deprecation\"")),
            "{links}"
        );
        assert_eq!(new.header("deprecation"), "");
    }
}
