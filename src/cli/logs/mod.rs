//! `citable logs`: which AI crawlers and assistants fetched which pages, from access logs.
//!
//! Logs are read as streams, and counts are bounded (`limits.rs`). No address of a client leaves
//! this module: it is compared with ranges and forgotten.

mod args;
mod count;
mod crawlers;
mod excerpt;
mod given;
mod limits;
mod output;
mod page;
mod parse;
mod ranges;
mod read;
mod report;
mod tally;

use anyhow::Context;

use args::Format;
pub(super) use args::LogsArgs;
use count::Counter;
use crawlers::Crawlers;
use given::Given;
use limits::READ_BYTES;
use ranges::Ranges;
use report::LogReport;
use tally::Tally;

use super::output as terminal;
use crate::cli::exit::Exit;

/// Counts the logs and writes the report in every form that was asked for.
pub(super) fn logs(args: &LogsArgs) -> anyhow::Result<Exit> {
    let filter = args.filter();
    let tally = Tally::new(given(args, filter.host.as_deref())?);
    let ranges = Ranges::read(&args.ranges)?;
    let mut counter = Counter::new(Crawlers::new()?, ranges, filter, args.log_format, tally);
    let mut failures = Vec::new();
    for path in &args.logs {
        if let Err(error) = log(&mut counter, path) {
            failures.push(terminal::chain(&error));
        }
    }
    // A report about nothing would look like one about a site that no crawler visits.
    if failures.len() < args.logs.len() || counter.logs.iter().any(|log| log.format.is_some()) {
        write(args, &counter)?;
    }
    for failure in &failures {
        terminal::complain(failure);
    }
    Ok(if failures.is_empty() { Exit::Good } else { Exit::Failed })
}

fn log(counter: &mut Counter, path: &std::path::Path) -> anyhow::Result<()> {
    let opened = read::open(path)?;
    let name = match path.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => path.display().to_string(),
    };
    let read = counter.log(&name, opened, READ_BYTES);
    let lines = counter.logs.last().map_or(0, |log| log.lines);
    read.with_context(|| {
        format!("can't read {name} beyond line {lines}; only the lines before it are counted")
    })?;
    let is_unknown = counter.logs.last().is_some_and(|log| log.format.is_none() && log.lines > 0);
    if is_unknown {
        let first = counter.first_unreadable.as_ref().map(|first| first.excerpt.as_str());
        let first = first.unwrap_or_default();
        anyhow::bail!(
            "{name} is in no known log format. Expected combined, common, JSON lines, or W3C with \
             a #Fields line. If other lines precede the log, set its format with --log-format. One \
             of \
             its lines{}: {first}",
            excerpt::about_hidden(first)
        );
    }
    Ok(())
}

/// The pages of the site, if any were given.
fn given(args: &LogsArgs, host: Option<&str>) -> anyhow::Result<Option<Given>> {
    if args.sitemap.is_empty() && args.pages.is_empty() {
        return Ok(None);
    }
    let mut given = Given::default();
    for sitemap in &args.sitemap {
        given.add_sitemap(sitemap, host)?;
    }
    for list in &args.pages {
        given.add_list(list, host)?;
    }
    Ok(Some(given))
}

fn write(args: &LogsArgs, counter: &Counter) -> anyhow::Result<()> {
    let report = LogReport::of(counter, args.top.into());
    for file in &args.output {
        let text = in_form(file.format, &report, &counter.tally)?;
        std::fs::write(&file.path, text)
            .with_context(|| format!("can't write {}", file.path.display()))?;
    }
    terminal::print(&in_form(args.format, &report, &counter.tally)?)?;
    Ok(())
}

fn in_form(format: Format, report: &LogReport, tally: &Tally) -> anyhow::Result<String> {
    Ok(match format {
        Format::Text => output::text(report),
        Format::Json => format!("{}\n", serde_json::to_string_pretty(report)?),
        Format::Csv => output::csv(tally),
        Format::Markdown => output::markdown(report),
    })
}
