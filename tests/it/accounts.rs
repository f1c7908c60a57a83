//! What accounts, keys and links are held to.

use citable_test_support::database::settings;
use serde_json::{Value, json};

use crate::people::{
    JSON, MovedClock, admin, crowd, dev, error, key_of, post_scan, sign_in, together,
};
use crate::world::{BINARY, World, citable};

const EMAIL: &str = "ada@people.example";

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[test]
fn keys_carry_what_was_asked_for_and_nothing_else_is_taken() {
    let world = World::with(dev);
    let cookie = sign_in(&world.client, EMAIL);
    admin(&world, None, &["plan", "grant", EMAIL, "pro"]);
    let headers = [JSON, ("cookie", cookie.as_str())];
    let create =
        |body: &Value| world.client.send("POST", "/keys", &headers, Some(&body.to_string()));
    for (body, code) in [
        (json!({}), "invalid_request"),
        (json!({ "name": "" }), "invalid_request"),
        (json!({ "name": "   " }), "invalid_request"),
        (json!({ "name": "k".repeat(65) }), "invalid_request"),
        (json!({ "name": "k", "scopes": "scan" }), "invalid_request"),
        (json!({ "name": "k", "colour": 1 }), "invalid_request"),
        (json!({ "name": "k", "scopes": ["webhooks"] }), "invalid_scope"),
        (json!({ "name": "k", "scopes": ["billing"] }), "invalid_scope"),
        (json!({ "name": "k", "scopes": ["scan", "all"] }), "invalid_scope"),
    ] {
        assert_eq!(error(&create(&body)), refused(400, code), "{body}");
    }
    for (body, scopes) in [
        (json!({ "name": "é".repeat(64) }), json!(["read", "scan"])),
        (json!({ "name": "k", "scopes": [] }), json!(["read", "scan"])),
        (json!({ "name": "k", "scopes": ["read"] }), json!(["read"])),
        (json!({ "name": "k", "scopes": ["monitors"] }), json!(["read", "monitors"])),
    ] {
        let created = create(&body);
        assert_eq!((created.status, &created.json()["key"]["scopes"]), (201, &scopes), "{body}");
        assert_eq!(created.header("cache-control"), "no-store");
        let (key, token) = (created.json()["key"].clone(), created.json()["token"].clone());
        let token = token.as_str().unwrap();
        assert!(token.ends_with(key["last4"].as_str().unwrap()));
        assert_eq!((&key["prefix"], &key["source"]), (&json!("ctb_"), &json!("account")));
        let bearer = format!("Bearer {token}");
        let me = world.client.send("GET", "/auth/me", &[("authorization", &bearer)], None).json();
        assert_eq!((&me["via"], &me["scopes"]), (&json!("key"), &scopes));
    }
    let listed = world.client.send("GET", "/keys", &headers[1..], None);
    assert!(!listed.body.contains("\"token\""), "a token is shown once: {}", listed.body);

    let other = sign_in(&world.client, "grace@people.example");
    let id = listed.json()["keys"][0]["id"].as_str().unwrap().to_owned();
    let foreign = [("cookie", other.as_str())];
    let stolen = world.client.send("DELETE", &format!("/keys/{id}"), &foreign, None);
    assert_eq!(error(&stolen), refused(404, "not_found"), "somebody else's key");
    let theirs = world.client.send("GET", "/keys", &foreign, None).json();
    assert_eq!((&theirs["keys"], &theirs["limit"]), (&json!([]), &json!(0)));
}

#[test]
fn a_plan_that_changes_keeps_what_was_spent() {
    let clock = MovedClock::new();
    clock.set("2027-03-05T10:00:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
        command
            .env("CITABLE_PLAN_FREE_SCANS_PER_DAY", "1")
            .env("CITABLE_PLAN_PRO_SCANS_PER_DAY", "2");
    });
    let cookie = sign_in(&world.client, EMAIL);
    let session = [("cookie", cookie.as_str())];
    let scan = |path: &str| post_scan(&world.client, &world.url(path), &session);
    assert_eq!(scan("/1").status, 202);
    let spent = scan("/2");
    assert_eq!(error(&spent), refused(429, "quota_exceeded"));
    assert_eq!((&spent.json()["plan"], &spent.json()["limit"]), (&json!("free"), &json!(1)));
    let until = ["plan", "grant", EMAIL, "pro", "--until", "2027-03-05T11:00:00Z"];
    admin(&world, Some(&clock), &until);
    assert_eq!(scan("/2").status, 202);
    assert_eq!(scan("/3").json()["plan"], "pro");
    clock.set("2027-03-05T11:00:00Z");
    let lapsed = scan("/3").json();
    assert_eq!((&lapsed["plan"], &lapsed["limit"]), (&json!("free"), &json!(1)));
    assert_eq!(lapsed["used"], 2, "what was spent stays spent");
    let usage = world.client.send("GET", "/account/usage", &session, None).json();
    assert_eq!((&usage["plan"], &usage["usage"]["day"]["remaining"]), (&json!("free"), &json!(0)));
}

