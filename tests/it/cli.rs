//! The command line.

use std::io::Write;
use std::process::Stdio;

use citable_checks::registry::CHECKS;
use citable_test_support::program::workspace;
use citable_test_support::reply::Reply;
use serde_json::Value;
use tempfile::TempDir;

use crate::world::{GOOD_PAGE, HOST, World, citable, reach};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn page_file(folder: &TempDir, html: &str) -> String {
    let path = folder.path().join("page.html");
    std::fs::write(&path, html).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_first_example_of_the_readme_needs_no_network() {
    let readme = std::fs::read_to_string(workspace().join("README.md")).unwrap();
    assert!(readme.contains("examples/article.html"));
    let output = citable(&["scan", "examples/article.html", "--offline"])
        .current_dir(workspace())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let run = format!("{} of 34 checks", CHECKS.len());
    assert!(text(&output.stdout).contains(&run), "{}", text(&output.stdout));
}

#[test]
fn a_file_is_judged_without_database_and_network_in_every_format() {
    let folder = TempDir::new().unwrap();
    let file = page_file(&folder, GOOD_PAGE);
    for format in ["text", "json", "markdown"] {
        let output = citable(&["scan", &file, "--offline", "--format", format])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("Tides explained"), "{format}");
    }
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 1, "a scan of a file writes nothing");
}

#[test]
fn a_page_can_come_from_standard_input() {
    let mut child = citable(&["scan", "-", "--offline", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(GOOD_PAGE.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["page"]["title"], "Tides explained");
}

#[test]
fn a_robots_file_can_be_given() {
    let folder = TempDir::new().unwrap();
    let file = page_file(&folder, GOOD_PAGE);
    let robots = folder.path().join("robots.txt");
    std::fs::write(&robots, "User-agent: *\nDisallow: /blog/\n").unwrap();
    let output = citable(&["scan", &file, "--offline", "--format", "json"])
        .args(["--base-url", "https://www.example.com/blog/post"])
        .args(["--robots", robots.to_str().unwrap()])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["score"], 10);
    assert_eq!(report["engines"][0]["verdict"], "blocked");
}

#[test]
fn exit_codes_tell_good_from_under_the_threshold_from_broken() {
    let folder = TempDir::new().unwrap();
    let good = page_file(&folder, GOOD_PAGE);
    let empty = folder.path().join("empty.html");
    std::fs::write(&empty, "").unwrap();
    let empty = empty.to_str().unwrap();
    let missing = folder.path().join("missing.html");
    for (arguments, code, told) in [
        (&["scan", &good, "--offline", "--fail-under", "1"][..], 0, ""),
        (&["scan", empty, "--offline", "--fail-under", "1"], 1, ""),
        (&["scan", missing.to_str().unwrap(), "--offline"], 2, "missing.html"),
        (&["scan", folder.path().to_str().unwrap(), "--offline"], 2, "folder"),
        (&["scan", "https://www.example.com/", "--offline"], 2, "network"),
        (&["scan", "https://127.0.0.1/"], 2, ""),
        (&["scan"], 2, "Usage"),
        (&["explain", "indexible"], 2, "indexable"),
        (&["explain", "indexable"], 0, ""),
        (&["checks"], 0, ""),
    ] {
        let output = citable(arguments).output().unwrap();
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
        assert!(stderr.contains(told), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_page_on_the_web_is_scanned_without_a_server() {
    let world = World::start();
    world.origin.route(HOST, "/forbidden", Reply::html("no").status(403));
    let scan = |path: &str| {
        let mut command = citable(&["scan", &world.url(path), "--format", "json"]);
        reach(&mut command, &world.origin);
        command.output().unwrap()
    };
    let good = scan("/");
    assert_eq!(good.status.code(), Some(0), "{}", text(&good.stderr));
    let report: Value = serde_json::from_slice(&good.stdout).unwrap();
    assert_eq!(report["finalUrl"], world.url("/"));
    let refused = scan("/forbidden");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("refused"), "{}", text(&refused.stderr));
}

#[test]
fn crawlers_names_are_borrowed_unless_that_is_switched_off() {
    let world = World::start();
    let probes = || {
        let requests = world.origin.requests();
        let agents = requests.iter().filter_map(|request| request.header("user-agent"));
        agents.filter(|agent| agent.contains("; probe by CitableBot/1.0; +http")).count()
    };
    for (switch, status, expected) in [("off", "na", 0), ("on", "pass", 1)] {
        let mut command = citable(&["scan", &world.url("/"), "--format", "json"]);
        reach(&mut command, &world.origin);
        let output = command.env("CITABLE_EDGE_PROBES", switch).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let checks = report["checks"].as_array().unwrap();
        let check = checks.iter().find(|check| check["id"] == "edge-bot-parity").unwrap();
        assert_eq!((&check["status"], probes()), (&Value::from(status), expected), "{switch}");
    }
}

#[test]
fn health_and_the_document_can_be_asked_from_the_shell() {
    let world = World::start();
    let listen = world.program().base().trim_start_matches("http://").to_owned();
    let health = citable(&["health"]).env("CITABLE_LISTEN", &listen).output().unwrap();
    assert_eq!(health.status.code(), Some(0), "{}", text(&health.stderr));
    let nobody = citable(&["health"]).env("CITABLE_LISTEN", "127.0.0.1:9").output().unwrap();
    assert_eq!(nobody.status.code(), Some(2));
    let document = citable(&["openapi"]).output().unwrap();
    let document: Value = serde_json::from_slice(&document.stdout).unwrap();
    assert_eq!(document["paths"], world.client.contract().document()["paths"]);
}

#[test]
fn migrating_twice_changes_nothing_the_second_time() {
    let folder = TempDir::new().unwrap();
    let migrate = || citable(&["migrate"]).env("CITABLE_DATA_DIR", folder.path()).output().unwrap();
    let first = migrate();
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    assert_eq!(migrate().status.code(), Some(0));
    assert!(folder.path().join("citable.sqlite").exists());
}
