//! `citable scan`: one page, here, without server, account or database.

mod args;
mod forms;
mod open;
mod threshold;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use citable_actors::assess::{self, Assessment};
use citable_actors::cores::Cores;
use citable_actors::fetch::{Gather, ProgressSink, Rendering, parse_target};
use citable_actors::render::NoResources;
use citable_checks::failure::{FailureCode, NO_VERDICT, ScanFailure};
use citable_checks::page::snapshot::{FileFetch, FileOutcome, Snapshot, Source};
use citable_checks::report::Report;

use args::Format;
pub(super) use args::{Instant, ScanArgs, instant};
use forms::{failure_in, report_in};
use threshold::Baseline;
pub(super) use threshold::{FailOn, Meant};

use super::formats::Output;
use super::output;
use super::page::{
    Asked, Input, OwnMachine, Progress, given_robots, how_to, not_resolved, render_online,
    render_with, snapshot, target, without_stand_in,
};
use crate::cli::exit::Exit;
use crate::cli::layout::on_standard_output;
use crate::render::text::Layout;

/// How many characters of the snapshot's hash name a report of the command line.
const ID_CHARACTERS: usize = 22;

/// Scans the page and writes the report in every form that was asked for.
pub(super) async fn scan(args: &ScanArgs) -> anyhow::Result<Exit> {
    let input = args.input()?;
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
    let progress = Progress::start();
    let assessed = assess(args, &input, progress.sink()).await?;
    progress.finish();
    match assessed {
        Ok(assessment) => {
            write_report(args, &input, &assessment.report)?;
            judge(args, baseline.as_ref(), &assessment.report)
        }
        Err(failure) => write_failure(args, &input, &failure),
    }
}

/// The outer error is the user's or the machine's, the inner one the scan's.
async fn assess(
    args: &ScanArgs,
    input: &Input,
    progress: ProgressSink,
) -> anyhow::Result<Result<Assessment, ScanFailure>> {
    let snapshot = match input {
        Input::Url(url) => fetch(args, url, Arc::clone(&progress)).await?,
        Input::Own(server) => own(args, server).await?,
        Input::File(path) => {
            say_if_home(args, path);
            at_hand(args, Some(path)).await?
        }
        Input::Piped => at_hand(args, None).await?,
    };
    let mut snapshot = match snapshot {
        Ok(snapshot) => snapshot,
        Err(failure) => return Ok(Err(failure)),
    };
    snapshot.given_kind = args.kind;
    let id = report_id(&snapshot);
    let cores = Cores::of_a_command();
    let assessed = assess::assess(&cores, Duration::MAX, &id, snapshot, progress).await;
    Ok(assessed.map(|Assessment { report, snapshot }| Assessment {
        report: without_stand_in(report),
        snapshot,
    }))
}

/// Whoever gives the site's URL for one of its files may not mean its home page, of which other
/// things are asked than of an article.
fn say_if_home(args: &ScanArgs, path: &Path) {
    let Some(url) = args.page.page_url.as_ref().filter(|_| args.kind.is_none()) else { return };
    let is_index = path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("index"));
    if url.path() == "/" && url.query().is_none() && !is_index {
        output::note(&format!(
            "{} is judged as the home page, {url}. If it has another URL, pass that URL with \
             --base-url",
            path.display()
        ));
    }
}

async fn fetch(
    args: &ScanArgs,
    url: &str,
    progress: ProgressSink,
) -> anyhow::Result<Result<Snapshot, ScanFailure>> {
    let fetcher = args.page.fetcher()?.rendering(args.render.start(&args.renderer).await?);
    let target = target(Asked::Scan, url, &fetcher)?;
    let mut gathered = fetcher.gather(&target, args.now_ms()?, progress).await;
    fetcher.stop_rendering().await;
    if let (Ok(snapshot), Some(path)) = (&mut gathered, &args.robots) {
        let page = snapshot.page.exchanges.last().map_or(&snapshot.requested_url, |last| &last.url);
        snapshot.robots = vec![given_robots(path, page, snapshot.fetched_at)?];
    }
    Ok(gathered)
}

/// A page of a server on this machine.
async fn own(
    args: &ScanArgs,
    server: &OwnMachine,
) -> anyhow::Result<Result<Snapshot, ScanFailure>> {
    let mut fetched = server.fetch(args.now_ms()?).await?;
    if let (Ok(snapshot), Some(path)) = (&mut fetched, &args.robots) {
        snapshot.robots = vec![given_robots(path, &snapshot.requested_url, snapshot.fetched_at)?];
    }
    match (fetched, args.render.start(&args.renderer).await?) {
        (Ok(snapshot), Some(rendering)) => Ok(Ok(render_with(snapshot, &rendering, server).await)),
        (fetched, _) => Ok(fetched),
    }
}

