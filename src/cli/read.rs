//! `citable read`: the page as a crawler without JavaScript reads it.

use anyhow::bail;
use citable_actors::assess;
use citable_actors::cores::Cores;
use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::{PageEnd, Snapshot};
use clap::{Args, ValueEnum};

use super::output;
use super::page::{Asked, Input, PageArgs, Progress};
use crate::cli::exit::Exit;
use crate::render::{json, reading};

/// The arguments of `citable read`.
#[derive(Args, Debug)]
pub(super) struct ReadArgs {
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,

    /// Don't use the network: only a file can be read
    #[arg(long, hide = true)]
    offline: bool,

    #[command(flatten)]
    pub(super) page: PageArgs,
}

/// The output formats of `citable read`.
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
    if args.offline && matches!(input, Input::Url(_) | Input::Own(_)) {
        bail!("a URL needs the network. Omit --offline, or save the page and read the file")
    }
    let now_ms = args.page.network.hooks.clock()?.now_ms();
    let progress = Progress::start();
    let fetched = args.page.fetch(Asked::Read, &input, now_ms, progress.sink()).await?;
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

/// A scan judges redirects that lead nowhere; to a reader they leave nothing.
fn refuse_without_document(snapshot: &Snapshot) -> anyhow::Result<()> {
    match &snapshot.page.end {
        PageEnd::Answered => Ok(()),
        PageEnd::RedirectLoop { .. } => bail!("the URL redirects in a loop"),
        PageEnd::TooManyRedirects { .. } => bail!("the URL redirects too many times"),
        PageEnd::RedirectWithoutTarget => bail!("the URL redirects without a target"),
    }
}

fn write_failure(format: Format, failure: &ScanFailure) -> anyhow::Result<Exit> {
    if format == Format::Json {
        output::print(&json::failure(failure))?;
    }
    bail!("couldn't read the page ({}): {}", failure.code.as_str(), failure.message)
}
