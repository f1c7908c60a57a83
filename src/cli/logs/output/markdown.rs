//! The report as a document.

use super::numbers::{day, share, size};
use super::text::not_found;
use crate::cli::logs::excerpt::about_hidden;
use crate::cli::logs::report::{AgentRow, LogReport, PageRow};
use crate::render::numbers::{grouped, number_of};

/// The report.
pub(in crate::cli::logs) fn report(report: &LogReport) -> String {
    let mut text = String::from("# AI crawlers and assistants in the access log\n\n");
    let span = match (&report.from, &report.to) {
        (Some(from), Some(to)) => format!(", {from} to {to}"),
        _ => String::new(),
    };
    text.push_str(&format!(
        "{} in {} ({}){span}.\n",
        number_of(report.hits, "request"),
        number_of(report.lines, "line"),
        share(report.hits, report.lines)
    ));
    text.push_str(&agents(report));
    text.push_str(&pages("Most fetched pages", &report.top_pages));
    text.push_str(&pages(&not_found(report), &report.not_found_pages));
    text.push_str(&pages("Refused (401, 402, 403, 429, 451 or 5xx)", &report.refused_pages));
    text.push_str(&never_fetched(report));
    text.push_str(&notes(report));
    text
}

fn agents(report: &LogReport) -> String {
    if report.agents.is_empty() {
        return "\nNo request names a known crawler or assistant.\n".to_owned();
    }
    let row = |row: &AgentRow| {
        let claims =
            if row.verified { grouped(row.claimed_hits) } else { "not checked".to_owned() };
        let seen = [&row.first_seen, &row.last_seen].map(|time| day(time.as_deref()));
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {claims} |\n",
            row.agent,
            row.purpose,
            grouped(row.hits),
            row.pages,
            size(row.bytes),
            grouped(row.robots_txt),
            grouped(row.not_found),
            grouped(row.refused),
            seen[0],
            seen[1],
        )
    };
    let rows: String = report.agents.iter().map(row).collect();
    format!(
        "\n## Agents\n\n| Agent | Purpose | Hits | Pages | Bytes | robots.txt | Not found | Refused | \
         First seen | Last seen | Unverified |\n|---|---|--:|--:|--:|--:|--:|--:|---|---|--:|\n{rows}"
    )
}

fn pages(title: &str, pages: &[PageRow]) -> String {
    if pages.is_empty() {
        return String::new();
    }
    let row = |row: &PageRow| {
        format!("| {} | {} | {} |\n", code(&row.page), grouped(row.hits), row.agents.join(", "))
    };
    let rows: String = pages.iter().map(row).collect();
    format!("\n## {title}\n\n| Page | Hits | Agents |\n|---|--:|---|\n{rows}")
}

fn never_fetched(report: &LogReport) -> String {
    let Some(never) = &report.never_fetched else { return String::new() };
    let mut text = format!("\n## Never fetched\n\n{} of {} pages.\n\n", never.never, never.given);
    for page in &never.pages {
        text.push_str(&format!("- {}\n", code(page)));
    }
    text
}

fn notes(report: &LogReport) -> String {
    let mut notes = report.notes.clone();
    if let Some(first) = &report.first_unreadable {
        notes.insert(
            0,
            format!(
                "{} couldn't be read. The first is line {} of {}{}: {}",
                number_of(report.unreadable_lines, "line"),
                first.line,
                code(&first.log),
                about_hidden(&first.excerpt),
                code(&first.excerpt)
            ),
        );
    }
    if notes.is_empty() {
        return String::new();
    }
    let notes: String = notes.iter().map(|note| format!("- {note}\n")).collect();
    format!("\n## Notes\n\n{notes}")
}

/// A code span that its text can't end, in a cell that it can't end either.
fn code(text: &str) -> String {
    citable_checks::quoted::span(text).replace('|', "\\|")
}
