//! Loading the actors. How fast they are is not tested: that is the machine's affair.

use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::world::citable;

fn load(arguments: &[&str]) -> Output {
    citable(&["load"]).args(arguments).env("CITABLE_LOG", "warn").output().unwrap()
}

fn report(output: &Output) -> Value {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn count(report: &Value, name: &str) -> u64 {
    report["operations"][name].as_u64().unwrap()
}

fn sum(report: &Value, name: &str) -> u64 {
    let counts = report["operations"][name].as_object().unwrap();
    counts.values().map(|count| count.as_u64().unwrap()).sum()
}

#[test]
fn every_actor_bears_a_small_load_and_the_counts_add_up() {
    for actor in ["ledger", "idempotency", "scans", "identity", "reader"] {
        let report = report(&load(&[actor, "--calls", "40", "--callers", "8", "--json"]));
        assert_eq!(report["actor"], actor);
        assert_eq!((count(&report, "begun"), count(&report, "done")), (40, 40), "{report:#}");
        assert_eq!((count(&report, "refused"), count(&report, "failed")), (0, 0));
        assert_eq!(sum(&report, "doneByKind"), 40);
        let latency = |name: &str| report["latencyMs"][name].as_f64().unwrap();
        let rising = ["p50", "p95", "p99", "max"].map(latency);
        assert!(rising.is_sorted() && rising[0] > 0.0, "{rising:?}");
        assert!(report["mailbox"]["highest"].as_u64().unwrap() <= 8, "{report:#}");
        assert!(report["recovery"]["afterMs"].is_number(), "{report:#}");
    }
}

#[test]
fn beyond_its_places_an_actor_refuses_and_recovers() {
    let overload = ["--calls", "600", "--callers", "64", "--places", "2", "--json"];
    let report = report(&load(&[&["idempotency"], &overload[..]].concat()));
    let refused = count(&report, "refused");
    assert!(refused > 0 && count(&report, "done") > 0, "{report:#}");
    assert_eq!(count(&report, "begun"), 600);
    assert_eq!(count(&report, "done") + refused, 600);
    assert_eq!(report["operations"]["refusedByReason"]["mailboxFull"], refused, "{report:#}");
    assert!(report["mailbox"]["highest"].as_u64().unwrap() <= 2, "{report:#}");
    assert!(report["recovery"]["afterMs"].is_number(), "{report:#}");
}

#[test]
fn operations_that_begin_at_a_rate_are_counted_too() {
    let report = report(&load(&["reader", "--rate", "200", "--calls", "50", "--json"]));
    assert_eq!((count(&report, "begun"), count(&report, "done")), (50, 50));
    // The last one was to begin after 49/200 s.
    assert!(report["seconds"].as_f64().unwrap() >= 0.245, "{report:#}");
}

#[test]
fn the_same_seed_is_the_same_load() {
    let kinds = |seed: &str| {
        let load = load(&["identity", "--calls", "60", "--seed", seed, "--json"]);
        report(&load)["operations"]["doneByKind"].clone()
    };
    assert_eq!(kinds("7"), kinds("7"));
    assert_ne!(kinds("7"), kinds("8"));
}

#[test]
fn a_p99_over_its_limit_is_missed() {
    let missed = load(&["ledger", "--calls", "20", "--fail-p99", "0"]);
    assert_eq!(missed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missed.stderr).contains("p99 is "));
    assert!(String::from_utf8_lossy(&missed.stdout).contains("latency      p50 "));
    let kept = load(&["ledger", "--calls", "20", "--fail-p99", "60000"]);
    assert_eq!(kept.status.code(), Some(0));
}

#[test]
fn a_database_in_use_is_left_alone_and_a_temporary_one_goes() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("mine.sqlite");
    std::fs::write(&file, "mine").unwrap();
    let url = format!("sqlite:{}", file.display());
    let refused = load(&["ledger", "--calls", "1", "--database", &url]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--reuse"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    let temporary = TempDir::new().unwrap();
    let mut command = citable(&["load", "ledger", "--calls", "1"]);
    assert!(command.env("TMPDIR", temporary.path()).status().unwrap().success());
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0);
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for arguments in [
        &["nobody"][..],
        &["ledger", "--rate", "5", "--callers", "3"],
        &["ledger", "--calls", "5", "--duration", "3"],
        &["ledger", "--rate", "0"],
        &["ledger", "--duration", "-1"],
        &["ledger", "--places", "0"],
        &["ledger", "--database", "mysql://root@host/db"],
    ] {
        assert_eq!(load(arguments).status.code(), Some(2), "{arguments:?}");
    }
}
