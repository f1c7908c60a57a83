//! Answers that nobody reads: they may take only so much memory, and give it back.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use citable_test_support::reply::Reply;

use super::h2::{END_HEADERS, END_STREAM, HEADERS, begun, block, frame, streams};
use super::{Figures, newcomer, resident_kib, under_watch};
use crate::people::dev;
use crate::raw::{Raw, address_of, answer};
use crate::world::{HOST, World, block_on, eventually};

/// Times the idle memory that unread answers of one address may take.
const MOST: f64 = 1.75;
/// Times the idle memory that is left when they are gone.
const AFTERWARDS: f64 = 1.5;
/// What unread answers of one address may take, in MiB: less than those to as many requests as are
/// worked on at once for one address.
const SHARE_MIB: &str = "4";
/// Connections of the attacker: as many as it may have, but for the one that asks aloud.
const CONNECTIONS: usize = 63;
/// Requests on each.
const REQUESTS: usize = 100;
/// How long it may take until so much is unread that the next request is refused.
const PATIENCE: Duration = Duration::from_secs(30);

/// A page with so many faults that its report is large.
fn large_page() -> String {
    let images = "<img src=/a.png>".repeat(40);
    let parts: String =
        (0..60).map(|part| format!("<h4>Part {part}</h4><p>Nothing much.</p>")).collect();
    format!("<!doctype html><html><head><title>x</title></head><body>{images}{parts}</body></html>")
}

fn scanned(world: &World) -> String {
    world.origin.route(HOST, "/large", Reply::html(&large_page()));
    let id = world.client.scan(&world.url("/large"));
    let report = world.client.finished(&id);
    assert_eq!(report.status, 200);
    eprintln!("a report has {} bytes", report.body.len());
    id
}

/// Asks for a path on many connections from one address, and reads none of the answers.
async fn unread(to: SocketAddr, path: &str, window: u32) -> Vec<Raw> {
    let head = block(path);
    let mut open = Vec::new();
    for _ in 0..CONNECTIONS {
        let mut raw = begun(to, 2_u8, window).await;
        let ask = |stream| frame(HEADERS, END_HEADERS | END_STREAM, stream, &head);
        raw.send(streams().take(REQUESTS).flat_map(ask).collect::<Vec<_>>()).await;
        open.push(raw);
    }
    open
}

/// Holds what unread answers to a path take against what the program takes idle.
fn attack(path: impl Fn(&str) -> String) {
    let world = World::with(|command| {
        dev(command);
        command.env("CITABLE_MAX_BODY_MEMORY_MIB_PER_NETWORK", SHARE_MIB);
    });
    let to = address_of(&world);
    let path = path(&scanned(&world));
    // What is idle has been at work before: it has its caches, and what the allocator keeps.
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                (0..50).for_each(|_| {
                    newcomer(to, &path, 200);
                })
            });
        }
    });
    for window in [0, 65_535, 0x7fff_ffff] {
        let name = format!("unread answers with a window of {window}");
        let mut refused = false;
        let Figures { idle, most } = under_watch(&world, &name, async {
            let open = unread(to, &path, window).await;
            // The attacker itself is told, and nobody else, as soon as so much is unread.
            let begun = Instant::now();
            while begun.elapsed() < PATIENCE {
                let told = answer(2_u8, to, super::get(&path, "")).await;
                newcomer(to, &path, 200);
                if told.starts_with("HTTP/1.1 503 ") {
                    assert!(told.contains("\"error\":\"overloaded\""), "{told}");
                    assert!(told.to_lowercase().contains("\r\nretry-after: "), "{told}");
                    refused = true;
                    break;
                }
            }
            drop(open);
        });
        assert!(refused, "{name}: nothing was refused");
        let ratio = most as f64 / idle as f64;
        assert!(ratio < MOST, "{name}: {ratio:.2} times");
        let after = || resident_kib(world.program().id()) as f64 / idle as f64;
        eventually("memory falls back", || after() < AFTERWARDS);
        eventually("the attacker is answered again", || {
            block_on(answer(2_u8, to, super::get(&path, ""))).starts_with("HTTP/1.1 200 ")
        });
        eprintln!("{name}: afterwards {:.2} times", after());
    }
}

#[test]
fn unread_reports_take_little_memory() {
    attack(|id| format!("/api/v1/scan/{id}"));
}

/// However long reads take: on PostgreSQL, milliseconds.
#[test]
fn many_reads_of_one_address_hold_up_nobody_else() {
    let world = World::with(dev);
    let to = address_of(&world);
    let path = format!("/api/v1/scan/{}", scanned(&world));
    for _ in 0..3 {
        block_on(async {
            let open = unread(to, &path, 0x7fff_ffff).await;
            (0..50).for_each(|_| {
                newcomer(to, &path, 200);
            });
            drop(open);
        });
    }
}

#[test]
fn unread_batches_take_little_memory() {
    attack(|id| format!("/api/v1/batch?ids={id},{id},{id}"));
}

/// What is the same for everybody is held once, so as many as like may ask for it.
#[test]
fn unread_documents_take_nobodys_place() {
    let world = World::with(dev);
    let to = address_of(&world);
    under_watch(&world, "unread documents", async {
        let open = unread(to, "/api/v1/openapi.json", 0x7fff_ffff).await;
        newcomer(to, "/api/v1/openapi.json", 200);
        drop(open);
    });
}

#[test]
fn whoever_does_not_read_is_cut_off() {
    let world = World::with(|command| {
        command.env("CITABLE_STALL_SECONDS", "1");
    });
    let to = address_of(&world);
    let document = block("/api/v1/openapi.json");
    block_on(async {
        let ask = |stream| frame(HEADERS, END_HEADERS | END_STREAM, stream, &document);
        for window in [0, 1, 65_535] {
            let mut raw = begun(to, 2_u8, window).await;
            raw.send(streams().take(3).flat_map(ask).collect::<Vec<_>>()).await;
            assert!(raw.rest().await.is_some(), "a window of {window} is waited for");
        }
        let mut raw = Raw::with_window(2_u8, to, Some(2_048)).await;
        raw.send("GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20)).await;
        tokio::time::timeout(Duration::from_secs(30), raw.closed()).await.expect("it is closed");
    });
}
