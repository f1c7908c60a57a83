//! Two nodes over one PostgreSQL database are one service.

use std::collections::BTreeSet;
use std::process::Command;

use citable_test_support::client::{Answer, Client};
use citable_test_support::database::lead_to;
use citable_test_support::postgres;
use citable_test_support::program::Program;
use serde_json::json;
use tempfile::TempDir;

use crate::people::{JSON, confirm, cookie_of, error, link_token, post_scan, together};
use crate::world::{BINARY, World, citable, eventually, reach};

/// Scans in a day of the account.
const LIMIT: usize = 20;
const EMAIL: &str = "ada@example.com";

/// Two nodes, and the account that uses both.
struct Cluster {
    nodes: [Client; 2],
    bearer: String,
    key_id: String,
    cookie: String,
    world: World,
    second: Option<Program>,
    postgres: &'static postgres::Cluster,
    database: String,
    _folder: TempDir,
}

fn share(command: &mut Command, postgres: &postgres::Cluster, database: &str) {
    lead_to(command, postgres, database);
    command.env("CITABLE_PLAN_PRO_SCANS_PER_DAY", LIMIT.to_string());
}

impl Cluster {
    /// `None` where there is no PostgreSQL on this machine.
    fn start() -> Option<Self> {
        let postgres = postgres::cluster()?;
        let database = postgres.create_database_with_clock();
        let serve = |command: &mut Command| {
            share(command, postgres, &database);
            command.arg("--dev").env("CITABLE_TRUSTED_PROXIES", "127.0.0.1/32");
        };
        let world = World::with(serve);
        let folder = TempDir::new().unwrap();
        let second = Program::serve(BINARY, folder.path(), |command| {
            reach(command, &world.origin);
            serve(command);
        });
        let nodes = [Client::of(world.program().base()), Client::of(second.base())];

        let confirmed = confirm(&nodes[1], &link_token(&nodes[0], EMAIL));
        assert_eq!(confirmed.status, 200, "a link of one node is good on the other");
        let cookie = cookie_of(&confirmed);
        let mut grant = citable(&["admin", "plan", "grant", EMAIL, "pro"]);
        share(&mut grant, postgres, &database);
        assert!(grant.status().unwrap().success());
        let body = Some(r#"{"name":"ci"}"#);
        let made = nodes[0].send("POST", "/keys", &[JSON, ("cookie", &cookie)], body);
        assert_eq!(made.status, 201, "a session of one node is good on the other: {}", made.body);
        let made = made.json();
        Some(Self {
            nodes,
            bearer: format!("Bearer {}", made["token"].as_str().unwrap()),
            key_id: made["key"]["id"].as_str().unwrap().to_owned(),
            cookie,
            world,
            second: Some(second),
            postgres,
            database,
            _folder: folder,
        })
    }
}

impl Cluster {
    /// Moves the database's clock, and so that of every node.
    fn move_clock_by(&self, milliseconds: i64) {
        self.postgres.move_clock(&self.database, milliseconds);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some(second) = self.second.take() {
            second.kill();
        }
    }
}

#[test]
fn two_nodes_share_quotas_requests_and_revocations() {
    let Some(cluster) = Cluster::start() else { return };
    let authorization = ("authorization", cluster.bearer.as_str());

    let same = cluster.world.url("/same");
    let keyed = [authorization, ("idempotency-key", "once")];
    let answers = together(20, |number| post_scan(&cluster.nodes[number % 2], &same, &keyed));
    let ids: BTreeSet<String> = answers
        .iter()
        .filter(|answer| answer.status == 202)
        .map(|answer| answer.json()["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids.len(), 1, "one request, one scan");
    assert!(answers.iter().all(|answer| matches!(answer.status, 202 | 409)));

    let answers = together(60, |number| {
        let url = cluster.world.url(&format!("/{number}"));
        post_scan(&cluster.nodes[number % 2], &url, &[authorization])
    });
    let taken = answers.iter().filter(|answer| answer.status == 202).count();
    let spent = answers.iter().filter(|answer| answer.status == 429).count();
    assert_eq!((taken, spent), (LIMIT - 1, 60 - (LIMIT - 1)));
    for node in &cluster.nodes {
        let usage = node.send("GET", "/account/usage", &[authorization], None).json();
        assert_eq!(usage["usage"]["day"]["used"], json!(LIMIT));
    }

    let path = format!("/keys/{}", cluster.key_id);
    let revoked = cluster.nodes[0].send("DELETE", &path, &[("cookie", &cluster.cookie)], None);
    assert_eq!(revoked.status, 200, "{}", revoked.body);
    let refused = cluster.nodes[1].send("GET", "/account/usage", &[authorization], None);
    assert_eq!(error(&refused), (401, "invalid_api_key".to_owned()));
}

#[test]
fn of_a_hundred_who_use_one_link_on_two_nodes_one_is_signed_in() {
    let Some(cluster) = Cluster::start() else { return };
    let token = link_token(&cluster.nodes[0], "grace@example.com");
    let answers = together(100, |number| confirm(&cluster.nodes[number % 2], &token));
    let signed_in = answers.iter().filter(|answer| answer.status == 200).count();
    let used = |answer: &&Answer| error(answer) == (401, "token_used".to_owned());
    assert_eq!((signed_in, answers.iter().filter(used).count()), (1, 99));
}

const WEEK_MS: i64 = 7 * 24 * 60 * 60 * 1_000;
const MONITORS: usize = 10;

#[test]
fn the_monitors_of_a_leader_that_dies_run_on_the_other_node() {
    let Some(mut cluster) = Cluster::start() else { return };
    let cookie = cluster.cookie.clone();
    let session = [("cookie", cookie.as_str())];
    for number in 0..MONITORS {
        let body = json!({ "url": cluster.world.url(&format!("/{number}")) }).to_string();
        let watched =
            cluster.nodes[number % 2].send("POST", "/monitors", &[JSON, session[0]], Some(&body));
        assert_eq!(watched.status, 201, "{}", watched.body);
    }
    let versions = |node: &Client| {
        let history = node.send("GET", "/history", &session, None).json();
        let entries = history["entries"].as_array().unwrap().clone();
        let of = |entry: &serde_json::Value| {
            let is_over = entry["latest"]["status"] == "done";
            if is_over { entry["versions"].as_u64().unwrap() } else { 0 }
        };
        entries.iter().map(of).collect::<Vec<u64>>()
    };
    eventually("each ran once", || versions(&cluster.nodes[1]) == [1; MONITORS]);
    // Whoever leads, the first node is gone when the monitors are due, and its lease with it.
    cluster.world.take_program().kill();
    cluster.move_clock_by(WEEK_MS);
    eventually("each ran again", || versions(&cluster.nodes[1]) == [2; MONITORS]);
    cluster.move_clock_by(WEEK_MS + 60_000);
    let health = || cluster.nodes[1].get("/healthz?deep=1").json()["checks"]["monitoring"].clone();
    eventually("a round has passed", || health()["ageSec"].as_u64() < Some(30));
    assert_eq!(versions(&cluster.nodes[1]), [2; MONITORS], "and not once more");
}

#[test]
fn a_pause_is_everybodys_and_so_is_its_end() {
    let Some(cluster) = Cluster::start() else { return };
    let operator = |command: &str| {
        let mut admin = citable(&["admin", command, "--json"]);
        share(&mut admin, cluster.postgres, &cluster.database);
        let output = admin.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let session = [("cookie", cluster.cookie.as_str())];
    operator("pause");
    for node in &cluster.nodes {
        let refused = post_scan(node, &cluster.world.url("/"), &session);
        assert_eq!(error(&refused), (503, "draining".to_owned()));
        let body = json!({ "url": cluster.world.url("/watched") }).to_string();
        let watched = node.send("POST", "/monitors", &[JSON, session[0]], Some(&body));
        assert_eq!(watched.status, 201, "{}", watched.body);
    }
    operator("pause");
    let seen = || cluster.world.origin.requests().iter().any(|seen| seen.path == "/watched");
    assert!(!seen(), "no run begins");
    operator("resume");
    eventually("the run begins", seen);
    for (number, node) in cluster.nodes.iter().enumerate() {
        let url = cluster.world.url(&format!("/{number}"));
        let accepted = post_scan(node, &url, &session);
        assert_eq!(accepted.status, 202, "{}", accepted.body);
    }
}
