//! What a page says is never in our voice: in every form, text of the page stands in a code span
//! or a block of code, or it is a value that is the page's and nothing else.

#[path = "../../checks/tests/marked/mod.rs"]
mod marked;

use std::path::Path;

use citable_checks::compare::Comparison;
use citable_checks::evaluate::evaluate;
use citable_checks::quoted::{Piece, pieces};
use citable_checks::report::Report;
use citable_checks::viewer::Allowance;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use select::document::Document;
use select::node::Node;
use select::predicate::Text;
use serde_json::Value;

use super::text::Layout;
use super::{csv, github, html, instructions, json, junit, markdown, sarif, text};
use crate::mcp::own_voice;
use marked::{MARK, cases};

/// One case of so many is written in every form: a form treats all pages alike.
const EVERY: usize = 9;
/// How often a form has to quote a mark over all cases, so that the test sees what it looks for.
const QUOTED: usize = 100;

/// Members of JSON forms that hold nothing but text of the page, or something to paste.
const VALUES: [&str; 7] =
    ["url", "finalUrl", "excerpt", "selector", "snippet", "pageContent", "title of the page"];

/// A text in which marks were looked for.
#[derive(Default)]
struct Found {
    quoted: usize,
    bare: Vec<String>,
}

impl Found {
    /// A line of ours, where text of the page stands in code spans.
    fn sentence(&mut self, sentence: &str) {
        for piece in pieces(sentence) {
            match piece {
                Piece::Code(text) => self.code(text),
                Piece::Words(text) => self.words(text),
            }
        }
    }

    fn lines(&mut self, text: &str) {
        text.lines().for_each(|line| self.sentence(line));
    }

    fn code(&mut self, text: &str) {
        self.quoted += usize::from(is_marked(text));
    }

    fn words(&mut self, text: &str) {
        if is_marked(text) {
            self.bare.push(text.to_owned());
        }
    }
}

fn is_marked(text: &str) -> bool {
    text.to_lowercase().contains(MARK)
}

fn reports() -> Vec<(String, Report)> {
    let cases = cases().into_iter().step_by(EVERY);
    let reports = cases.filter_map(|case| {
        let report = evaluate("scn_0123456789abcdefghijkl", &case.snapshot, &mut |_| {}).ok()?;
        // Whoever asks for a scan wrote this address themselves.
        (!is_marked(&report.url)).then_some((case.name, report))
    });
    reports.collect()
}

/// Holds a form of every report, and of every report with its fixes locked, to the rule.
fn assert_own_voice(form: &str, look: impl Fn(&Report, &mut Found)) {
    let mut quoted = 0;
    for (name, report) in reports() {
        for report in [report.clone(), report.for_viewer(Allowance::First(1))] {
            let mut found = Found::default();
            look(&report, &mut found);
            assert!(found.bare.is_empty(), "{form} of {name}: {:#?}", found.bare);
            quoted += found.quoted;
        }
    }
    assert!(quoted >= QUOTED, "{form} shows only {quoted} marks");
}

fn in_markdown(document: &str, found: &mut Found) {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut blocks = 0;
    for event in Parser::new_ext(document, options) {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::BlockQuote(_)) => blocks += 1,
            Event::End(TagEnd::CodeBlock | TagEnd::BlockQuote(_)) => blocks -= 1,
            Event::Start(
                Tag::Link { dest_url, title, .. } | Tag::Image { dest_url, title, .. },
            ) => {
                found.words(&dest_url);
                found.words(&title);
            }
            Event::Code(text) => found.code(&text),
            Event::Text(text) if blocks > 0 => found.code(&text),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => found.words(&text),
            _ => {}
        }
    }
}

fn in_json(name: &str, value: &Value, found: &mut Found) {
    match value {
        Value::String(text) if VALUES.contains(&name) => found.code(text),
        Value::String(text) => found.lines(text),
        Value::Array(items) => items.iter().for_each(|item| in_json(name, item, found)),
        Value::Object(members) => members.iter().for_each(|(member, value)| {
            let is_titled = name == "page" || name == "pageContent";
            let title = if is_titled && member == "title" { "title of the page" } else { member };
            in_json(title, value, found);
        }),
        _ => {}
    }
}

