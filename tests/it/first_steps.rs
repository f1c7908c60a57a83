//! What somebody new to the program runs into.

use std::io::Write;
use std::net::TcpListener;
use std::process::{Output, Stdio};

use citable_test_support::program::workspace;
use serde_json::Value;
use tempfile::TempDir;

use crate::people::admin;
use crate::world::{GOOD_PAGE, World, citable};

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Pipes a text into a command.
fn piped(arguments: &[&str], text: &[u8]) -> Output {
    let mut command = citable(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that is over already doesn't take it.
    let _taken = child.stdin.take().unwrap().write_all(text);
    child.wait_with_output().unwrap()
}

#[test]
fn a_pipe_without_a_page_fails() {
    for (text, told) in [
        ("", "Standard input is empty"),
        ("\n \n", "Standard input is empty"),
        ("curl: (6) Could not resolve host: example.org", "isn't HTML"),
        (r#"{"error":"<b>no</b>"}"#, "is JSON, not HTML"),
    ] {
        for command in ["scan", "read"] {
            let output = piped(&[command, "-", "--format", "json"], text.as_bytes());
            assert_eq!(output.status.code(), Some(2), "{command} {text:?}");
            assert!(stderr(&output).contains(told), "{command}: {}", stderr(&output));
            let failure: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(failure["reason"]["code"], "not_html");
        }
    }
}

#[test]
fn a_page_over_the_cap_is_cut_with_a_note() {
    let page = format!("{GOOD_PAGE}{}", "<!-- more -->".repeat(500_000));
    let output = piped(&["scan", "-", "--offline"], page.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("only the first 5 MiB count"), "{}", stderr(&output));
}

#[test]
fn a_local_page_is_answered_with_how_to_scan_it() {
    for (url, advice) in [
        ("http://localhost:3000", "citable scan 'http://localhost:3000/' --as"),
        ("localhost:3000", "citable scan 'http://localhost:3000/' --as"),
        ("https://192.168.1.4/a", "| citable scan - --offline --base-url"),
    ] {
        let output = citable(&["scan", url]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let told = stderr(&output);
        assert!(told.contains(advice), "{told}");
    }
}

#[test]
fn a_file_without_a_url_has_no_other_one() {
    for format in ["text", "json", "markdown", "html", "github", "junit", "csv"] {
        let page = "<!doctype html><title>Tea</title><a rel=author href=/ada>Ada Marsh</a>";
        let output = piped(&["scan", "-", "--format", format], page.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let shown = format!("{}{}", stdout(&output), stderr(&output));
        assert!(!shown.contains("file.invalid"), "{format}: {shown}");
    }
}

#[test]
fn the_kind_of_page_can_be_given() {
    let page = |more: &[&str]| -> Value {
        let arguments = [&["scan", "-", "--offline", "--format", "json"], more].concat();
        let output = piped(&arguments, GOOD_PAGE.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (found, given) = (page(&[]), page(&["--kind", "product"]));
    assert_ne!(found["page"]["kind"], "product");
    assert_eq!(given["page"]["kind"], "product");
    assert_eq!(given["page"]["kindReason"], "Set with --kind.");
    assert_ne!(found["snapshotHash"], given["snapshotHash"]);
}

#[test]
fn read_and_scan_name_the_same_author_and_date() {
    let page = format!(
        "<!doctype html><html lang=en><head><title>Tea</title><script type=application/ld+json>\
         {{\"@type\":\"Article\",\"headline\":\"Tea\",\"author\":{{\"@type\":\"Organization\",\
         \"name\":\"Tea Team\"}}}}</script></head><body><main><h1>Tea</h1><p>By <a rel=author \
         href=/ada>Ada Marsh</a></p><p>March 5, 2026</p>{}</main></body></html>",
        "<p>Boil the water and wait for three minutes before you pour it slowly.</p>".repeat(30)
    );
    let json = |command: &str| -> Value {
        let arguments = [command, "-", "--format", "json"];
        serde_json::from_slice(&piped(&arguments, page.as_bytes()).stdout).unwrap()
    };
    let (read, scan) = (json("read"), json("scan"));
    let checks = scan["checks"].as_array().unwrap();
    let check = checks.iter().find(|check| check["id"] == "author-byline").unwrap();
    let details = check["details"].as_array().unwrap();
    let named: Vec<&str> =
        details.iter().map(|detail| detail["excerpt"].as_str().unwrap()).collect();
    let authors = read["authors"].as_array().unwrap();
    assert_eq!(authors.len(), named.len(), "{authors:?} {named:?}");
    for (author, shown) in authors.iter().zip(named) {
        assert!(shown.contains(author.as_str().unwrap()), "{author} {shown}");
    }
    assert!(authors.contains(&Value::from("Ada Marsh")), "{authors:?}");
    assert_eq!(read["datePublished"], "2026-03-05");
}

#[test]
fn a_mistake_in_the_environment_names_the_variable() {
    for (name, value, told) in [
        ("CITABLE_LISTEN", "8080", "CITABLE_LISTEN can't be `8080`: use an IP address"),
        ("CITABLE_LOG_FORMAT", "xml", "CITABLE_LOG_FORMAT can't be `xml`: use auto, text, json"),
        ("CITABLE_SCAN_QUEUE", "", "CITABLE_SCAN_QUEUE is empty: "),
        ("CITABLE_DATABASE_URL", "mysql://u:hunter2@h/d", "CITABLE_DATABASE_URL can't be used"),
        (
            "CITABLE_DATABASE_URL",
            "postgres://u:hunter2@h/d?sslmode=always",
            "use disable, prefer, require, verify-ca or verify-full",
        ),
    ] {
        let output = citable(&["config"]).env(name, value).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        let said = stderr(&output);
        assert!(said.contains(told), "{said}");
        assert!(!said.contains("--") && !said.contains("hunter2"), "{said}");
    }
    let both = citable(&["config"])
        .env("CITABLE_SMTP_URL", "smtp://localhost")
        .env("CITABLE_SMTP_URL_FILE", "url")
        .output()
        .unwrap();
    let told = stderr(&both);
    assert!(told.contains("CITABLE_SMTP_URL") && told.contains("are both set"), "{told}");
    let flag = citable(&["config", "--listen", "8080"]).output().unwrap();
    assert!(stderr(&flag).contains("--listen"), "{}", stderr(&flag));
}

#[test]
fn an_unknown_variable_is_warned_of_with_the_nearest_name() {
    let output = citable(&["config"]).env("CITABLE_LISTN", "127.0.0.1:1").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let told = stderr(&output);
    assert!(told.contains("CITABLE_LISTN is not a setting"), "{told}");
    assert!(told.contains("Did you mean CITABLE_LISTEN?"), "{told}");
}

#[test]
fn the_columns_of_the_settings_line_up() {
    let output = citable(&["config"]).output().unwrap();
    let shown = stdout(&output);
    let header = shown.lines().next().unwrap();
    let column = header.find("Value").unwrap();
    for line in shown.lines() {
        assert!(line[..column].ends_with("  ") && !line[column..].starts_with(' '), "{line}");
    }
}

#[test]
fn an_address_in_use_is_said_once() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let data = TempDir::new().unwrap();
    let mut command = citable(&["serve", "--listen", &address]);
    let output = command.env("CITABLE_DATA_DIR", data.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    assert_eq!(told.matches("in use").count(), 1, "{told}");
    assert!(told.contains("--listen (CITABLE_LISTEN)"), "{told}");
}

#[test]
fn a_missing_file_is_named_once() {
    let told = stderr(&citable(&["compare", "none.json", "none.json"]).output().unwrap());
    assert_eq!(told.trim_end(), "error: can't read none.json: No such file or directory");
}

#[test]
fn an_operator_does_not_get_a_new_database() {
    let data = TempDir::new().unwrap();
    for arguments in [&["login-link", "ada@people.example"][..], &["pause"]] {
        let mut command = citable(&["admin"]);
        command.args(arguments).env("CITABLE_DATA_DIR", data.path());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("CITABLE_DATA_DIR"), "{}", stderr(&output));
    }
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0);
}

#[test]
fn a_sign_in_link_leads_to_the_service() {
    let mut world = World::start();
    world.take_program().kill();
    let link = |more: &[&str]| {
        let arguments = [&["login-link", "ada@people.example"], more].concat();
        admin(&world, None, &arguments)["link"].as_str().unwrap().to_owned()
    };
    assert!(link(&["--listen", "127.0.0.1:9000"]).starts_with("http://127.0.0.1:9000/login/"));
    let base_url = ["--base-url", "https://citable.example.org"];
    assert!(link(&base_url).starts_with("https://citable.example.org/login/"));
}

#[test]
fn health_says_that_scans_are_paused() {
    let world = World::start();
    admin(&world, None, &["pause"]);
    let listen = world.program().base().trim_start_matches("http://").to_owned();
    let health = citable(&["health", "--listen", &listen]).output().unwrap();
    assert_eq!(health.status.code(), Some(0), "{}", stderr(&health));
    assert!(stdout(&health).starts_with("paused"), "{}", stdout(&health));
}

#[test]
fn commands_that_run_once_log_nothing() {
    let scan = citable(&["scan", "examples/article.html", "--offline"])
        .current_dir(workspace())
        .output()
        .unwrap();
    assert_eq!(stderr(&scan), "");
    let load = citable(&["load", "ledger", "--calls", "5"]).output().unwrap();
    assert_eq!(stderr(&load), "");
}