/// A page in a file or from standard input, and the robots.txt of its address where that is known.
async fn at_hand(
    args: &ScanArgs,
    path: Option<&Path>,
) -> anyhow::Result<Result<Snapshot, ScanFailure>> {
    let mut read = snapshot(args.page.page_url.as_ref(), path, args.now_ms()?)?;
    if let Ok(snapshot) = &mut read
        && snapshot.source == Source::File
    {
        snapshot.robots = robots(args, snapshot).await?;
    }
    match (read, args.render.start(&args.renderer).await?) {
        (Ok(snapshot), Some(rendering)) => render(args, snapshot, rendering).await.map(Ok),
        (read, _) => Ok(read),
    }
}

/// Renders the page of a file in a browser. What it requests is fetched if the page's URL is known
/// and the network may be used.
async fn render(
    args: &ScanArgs,
    snapshot: Snapshot,
    rendering: Rendering,
) -> anyhow::Result<Snapshot> {
    if snapshot.source == Source::File && !args.offline {
        return render_online(&args.page, snapshot, rendering).await;
    }
    Ok(render_with(snapshot, &rendering, &NoResources).await)
}

async fn robots(args: &ScanArgs, snapshot: &Snapshot) -> anyhow::Result<Vec<FileFetch>> {
    let page = &snapshot.requested_url;
    if let Some(path) = &args.robots {
        return Ok(vec![given_robots(path, page, snapshot.fetched_at)?]);
    }
    if args.offline {
        return Ok(Vec::new());
    }
    let fetcher = args.page.fetcher()?;
    let target = parse_target(page.as_str(), fetcher.settings()).with_context(|| {
        format!("can't fetch the robots.txt of {page}; add --offline, or pass a file with --robots")
    })?;
    let file = fetcher.robots_txt(&target, snapshot.fetched_at).await;
    if let FileOutcome::Unreachable { failure } = &file.outcome {
        output::note(&format!(
            "robots.txt of {page} couldn't be fetched ({}), so the score has no band and isn't \
             compared with other pages. Add --offline, or pass a file with --robots",
            failure.message.trim_end_matches(NO_VERDICT).trim_end_matches(['.', ' '])
        ));
    }
    Ok(vec![file])
}

/// The same bytes get the same id, and so the same report.
fn report_id(snapshot: &Snapshot) -> String {
    let hash = snapshot.hash();
    format!("scn_{}", hash.get(..ID_CHARACTERS).unwrap_or(&hash))
}

fn write_report(args: &ScanArgs, input: &Input, report: &Report) -> anyhow::Result<()> {
    let in_file = Layout { verbose: args.verbose, ..Layout::PLAIN };
    for Output { format, path } in &args.output {
        write_file(path, &report_in(*format, report, input, in_file))?;
    }
    output::print(&report_in(args.format, report, input, on_standard_output(in_file)))?;
    if args.open {
        let page = args.output.iter().find(|output| output.format == Format::Html);
        open::open(page.map(|output| output.path.as_path()), || {
            report_in(Format::Html, report, input, in_file)
        })?;
    }
    Ok(())
}

/// Says every threshold that the report misses.
fn judge(args: &ScanArgs, baseline: Option<&Baseline>, report: &Report) -> anyhow::Result<Exit> {
    let mut missed = Vec::new();
    if let Some(least) = args.fail_under
        && report.score < least
    {
        missed.push(format!("score {} is below {least}", report.score));
    }
    missed.extend(args.fail_on.iter().filter_map(|wanted| wanted.miss(report)));
    for caution in args.fail_on.iter().filter_map(|wanted| wanted.caution(report)) {
        output::note(&caution);
    }
    if let Some(baseline) = baseline {
        missed.extend(baseline.regressions(report)?);
    }
    for miss in &missed {
        output::complain(miss);
    }
    Ok(if missed.is_empty() { Exit::Good } else { Exit::Missed })
}

/// Writes the reason to standard error and to every output in a machine-readable format, so that
/// programs always find output they can parse.
fn write_failure(args: &ScanArgs, input: &Input, failure: &ScanFailure) -> anyhow::Result<Exit> {
    for Output { format, path } in &args.output {
        if let Some(text) = failure_in(*format, failure) {
            write_file(path, &text)?;
        }
    }
    if let Some(text) = failure_in(args.format, failure) {
        output::print(&text)?;
    }
    let mut told = format!("scan failed ({}): {}", failure.code.as_str(), failure.message);
    let advice = match (failure.code, input) {
        (FailureCode::BlockedAddress, Input::Url(url)) => how_to(Asked::Scan, url),
        (FailureCode::DnsFailed, Input::Url(url)) => Some(not_resolved(url)),
        _ => None,
    };
    if let Some(advice) = advice {
        told = format!("{told}\n{advice}");
    }
    bail!(told)
}

fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("can't write {}", path.display()))
}
