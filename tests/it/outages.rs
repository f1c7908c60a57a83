//! Requests with an idempotency key that were under way when the database, or their node, went
//! away.

use std::process::Command;
use std::thread::JoinHandle;

use citable_test_support::client::{Answer, Client};
use citable_test_support::database::{WriteLock, lead_to};
use citable_test_support::form_server::{FormReply, FormServer};
use citable_test_support::postgres;
use citable_test_support::program::Program;
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::watch;

use crate::people::{JSON, error};
use crate::world::{BINARY, World, block_on, eventually, reach};

/// The shortest time after which another try is worth it, as it is said.
const SHORTLY: i64 = 2;

/// A provider of human checks that says no, when it is told to.
struct Provider {
    server: FormServer,
    speak: watch::Sender<bool>,
}

impl Provider {
    fn start() -> Self {
        let (speak, spoken) = watch::channel(false);
        let no = r#"{"success":false,"error-codes":["invalid-input-response"]}"#;
        let reply = FormReply::When(spoken, Box::new(FormReply::json(200, no)));
        Self { server: block_on(FormServer::start(move |_| reply.clone())), speak }
    }

    fn serve(&self, command: &mut Command) {
        command
            .env("CITABLE_HUMAN_CHECK_SECRET", "the-secret")
            .env("CITABLE_HUMAN_CHECK_VERIFY_URL", self.server.url("/siteverify"));
    }

    /// Sends a request with that key, which is under way when this returns.
    fn begin(&self, world: &World, key: &str) -> JoinHandle<Option<Answer>> {
        let before = self.server.posts().len();
        let (client, body, key) = (Client::of(world.program().base()), body(world), key.to_owned());
        let request = std::thread::spawn(move || {
            let headers = [JSON, ("idempotency-key", &key)];
            client.try_send("POST", "/api/v1/scan", &headers, Some(&body))
        });
        eventually("the provider is asked", || self.server.posts().len() > before);
        request
    }
}

fn body(world: &World) -> String {
    json!({ "url": world.url("/"), "humanCheckToken": "a-token" }).to_string()
}

fn send(client: &Client, body: &str, key: &str) -> Answer {
    client.send("POST", "/scan", &[JSON, ("idempotency-key", key)], Some(body))
}

fn is_running(answer: &Answer) -> bool {
    error(answer) == (409, "idempotency_in_progress".to_owned())
}

fn seconds(answer: &Answer) -> i64 {
    answer.header("retry-after").parse().unwrap()
}

/// The database goes away while a request is under way, and comes back when the request is over.
fn outage(world: &World, provider: &Provider, stop: impl FnOnce(), start: impl FnOnce()) {
    let request = provider.begin(world, "under-way");
    stop();
    provider.speak.send_replace(true);
    let refused = request.join().unwrap().unwrap();
    assert_eq!(error(&refused), (403, "human_check_failed".to_owned()));
    // Each waits for the database as long as the one before waits to free its key.
    for key in ["one", "two"] {
        let failed = send(&world.client, &body(world), key);
        assert!(failed.status >= 500, "{}", failed.body);
    }
    start();
    eventually("it is back", || world.client.get("/readyz").status == 200);
    for key in ["under-way", "one", "two"] {
        eventually("the key is free", || {
            let answer = send(&world.client, &body(world), key);
            assert!(!is_running(&answer) || seconds(&answer) == SHORTLY, "it was no promise");
            error(&answer) == (403, "human_check_failed".to_owned())
        });
    }
}

#[test]
fn keys_are_free_again_when_postgres_is_back() {
    let Some(cluster) = postgres::cluster_of_ones_own() else { return };
    let database = cluster.create_database();
    cluster.make_durable(&database);
    let provider = Provider::start();
    let world = World::with(|command| {
        provider.serve(command);
        lead_to(command, &cluster, &database);
    });
    outage(&world, &provider, || cluster.stop(), || cluster.start());
}

#[test]
fn keys_are_free_again_when_sqlite_is_back() {
    let provider = Provider::start();
    let world = World::with(|command| provider.serve(command));
    let blocked = std::cell::Cell::new(None);
    let stop = || blocked.set(Some(WriteLock::take(world.data())));
    outage(&world, &provider, stop, || drop(blocked.take()));
}

/// A second node.
struct Other(Option<Program>);

impl Drop for Other {
    fn drop(&mut self) {
        if let Some(program) = self.0.take() {
            program.kill();
        }
    }
}

#[test]
fn what_is_said_of_a_request_whose_node_is_gone_holds() {
    let Some(cluster) = postgres::cluster() else { return };
    let database = cluster.create_database_with_clock();
    let provider = Provider::start();
    let serve = |command: &mut Command| {
        provider.serve(command);
        lead_to(command, cluster, &database);
    };
    let mut world = World::with(serve);
    let folder = TempDir::new().unwrap();
    let other = Other(Some(Program::serve(BINARY, folder.path(), |command| {
        reach(command, &world.origin);
        serve(command);
    })));
    let client = Client::of(other.0.as_ref().unwrap().base());
    let body = body(&world);
    let again = || send(&client, &body, "under-way");

    let request = provider.begin(&world, "under-way");
    let living = again();
    assert!(is_running(&living), "{}", living.body);
    assert_eq!(seconds(&living), SHORTLY, "its owner lives");
    world.take_program().kill();
    assert!(request.join().unwrap().is_none(), "nobody answers");
    // So long nothing was heard of the owner.
    let silence = 30_000;
    cluster.move_clock(&database, silence);
    eventually("the other node knows", || seconds(&again()) > SHORTLY);
    let left = "SELECT (lease_until - EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT \
        FROM idempotency_keys";
    let left = || -> i64 { cluster.ask(&database, left).parse().unwrap() };
    // Time passes between the questions.
    let (before, told, after) = (left(), again(), left());
    assert!(is_running(&told), "{}", told.body);
    let said = seconds(&told) * 1_000;
    let range = after..before + 3_000;
    assert!(range.contains(&said), "{said} was said, {before} and {after} were so");
    // The clock need not be waited for.
    provider.speak.send_replace(true);
    cluster.move_clock(&database, silence + said);
    eventually("the key is free", || !is_running(&again()));
}
