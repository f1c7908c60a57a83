//! The page that a command works on: a URL, a file, or standard input.

mod local;
mod local_site;
mod progress;
mod rendering;
mod unnamed;

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use citable_actors::fetch::{Fetcher, TargetUrl, parse_target};
use clap::Args;
use url::Url;

use crate::config::{FetchArgs, LogSettings, TestHooks, base_url};

pub(crate) use local::of_bytes;
pub(super) use local::{given_robots, snapshot};
pub(super) use local_site::how_to_scan;
pub(super) use progress::Progress;
pub(super) use rendering::{render_offline, render_online, start_renderer};
pub(crate) use unnamed::without_stand_in;

/// Ends of names that are files and never hosts.
const FILE_ENDINGS: [&str; 3] = [".html", ".htm", ".xhtml"];

/// Which page, and how it is reached.
#[derive(Args, Debug)]
pub(super) struct PageArgs {
    /// URL of a public page (`https://` is optional), a file, or - for standard input
    #[arg(value_name = "URL|FILE|-", help_heading = Option::<&'static str>::None)]
    target: String,

    /// Public URL of the page in the file. Checks that need the URL are skipped without it
    #[arg(long = "base-url", value_name = "URL", value_parser = page_url, help_heading = "Input")]
    pub(super) page_url: Option<Url>,

    /// Site with the page about the scanner, for the User-Agent
    #[arg(
        long,
        hide = true,
        env = "CITABLE_BASE_URL",
        default_value = "http://127.0.0.1:8080",
        value_parser = base_url
    )]
    service_base_url: Url,

    #[command(flatten)]
    fetch: FetchArgs,

    #[command(flatten)]
    pub(super) log: LogSettings,

    #[command(flatten)]
    pub(super) hooks: TestHooks,
}

/// Where the page comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// The network.
    Url(String),
    /// A file.
    File(PathBuf),
    /// Standard input.
    Piped,
}

impl PageArgs {
    /// Where the page comes from: a file wins over a host of the same name.
    pub(super) fn input(&self) -> anyhow::Result<Input> {
        let input = match self.target.as_str() {
            "-" => Input::Piped,
            target if target.contains("://") => Input::Url(target.to_owned()),
            target if Path::new(target).exists() => Input::File(PathBuf::from(target)),
            target if looks_like_a_file(target) => bail!("{target}: no such file"),
            target if !may_be_a_host(target) => bail!(
                "{target} is neither a file nor a URL. Use the path of a file, or a URL such as \
                 www.example.org/guide"
            ),
            target => Input::Url(target.to_owned()),
        };
        match input {
            Input::Url(_) if self.page_url.is_some() => {
                bail!("--base-url names the public URL of a file. Omit it when you scan a URL")
            }
            input => Ok(input),
        }
    }

    /// What fetches it.
    pub(super) fn fetcher(&self) -> anyhow::Result<Fetcher> {
        let settings = self.fetch.settings(&self.service_base_url, Vec::new(), &self.hooks)?;
        Ok(Fetcher::new(settings)?)
    }
}

/// Reads the URL that is to be fetched. One that isn't public is answered with how to scan its page
/// all the same.
pub(super) fn target(url: &str, fetcher: &Fetcher) -> anyhow::Result<TargetUrl> {
    parse_target(url, fetcher.settings()).map_err(|error| match how_to_scan(url) {
        Some(advice) => anyhow!(advice),
        None => anyhow!("can't fetch {url}: {error}"),
    })
}

fn looks_like_a_file(target: &str) -> bool {
    let lower = target.to_ascii_lowercase();
    target.starts_with(['.', '/', '~']) || FILE_ENDINGS.iter().any(|end| lower.ends_with(end))
}

/// Whether the target begins with a name that can be a host's: one with a dot or a port.
fn may_be_a_host(target: &str) -> bool {
    let host = target.split(['/', '?', '#']).next().unwrap_or_default();
    host.contains(['.', ':']) || host.eq_ignore_ascii_case("localhost")
}

/// Reads the public URL of a page that is at hand.
pub(crate) fn page_url(text: &str) -> Result<Url, String> {
    match Url::parse(text) {
        Ok(url) if url.scheme() == "https" && url.username().is_empty() => {
            Ok(citable_checks::url::normalise(&url))
        }
        _ => Err("use the page's https URL, such as https://www.example.org/guide".to_owned()),
    }
}
