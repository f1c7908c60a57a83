//! Pages of a server on this machine, judged as if they stood at a public URL.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::process::Output;

use serde_json::{Value, json};

use crate::people::error;
use crate::world::{World, citable};

const PUBLIC: &str = "https://www.example.org/pricing";

/// A server that gives these answers, whole as they are written, and then ends.
fn server(answers: &'static [(&'static str, &'static str)]) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let lines: Vec<String> = stream
                .by_ref()
                .lines()
                .map_while(Result::ok)
                .take_while(|l| !l.is_empty())
                .collect();
            let path = lines.first().and_then(|line| line.split(' ').nth(1)).unwrap_or_default();
            let known = answers.iter().find(|(own, _)| *own == path);
            let (head, body) = known
                .map_or("404 Not Found\r\n\r\n", |(_, answer)| answer)
                .split_once("\r\n\r\n")
                .unwrap();
            let length = body.len();
            let _gone = write!(
                stream.get_mut(),
                "HTTP/1.1 {head}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}"
            );
        }
    });
    format!("http://{address}")
}

fn scan(page: &str, arguments: &[&str]) -> Output {
    citable(&["scan", page, "--format", "json"]).args(arguments).output().unwrap()
}

fn report(output: &Output) -> Value {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn check<'r>(report: &'r Value, id: &str) -> &'r Value {
    let checks = report["checks"].as_array().unwrap();
    checks.iter().find(|check| check["id"] == id).unwrap()
}

#[test]
fn a_page_of_a_local_server_is_judged_at_its_public_url() {
    let world = World::start();
    let page = format!("{}/docs", world.program().base());
    let report = report(&scan(&page, &["--as", PUBLIC]));
    assert_eq!(report["finalUrl"], PUBLIC);
    assert_eq!(check(&report, "robots-search-bots")["status"], "pass", "its own robots.txt");
    assert_eq!(check(&report, "ai-text-alternates")["status"], "pass", "its own llms.txt");
    assert_eq!(check(&report, "edge-bot-parity")["status"], "na", "no crawler is imitated");

    let read = citable(&["read", &page, "--as", PUBLIC]).output().unwrap();
    let told = String::from_utf8_lossy(&read.stderr);
    assert_eq!(read.status.code(), Some(0), "{told}");
    assert!(told.contains(&format!("{page} is judged as {PUBLIC}")), "{told}");
}

#[test]
fn redirects_headers_and_robots_are_those_of_the_local_server() {
    let base = server(&[
        ("/pricing", "308 Permanent Redirect\r\nlocation: /pricing/\r\n\r\n"),
        (
            "/pricing/",
            "200 OK\r\ncontent-type: text/html; charset=utf-8\r\nx-robots-tag: noindex\r\n\r\n\
             <!doctype html><html lang=en><title>Prices of our teas</title><main><h1>Prices</h1>\
             <p>A cup of tea is two francs.</p></main>",
        ),
        ("/robots.txt", "200 OK\r\ncontent-type: text/plain\r\n\r\nUser-agent: *\nDisallow: /\n"),
    ]);
    let report = report(&scan(&format!("{base}/pricing"), &["--as", PUBLIC]));
    assert_eq!(report["finalUrl"], "https://www.example.org/pricing/");
    assert_eq!(check(&report, "robots-search-bots")["status"], "fail");
    assert_eq!(check(&report, "indexable")["status"], "fail");
}

#[test]
fn what_is_no_page_of_this_machine_says_what_to_do() {
    let base = server(&[
        ("/away", "302 Found\r\nlocation: http://10.0.0.7/\r\n\r\n"),
        ("/data", "200 OK\r\ncontent-type: application/json\r\n\r\n{}"),
        ("/turn", "302 Found\r\nlocation: /turn\r\n\r\n"),
        ("/broken", "500 Internal Server Error\r\n\r\n"),
    ]);
    let at = |path: &str| format!("{base}{path}");
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
    for (page, told) in [
        (at("/away"), "isn't on the same server"),
        (at("/data"), "`application/json`. Expected HTML"),
        (at("/turn"), "more than 5 times"),
        (at("/broken"), "status 500"),
        (at("/none"), "status 404"),
        (format!("http://{free}/"), "can't fetch"),
        ("http://10.0.0.7/".to_owned(), "is another machine"),
        ("http://169.254.169.254/latest/".to_owned(), "is another machine"),
        ("https://localhost/".to_owned(), "over http"),
    ] {
        let output = scan(&page, &["--as", PUBLIC]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{page}: {stderr}");
        assert!(stderr.contains(told), "{page}: {stderr}");
    }
    for command in ["scan", "read"] {
        let page = format!("http://{free}/");
        let output =
            citable(&[command, &page, "--as", PUBLIC, "--format", "json"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let failed: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(failed["reason"]["code"], "connect_failed", "{command}: {failed}");
    }
    let unnamed = scan(&at("/pricing"), &[]);
    let stderr = String::from_utf8_lossy(&unnamed.stderr);
    assert!(stderr.contains("--as 'https://your-site.example/pricing'"), "{stderr}");
}

#[test]
fn the_service_has_no_such_way() {
    let world = World::start();
    let own = format!("{}/pricing", world.program().base());
    for body in
        [json!({"url": own, "as": PUBLIC}), json!({"url": own}), json!({"url": PUBLIC, "as": own})]
    {
        let answer = world.client.post("/scan", &body.to_string());
        let (status, code) = error(&answer);
        assert!(matches!(status, 400 | 422), "{body}: {status} {code}");
    }
}
