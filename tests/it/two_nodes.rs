//! Two nodes over one database are one service to those who race. Skipped where there is no
//! PostgreSQL.

use std::process::Command;

use citable_test_support::client::Client;
use citable_test_support::postgres::cluster;
use serde_json::json;
use tempfile::TempDir;

use crate::people::{
    JSON, admin_with, confirm, crowd, dev, error, link_token, post_scan, together,
};
use crate::world::{World, reach};

const EMAIL: &str = "ada@people.example";
const LIMIT: u32 = 20;

struct Nodes {
    database: String,
    nodes: [World; 2],
}

impl Nodes {
    fn start() -> Option<Self> {
        let database = cluster()?.create_database();
        let settings = |command: &mut Command| {
            share(command, &database);
            dev(command);
            crowd(command);
            command.env("CITABLE_PLAN_PRO_SCANS_PER_DAY", LIMIT.to_string());
        };
        let first = World::with(settings);
        let second = World::with(|command| {
            settings(command);
            reach(command, &first.origin);
        });
        let nodes = [first, second];
        Some(Self { database, nodes })
    }

    /// One node after the other.
    fn client(&self, number: usize) -> &Client {
        &self.nodes[number % 2].client
    }

    fn key(&self) -> String {
        let folder = TempDir::new().unwrap();
        let admin = |arguments: &[&str]| {
            let settings = |command: &mut Command| {
                share(command, &self.database);
                command.env("CITABLE_DATA_DIR", folder.path());
            };
            admin_with(settings, arguments)
        };
        admin(&["account", "create", EMAIL, "--plan", "pro"]);
        let issued = admin(&["key", "issue", EMAIL, "--name", "k", "--scopes", "scan"]);
        format!("Bearer {}", issued["token"].as_str().unwrap())
    }
}

fn share(command: &mut Command, database: &str) {
    command
        .env("CITABLE_DATABASE_URL", database)
        .env("CITABLE_SECRET_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
}

#[test]
fn an_account_spends_its_quota_once_on_both() {
    let Some(nodes) = Nodes::start() else { return };
    let bearer = nodes.key();
    let headers = [("authorization", bearer.as_str())];
    let answers = together(200, |number| {
        let url = nodes.nodes[0].url(&format!("/{number}"));
        post_scan(nodes.client(number), &url, &headers)
    });
    let accepted = answers.iter().filter(|answer| answer.status == 202).count();
    assert_eq!(accepted, LIMIT as usize);
    for answer in answers.iter().filter(|answer| answer.status != 202) {
        assert_eq!(error(answer), (429, "quota_exceeded".to_owned()));
    }
    for number in 0..2 {
        let usage = nodes.client(number).send("GET", "/account/usage", &headers, None).json();
        assert_eq!(usage["usage"]["day"]["used"], LIMIT);
    }
}

#[test]
fn a_hundred_with_one_key_are_one_scan_on_both() {
    let Some(nodes) = Nodes::start() else { return };
    let bearer = nodes.key();
    let headers = [JSON, ("authorization", bearer.as_str()), ("idempotency-key", "one")];
    let body = json!({ "url": nodes.nodes[0].url("/") }).to_string();
    let answers = together(100, |number| {
        loop {
            let answer = nodes.client(number).send("POST", "/scan", &headers, Some(&body));
            if answer.status != 409 {
                return answer;
            }
        }
    });
    let first = |name: &str| {
        answers.iter().filter(|answer| answer.header("idempotency-replayed") == name).count()
    };
    assert_eq!((first("false"), first("true")), (1, 99));
    assert!(answers.iter().all(|answer| answer.json()["id"] == answers[0].json()["id"]));
    let usage = nodes.client(0).send("GET", "/account/usage", &headers[1..2], None).json();
    assert_eq!(usage["usage"]["day"]["used"], 1);
}

#[test]
fn a_link_signs_in_once_on_both() {
    let Some(nodes) = Nodes::start() else { return };
    let token = link_token(nodes.client(0), EMAIL);
    let answers = together(100, |number| confirm(nodes.client(number), &token));
    let signed_in = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(signed_in, 1);
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!(error(answer), (401, "token_used".to_owned()));
    }
}

#[test]
fn a_key_that_is_revoked_on_one_is_dead_on_the_other() {
    let Some(nodes) = Nodes::start() else { return };
    let bearer = nodes.key();
    let headers = [("authorization", bearer.as_str())];
    let usage =
        |number: usize| nodes.client(number).send("GET", "/account/usage", &headers, None).status;
    assert_eq!([usage(0), usage(1)], [200, 200]);
    let cookie = crate::people::sign_in(nodes.client(0), EMAIL);
    let session = [("cookie", cookie.as_str())];
    let keys = nodes.client(1).send("GET", "/keys", &session, None).json();
    let path = format!("/keys/{}", keys["keys"][0]["id"].as_str().unwrap());
    assert_eq!(nodes.client(0).send("DELETE", &path, &session, None).status, 200);
    assert_eq!([usage(1), usage(0)], [401, 401]);
}