#[test]
fn in_markdown_it_is_code() {
    assert_own_voice("markdown", |report, found| in_markdown(&markdown::report(report), found));
}

#[test]
fn in_the_instructions_for_agents_it_is_code() {
    assert_own_voice("instructions", |report, found| {
        in_markdown(&instructions::ai_instructions(report), found);
    });
}

#[test]
fn on_a_terminal_it_is_quoted() {
    for verbose in [false, true] {
        // Without an end of the line no sentence is parted.
        let layout = Layout { verbose, width: usize::MAX, ..Layout::PLAIN };
        assert_own_voice("text", |report, found| {
            let mut pasting = false;
            for line in text::report(report, layout).lines() {
                pasting |= line == "      To paste:";
                pasting &= !line.starts_with("      Verify: ");
                if pasting { found.code(line) } else { found.sentence(line) }
            }
        });
    }
}

#[test]
fn in_html_it_is_code_or_a_quotation() {
    fn is_quoted(node: Node<'_>) -> bool {
        let mut around = std::iter::successors(node.parent(), Node::parent);
        around.any(|node| matches!(node.name(), Some("code" | "q" | "blockquote" | "pre")))
    }
    assert_own_voice("html", |report, found| {
        let page = html::report(report);
        let page = Document::from(page.as_str());
        for node in page.find(Text) {
            let text = node.as_text().unwrap_or_default();
            if is_quoted(node) { found.code(text) } else { found.words(text) }
        }
    });
}

#[test]
fn in_json_it_is_quoted_or_a_value_of_its_own() {
    assert_own_voice("json", |report, found| {
        in_json("", &serde_json::from_str(&json::report(report)).unwrap(), found);
    });
}

#[test]
fn in_csv_it_is_quoted() {
    let mut quoted = 0;
    for (name, report) in reports() {
        let mut found = Found::default();
        csv::report(&report).lines().for_each(|line| found.sentence(line));
        assert!(found.bare.is_empty(), "{name}: {:#?}", found.bare);
        quoted += found.quoted;
    }
    assert!(quoted > 0, "summaries quote little");
}

#[test]
fn in_junit_it_is_quoted() {
    let text_of = |report: &Report| {
        let document = junit::report(report);
        quick_xml::escape::unescape(&document).unwrap().into_owned()
    };
    assert_own_voice("junit", |report, found| found.lines(&text_of(report)));
}

#[test]
fn in_annotations_it_is_quoted() {
    assert_own_voice("github", |report, found| {
        let text = github::report(report, Some("page.html"));
        let text = text.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%");
        found.lines(&text);
    });
}

#[test]
fn in_sarif_it_is_quoted() {
    assert_own_voice("sarif", |report, found| {
        let log: Value =
            serde_json::from_str(&sarif::report(report, Path::new("page.html"))).unwrap();
        for result in log["runs"][0]["results"].as_array().unwrap() {
            found.lines(result["message"]["text"].as_str().unwrap());
        }
    });
}

#[test]
fn in_a_comparison_it_is_quoted() {
    let mut quoted = 0;
    let reports = reports();
    for pair in reports.windows(2) {
        let compared = Comparison::of(&pair[0].1, &pair[1].1, Allowance::All);
        if is_marked(&compared.url) {
            continue;
        }
        let mut found = Found::default();
        in_markdown(&markdown::comparison(&compared), &mut found);
        found.lines(&text::comparison(&compared, Layout { width: usize::MAX, ..Layout::PLAIN }));
        in_json("", &serde_json::from_str(&json::comparison(&compared)).unwrap(), &mut found);
        assert!(found.bare.is_empty(), "{}: {:#?}", pair[0].0, found.bare);
        quoted += found.quoted;
    }
    assert!(quoted >= QUOTED, "{quoted}");
}

#[test]
fn in_results_for_agents_it_is_quoted_or_under_a_name_of_its_own() {
    assert_own_voice("mcp", |report, found| {
        for result in own_voice::results(report) {
            in_json("", &result, found);
        }
        in_markdown(&own_voice::document(report), found);
    });
}
