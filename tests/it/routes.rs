//! Every route for every kind of caller and every origin, as one table that a person can read.

use std::fmt::Write as _;

use citable_test_support::client::Answer;
use serde_json::{Value, json};

use crate::people::{JSON, confirm};
use crate::people::{MovedClock, admin, cookie_of, dev, link_token};
use crate::world::World;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
/// What a browser says of where a request comes from.
const ORIGINS: [(&str, &[(&str, &str)]); 4] = [
    ("silent", &[]),
    ("same-origin", &[("sec-fetch-site", "same-origin")]),
    ("cross-site", &[("sec-fetch-site", "cross-site")]),
    ("Origin: null", &[("origin", "null")]),
];

struct Caller {
    name: &'static str,
    headers: Vec<(&'static str, String)>,
}

struct Office<'w> {
    world: &'w World,
    clock: &'w MovedClock,
}

impl Office<'_> {
    fn admin(&self, arguments: &[&str]) -> Value {
        admin(self.world, Some(self.clock), arguments)
    }

    fn account(&self, plan: &str) -> String {
        let email = format!("{plan}@people.example");
        self.admin(&["account", "create", &email, "--plan", plan]);
        email
    }

    fn session(&self, email: &str) -> String {
        cookie_of(&confirm(&self.world.client, &link_token(&self.world.client, email)))
    }

    fn key(&self, email: &str, scopes: &str) -> Value {
        self.admin(&["key", "issue", email, "--name", scopes, "--scopes", scopes])
    }

    fn callers(&self) -> Vec<Caller> {
        let [free, pro, agency] = ["free", "pro", "agency"].map(|plan| self.account(plan));
        let expired = self.session(&pro);
        self.clock.move_by(31 * DAY_MS);
        let [free_session, pro_session, agency_session] =
            [&free, &pro, &agency].map(|email| self.session(email));
        let bearer = |key: &Value| format!("Bearer {}", key["token"].as_str().unwrap());
        let revoked = self.key(&pro, "scan");
        let path = format!("/keys/{}", revoked["key"]["id"].as_str().unwrap());
        let by_owner = [("cookie", pro_session.as_str())];
        assert_eq!(self.world.client.send("DELETE", &path, &by_owner, None).status, 200);
        let [read, scan, monitors] =
            ["read", "scan", "monitors"].map(|scopes| bearer(&self.key(&agency, scopes)));
        let legacy = bearer(&self.admin(&["key", "issue-legacy", &pro]));
        let lapsed = bearer(&self.key(&free, "scan"));
        let one = |name, header, value| Caller { name, headers: vec![(header, value)] };
        vec![
            Caller { name: "nobody", headers: Vec::new() },
            one("expired session", "cookie", expired),
            one("two sessions", "cookie", format!("{pro_session}; {agency_session}")),
            one("free session", "cookie", free_session),
            one("pro session", "cookie", pro_session.clone()),
            one("agency session", "cookie", agency_session),
            one("key read", "authorization", read),
            one("key scan", "authorization", scan),
            one("key monitors", "authorization", monitors),
            one("legacy key", "authorization", legacy),
            one("key scan, lapsed", "authorization", lapsed),
            one("no such key", "authorization", format!("Bearer ctb_{}", "0".repeat(42))),
            one("revoked key", "authorization", bearer(&revoked)),
            one("Basic", "authorization", "Basic YTpi".to_owned()),
            Caller {
                name: "revoked key and pro session",
                headers: vec![("authorization", bearer(&revoked)), ("cookie", pro_session)],
            },
        ]
    }
}

