//! Nodes that only answer and nodes that only work are one service.

use std::process::Command;

use citable_test_support::client::{Answer, get_from};
use citable_test_support::database::lead_to;
use citable_test_support::postgres;
use citable_test_support::program::Program;
use tempfile::TempDir;

use crate::people::post_scan;
use crate::world::{BINARY, World, citable, eventually, reach};

/// A node that answers, one that works, and their database.
struct Service {
    world: World,
    worker: Option<Program>,
    postgres: &'static postgres::Cluster,
    database: String,
    _folder: TempDir,
}

fn role(command: &mut Command, role: &str, postgres: &postgres::Cluster, database: &str) {
    lead_to(command, postgres, database);
    command.arg("--dev").args(["--role", role]).env("CITABLE_METRICS_LISTEN", "127.0.0.1:0");
}

impl Service {
    /// `None` where there is no PostgreSQL on this machine.
    fn start() -> Option<Self> {
        let postgres = postgres::cluster()?;
        let database = postgres.create_database_with_clock();
        let world = World::with(|command| role(command, "api", postgres, &database));
        let folder = TempDir::new().unwrap();
        let worker = Program::serve(BINARY, folder.path(), |command| {
            reach(command, &world.origin);
            role(command, "worker", postgres, &database);
        });
        let worker = Some(worker);
        Some(Self { world, worker, postgres, database, _folder: folder })
    }

    /// What the node that works answers.
    fn worker(&self, path: &str) -> Answer {
        get_from(&format!("{}{path}", self.worker.as_ref().unwrap().base()))
    }

    /// Scans through the node that answers, and follows the scan there to its end.
    fn scan(&self, path: &str) {
        let client = &self.world.client;
        let begun = post_scan(client, &self.world.url(path), &[]);
        assert_eq!(begun.status, 202, "{}", begun.body);
        let id = begun.json()["id"].as_str().unwrap().to_owned();
        let (_, events) = client.events(&id, &[]);
        let seqs: Vec<u64> = events.iter().map(|event| event.id.parse().unwrap()).collect();
        assert!(seqs.is_sorted_by(|one, next| one + 1 == *next), "{seqs:?}");
        let report = client.send("GET", &format!("/scan/{id}"), &[], None);
        assert_eq!(report.status, 200, "{}", report.body);
    }

    /// Connections to the database that listen.
    fn listeners(&self) -> String {
        let listening = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
                         AND query ~ '^(LISTEN|NOTIFY) citable'";
        self.postgres.ask(&self.database, listening)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.kill();
        }
    }
}

#[test]
fn what_one_node_takes_another_does() {
    let Some(service) = Service::start() else { return };
    eventually("both nodes listen", || service.listeners() == "2");
    service.scan("/one");

    for path in ["/api/v1/openapi.json", "/api/v1/mcp", "/", "/no-such-page"] {
        let refused = service.worker(path);
        assert_eq!(refused.status, 404, "{path}");
        assert!(refused.body.contains("a node with the role"), "{path}: {}", refused.body);
    }
    for path in ["/livez", "/readyz", "/api/v1/healthz"] {
        assert_eq!(service.worker(path).status, 200, "{path}");
    }
}

#[test]
fn nodes_that_do_not_hear_each_other_find_the_work_all_the_same() {
    let Some(service) = Service::start() else { return };
    eventually("both nodes listen", || service.listeners() == "2");
    let deaf = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                WHERE datname = current_database() AND query ~ '^(LISTEN|NOTIFY) citable'";
    assert_eq!(service.postgres.ask(&service.database, deaf), "2");
    service.scan("/one");
    eventually("both nodes listen again", || service.listeners() == "2");
    service.scan("/two");
}

#[test]
fn a_node_that_leaves_work_to_others_needs_a_database_that_they_share() {
    let folder = TempDir::new().unwrap();
    let refused = citable(&["serve", "--listen", "127.0.0.1:0", "--role", "worker", "--data-dir"])
        .arg(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("api and worker need PostgreSQL"), "{said}");
    assert_eq!(refused.status.code(), Some(2));
}
