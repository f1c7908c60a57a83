//! Logs that are broken, or that somebody wrote into.

use super::{CLIENTS, Logs, agent, line, text};

#[test]
fn torn_lines_are_counted_and_the_first_is_shown_without_its_client() {
    let logs = Logs::new();
    let whole = line("192.0.2.7", "/a", 200, "GPTBot/1.2");
    let torn = line("198.51.100.8", "/b", 200, "ClaudeBot/1.0");
    let named = line("crawl-7.example.net", "/b", 200, "ClaudeBot/1.0");
    let log = [
        whole.as_bytes(),
        &torn.as_bytes()[..70],
        b"\n\n",
        &named.as_bytes()[..70],
        b"\n",
        whole.as_bytes(),
    ];
    logs.write("access.log", log.concat());
    let report = logs.json(&["access.log"]);
    assert_eq!((report["hits"].as_u64(), report["unreadableLines"].as_u64()), (Some(2), Some(2)));
    let first = &report["firstUnreadable"];
    assert_eq!((&first["log"], &first["line"]), (&"access.log".into(), &2.into()));
    let excerpt = first["excerpt"].as_str().unwrap();
    assert!(excerpt.starts_with("[hidden] - - [22/Nov/"), "{excerpt}");
    let shown = text(&logs.run(&["access.log"]).stdout);
    assert!(
        shown.contains("2 lines couldn't be read. The first is line 2 of access.log"),
        "{shown}"
    );
}

#[test]
fn what_somebody_writes_into_a_log_does_nothing_in_the_report() {
    let logs = Logs::new();
    let log = [
        line("192.0.2.7", "/a\u{1b}[2J|`x`<b>\u{7}", 404, "GPTBot/1.2"),
        line("192.0.2.7", "/\\x1b[31m\\x22", 404, "say \\\"GPTBot\\\" \\\\"),
        line("192.0.2.7", "/=cmd()", 200, "GPTBot \u{1b}]0;title\u{7}"),
    ];
    let mut bytes = log.concat().into_bytes();
    bytes.extend_from_slice(b"192.0.2.7 - - [22/Nov/2026:10:15:30 +0000] \"GET /\xff\xfe HTTP/1.1\" 404 5 \"-\" \"GPTBot\xff\"\n");
    // A torn line with control characters is shown.
    bytes.extend_from_slice(b"torn \x1b[2J \x07 2001:db8::9\n");
    logs.write("access.log", bytes);
    let report = logs.json(&["access.log"]);
    let gptbot = agent(&report, "GPTBot");
    assert_eq!(
        (gptbot["hits"].as_u64(), gptbot["notFound"].as_u64()),
        (Some(4), Some(3)),
        "{report:#}"
    );
    for format in ["text", "json", "csv", "markdown"] {
        let output = logs.run(&["access.log", "--format", format]);
        let shown = text(&output.stdout);
        let acts = shown.chars().find(|char| char.is_control() && !matches!(char, '\n' | '\r'));
        assert_eq!(acts, None, "{format}: {shown}");
        let name = if format == "markdown" { "/a%1B[2J\\|" } else { "/a%1B[2J|" };
        assert!(shown.contains(name), "{format}: {shown}");
        assert!(shown.contains("/%FF%FE"), "{format}: {shown}");
        assert!(!shown.lines().any(|line| line.starts_with('=')), "{format}: {shown}");
    }
}

#[test]
fn a_name_in_a_path_or_a_referrer_makes_no_crawler() {
    let logs = Logs::new();
    let log = [
        line("192.0.2.7", "/about/GPTBot", 200, "Mozilla/5.0 Firefox/140.0"),
        line("192.0.2.7", "/a", 200, "Googlebot-Image/1.0"),
        line("192.0.2.7", "/a", 200, "Mozilla/5.0").replace("\"-\"", "\"https://gptbot.example/\""),
    ];
    logs.write("access.log", log.concat());
    let report = logs.json(&["access.log"]);
    assert_eq!((report["lines"].as_u64(), report["hits"].as_u64()), (Some(3), Some(0)));
    let shown = text(&logs.run(&["access.log"]).stdout);
    assert!(shown.contains("No request names a known crawler or assistant."), "{shown}");
}

#[test]
fn a_line_without_end_takes_no_memory_and_hides_nothing() {
    let logs = Logs::new();
    let whole = line("192.0.2.7", "/a", 200, "GPTBot/1.2");
    let endless = "x".repeat(3_000_000);
    logs.write("access.log", format!("{whole}{endless}\n{whole}"));
    let report = logs.json(&["access.log"]);
    assert_eq!((report["hits"].as_u64(), report["unreadableLines"].as_u64()), (Some(2), Some(1)));
}

#[test]
fn no_address_is_printed_in_any_form() {
    let logs = Logs::new();
    let log: String = CLIENTS
        .iter()
        .flat_map(|client| {
            let agents = ["GPTBot/1.2", "Claude-User/1.0"];
            agents.map(|agent| {
                line(client, "/a", 403, agent) + &line(client, "/torn", 200, agent)[..60] + "\n"
            })
        })
        .collect();
    logs.write("access.log", log);
    logs.write("ranges.txt", "192.0.2.0/28\n");
    for format in ["text", "json", "csv", "markdown"] {
        // `run` looks for addresses.
        logs.run(&["access.log", "--format", format, "--ranges", "GPTBot=ranges.txt"]);
        logs.run_on(&["-", "--format", format], b"2001:db8::9 is no log\n198.51.100.8 neither\n");
    }
}
