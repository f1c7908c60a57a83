//! The command line.

use std::io::Write;
use std::process::Stdio;

use citable_test_support::program::workspace;
use citable_test_support::reply::Reply;
use serde_json::Value;
use tempfile::TempDir;

use crate::world::{GOOD_PAGE, HOST, World, citable, reach};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// When the README's example was scanned.
const README_NOW: &str = "2026-11-22T12:00:00Z";

fn page_file(folder: &TempDir, html: &str) -> String {
    let path = folder.path().join("page.html");
    std::fs::write(&path, html).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The first example of the README prints what the README says. With `CITABLE_WRITE_README=1` the
/// README is written anew.
#[test]
fn the_first_example_of_the_readme_is_true_and_needs_no_network() {
    let path = workspace().join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let (_, example) = readme.split_once("```sh\ncitable scan examples/").unwrap();
    let (command, rest) = example.split_once("\n```\n\n```\n").unwrap();
    let (printed, _) = rest.split_once("```\n").unwrap();
    let arguments = format!("scan examples/{}", command.replace('\\', " "));
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let output =
        citable(&arguments).args(["--now", README_NOW]).current_dir(workspace()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let prints = text(&output.stdout);
    if std::env::var_os("CITABLE_WRITE_README").is_some() {
        std::fs::write(&path, readme.replace(printed, &prints)).unwrap();
    }
    assert_eq!(printed, prints, "run this test with CITABLE_WRITE_README=1");
}

#[test]
fn a_file_is_judged_without_database_and_network_in_every_format() {
    let folder = TempDir::new().unwrap();
    let file = page_file(&folder, GOOD_PAGE);
    for (format, told) in [
        ("text", "Title: `Tides explained`"),
        ("json", "\"title\": \"Tides explained\""),
        ("markdown", "- Title: `Tides explained`"),
        ("html", "<bdi>Tides explained</bdi>"),
        ("github", "::notice title=Citable::Score "),
        ("junit", "<testcase classname=\"citable.access\" name=\"http-fetch: "),
        ("csv", "1,http-fetch,"),
        ("sarif", "\"version\": \"2.1.0\""),
    ] {
        let output = citable(&["scan", &file, "--offline", "--format", format])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains(told), "{format}: {}", text(&output.stdout));
    }
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 1, "a scan of a file writes nothing");
}

/// A page that names another site as its canonical, which fails a check and caps the score.
fn worse_page() -> String {
    GOOD_PAGE.replace("</head>", "<link rel=canonical href=\"https://other.example.com/x\"></head>")
}

#[test]
fn a_file_is_annotated_under_its_own_name() {
    let folder = TempDir::new().unwrap();
    page_file(&folder, &worse_page());
    let scan = |format: &str| {
        let mut command = citable(&["scan", "./page.html", "--offline", "--format", format]);
        command.args(["--base-url", "https://www.example.com/a"]).current_dir(&folder);
        text(&command.output().unwrap().stdout)
    };
    let commands = scan("github");
    assert!(commands.contains("::error file=./page.html,line=1,title="), "{commands}");
    let log: Value = serde_json::from_str(&scan("sarif")).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let result = results.iter().find(|result| result["ruleId"] == "canonical").unwrap();
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "page.html");
    assert_eq!(place["region"]["startLine"], 1);
}

#[test]
fn every_form_goes_to_a_file_of_its_own() {
    let folder = TempDir::new().unwrap();
    let file = page_file(&folder, GOOD_PAGE);
    let mut command = citable(&["scan", &file, "--offline"]);
    for file in ["json=r.json", "r.html", "r.xml", "csv=r.csv"] {
        command.args(["-o", file]);
    }
    let output = command.current_dir(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let begins = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(begins("r.json").starts_with('{'));
    assert!(begins("r.html").starts_with("<!doctype html>"));
    assert!(begins("r.xml").starts_with("<?xml"));
    assert!(begins("r.csv").starts_with("number,id,"));
}

#[test]
fn a_check_or_a_category_may_not_fail() {
    let folder = TempDir::new().unwrap();
    let worse = page_file(&folder, &worse_page());
    for (wanted, code, told) in [
        (&["--fail-on", "canonical"][..], 1, "check canonical fails"),
        (&["--fail-on", "language,indexing"], 1, "category indexing has failing checks: canonical"),
        (&["--fail-on", "language", "--fail-on", "http-fetch"], 0, ""),
        (&["--fail-on", "8"], 1, "check canonical fails"),
        (&["--fail-on", "cannonical"], 2, "Did you mean canonical"),
    ] {
        let mut command = citable(&["scan", &worse, "--offline", "--format", "csv"]);
        command.args(["--base-url", "https://www.example.com/a"]).args(wanted);
        let output = command.output().unwrap();
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{wanted:?}: {stderr}");
        assert!(stderr.contains(told), "{wanted:?}: {stderr}");
    }
}

#[test]
fn a_file_that_is_taken_for_the_home_page_says_so() {
    let folder = TempDir::new().unwrap();
    let page = page_file(&folder, GOOD_PAGE);
    let told = |more: &[&str]| {
        let mut command = citable(&["scan", &page, "--offline"]);
        text(&command.args(more).output().unwrap().stderr)
    };
    let home = ["--base-url", "https://www.example.com"];
    assert!(told(&home).contains("is judged as the home page, https://www.example.com/"));
    for clear in
        [&[home[0], home[1], "--kind", "home"][..], &[home[0], "https://www.example.com/a"]]
    {
        assert!(!told(clear).contains("home page"), "{clear:?}");
    }
}

#[test]
fn only_what_got_worse_fails_against_a_baseline() {
    let folder = TempDir::new().unwrap();
    let scan = |html: &str, address: &str, more: &[&str]| {
        let page = page_file(&folder, html);
        let mut command = citable(&["scan", &page, "--offline", "--base-url", address]);
        command.args(more).current_dir(&folder);
        let output = command.output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (here, there) = ("https://www.example.com/a", "https://www.example.com/b");
    assert_eq!(scan(&worse_page(), here, &["-o", "json=worse.json"]).0, Some(0));
    assert_eq!(scan(GOOD_PAGE, here, &["-o", "json=good.json"]).0, Some(0));
    let against =
        |html: &str, address, baseline: &str| scan(html, address, &["--baseline", baseline]);
    let (code, _, told) = against(&worse_page(), here, "worse.json");
    assert_eq!(code, Some(0), "a bad page that stays as it is: {told}");
    let (code, _, told) = against(GOOD_PAGE, here, "worse.json");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("fail to warn"), "the comparison is shown: {told}");
    let (code, stdout, told) = against(&worse_page(), here, "good.json");
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("score fell from"), "{told}");
    assert!(told.contains("check canonical went from warn to fail"), "{told}");
    assert!(stdout.contains("Score "), "the report is shown all the same");
    for (address, baseline, advice) in [
        (there, "good.json", "--base-url"),
        (here, "none.json", "can't read"),
        (here, "page.html", "is a page, not a report"),
    ] {
        let (code, _, told) = against(GOOD_PAGE, address, baseline);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(advice), "{told}");
    }
}

