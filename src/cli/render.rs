//! `citable render`: what JavaScript adds to one page.

use anyhow::bail;
use citable_actors::assess;
use citable_actors::cores::Cores;
use citable_actors::render::NoResources;
use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::{Snapshot, Source};
use citable_checks::rendered::Rendered;
use clap::{Args, ValueEnum};

use super::output;
use super::page::{Asked, Input, PageArgs, Progress, render_online, render_with, start_renderer};
use crate::cli::exit::Exit;
use crate::config::RenderArgs;
use crate::render::{difference, json};

/// The arguments of `citable render`.
#[derive(Args, Debug)]
pub(super) struct RenderPageArgs {
    /// Output format: the facts with and without JavaScript as text or JSON, or the rendered HTML
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,

    /// Show which blocks of the main content JavaScript adds (+) and removes (-)
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    diff: bool,

    /// Don't use the network: the scripts and data that a page asks for aren't fetched
    #[arg(long, help_heading = "Input")]
    offline: bool,

    #[command(flatten)]
    renderer: RenderArgs,

    #[command(flatten)]
    pub(super) page: PageArgs,
}

/// The forms of a rendering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a terminal.
    Text,
    /// One object.
    Json,
    /// The rendered document.
    Html,
}

/// Renders the page and writes what came of it.
pub(super) async fn render(args: &RenderPageArgs) -> anyhow::Result<Exit> {
    let input = args.page.input()?;
    if args.offline && matches!(input, Input::Url(_)) {
        bail!("a URL needs the network. Omit --offline, or save the page and render the file")
    }
    let now_ms = args.page.network.hooks.clock()?.now_ms();
    let progress = Progress::start();
    let fetched = args.page.fetch(Asked::Render, &input, now_ms, progress.sink()).await?;
    let snapshot = match fetched {
        Ok(snapshot) => in_browser(args, &input, snapshot).await?,
        Err(failure) => return fail(&failure),
    };
    let html = snapshot.rendered.as_ref().map(|rendered| rendered.html.clone());
    let read = assess::read_rendered(&Cores::of_a_command(), snapshot, progress.sink()).await;
    progress.finish();
    match read {
        Ok(rendered) => write(args, &rendered, html.as_deref().unwrap_or_default()),
        Err(failure) => fail(&failure),
    }
}

async fn in_browser(
    args: &RenderPageArgs,
    input: &Input,
    snapshot: Snapshot,
) -> anyhow::Result<Snapshot> {
    let rendering = start_renderer(&args.renderer, false).await?;
    if let Input::Own(server) = input {
        return Ok(render_with(snapshot, &rendering, server).await);
    }
    if snapshot.source == Source::FileWithoutAddress || args.offline {
        return Ok(render_with(snapshot, &rendering, &NoResources).await);
    }
    render_online(&args.page, snapshot, rendering).await
}

fn write(args: &RenderPageArgs, rendered: &Rendered, html: &str) -> anyhow::Result<Exit> {
    if rendered.after.is_none() {
        bail!("{}", difference::outcome(rendered))
    }
    output::print(&match (args.diff, args.format) {
        (true, _) => difference::diff(rendered),
        (false, Format::Text) => difference::text(rendered),
        (false, Format::Json) => json::rendered(rendered),
        (false, Format::Html) => html.to_owned(),
    })
}

fn fail(failure: &ScanFailure) -> anyhow::Result<Exit> {
    bail!("couldn't render the page ({}): {}", failure.code.as_str(), failure.message)
}
