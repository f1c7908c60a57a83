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
