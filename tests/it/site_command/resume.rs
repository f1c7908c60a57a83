//! A run that was killed goes on.

use std::io::Write as _;
use std::process::Stdio;

use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::reply::Reply;
use tempfile::TempDir;

use super::made::{BASE, PAGES, page, ran, rows, serve, site, write};
use crate::world::{HOST, OTHER_HOST, block_on, eventually, reach};

/// Requests for the page itself, without those under the names of crawlers.
fn fetched(origin: &HttpsOrigin, path: &str) -> usize {
    let requests = origin.requests();
    let own = requests.iter().filter(|request| {
        request.path == path
            && !request.header("user-agent").unwrap_or_default().contains("; probe by ")
    });
    own.count()
}

#[test]
fn a_killed_run_that_goes_on_gives_what_a_whole_one_gives() {
    let origin = block_on(HttpsOrigin::start(&[HOST, OTHER_HOST]));
    let base = serve(&origin, HOST);
    let folder = TempDir::new().unwrap();
    let (path, title, canonical) = PAGES[3];
    origin.route(HOST, &format!("/{path}"), Reply::never());
    let sitemap = format!("{base}sitemap.xml");
    let run = |more: &[&str]| {
        let arguments = [&[sitemap.as_str(), "--format", "jsonl"], more].concat();
        let mut command = site(folder.path(), &arguments);
        reach(&mut command, &origin);
        command
    };
    let mut killed = run(&[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let state = folder.path().join(".citable/pages.jsonl");
    eventually("three pages are done and the fourth hangs", || {
        let rows = std::fs::read_to_string(&state).unwrap_or_default();
        rows.lines().count() == 3 && fetched(&origin, &format!("/{path}")) == 1
    });
    killed.kill().unwrap();
    killed.wait().unwrap();
    let mut torn = std::fs::OpenOptions::new().append(true).open(&state).unwrap();
    torn.write_all(b"{\"url\":\"https://torn").unwrap();
    origin.route(HOST, &format!("/{path}"), Reply::html(&page(&base, path, title, canonical)));

    let (code, resumed, told) = ran(&run(&["--resume"]).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("3 pages kept from an earlier run"), "{told}");
    assert_eq!(fetched(&origin, "/"), 1, "a page that was done is not fetched again");
    let (code, whole, told) = ran(&run(&["--state", "other"]).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(resumed, whole);
}

#[test]
fn only_files_that_changed_are_judged_again() {
    let folder = TempDir::new().unwrap();
    let public = folder.path().join("public");
    write(&public, BASE);
    let run = |more: &[&str]| {
        let arguments = [&["public", "--base-url", BASE, "--format", "jsonl"], more].concat();
        ran(&site(folder.path(), &arguments).output().unwrap())
    };
    assert_eq!(run(&["-o", "before.jsonl"]).0, Some(0));
    let changed = page(BASE, "blog/neap.html", "Neap tides, revised", false);
    std::fs::write(public.join("blog/neap.html"), changed).unwrap();
    let (code, out, told) = run(&["--resume"]);
    assert_eq!((code, rows(&out).len()), (Some(0), 8), "{told}");
    assert!(told.contains("7 pages kept from an earlier run"), "{told}");
    assert!(out.contains("Neap tides, revised"), "{out}");
    let (_, out, told) = run(&["--changed-since", "before.jsonl"]);
    assert_eq!(rows(&out).len(), 1, "{told}");
    assert!(told.contains("7 pages unchanged and left out"), "{told}");
    std::fs::write(public.join("robots.txt"), "User-agent: *\nDisallow: /blog/\n").unwrap();
    let (_, out, told) = run(&["--resume"]);
    assert!(!told.contains("kept"), "robots.txt is part of every verdict: {told}");
    assert_eq!(rows(&out).len(), 8);
}

#[test]
fn kept_snapshots_are_judged_again_without_fetching() {
    let origin = block_on(HttpsOrigin::start(&[HOST, OTHER_HOST]));
    let base = serve(&origin, HOST);
    let folder = TempDir::new().unwrap();
    let list: String = PAGES.iter().map(|(path, ..)| format!("{base}{path}\n")).collect();
    std::fs::write(folder.path().join("list.txt"), list).unwrap();
    let mut first = site(folder.path(), &["list.txt", "--keep-snapshots", "--format", "jsonl"]);
    reach(&mut first, &origin);
    let (code, whole, told) = ran(&first.output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    let asked = origin.requests().len();
    let replay = |more: &[&str]| {
        let arguments = [&["--replay", ".citable", "--format", "jsonl"], more].concat();
        ran(&site(folder.path(), &arguments).output().unwrap())
    };
    let (code, replayed, told) = replay(&[]);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(replayed, whole);
    let state = std::fs::read(folder.path().join(".citable/pages.jsonl")).unwrap();
    assert_eq!(origin.requests().len(), asked, "nothing is fetched");
    let (_, part, _) = replay(&["--include", "/blog/**"]);
    let left = std::fs::read(folder.path().join(".citable/pages.jsonl")).unwrap();
    assert_eq!(left, state, "what is replayed stays as it is");
    assert_eq!(rows(&part).len(), 5);
    let (code, _, told) = ran(&site(folder.path(), &["--replay", "none"]).output().unwrap());
    assert_eq!(code, Some(2));
    assert!(told.contains("Run with --keep-snapshots first"), "{told}");
    let both = ["--replay", ".citable", "--keep-snapshots"];
    assert_eq!(ran(&site(folder.path(), &both).output().unwrap()).0, Some(2));
}

#[test]
fn a_run_that_is_killed_at_any_moment_goes_on() {
    let folder = TempDir::new().unwrap();
    let public = folder.path().join("public");
    for number in 0..240 {
        let path = format!("part-{}/page-{number}.html", number % 7);
        let file = public.join(&path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, page(BASE, &path, &format!("Tide table {number}"), true)).unwrap();
    }
    let run = |more: &[&str]| {
        let arguments = [&["public", "--base-url", BASE, "--format", "jsonl"], more].concat();
        site(folder.path(), &arguments)
    };
    let (code, whole, told) = ran(&run(&["--state", "whole"]).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    let state = folder.path().join(".citable/pages.jsonl");
    let size = || std::fs::metadata(&state).map_or(0, |file| file.len());
    let most = std::fs::metadata(folder.path().join("whole/pages.jsonl")).unwrap().len();
    // Moments of a fixed but irregular sequence, as parts of the work.
    let mut seed = 7_u64;
    let mut killed_early = 0;
    for turn in 0..10 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let more: &[&str] = if turn == 0 { &[] } else { &["--resume"] };
        let mut child = run(more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let until = size() + (seed >> 33) % (most / 12);
        let mut ended = None;
        while size() < until && ended.is_none() {
            ended = child.try_wait().unwrap();
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        killed_early += usize::from(ended.is_none());
        let rows = std::fs::read(&state).unwrap();
        assert!(rows.len() as u64 <= most * 2, "turn {turn}");
    }
    assert!(killed_early >= 5, "{killed_early} of 10 were killed at work");
    let (code, resumed, told) = ran(&run(&["--resume"]).output().unwrap());
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(resumed, whole);
}

#[test]
fn kept_snapshots_are_those_of_the_last_run() {
    let folder = TempDir::new().unwrap();
    let public = folder.path().join("public");
    write(&public, BASE);
    let own = folder.path().join("snapshots/mine.txt");
    std::fs::create_dir_all(own.parent().unwrap()).unwrap();
    std::fs::write(&own, "not a snapshot").unwrap();
    let run = |arguments: &[&str]| {
        let arguments = [&["--state", ".", "--format", "jsonl"], arguments].concat();
        ran(&site(folder.path(), &arguments).output().unwrap())
    };
    let scan = ["public", "--base-url", BASE];
    assert_eq!(run(&scan).0, Some(0));
    // What was judged without being kept is judged again.
    let (code, _, told) = run(&[&scan[..], &["--resume", "--keep-snapshots"]].concat());
    assert_eq!(code, Some(0), "{told}");
    assert!(!told.contains("kept from an earlier run"), "{told}");
    let replay = || {
        let replay = ["--replay", ".", "--state", "replayed", "--format", "jsonl"];
        let (code, out, told) = ran(&site(folder.path(), &replay).output().unwrap());
        assert_eq!(code, Some(0), "{told}");
        rows(&out).len()
    };
    assert_eq!(replay(), 8);
    std::fs::remove_file(public.join("blog/neap.html")).unwrap();
    let (_, _, told) = run(&[&scan[..], &["--resume", "--keep-snapshots"]].concat());
    assert!(told.contains("7 pages kept from an earlier run"), "{told}");
    assert_eq!(replay(), 7, "a page that is gone is not replayed");
    assert_eq!(run(&[&scan[..], &["--keep-snapshots"]].concat()).0, Some(0));
    assert_eq!(std::fs::read_to_string(&own).unwrap(), "not a snapshot");
    assert!(!folder.path().join(".gitignore").exists(), "a folder of the owner's");
}
