//! `citable read`: the page as a crawler without JavaScript reads it.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use citable_actors::assess;
use citable_actors::cores::Cores;
use citable_actors::fetch::{ProgressSink, parse_target};
use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::{PageEnd, Snapshot};
use clap::{Args, ValueEnum};

use super::output;
use super::page::{Input, PageArgs, Progress, snapshot};
use crate::cli::exit::Exit;
use crate::render::{json, reading};

/// What `citable read` is asked to do.
#[derive(Args, Debug)]
pub(super) struct ReadArgs {
    #[command(flatten)]
    pub(super) page: PageArgs,

    /// Form of what was read
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The forms of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a terminal.
    Text,
    /// One object.
    Json,
}

/// Reads the page and writes what was read.
pub(super) async fn read(args: &ReadArgs) -> anyhow::Result<Exit> {
    let input = args.page.input()?;
    let now_ms = args.page.hooks.clock()?.now_ms();
    let progress = Progress::start();
    let at_hand = |path: Option<&Path>| snapshot(args.page.page_url.as_ref(), path, now_ms);
    let fetched = match &input {
        Input::Url(url) => fetch(args, url, now_ms, progress.sink()).await?,
        Input::File(path) => Ok(at_hand(Some(path))?),
        Input::Piped => Ok(at_hand(None)?),
    };
    let read = match fetched {
        Ok(snapshot) => {
            refuse_without_document(&snapshot)?;
            assess::read(&Cores::of_a_command(), snapshot, progress.sink()).await
        }
        Err(failure) => Err(failure),
    };
    progress.finish();
    match read {
        Ok(read) => output::print(&match args.format {
            Format::Text => reading::text(&read),
            Format::Json => json::reading(&read),
        }),
        Err(failure) => write_failure(args.format, &failure),
    }
}

async fn fetch(
    args: &ReadArgs,
    url: &str,
    now_ms: i64,
    progress: ProgressSink,
) -> anyhow::Result<Result<Snapshot, ScanFailure>> {
    let fetcher = args.page.fetcher()?;
    let target = parse_target(url, fetcher.settings()).with_context(|| format!("`{url}`"))?;
    Ok(fetcher.page(&target, now_ms, Arc::clone(&progress)).await)
}

/// A scan judges redirects that lead nowhere; to a reader they leave nothing.
fn refuse_without_document(snapshot: &Snapshot) -> anyhow::Result<()> {
    match &snapshot.page.end {
        PageEnd::Answered => Ok(()),
        PageEnd::RedirectLoop { .. } => bail!("the address redirects in a circle"),
        PageEnd::TooManyRedirects { .. } => bail!("the address redirects too many times"),
        PageEnd::RedirectWithoutTarget => bail!("the address redirects without saying where to"),
    }
}

fn write_failure(format: Format, failure: &ScanFailure) -> anyhow::Result<Exit> {
    if format == Format::Json {
        output::print(&json::failure(failure))?;
    }
    bail!("the page could not be read ({}): {}", failure.code.as_str(), failure.message)
}
