//! Every format counts the same.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use super::{Logs, agent, line, text};

const GPTBOT: &str = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";

/// Four requests: GPTBot gets a page and robots.txt, Claude-User finds nothing, and a browser.
fn requests() -> [(&'static str, &'static str, u16, &'static str); 4] {
    [
        ("192.0.2.7", "/a?b=1", 200, GPTBOT),
        ("2001:db8::9", "/robots.txt", 200, GPTBOT),
        ("198.51.100.8", "/gone", 404, "Claude-User/1.0"),
        ("198.51.100.8", "/a", 200, "Mozilla/5.0 Firefox/140.0"),
    ]
}

fn combined() -> String {
    requests().map(|(client, path, status, agent)| line(client, path, status, agent)).concat()
}

fn json_lines(write: fn(&str, &str, u16, &str) -> Value) -> String {
    requests().map(|(a, b, c, d)| format!("{}\n", write(a, b, c, d))).concat()
}

fn nginx_json(client: &str, path: &str, status: u16, agent: &str) -> Value {
    json!({ "time_iso8601": "2026-11-22T10:15:30+00:00", "remote_addr": client, "status":
        status.to_string(), "request": format!("GET {path} HTTP/1.1"), "body_bytes_sent": "100",
        "http_user_agent": agent })
}

fn caddy(client: &str, path: &str, status: u16, agent: &str) -> Value {
    json!({ "ts": 1_795_342_530.5, "logger": "http.log.access.log0", "size": 100, "status": status,
        "request": { "client_ip": client, "host": "www.example.org", "uri": path,
            "headers": { "User-Agent": [agent] } } })
}

fn cloudfront() -> String {
    let mut text = "#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method \
                    cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query\n"
        .to_owned();
    for (client, path, status, agent) in requests() {
        let (stem, query) = path.split_once('?').unwrap_or((path, "-"));
        let agent = agent.replace(' ', "%20");
        text.push_str(&format!(
            "2026-11-22\t10:15:30\tFRA2\t100\t{client}\tGET\td1.cloudfront.net\t{stem}\t{status}\t-\
             \t{agent}\t{query}\n"
        ));
    }
    text
}

fn assert_counts(report: &Value, format: &str) {
    assert_eq!(report["logs"][0]["format"], format, "{report:#}");
    assert_eq!((&report["lines"], &report["hits"]), (&json!(4), &json!(3)), "{format}");
    assert_eq!(report["unreadableLines"], 0, "{format}");
    let gptbot = agent(report, "GPTBot");
    for (field, expected) in [
        ("hits", json!(2)),
        ("pages", json!(1)),
        ("robotsTxt", json!(1)),
        ("bytes", json!(200)),
        ("statuses", json!({ "200": 2 })),
        ("purpose", json!("training")),
        ("firstSeen", json!("2026-11-22T10:15:30Z")),
        ("verified", json!(false)),
    ] {
        assert_eq!(gptbot[field], expected, "{format}: {field}");
    }
    let user = agent(report, "Claude-User");
    assert_eq!((&user["notFound"], &user["purpose"]), (&json!(1), &json!("user-triggered")));
    assert_eq!(report["topPages"][0]["page"], "/a", "{format}");
    assert_eq!(
        report["notFoundPages"],
        json!([{ "page": "/gone", "hits": 1, "agents": ["Claude-User"] }])
    );
}

#[test]
fn every_format_is_found_by_itself_and_counts_the_same() {
    let logs = Logs::new();
    for (format, log) in [
        ("combined", combined()),
        ("json", json_lines(nginx_json)),
        ("caddy", json_lines(caddy)),
        ("cloudfront", cloudfront()),
    ] {
        logs.write("access.log", &log);
        assert_counts(&logs.json(&["access.log"]), format);
        assert_counts(&logs.json(&["access.log", "--log-format", format]), format);
        // Windows ends lines in two characters.
        logs.write("crlf.log", log.replace('\n', "\r\n"));
        assert_counts(&logs.json(&["crlf.log"]), format);
        let piped = logs.run_on(&["-", "--format", "json"], log.as_bytes());
        let piped: Value = serde_json::from_slice(&piped.stdout).unwrap();
        assert_counts(&piped, format);
        assert_eq!(piped["logs"][0]["name"], "standard input");
    }
}

fn gzipped(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_gzipped_log_may_have_several_members_and_any_name() {
    let logs = Logs::new();
    let text = combined();
    let (first, second) = text.split_at(text.len() / 3);
    logs.write("access.log", [gzipped(first), gzipped(second)].concat());
    let report = logs.json(&["access.log"]);
    assert_counts(&report, "combined");
    assert_eq!(report["logs"][0]["compressed"], true);
}

#[test]
fn several_logs_are_one_report() {
    let logs = Logs::new();
    logs.write("a.log", combined());
    logs.write("b.log.gz", gzipped(&cloudfront()));
    logs.write("empty.log", "");
    let report = logs.json(&["a.log", "b.log.gz", "empty.log"]);
    assert_eq!(report["hits"], 6);
    assert_eq!(report["logs"].as_array().unwrap().len(), 3);
    assert_eq!(report["logs"][2]["lines"], 0);
}

#[test]
fn a_torn_gzip_counts_up_to_where_it_ends() {
    let logs = Logs::new();
    let whole = gzipped(&combined().repeat(2_000));
    logs.write("torn.log.gz", &whole[..whole.len() / 2]);
    logs.write("whole.log", combined());
    let output = logs.run(&["torn.log.gz", "whole.log", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("can't read torn.log.gz beyond line"),
        "{}",
        text(&output.stderr)
    );
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["hits"].as_u64().unwrap() > 3, "{report:#}");
}

#[test]
fn the_common_format_tells_agents_by_their_addresses() {
    let logs = Logs::new();
    let log = requests().map(|(client, path, status, _)| {
        format!("{client} - - [22/Nov/2026:10:15:30 +0000] \"GET {path} HTTP/1.1\" {status} 100\n")
    });
    logs.write("access.log", log.concat());
    let report = logs.json(&["access.log"]);
    assert_eq!((&report["logs"][0]["format"], &report["hits"]), (&json!("common"), &json!(0)));
    assert!(report["notes"][0].as_str().unwrap().contains("have no user agents"));
    logs.write(
        "gptbot.json",
        r#"{"prefixes":[{"ipv4Prefix":"192.0.2.0/28"},{"ipv6Prefix":"2001:db8::/48"}]}"#,
    );
    let report = logs.json(&["access.log", "--ranges", "GPTBot=gptbot.json"]);
    assert_eq!(agent(&report, "GPTBot")["hits"], 2);
}

#[test]
fn what_is_no_log_says_so() {
    let logs = Logs::new();
    logs.write("page.html", "<!doctype html>\n<p>192.0.2.7\n".repeat(20));
    logs.write("access.log.zst", [0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]);
    logs.write("robots.txt", "User-agent: *\nDisallow: /\n".repeat(20));
    logs.write("addresses", "192.0.2.7 is here\n".repeat(20));
    for (arguments, told) in [
        (&["robots.txt"][..], "One of its lines: User-agent: *"),
        (&["addresses"], "One of its lines (addresses and names are hidden): [hidden] is here"),
        (&["page.html"], "page.html is in no known log format. Expected combined"),
        (&["access.log.zst"], "zstdcat access.log.zst | citable logs -"),
        (&["missing.log"], "can't read missing.log: No such file"),
        (&["."], ". is a folder; pass the files in it"),
    ] {
        let output = logs.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains(told), "{arguments:?}: {}", text(&output.stderr));
    }
}
