//! `citable site`: many pages, here, without server, account or database.

mod args;
mod around;
mod baseline;
mod broken;
mod files;
mod ignoring;
mod input;
mod kept;
mod options;
mod outputs;
mod plan;
mod rows;
mod run;
mod shared;
mod state;
mod summary;
mod threshold;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use citable_actors::clock::SharedClock;
use citable_actors::fetch::Fetcher;
use url::Url;

use args::RunArgs;
pub(super) use args::SiteArgs;
pub(super) use files::{Beside, Files, FilesArgs};
use input::Target;
use options::{FileChoice, Options};
use plan::{Means, Plan};
use run::Stop;

use crate::cli::exit::Exit;
use crate::config::RenderArgs;
use crate::render::site::overview::Overview;

/// Scans the pages and writes what was found in every form that was asked for.
pub(super) async fn site(args: SiteArgs) -> anyhow::Result<Exit> {
    let SiteArgs { run, file, renderer, network } = args;
    let clock = network.hooks.clock()?;
    let means = Means { fetcher: &|| network.fetcher(), renderer, clock };
    let plan = Plan::of(run, &file)?;
    let stop = Stop::on_interrupt();
    let overview = plan.run(&means, &stop, |overview, rows| plan.write(overview, rows)).await?;
    Ok(plan.judge(&overview))
}

/// A site that another command summarizes.
#[derive(Debug)]
pub(crate) struct SiteRequest {
    pub(crate) source: SiteSource,
    pub(crate) max_pages: Option<u32>,
    /// The folder of the state.
    pub(crate) state: PathBuf,
    /// Whether pages that the state has are kept.
    pub(crate) resume: bool,
    /// How long pages are scanned.
    pub(crate) within: Duration,
}

/// Where its pages come from.
#[derive(Debug)]
pub(crate) enum SiteSource {
    /// A folder, and its public URL.
    Folder { path: PathBuf, base_url: Option<Url>, clean_urls: bool },
    /// The sitemap at a URL.
    Sitemap(String),
}

/// Scans a site and writes nothing but its state. `citable.toml` counts.
///
/// # Errors
/// When there is no such site, or the state can't be written.
pub(crate) async fn summarize(
    request: SiteRequest,
    fetcher: Option<Fetcher>,
    clock: SharedClock,
) -> anyhow::Result<Overview> {
    let SiteRequest { source, max_pages, state, resume, within } = request;
    let mut options = Options { max_pages, state: Some(state), ..Options::default() };
    let target = match source {
        SiteSource::Folder { path, base_url, clean_urls } => {
            (options.base_url, options.clean_urls) = (base_url, clean_urls);
            Target::Folder(path)
        }
        SiteSource::Sitemap(url) => Target::Sitemap(url),
    };
    let run = RunArgs { options, resume, ..RunArgs::default() };
    let no_network = || fetcher.clone().context("there is no network");
    let means = Means { fetcher: &no_network, renderer: RenderArgs::default(), clock };
    let plan = Plan::for_target(target, run, &FileChoice::default())?;
    let stop = Stop::after(within);
    plan.run(&means, &stop, |_, _| Ok(())).await
}
