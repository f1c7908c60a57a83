//! What proves who somebody is stands in no log line and in no byte of the database.

use std::path::Path;

use citable_test_support::database::is_elsewhere;
use serde_json::json;

use crate::people::{
    FORM, JSON, admin, confirm, cookie_of, dev, key_of, link_token, post_scan, sign_in, token_of,
};
use crate::world::{LOUD, World};

const EMAIL: &str = "ada.lovelace@people.example";

/// Every byte of the database: its file, its journal, and whatever lies beside them.
fn database(data: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in std::fs::read_dir(data).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("citable.sqlite") {
            bytes.extend(std::fs::read(path).unwrap());
        }
    }
    assert!(contains(&bytes, "SQLite format 3"));
    bytes
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn secrets_are_neither_logged_nor_stored() {
    if is_elsewhere() {
        return;
    }
    let mut world = World::with(|command| {
        dev(command);
        command.env("CITABLE_LOG", LOUD);
    });
    let client = &world.client;
    let mut secrets = Vec::new();
    // Links: one used, one left, one by the operator, one by a form.
    let (used, left) = (link_token(client, EMAIL), link_token(client, EMAIL));
    let operators = admin(&world, None, &["login-link", EMAIL]);
    let operators = token_of(&operators);
    client.send_raw("GET", &format!("/login/confirm?token={left}"), &[], None);
    let confirmed = confirm(client, &used);
    let cookie = cookie_of(&confirmed);
    confirm(client, &used);
    let by_form =
        client.send("POST", "/auth/callback", &[FORM], Some(&format!("token={operators}")));
    assert_eq!(by_form.status, 303);
    let other_cookie = cookie_of(&by_form);
    client.send("POST", "/auth/logout", &[("cookie", &other_cookie)], None);
    client.send("POST", "/auth/request-link", &[FORM], Some("email=ada.lovelace%40people.example"));
    client.post("/auth/request-link", r#"{"email":"ada.lovelace"}"#);
    let dead = sign_in(client, "grace.hopper@people.example");

    // Keys: made by their owner, by the operator, revoked, and one that is none.
    admin(&world, None, &["plan", "grant", EMAIL, "pro"]);
    let session = ("cookie", cookie.as_str());
    let made = client.send("POST", "/keys", &[JSON, session], Some(r#"{"name":"ci"}"#)).json();
    let (_, issued) = key_of(&world, EMAIL, "pro", "scan,monitors");
    let legacy = admin(&world, None, &["key", "issue-legacy", EMAIL]);
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let headers = [("authorization", bearer.as_str()), ("idempotency-key", "the-idempotency-key")];
    let scanned = post_scan(client, &world.url("/"), &headers);
    assert_eq!(scanned.status, 202);
    post_scan(client, &world.url("/"), &headers);
    client.finished(scanned.json()["id"].as_str().unwrap());
    client.send("GET", "/auth/me", &headers, None);
    let path = format!("/keys/{}", made["key"]["id"].as_str().unwrap());
    client.send("DELETE", &path, &[session], None);
    client.send("GET", "/account/usage", &headers, None);
    client.send("GET", "/account/usage", &[("authorization", "Basic c2VjcmV0OnNlY3JldA==")], None);
    let human = json!({ "url": world.url("/"), "humanCheckToken": "the-human-check-token" });
    client.post("/scan", &human.to_string());

    for cookie in [&cookie, &other_cookie, &dead] {
        secrets.push(cookie.strip_prefix("sid=").unwrap().to_owned());
    }
    let token = |bearer: &str| bearer.strip_prefix("Bearer ").unwrap().to_owned();
    secrets.extend([used, left, operators, token(&bearer), token(&issued)]);
    secrets.push(legacy["token"].as_str().unwrap().to_owned());
    secrets.extend(["c2VjcmV0OnNlY3JldA==", "the-human-check-token"].map(str::to_owned));

    let stored = database(world.data());
    assert!(contains(&stored, EMAIL), "what is looked for in this way is found");
    for secret in &secrets {
        assert!(!contains(&stored, secret), "in the database: {secret}");
    }
    let program = world.take_program();
    program.terminate();
    let (_, _, log) = program.wait();
    assert!(log.contains("DEBUG"), "debug lines are there");
    for secret in &secrets {
        assert!(!log.contains(secret.as_str()), "in the log: {secret}");
    }
    for address in [EMAIL, "ada.lovelace", "grace.hopper", "people.example"] {
        let line = log.lines().find(|line| line.to_lowercase().contains(address));
        assert_eq!(line, None, "an address in the log");
    }
    let stored = database(world.data());
    for secret in &secrets {
        assert!(!contains(&stored, secret), "in the database: {secret}");
    }
}
