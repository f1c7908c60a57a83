//! The report for a terminal.

use super::columns::{table, wrapped};
use super::numbers::{day, share, size};
use crate::cli::logs::excerpt::about_hidden;
use crate::cli::logs::report::{AgentRow, LogReport, PURPOSES, PageRow};
use crate::render::numbers::{grouped, number_of};

/// The report.
pub(in crate::cli::logs) fn report(report: &LogReport) -> String {
    let mut text = head(report);
    if report.agents.is_empty() {
        text.push_str("\nNo request names a known crawler or assistant.\n");
    } else {
        text.push_str(&by_purpose(report));
        text.push_str(&statuses(report));
        text.push_str(&claims(report));
    }
    text.push_str(&pages("Most fetched pages", "Fetched", &report.top_pages));
    text.push_str(&pages(&not_found(report), "Hits", &report.not_found_pages));
    text.push_str(&pages(
        "Refused (401, 402, 403, 429, 451 or 5xx)",
        "Hits",
        &report.refused_pages,
    ));
    text.push_str(&never_fetched(report));
    text.push_str(&not_seen(report));
    text.push_str(&notes(report));
    text
}

/// Heading of what wasn't found.
pub(super) fn not_found(report: &LogReport) -> String {
    let heading = "Not found (404 or 410)";
    match u64::try_from(report.missing_urls).unwrap_or(u64::MAX) {
        0 => heading.to_owned(),
        1 => format!("{heading}: 1 URL that doesn't exist"),
        urls => format!("{heading}: {} URLs that don't exist", grouped(urls)),
    }
}

fn head(report: &LogReport) -> String {
    let logs = number_of(u64::try_from(report.logs.len()).unwrap_or(u64::MAX), "log");
    let mut parts = vec![logs, number_of(report.lines, "line")];
    if let (Some(from), Some(to)) = (&report.from, &report.to) {
        parts.push(format!("{} to {} (UTC)", minute(from), minute(to)));
    }
    let mut text = wrapped(&parts.join(", "), "");
    let filters = [("since", &report.since), ("until", &report.until), ("host", &report.host)];
    let filters =
        filters.iter().filter_map(|(name, value)| Some(format!("{name} {}", value.as_ref()?)));
    let filters: Vec<String> = filters.collect();
    if !filters.is_empty() {
        text.push_str(&wrapped(&format!("Only requests {}", filters.join(", ")), ""));
    }
    let agents = match report.agents.iter().filter(|row| row.hits > 0).count() {
        1 => "1 AI crawler or assistant".to_owned(),
        agents => format!("{agents} AI crawlers and assistants"),
    };
    let (hits, part) = (number_of(report.hits, "request"), share(report.hits, report.lines));
    text.push_str(&wrapped(&format!("{hits} by {agents}, {part} of all lines"), ""));
    text
}

/// A time to the minute.
fn minute(time: &str) -> String {
    time.get(..16).unwrap_or(time).replace('T', " ")
}

fn by_purpose(report: &LogReport) -> String {
    let mut text = String::new();
    for (_, purpose) in PURPOSES {
        let of = report.agents.iter().filter(|row| row.purpose == purpose && row.hits > 0);
        let rows: Vec<[String; 7]> = of.map(agent_row).collect();
        if !rows.is_empty() {
            text.push_str(&format!("\n{}\n", heading(purpose)));
            text.push_str(&table(
                ["Agent", "Hits", "Pages", "Bytes", "robots.txt", "First seen", "Last seen"],
                &rows,
            ));
        }
    }
    text
}

fn heading(purpose: &str) -> &str {
    match purpose {
        "search" => "Search: index pages for answers",
        "user-triggered" => "User-triggered: open a page because someone asked",
        "training" => "Training: collect text for models",
        "out of use" => "Retired names",
        _ => "Other purposes",
    }
}

fn agent_row(row: &AgentRow) -> [String; 7] {
    let more = if row.other_page_hits > 0 { "+" } else { "" };
    let pages = grouped(u64::try_from(row.pages).unwrap_or(u64::MAX));
    [
        row.agent.to_owned(),
        grouped(row.hits),
        format!("{pages}{more}"),
        size(row.bytes),
        grouped(row.robots_txt),
        day(row.first_seen.as_deref()),
        day(row.last_seen.as_deref()),
    ]
}

