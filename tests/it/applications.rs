//! Small applications of six frameworks, built here: what JavaScript adds to each, by hand and by
//! us.

use std::path::{Path, PathBuf};
use std::process::Command;

use citable_test_support::foreign::REQUIRED;
use citable_test_support::program::workspace;
use citable_test_support::reply::Reply;
use serde_json::Value;

use crate::rendering::browser;
use crate::world::{HOST, World, citable, reach};

/// `all` where the applications of Next and Nuxt are built too, by hand.
const WHICH: &str = "CITABLE_APPLICATIONS";
/// By how many points a share may differ from the one by hand, which counts paragraphs.
const TOLERANCE: i64 = 3;

/// An application, the share of its paragraphs that only JavaScript shows, in percent, and the
/// verdict that this is worth.
type Application = (&'static str, i64, &'static str);

const APPLICATIONS: [Application; 16] = [
    ("react-client", 100, "fail"),
    ("react-server", 0, "pass"),
    ("react-static", 0, "pass"),
    // Six of ten paragraphs are sent.
    ("react-partly", 40, "warn"),
    // Everything is sent; a script moves four paragraphs to their place.
    ("react-streamed", 0, "pass"),
    ("vue-client", 100, "fail"),
    ("vue-server", 0, "pass"),
    ("vue-static", 0, "pass"),
    // Two of ten.
    ("vue-partly", 80, "fail"),
    ("svelte-client", 100, "fail"),
    ("svelte-server", 0, "pass"),
    ("svelte-static", 0, "pass"),
    // Eight of ten.
    ("svelte-partly", 20, "pass"),
    ("angular-client", 100, "fail"),
    ("angular-server", 0, "pass"),
    ("angular-static", 0, "pass"),
];

/// Those that take minutes to build.
const HEAVY: [Application; 6] = [
    ("next-client", 100, "fail"),
    ("next-server", 0, "pass"),
    ("next-static", 0, "pass"),
    ("nuxt-client", 100, "fail"),
    ("nuxt-server", 0, "pass"),
    ("nuxt-static", 0, "pass"),
];

/// Builds the applications; none, with a message, where that can't be.
fn built(folder: &Path, which: &str) -> bool {
    let mut run = Command::new(workspace().join("tests/applications/run"));
    let is_built = run.arg(folder).arg(which).status().is_ok_and(|status| status.success());
    if !is_built {
        assert!(std::env::var_os(REQUIRED).is_none(), "the applications are required");
        eprintln!("skipped: the applications can't be built without npm and its packages");
    }
    is_built
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Serves a folder below its own name.
fn serve(world: &World, folder: &Path) {
    let name = folder.file_name().unwrap().to_str().unwrap();
    for file in files(folder) {
        let path = file.strip_prefix(folder).unwrap().to_str().unwrap();
        let body = std::fs::read(&file).unwrap();
        let kind = match file.extension().and_then(|ending| ending.to_str()) {
            Some("html") => "text/html; charset=utf-8",
            Some("js" | "mjs") => "text/javascript",
            Some("json") => "application/json",
            Some("css") => "text/css",
            _ => "application/octet-stream",
        };
        let path = path.strip_suffix("index.html").unwrap_or(path);
        let reply = Reply::new(200).header("content-type", kind).body(body);
        world.origin.route(HOST, &format!("/{name}/{path}"), reply);
    }
}

fn report(world: &World, name: &str) -> Value {
    let mut scan = citable(&["scan", &world.url(&format!("/{name}/"))]);
    reach(scan.args(["--render=always", "--format", "json"]), &world.origin);
    let output = scan.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{name}: {told}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn applications_are_judged_as_by_hand() {
    if browser().is_none() {
        return;
    }
    let which = std::env::var(WHICH).unwrap_or_default();
    let folder = tempfile::tempdir().unwrap();
    if !built(folder.path(), &which) {
        return;
    }
    let world = World::start();
    let heavy: &[Application] = if which == "all" { &HEAVY } else { &[] };
    let mut wrong = Vec::new();
    for (name, share, verdict) in APPLICATIONS.iter().chain(heavy) {
        serve(&world, &folder.path().join(name));
        let report = report(&world, name);
        let rendering = &report["rendering"];
        assert_eq!(rendering["state"], "seen", "{name}: {rendering:#}");
        let checks = report["checks"].as_array().unwrap();
        let check = checks.iter().find(|check| check["id"] == "raw-html-content").unwrap();
        let added = rendering["addedByJavascript"].as_i64().unwrap();
        eprintln!("{name}: {share}% and {verdict} by hand, {added}% and {}", check["status"]);
        if (added - share).abs() > TOLERANCE || check["status"] != **verdict {
            wrong.push(format!("{name}: {added}%, {}", check["summary"]));
        }
    }
    assert_eq!(wrong, [""; 0]);
}
