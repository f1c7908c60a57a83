//! The forms of the report.

use super::{Logs, line, text};

fn logs() -> Logs {
    let logs = Logs::new();
    let long = format!("/{}", "long/".repeat(40));
    let log = [
        line("192.0.2.7", "/guide", 200, "GPTBot/1.2"),
        line("192.0.2.7", "/guide", 200, "OAI-SearchBot/1.0"),
        line("192.0.2.7", "/robots.txt", 200, "GPTBot/1.2"),
        line("192.0.2.7", "/gone", 404, "Claude-User/1.0"),
        line("192.0.2.7", &long, 403, "ClaudeBot/1.0"),
        line("192.0.2.7", "/guide", 429, "GoogleAgent-URLContext"),
        line("192.0.2.7", "/", 200, "Mozilla/5.0 Firefox/140.0"),
    ];
    logs.write("access.log", log.concat());
    logs.write("pages.txt", "/guide\n/never\n");
    logs
}

#[test]
fn the_text_fits_a_terminal() {
    let output = logs().run(&["access.log", "--pages", "pages.txt"]);
    let shown = text(&output.stdout);
    for line in shown.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn markdown_is_a_document() {
    insta::assert_snapshot!(text(&logs().run(&["access.log", "--format", "markdown"]).stdout));
}

#[test]
fn csv_has_a_row_for_each_agent_and_page() {
    let shown = text(&logs().run(&["access.log", "--format", "csv", "--top", "1"]).stdout);
    let rows: Vec<&str> = shown.lines().collect();
    assert_eq!(rows[0], "agent,vendor,purpose,kind,page,hits,fetched,notFound,refused");
    assert!(rows.contains(&"GPTBot,OpenAI,training,page,/guide,1,1,0,0"), "{shown}");
    assert!(rows.contains(&"GPTBot,OpenAI,training,robotsTxt,,1,,,"), "{shown}");
    assert!(rows.contains(&"Claude-User,Anthropic,user-triggered,page,/gone,1,0,1,0"), "{shown}");
    assert_eq!(rows.len(), 7, "--top limits lists, not the table: {shown}");
}

#[test]
fn every_form_goes_to_a_file_of_its_own() {
    let logs = logs();
    let output =
        logs.run(&["access.log", "-o", "r.json", "-o", "r.md", "-o", "csv=table", "-o", "r.txt"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(logs.read("r.json").starts_with('{'));
    assert!(logs.read("r.md").starts_with("# AI crawlers"));
    assert!(logs.read("table").starts_with("agent,vendor,"));
    assert_eq!(logs.read("r.txt"), text(&output.stdout));
    let output = logs.run(&["access.log", "-o", "missing/r.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("can't write missing/r.json"));
}