fn statuses(report: &LogReport) -> String {
    let of = |row: &AgentRow, is_wanted: fn(u16) -> bool| {
        let hits: u64 = row
            .statuses
            .iter()
            .filter(|(status, _)| is_wanted(**status))
            .map(|(_, hits)| hits)
            .sum();
        if hits == 0 { "-".to_owned() } else { grouped(hits) }
    };
    let row = |row: &AgentRow| {
        [
            row.agent.to_owned(),
            of(row, |status| matches!(status, 200..=299 | 304)),
            of(row, |status| matches!(status, 300..=303 | 305..=399)),
            of(row, |status| matches!(status, 404 | 410)),
            of(row, |status| matches!(status, 401..=403 | 451)),
            of(row, |status| status == 429),
            of(row, |status| matches!(status, 500..=599)),
            of(
                row,
                |status| !matches!(status, 200..=399 | 401..=404 | 410 | 429 | 451 | 500..=599),
            ),
        ]
    };
    let rows: Vec<[String; 8]> = report.agents.iter().filter(|row| row.hits > 0).map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let header = ["Agent", "2xx, 304", "3xx", "404, 410", "401-403", "429", "5xx", "Other"];
    format!("\nStatus codes by agent\n{}", table(header, &rows))
}

fn claims(report: &LogReport) -> String {
    let checked: Vec<&AgentRow> = report.agents.iter().filter(|row| row.verified).collect();
    if checked.is_empty() {
        return String::new();
    }
    let row =
        |row: &&AgentRow| [row.agent.to_owned(), grouped(row.hits), grouped(row.claimed_hits)];
    let rows: Vec<[String; 3]> = checked.iter().map(row).collect();
    let table = table(["Agent", "Verified", "Unverified"], &rows);
    format!(
        "\nRequests checked against the vendors' address ranges (unverified ones aren't \
        counted elsewhere)\n{table}"
    )
}

fn pages(title: &str, unit: &str, pages: &[PageRow]) -> String {
    if pages.is_empty() {
        return String::new();
    }
    let row = |row: &PageRow| {
        let agents = u64::try_from(row.agents.len()).unwrap_or(u64::MAX);
        [row.page.clone(), grouped(row.hits), grouped(agents)]
    };
    let rows: Vec<[String; 3]> = pages.iter().map(row).collect();
    format!("\n{title}\n{}", table(["Page", unit, "Agents"], &rows))
}

fn never_fetched(report: &LogReport) -> String {
    let Some(never) = &report.never_fetched else { return String::new() };
    let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    let (missed, given) = (count(never.never), count(never.given));
    let mut text =
        format!("\nNever fetched: {} of {}\n", grouped(missed), number_of(given, "page"));
    let by_purpose = PURPOSES.iter().filter_map(|(_, purpose)| {
        let missed = never.never_by_purpose.get(purpose)?;
        Some(format!("{} by {purpose} agents", grouped(count(*missed))))
    });
    let by_purpose: Vec<String> = by_purpose.collect();
    text.push_str(&wrapped(&format!("Not fetched: {}", by_purpose.join(", ")), "  "));
    let rows: Vec<[String; 1]> = never.pages.iter().map(|page| [page.clone()]).collect();
    if !rows.is_empty() {
        text.push_str(&table(["Page"], &rows));
        let more = missed.saturating_sub(count(never.pages.len()));
        if more > 0 {
            text.push_str(&format!("  and {} more\n", grouped(more)));
        }
    }
    text
}

fn not_seen(report: &LogReport) -> String {
    let names: Vec<&str> = report
        .not_seen
        .iter()
        .filter(|agent| agent.engine.is_some())
        .map(|agent| agent.agent)
        .collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(
            "\nAnswer engines' agents that weren't seen\n{}",
            wrapped(&names.join(", "), "  ")
        ),
    }
}

fn notes(report: &LogReport) -> String {
    let mut notes = report.notes.clone();
    if let Some(first) = &report.first_unreadable {
        let lines = number_of(report.unreadable_lines, "line");
        notes.insert(
            0,
            format!(
                "{lines} couldn't be read. The first is line {} of {}{}: {}",
                first.line,
                first.log,
                about_hidden(&first.excerpt),
                first.excerpt
            ),
        );
    }
    if notes.is_empty() {
        return String::new();
    }
    let notes: String = notes.iter().map(|note| wrapped(note, "- ")).collect();
    format!("\nNotes\n{notes}")
}