/// A request that passes the gate wherever its caller does, and changes nothing that later ones
/// see.
fn request(operation: &str, scan: &str, url: &str) -> (String, Option<String>) {
    let (method, path) = operation.split_once(' ').unwrap();
    let fixture = path.starts_with("/sandbox");
    let mut path = match fixture {
        true => path.replace("{id}", "sandbox-example"),
        false if path.starts_with("/keys") => path.replace("{id}", "key_0000000000000000000000"),
        false if path.starts_with("/monitors") => {
            path.replace("{id}", "mon_0000000000000000000000")
        }
        false if path.starts_with("/history") => {
            path.replace("{id}", "scn_0000000000000000000000").replace("{urlHash}", &"0".repeat(64))
        }
        false if path.starts_with("/docs/checks/") => path.replace("{page}", "canonical.md"),
        false => path.replace("{id}", scan).replace("{page}", "accounts.md"),
    };
    path += match (&*path, fixture) {
        ("/batch", _) => return (format!("{path}?ids={scan}"), None),
        ("/compare", _) => return (format!("{path}?from={scan}&to={scan}"), None),
        ("/sandbox/batch", _) => "?ids=sandbox-example",
        _ => "",
    };
    let body = match &*path {
        _ if method != "POST" => None,
        "/scan" => Some(json!({ "url": url }).to_string()),
        "/auth/request-link" => Some(r#"{"email":"nobody"}"#.to_owned()),
        "/auth/callback" => Some("{}".to_owned()),
        "/auth/logout" | "/unsubscribe" | "/billing/portal" | "/payments/webhook" => None,
        path if path.starts_with("/webhooks/") => None,
        "/keys" => Some(r#"{"name":""}"#.to_owned()),
        "/ask" => Some(r#"{"query":{"text":"score"}}"#.to_owned()),
        _ => Some("{}".to_owned()),
    };
    (path, body)
}

fn cell(answer: &Answer) -> String {
    let told: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    match told["error"].as_str() {
        Some(code) if answer.status >= 400 => format!("{} {code}", answer.status),
        _ => answer.status.to_string(),
    }
}

/// The challenge that a refusal carries, held against what the contract says of it.
fn check_challenge(answer: &Answer, what: &str) {
    let challenge = answer.header("www-authenticate");
    let told: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    let code = told["error"].as_str().unwrap_or_default();
    let challenged = answer.status == 401 || code == "insufficient_scope";
    assert_eq!(challenged, !challenge.is_empty(), "{what}: {challenge}");
    if challenged {
        let named = "Bearer resource_metadata=\"http://127.0.0.1";
        assert!(challenge.starts_with(named), "{what}: {challenge}");
        let invalid = challenge.contains("error=\"invalid_token\"");
        assert_eq!(invalid, code == "invalid_api_key", "{what}: {challenge}");
    }
}

#[test]
fn the_table_of_routes_and_callers() {
    let clock = MovedClock::new();
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let office = Office { world: &world, clock: &clock };
    let callers = office.callers();
    let url = world.url("/");
    let scan = world.client.scan(&url);
    assert_eq!(world.client.finished(&scan).status, 200);
    let mut table = String::from("| route | caller |");
    for (name, _) in ORIGINS {
        write!(table, " {name} |").unwrap();
    }
    table.push_str("\n|---|---|---|---|---|---|\n");
    let mut operations: Vec<_> = world.client.contract().operations().into_iter().collect();
    // Whoever logs out has no session any more, so this one comes last.
    operations.sort_by_key(|operation| (operation.ends_with("/auth/logout"), operation.clone()));
    for operation in operations {
        let (path, body) = request(&operation, &scan, &url);
        let method = operation.split(' ').next().unwrap();
        let mut rows: Vec<(String, Vec<&str>)> = Vec::new();
        for caller in &callers {
            let mut row = String::new();
            for (origin, more) in ORIGINS {
                let own = caller.headers.iter().map(|(name, value)| (*name, value.as_str()));
                let json = body.as_ref().map(|_| JSON);
                let headers: Vec<_> = own.chain(more.iter().copied()).chain(json).collect();
                let answer = world.client.send(method, &path, &headers, body.as_deref());
                check_challenge(&answer, &format!("{operation} {} {origin}", caller.name));
                write!(row, " {} |", cell(&answer)).unwrap();
            }
            match rows.iter_mut().find(|(known, _)| *known == row) {
                Some((_, names)) => names.push(caller.name),
                None => rows.push((row, vec![caller.name])),
            }
        }
        for (row, names) in rows {
            let names = if names.len() == callers.len() { "all".into() } else { names.join(", ") };
            writeln!(table, "| {operation} | {names} |{row}").unwrap();
        }
    }
    insta::assert_snapshot!("routes_and_callers", table);
}
