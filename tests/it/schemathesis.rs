//! The API against `schemathesis`, which makes requests out of the description and holds every
//! answer against it: examples, edges, random ones, and sequences along the links.
//!
//! Everything runs in a network of its own, so nothing that is scanned is outside this machine.

use std::net::SocketAddr;
use std::sync::Arc;

use citable_test_support::dns::ScriptedDns;
use citable_test_support::foreign::{Packages, REQUIRED};
use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::program::workspace;
use citable_test_support::reply::Reply;

use crate::own_network;
use crate::people::{admin, dev, sign_in};
use crate::world::{GOOD_PAGE, PLENTY, World, block_on};

const TOOL: Packages =
    Packages { name: "schemathesis", python: &["schemathesis==4.32.5"], javascript: &[] };
/// What the examples of the description scan.
const EXAMPLE: &str = "example.com";

/// Seeds of the runs, and requests for each operation: a short run where nobody says more.
const SEEDS: (&str, &str) = ("CITABLE_SCHEMATHESIS_SEEDS", "1");
const EXAMPLES: (&str, &str) = ("CITABLE_SCHEMATHESIS_EXAMPLES", "3");

fn told((name, otherwise): (&str, &str)) -> String {
    std::env::var(name).unwrap_or_else(|_| otherwise.to_owned())
}

/// A world that scans the page of the examples, as often as anybody likes, and knows no other
/// name.
fn world() -> (World, HttpsOrigin, ScriptedDns) {
    let address = SocketAddr::new(own_network::PUBLIC, 443);
    let origin = block_on(HttpsOrigin::start_on(address, Arc::default(), &[EXAMPLE]));
    origin.route(EXAMPLE, "/", Reply::html(GOOD_PAGE));
    let names = block_on(ScriptedDns::start());
    let plenty = PLENTY.to_string();
    let world = World::with(|command| {
        dev(command);
        command
            .env("CITABLE_FETCH_EXTRA_CA_FILE", origin.ca_file())
            .env("CITABLE_FETCH_RESOLVE", format!("{EXAMPLE}={}", own_network::PUBLIC))
            .env("CITABLE_FETCH_DNS_SERVERS", names.address().to_string())
            .env("CITABLE_DAILY_SCAN_BUDGET", &plenty);
        for plan in ["FREE", "PRO", "AGENCY"] {
            for unit in ["DAY", "MONTH"] {
                command.env(format!("CITABLE_PLAN_{plan}_SCANS_PER_{unit}"), &plenty);
            }
        }
    });
    (world, origin, names)
}

/// The settings of the run for one caller: those of the project, and the credential.
fn settings(credential: &str) -> String {
    let file = workspace().join("tests/schemathesis/schemathesis.toml");
    std::fs::read_to_string(file).unwrap() + credential
}

#[test]
fn no_request_is_answered_otherwise_than_the_description_says() {
    let Some(tool) = TOOL.installed() else { return };
    let this = "schemathesis::no_request_is_answered_otherwise_than_the_description_says";
    if !own_network::is_inside(this, Some(REQUIRED)) {
        return;
    }
    let (mut world, _origin, _names) = world();
    let email = "contract@people.example";
    admin(&world, None, &["account", "create", email, "--plan", "agency"]);
    let key = admin(&world, None, &["key", "issue-legacy", email]);
    let key = format!("\n[auth.openapi.key]\nbearer = {}\n", key["token"]);
    let sid = sign_in(&world.client, email).replace("sid=", "");
    let session = format!("\n[auth.openapi.session]\napi_key = \"{sid}\"\n");
    // Whoever signs out is a stranger from then on; a stranger's run has that route.
    let callers =
        [("nobody", "", None), ("key", &key, None), ("session", &session, Some("signOut"))];
    let folder = tempfile::TempDir::new().unwrap();
    let document = format!("{}/api/v1/openapi.json", world.program().base());
    for seed in told(SEEDS).split_whitespace() {
        for (name, credential, without) in callers {
            let file = folder.path().join(format!("{name}.toml"));
            std::fs::write(&file, settings(credential)).unwrap();
            let mut run = tool.python();
            run.args(["-m", "schemathesis.cli", "--config-file"])
                .arg(&file)
                .args(["run", &document, "--seed", seed]);
            run.args(["--max-examples", &told(EXAMPLES)]).current_dir(folder.path());
            if let Some(operation) = without {
                run.args(["--exclude-operation-id", operation]);
            }
            let output = run.output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{name}, seed {seed}:\n{said}");
            assert!(said.contains("Stateful"), "{said}");
        }
    }
    let log = world.take_program().kill();
    let faults: Vec<&str> = log.lines().filter(|line| line.contains("ERROR")).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}
