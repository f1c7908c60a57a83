//! Connections by the thousand. A network has its share of them, and newcomers find room.

use std::net::SocketAddr;
use std::process::Command;

use citable_test_support::program::Program;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tempfile::TempDir;

use super::h2::{END_HEADERS, END_STREAM, HEADERS, begun, block, frame};
use super::{get, newcomer, under_watch};
use crate::people::dev;
use crate::raw::{Raw, address_of, answer};
use crate::world::{BINARY, World, block_on, eventually};

/// The first address of the attackers, as a number in 127.0.0.0/16.
const FIRST: u16 = 0x0100;
/// Connections that one network may have, by default.
const OF_ONE: u16 = 64;
/// Files that the test needs for itself.
const OWN_FILES: usize = 1_000;

/// Opens connections that ask for something once and then stay, from so many addresses; those that
/// are closed at once count too. Over HTTP/2, where a connection may be idle for long.
async fn stay(to: SocketAddr, addresses: u16, of_each: u16) -> Vec<Raw> {
    let ask = frame(HEADERS, END_HEADERS | END_STREAM, 1, &block("/api/v1/healthz"));
    let mut open = Vec::new();
    for address in FIRST..FIRST + addresses {
        for _ in 0..of_each {
            let mut raw = begun(to, address, 65_535).await;
            raw.send(&ask).await;
            open.push(raw);
        }
    }
    open
}

/// Whether the others find what they come for.
fn others_are_served(to: SocketAddr) {
    for path in ["/livez", "/readyz", "/api/v1/healthz?deep=1", "/api/v1/openapi.json"] {
        newcomer(to, path, 200);
    }
}

#[test]
fn sixty_four_addresses_lock_nobody_out() {
    let world = World::with(dev);
    let to = address_of(&world);
    under_watch(&world, "64 addresses with 64 connections", async {
        let _open = stay(to, 64, OF_ONE).await;
        others_are_served(to);
    });
    let id = world.client.scan(&world.url("/"));
    assert_eq!(world.client.finished(&id).status, 200);
}

#[test]
fn ten_thousand_idle_connections_hold_up_nobody() {
    let world = World::with(dev);
    let to = address_of(&world);
    let addresses = u16::try_from((10_000 / usize::from(OF_ONE) + 1).min(affordable())).unwrap();
    let all = usize::from(addresses) * usize::from(OF_ONE);
    if all < 10_000 {
        eprintln!("only {all} connections: this machine lets a process open no more files");
    }
    under_watch(&world, "10,000 idle connections", async {
        let open = stay(to, addresses, OF_ONE).await;
        assert_eq!(open.len(), all);
        others_are_served(to);
    });
}

/// Addresses with their connections that the limit of open files allows, once it is raised.
fn affordable() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    setrlimit(Resource::Nofile, raised).unwrap();
    let files = limit.maximum.map_or(usize::MAX, |files| usize::try_from(files).unwrap());
    files.saturating_sub(OWN_FILES) / usize::from(OF_ONE)
}

#[test]
fn two_thousand_idle_connections_take_nobodys_place() {
    let world = World::with(dev);
    let to = address_of(&world);
    under_watch(&world, "heads that never end", async {
        let mut idle = Vec::new();
        for number in 0..2_000_u16 {
            // At most 64 from one address, and none from the one that asks for health.
            let mut raw = Raw::from(FIRST + number / 50, to).await;
            raw.send("GET /api/v1/healthz HTTP/1.1\r\n").await;
            idle.push(raw);
        }
        assert_eq!(world.client.get("/healthz?deep=1").status, 200);
        for raw in &mut idle {
            raw.rest().await.expect("an idle connection is closed");
        }
    });
}

/// Four places: two for the first address, one each for two more, and then the house is full.
async fn fill(to: SocketAddr) -> Option<Vec<Raw>> {
    let mut open = Vec::new();
    for address in [FIRST, FIRST, FIRST + 1, FIRST + 2] {
        let mut raw = Raw::from(address, to).await;
        raw.send("GET /api/v1/healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
        let told = String::from_utf8_lossy(&raw.some().await).to_lowercase();
        if !told.starts_with("http/1.1 200 ") || told.contains("connection: close") {
            return None;
        }
        open.push(raw);
    }
    Some(open)
}

#[test]
fn a_full_house_answers_at_once() {
    let world = World::with(|command| {
        command.env("CITABLE_MAX_CONNECTIONS", "4");
    });
    let to = address_of(&world);
    // The client that read the API description has one, until it is not used for a while.
    let mut filled = None;
    eventually("there are four places", || {
        filled = block_on(fill(to));
        filled.is_some()
    });
    let asked =
        |path| block_on(answer(2_u8, to, format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n")));
    for path in ["/livez", "/readyz", "/api/v1/healthz"] {
        let told = asked(path).to_lowercase();
        assert!(told.starts_with("http/1.1 200 "), "{path}: {told}");
        assert!(told.contains("\r\nconnection: close\r\n"), "{path}: {told}");
    }
    let told = asked("/api/v1/openapi.json").to_lowercase();
    assert!(told.starts_with("http/1.1 503 "), "{told:.300}");
    assert!(told.contains("\"error\":\"overloaded\""), "{told}");
    assert!(told.contains("\r\nretry-after: "), "{told}");
    assert!(told.contains("\r\nconnection: close\r\n"), "{told}");
    drop(filled);
    eventually("places are given back", || {
        asked_once(to, "/api/v1/sandbox").starts_with("HTTP/1.1 200 ")
    });
}

fn asked_once(to: SocketAddr, path: &str) -> String {
    block_on(answer(2_u8, to, get(path, "")))
}

/// The program as a shell starts it that allows it so many open files.
fn with_files(limit: &str, test: impl FnOnce(&Program)) {
    let folder = TempDir::new().unwrap();
    let script = folder.path().join("citable");
    std::fs::write(&script, format!("#!/bin/sh\nulimit {limit} || exit 1\nexec {BINARY} \"$@\"\n"))
        .unwrap();
    let made_runnable = Command::new("chmod").arg("700").arg(&script).status().unwrap();
    assert!(made_runnable.success());
    let program = Program::serve(script.to_str().unwrap(), folder.path(), |_| {});
    test(&program);
    program.kill();
}

#[test]
fn a_soft_limit_of_files_is_raised() {
    with_files("-Sn 256", |program| {
        let to = program.base().trim_start_matches("http://").parse().unwrap();
        let open = block_on(stay(to, 10, OF_ONE));
        others_are_served(to);
        drop(open);
    });
}

#[test]
fn a_hard_limit_of_files_bounds_the_connections() {
    with_files("-n 512", |program| {
        let to = program.base().trim_start_matches("http://").parse().unwrap();
        let open = block_on(stay(to, 10, OF_ONE));
        others_are_served(to);
        drop(open);
    });
}
