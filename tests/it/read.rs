//! `citable read`.

use std::io::Write;
use std::process::{Output, Stdio};

use citable_test_support::canary::Canary;
use citable_test_support::program::workspace;
use citable_test_support::reply::Reply;
use serde_json::{Value, json};

use crate::world::{HOST, OTHER_HOST, World, citable, reach};

const KEYS: [&str; 12] = [
    "authors",
    "canonical",
    "dateModified",
    "datePublished",
    "h1",
    "kind",
    "kindReason",
    "language",
    "lowConfidence",
    "mainText",
    "title",
    "wordEquivalents",
];

fn object(output: &Output) -> Value {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn fetched(world: &World, path: &str, format: &str) -> Output {
    let mut command = citable(&["read", &world.url(path), "--format", format]);
    reach(&mut command, &world.origin);
    command.output().unwrap()
}

#[test]
fn the_example_is_read_from_its_file() {
    let read = |arguments: &[&str]| {
        let mut command = citable(&["read", "examples/article.html"]);
        command.args(arguments).current_dir(workspace()).output().unwrap()
    };
    let read_as_json = object(&read(&["--format", "json"]));
    let mut keys: Vec<&str> = read_as_json.as_object().unwrap().keys().map(|k| &**k).collect();
    keys.sort_unstable();
    assert_eq!(keys, KEYS);
    assert_eq!(read_as_json["title"], "How tides work");
    assert_eq!(read_as_json["h1"], json!(["How tides work"]));
    assert_eq!(read_as_json["authors"], json!(["Ada Marsh"]));
    assert_eq!(read_as_json["datePublished"], "2026-10-02");
    assert_eq!(read_as_json["dateModified"], Value::Null);
    assert_eq!(read_as_json["canonical"], "https://www.example.org/science/how-tides-work");
    assert_eq!(read_as_json["language"], "en");
    let main = read_as_json["mainText"].as_str().unwrap();
    assert!(main.contains("spring tides") && !main.contains("Science"), "{main}");

    let text = read(&["--base-url", "https://www.example.org/science/how-tides-work"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.starts_with("Title      How tides work\n"), "{text}");
    assert!(text.contains("\nAuthors    Ada Marsh\n") && text.contains("spring tides"), "{text}");
}

#[test]
fn a_page_can_come_from_standard_input_and_cannot_act_on_the_terminal() {
    let mut child =
        citable(&["read", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let page = "<title>a\u{1b}]0;owned\u{7}b</title><main><p>One\u{9b}2J two.</main>";
    child.stdin.take().unwrap().write_all(page.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("One2J two."), "{text}");
    assert!(!text.chars().any(|char| char.is_control() && char != '\n'), "{text:?}");
}

#[test]
fn of_a_site_only_the_page_and_its_robots_file_are_fetched() {
    let world = World::start();
    world.origin.route(HOST, "/moved", Reply::redirect(301, &world.origin.url(OTHER_HOST, "/")));
    let read = object(&fetched(&world, "/moved", "json"));
    assert_eq!((&read["title"], &read["language"]), (&json!("Tides explained"), &json!("en")));
    assert!(read["mainText"].as_str().unwrap().contains("gravity of the Moon"));
    let asked: Vec<(String, String)> =
        world.origin.requests().into_iter().map(|request| (request.host, request.path)).collect();
    let expected = [(HOST, "/robots.txt"), (HOST, "/moved"), (OTHER_HOST, "/")];
    assert_eq!(asked, expected.map(|(host, path)| (host.to_owned(), path.to_owned())));
}

#[test]
fn what_cannot_be_read_says_why() {
    let world = World::start();
    let route = |path: &str, reply: Reply| world.origin.route(HOST, path, reply);
    route("/forbidden", Reply::html("no").status(403));
    route("/circle", Reply::redirect(302, &world.url("/circle")));
    route("/private", Reply::redirect(302, "https://10.0.0.1/"));
    route("/picture", Reply::new(200).header("content-type", "image/png").body("\u{1}"));
    for (path, code, told) in [
        ("/forbidden", "refused", "(refused)"),
        ("/private", "blocked_address", "(blocked_address)"),
        ("/picture", "not_html", "(not_html)"),
        ("/circle", "", "in a loop"),
    ] {
        let output = fetched(&world, path, "json");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{path}: {stderr}");
        assert!(stderr.contains(told), "{path}: {stderr}");
        if !code.is_empty() {
            let reason: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(reason["reason"]["code"], code, "{path}");
        }
    }
}

#[test]
fn a_robots_file_that_names_our_agent_is_obeyed() {
    let world = World::start();
    let rules = "User-agent: CitableBot\nDisallow: /\n";
    let robots = Reply::new(200).header("content-type", "text/plain").body(rules);
    world.origin.route(HOST, "/robots.txt", robots);
    let output = fetched(&world, "/", "text");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("(robots_refused)"));
    assert_eq!(world.origin.paths(HOST), ["/robots.txt"]);
}

#[test]
fn refused_addresses_and_wrong_arguments_are_named_before_anything_is_touched() {
    let canary = Canary::start();
    let folder = tempfile::TempDir::new().unwrap();
    let picture = folder.path().join("picture");
    std::fs::write(&picture, b"\x89PNG\r\n\x1a\n\0\0").unwrap();
    let private = format!("https://[::1]:{}/", canary.port());
    for (arguments, told) in [
        (&["read", "https://127.0.0.1/"][..], "127.0.0.1"),
        (&["read", &private], "::1"),
        (&["read", "http://www.example.com/"], "https"),
        (&["read", "missing.html"], "missing.html"),
        (&["read", "https://www.example.com/", "--base-url", "https://www.example.com/"], "file"),
        (&["read", "-", "--format", "markdown"], "possible values"),
        (&["read", picture.to_str().unwrap()], "not_html"),
        (&["read"], "Usage"),
    ] {
        let output = citable(arguments).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(told), "{arguments:?}: {stderr}");
    }
    assert!(!canary.is_touched());
    let read = citable(&["read", "-"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(read.status.code(), Some(2), "nothing is no page");
}