#[test]
fn links_are_counted_by_who_gets_them_and_by_who_asks() {
    let clock = MovedClock::new();
    clock.set("2027-03-05T10:00:00Z");
    let world = World::with(|command| {
        dev(command);
        crowd(command);
        clock.give_to(command);
    });
    let ask = |email: &str, from: &str| {
        let headers = [JSON, ("x-forwarded-for", from)];
        let body = json!({ "email": email }).to_string();
        world.client.send("POST", "/auth/request-link", &headers, Some(&body))
    };
    let answers = together(40, |number| ask(EMAIL, &format!("203.0.113.{number}")));
    let sent = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(sent, 4, "of forty at once");
    let answers = together(100, |number| {
        ask(&format!("p{number}@people.example"), &format!("2001:db8::{number:x}"))
    });
    let sent = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(sent, 60, "one network asks for sixty");
    let refusal = answers.iter().find(|answer| answer.status == 429).unwrap();
    assert_eq!(error(refusal), refused(429, "rate_limited"));
    assert_eq!(refusal.json()["limit"], 60);
    assert_eq!(ask("last@people.example", "2001:db8:1::1").status, 200);
}

#[test]
fn without_a_mail_server_nobody_is_mailed_and_links_are_shown_to_nobody() {
    let world = World::start();
    let ask = |email: &str| {
        world.client.post("/auth/request-link", &json!({ "email": email }).to_string())
    };
    let missing = ask(EMAIL);
    assert_eq!(error(&missing), refused(503, "mail_not_configured"));
    assert_eq!(missing.header("retry-after"), "", "waiting does not help");
    assert_eq!(error(&ask("ada")), refused(400, "invalid_email"), "fields come first");
    assert_eq!(world.client.send_raw("GET", "/dev/outbox", &[], None).status, 404);

    let link = admin(&world, None, &["login-link", EMAIL]);
    let token = crate::people::token_of(&link);
    assert_eq!(crate::people::confirm(&world.client, &token).status, 200, "the operator can");
}

#[test]
fn links_in_answers_are_for_developers_on_their_own_machine() {
    let data = tempfile::TempDir::new().unwrap();
    for (listen, base) in [
        ("127.0.0.1:0", "https://citable.example"),
        ("127.0.0.1:0", "http://10.0.0.1:8080"),
        ("0.0.0.0:0", "http://127.0.0.1:8080"),
    ] {
        let refused = citable(&["serve", "--dev"])
            .env("CITABLE_DATA_DIR", data.path())
            .env("CITABLE_LISTEN", listen)
            .env("CITABLE_BASE_URL", base)
            .output()
            .unwrap();
        assert_eq!(refused.status.code(), Some(2), "{BINARY} {listen} {base}");
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(told.contains("--dev"), "{told}");
    }
}

#[test]
fn the_operators_commands_say_what_they_did_and_refuse_strangers() {
    let world = World::start();
    let made = admin(&world, None, &["account", "create", EMAIL]);
    assert_eq!((&made["plan"], &made["until"]), (&json!("free"), &json!(null)));
    assert!(made["user"]["id"].as_str().unwrap().starts_with("usr_"));
    let again =
        admin(&world, None, &["account", "create", "ADA@people.example", "--plan", "agency"]);
    assert_eq!(again["user"]["id"], made["user"]["id"], "one account for one address");
    assert_eq!(again["plan"], "agency");
    let issue = ["key", "issue", EMAIL, "--name", "app", "--scopes", "scan", "--app"];
    let issued = admin(&world, None, &issue);
    assert_eq!((&issued["key"]["source"], &issued["key"]["name"]), (&json!("app"), &json!("app")));
    let legacy = admin(&world, None, &["key", "issue-legacy", EMAIL]);
    let all = json!(["read", "scan", "monitors", "webhooks", "billing"]);
    assert_eq!(legacy["key"]["scopes"], all);
    for arguments in [
        &["plan", "grant", "nobody@people.example", "pro"][..],
        &["key", "issue", "nobody@people.example", "--name", "k", "--scopes", "scan"],
        &["plan", "grant", EMAIL, "gold"],
        &["account", "create", "nobody"],
        &["key", "issue", EMAIL, "--name", "k", "--scopes", "billing"],
    ] {
        let mut command = citable(&["admin"]);
        command.args(arguments).arg("--json").envs(settings(world.data()));
        let output = command.output().unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn strangers_with_one_idempotency_key_are_told_apart_by_address() {
    let world = World::with(crowd);
    let post = |from: &str| {
        let headers = [("x-forwarded-for", from), ("idempotency-key", "k")];
        post_scan(&world.client, &world.url("/"), &headers)
    };
    let (one, other) = (post("203.0.113.1"), post("203.0.113.2"));
    assert_eq!(other.header("idempotency-replayed"), "false");
    assert_ne!(one.header("x-request-id"), other.header("x-request-id"));
    let again = post("203.0.113.1");
    assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &one.body));
    let (_, bearer) = key_of(&world, EMAIL, "pro", "scan");
    let headers = [("authorization", bearer.as_str()), ("idempotency-key", "k")];
    let account = post_scan(&world.client, &world.url("/"), &headers);
    assert_eq!(account.header("idempotency-replayed"), "false");
}
