//! Browsers that are killed, and pages that mean no good: the service answers, and every scan ends
//! with a report.

use std::collections::HashMap;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use citable_test_support::processes::descendants;
use citable_test_support::reply::Reply;
use tempfile::TempDir;

use crate::rendering::browser;
use crate::world::{HOST, OTHER_HOST, World, eventually};

/// Scans, half of them of each host: so two are under way at once.
const SCANS: usize = 50;
const PAGE: &str = "<!doctype html><html lang=en><head><title>Loading</title></head><body>\
<div id=root></div><script src=/app.js></script></body></html>";
const SCRIPT: &str = "root.innerHTML = '<main><h1>Tides</h1><p>' + 'The sea rises and falls. '\
.repeat(20) + '</p></main>';";

/// Kills one of a program's browsers, or one process of it; `at` says which.
fn kill_one(program: u32, at: u32) -> String {
    let victims = descendants(program);
    let victim = &victims[at as usize % victims.len()];
    victim.kill();
    victim.words.iter().take(4).map(String::as_str).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_scan_ends_with_a_report_whichever_browser_is_killed() {
    let Some(browser) = browser() else { return };
    let temporary = temporary();
    let mut world = World::with(|command| {
        // One browser, so that it is the one with the page that falls.
        command.env("CITABLE_CHROMIUM", browser).env("CITABLE_CHROMIUM_PAGES", "1");
        command.env("TMPDIR", temporary.path());
    });
    let program = world.program().id();
    let asked = Arc::<AtomicU32>::default();
    for host in [HOST, OTHER_HOST] {
        let asked = Arc::clone(&asked);
        world.origin.route_with(host, "/app.js", move |_| {
            let number = asked.fetch_add(1, Ordering::Relaxed);
            // Two of three pages lose something of their browser.
            if number % 3 > 0 {
                let killed = kill_one(program, number.wrapping_mul(2_654_435_761) >> 8);
                eprintln!("page {number}: killed {killed}");
            }
            Reply::new(200).header("content-type", "text/javascript").body(SCRIPT)
        });
        for page in 0..SCANS / 2 {
            world.origin.route(host, &format!("/{page}"), Reply::html(PAGE));
        }
    }
    let urls = (0..SCANS).map(|scan| {
        let host = if scan % 2 == 0 { HOST } else { OTHER_HOST };
        world.origin.url(host, &format!("/{}", scan / 2))
    });
    let scans: Vec<String> = urls.map(|url| world.client.scan(&url)).collect();
    let mut ends: HashMap<String, u32> = HashMap::new();
    for id in &scans {
        let report = world.client.finished(id).json();
        assert_eq!(report["status"], "done", "{report:#}");
        let state = report["rendering"]["state"].as_str().unwrap().to_owned();
        *ends.entry(state).or_default() += 1;
    }
    eprintln!("{ends:?}");
    assert!(asked.load(Ordering::Relaxed) > 10, "{ends:?}");
    // Some fell with their browser, and others found a new one.
    assert!(ends.contains_key("failed") && ends.contains_key("seen"), "{ends:?}");
    assert!(!ends.contains_key("notAsked"), "{ends:?}");
    let program = world.take_program();
    program.terminate();
    program.wait();
    let left: Vec<_> = temporary.path().read_dir().unwrap().map(|entry| entry.unwrap()).collect();
    assert!(left.is_empty(), "the browsers leave {left:?}");
}

#[test]
fn the_profile_of_a_program_that_was_killed_is_removed_by_the_next_one() {
    let Some(browser) = browser() else { return };
    let temporary = temporary();
    let start = |command: &mut Command| {
        command.env("CITABLE_CHROMIUM", browser).env("CITABLE_CHROMIUM_PAGES", "1");
        command.env("TMPDIR", temporary.path());
    };
    let profiles = || {
        let entries = temporary.path().read_dir().unwrap();
        let entries = entries.map(Result::unwrap);
        let folders = entries.filter(|entry| entry.file_type().unwrap().is_dir());
        let mut names: Vec<_> = folders.map(|entry| entry.file_name()).collect();
        names.sort();
        names
    };
    let pipe = temporary.path().join("citable-browser-pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut world = World::with(start);
    world.program().wait_until_logged("a browser is ready");
    world.origin.route(HOST, "/app.js", Reply::new(200).body(SCRIPT));
    world.origin.route(HOST, "/page", Reply::html(PAGE));
    let url = world.url("/page");
    world.client.finished(&world.client.scan(&url));
    let before = profiles();
    assert!(!before.is_empty());
    world.take_program().kill();
    assert_eq!(profiles(), before, "nobody removes what a killed program leaves");
    world.restart_with(start);
    world.program().wait_until_logged("a browser is ready");
    world.client.finished(&world.client.scan(&format!("{url}?again")));
    assert!(profiles().iter().all(|now| !before.contains(now)), "{:?}", profiles());
}

/// A folder that the browser's user may enter too.
fn temporary() -> TempDir {
    let everyone = Permissions::from_mode(0o755);
    tempfile::Builder::new().permissions(everyone).tempdir().unwrap()
}

/// What hostile pages do. Each takes all the time that it gets.
const ATTACKS: [&str; 6] = [
    "for (;;);",
    "const held = []; for (;;) held.push(new Uint8Array(1 << 26).fill(1));",
    "for (let i = 0; i < 20000; i++) fetch('/x' + i).catch(() => {});",
    "for (;;) document.body.append(document.createElement('p'));",
    "const url = URL.createObjectURL(new Blob(['for (;;);']));\
     for (let i = 0; i < 8; i++) new Worker(url);",
    "setInterval(() => location = '/' + Math.random(), 1);",
];

#[test]
fn the_service_answers_while_hostile_pages_are_rendered() {
    let Some(browser) = browser() else { return };
    let world = World::with(|command| {
        command.env("CITABLE_CHROMIUM", browser);
    });
    let scans: Vec<String> = (0..)
        .zip(ATTACKS)
        .map(|(number, script)| {
            let host = if number % 2 == 0 { HOST } else { OTHER_HOST };
            let path = format!("/hostile/{number}");
            let page =
                format!("<!doctype html><body><p>Before</p><script>{script}</script></body>");
            world.origin.route(host, &path, Reply::html(&page));
            world.client.scan(&world.origin.url(host, &path))
        })
        .collect();
    for (id, script) in scans.iter().zip(ATTACKS) {
        eventually("the scan ends", || {
            assert_eq!(world.client.get("/healthz").status, 200, "{script}");
            let status = world.client.get(&format!("/scan/{id}")).json()["status"].take();
            status == "done" || status == "failed"
        });
        let report = world.client.finished(id).json();
        assert_eq!(report["status"], "done", "{script}: {report:#}");
        assert_ne!(report["rendering"]["state"], "notAsked", "{script}");
    }
    let after = world.client.finished(&world.client.scan(&world.url("/"))).json();
    assert_eq!(after["rendering"]["state"], "seen", "{:#}", after["rendering"]);
}