#[test]
fn saved_reports_are_compared() {
    let folder = TempDir::new().unwrap();
    let save = |html: &str, address: &str, name: &str| {
        let page = page_file(&folder, html);
        let form = format!("json={name}");
        let mut command =
            citable(&["scan", &page, "--offline", "--base-url", address, "-o", &form]);
        assert_eq!(command.current_dir(&folder).output().unwrap().status.code(), Some(0));
    };
    save(&worse_page(), "https://www.example.com/a", "a.json");
    save(GOOD_PAGE, "https://www.example.com/a", "b.json");
    save(GOOD_PAGE, "https://www.example.com/b", "c.json");
    let compare = |arguments: &[&str]| {
        let mut command = citable(&["compare"]);
        let output = command.args(arguments).current_dir(&folder).output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, shown, told) = compare(&["a.json", "b.json"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(shown.contains("fail to warn"), "{shown}");
    let (_, json, _) = compare(&["a.json", "b.json", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert!(json["scoreDelta"].as_i64().unwrap() > 0, "{json}");
    assert!(compare(&["a.json", "b.json", "--format", "markdown"]).1.starts_with("## Score "));
    let (code, _, told) = compare(&["b.json", "c.json"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("--any-url"), "{told}");
    assert_eq!(compare(&["b.json", "c.json", "--any-url"]).0, Some(0));
    let (code, _, told) = compare(&["b.json", "page.html"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("is a page, not a report"), "{told}");
}

#[test]
fn offline_a_file_is_read_and_a_url_is_refused() {
    let folder = TempDir::new().unwrap();
    let page = page_file(&folder, GOOD_PAGE);
    let read = |input: &str| citable(&["read", input, "--offline"]).output().unwrap();
    assert_eq!(read(&page).status.code(), Some(0));
    let refused = read("https://www.example.org/");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("Omit --offline"), "{}", text(&refused.stderr));
}

#[test]
fn a_failed_scan_is_told_in_the_forms_that_programs_read() {
    let world = World::start();
    world.origin.route(HOST, "/forbidden", Reply::html("no").status(403));
    let folder = TempDir::new().unwrap();
    for (format, told) in [
        ("json", "\"error\": \"scan_failed\""),
        ("github", "::error title=Citable::The scan failed (refused)"),
        ("junit", "<error message="),
        ("html", ""),
    ] {
        let mut command = citable(&["scan", &world.url("/forbidden"), "--format", format]);
        command.args(["-o", &format!("{format}=report")]).current_dir(&folder);
        reach(&mut command, &world.origin);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains(told), "{format}: {}", text(&output.stdout));
        assert_eq!(output.stdout.is_empty(), told.is_empty(), "{format}");
        let saved = std::fs::read(folder.path().join("report")).unwrap_or_default();
        let _gone = std::fs::remove_file(folder.path().join("report"));
        assert_eq!(saved, output.stdout, "{format}");
    }
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
        (&["scan", &good, "--offline", "--fail-under", "101"], 2, "from 0 to 100"),
        (&["scan", &good, "--offline", "--fail-under", "abc"], 2, "from 0 to 100"),
        (&["scan", "missing"], 2, "missing is neither a file nor a URL"),
        (&["scan", &good, "--offline", "--fail-under", "100"], 1, "is below 100"),
        (&["scan", empty, "--offline"], 2, "is empty"),
        (&["scan", missing.to_str().unwrap(), "--offline"], 2, "missing.html"),
        (&["scan", folder.path().to_str().unwrap(), "--offline"], 2, "folder"),
        (&["scan", "https://www.example.com/", "--offline"], 2, "network"),
        (&["scan", "https://127.0.0.1/"], 2, ""),
        (&["scan", "https://www.example.com/", "--format", "sarif"], 2, "scan the file"),
        (&["scan", "-", "--offline", "-o", "sarif=x"], 2, "scan the file"),
        (&["compare", &good], 2, "Usage"),
        (&["scan"], 2, "Usage"),
        (&["explain", "indexible"], 2, "indexable"),
        (&["explain", "indexable"], 0, ""),
        (&["explain", "8"], 0, ""),
        (&["explain", "Access"], 0, ""),
        (&["explain", "zebra"], 2, "`citable checks` lists all checks"),
        (&["explain", "35"], 2, "Use 1 to 34"),
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
    let document = citable(&["openapi"]).env("CITABLE_LISTEN", &listen).output().unwrap();
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
