//! The page that a command works on: a URL, a file, or standard input.

mod local;
mod local_site;
mod network;
mod own_machine;
mod progress;
mod rendering;
mod unnamed;

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use citable_actors::fetch::{Fetcher, ProgressSink, TargetUrl, parse_target};
use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::Snapshot;
use clap::Args;
use url::Url;

pub(crate) use local::of_bytes;
pub(super) use local::{given_robots, snapshot};
pub(super) use local_site::{Asked, how_to, not_resolved};
pub(super) use network::NetworkArgs;
pub(super) use own_machine::OwnMachine;
pub(super) use progress::Progress;
pub(super) use rendering::{RenderWhen, render_one, render_online, render_with, start_renderer};
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

    /// Public URL of a page that a server on this machine serves over http
    #[arg(
        long = "as",
        value_name = "URL",
        value_parser = page_url,
        conflicts_with = "page_url",
        help_heading = "Input"
    )]
    stands_at: Option<Url>,

    #[command(flatten)]
    pub(super) network: NetworkArgs,
}

/// Where the page comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// The network.
    Url(String),
    /// A server on this machine.
    Own(OwnMachine),
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
        match (input, &self.stands_at) {
            (Input::Url(url), _) if let Some(public) = &self.page_url => {
                match local_site::as_own(&url, public) {
                    Some(advice) => bail!(advice),
                    None => bail!(
                        "--base-url sets the public URL of a file. Omit it when you scan a URL"
                    ),
                }
            }
            (Input::Url(url), Some(public)) => {
                Ok(Input::Own(OwnMachine::new(&url, public.clone(), self.network.user_agent())?))
            }
            (_, Some(_)) => bail!(
                "--as sets the public URL of a page that a server on this machine serves. For a \
                 file, use --base-url"
            ),
            (input, None) => Ok(input),
        }
    }

    /// The folder that was named in place of a page.
    pub(super) fn folder(&self) -> Option<&str> {
        Path::new(&self.target).is_dir().then_some(self.target.as_str())
    }

    /// Fetches the page, or reads it.
    ///
    /// The outer error is the user's or the machine's, the inner one the fetch's.
    pub(super) async fn fetch(
        &self,
        asked: Asked,
        input: &Input,
        now_ms: i64,
        progress: ProgressSink,
    ) -> anyhow::Result<Result<Snapshot, ScanFailure>> {
        let at_hand = |path| snapshot(self.page_url.as_ref(), path, now_ms);
        match input {
            Input::Url(url) => {
                let fetcher = self.fetcher()?;
                let target = target(asked, url, &fetcher)?;
                Ok(fetcher.page(&target, now_ms, progress).await)
            }
            Input::Own(server) => server.fetch(now_ms).await,
            Input::File(path) => at_hand(Some(path.as_path())),
            Input::Piped => at_hand(None),
        }
    }

    /// What fetches it.
    pub(super) fn fetcher(&self) -> anyhow::Result<Fetcher> {
        self.network.fetcher()
    }
}

/// Reads the URL that is to be fetched. One that isn't public is answered with how the command gets
/// its page all the same.
pub(super) fn target(asked: Asked, url: &str, fetcher: &Fetcher) -> anyhow::Result<TargetUrl> {
    parse_target(url, fetcher.settings()).map_err(|error| match how_to(asked, url) {
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
        _ => Err(meant(text)),
    }
}

/// What to write instead of that.
fn meant(text: &str) -> String {
    let bare = text.strip_prefix("http://").unwrap_or(text);
    match Url::parse(&format!("https://{bare}")) {
        Ok(url) if is_likely_meant(bare, &url) => format!("write {url}"),
        _ => "use the page's https URL, such as https://www.example.org/guide".to_owned(),
    }
}

/// Whether a URL without its scheme seems to be one: it begins with a name that has a dot.
fn is_likely_meant(bare: &str, url: &Url) -> bool {
    let is_bare =
        !bare.contains("://") && !bare.starts_with(['.', '/']) && url.username().is_empty();
    is_bare && url.domain().is_some_and(|name| name.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_without_its_scheme_is_answered_with_the_whole() {
        for (given, told) in [
            ("www.example.org", "write https://www.example.org/"),
            ("www.example.org/docs", "write https://www.example.org/docs"),
            ("http://www.example.org/", "write https://www.example.org/"),
        ] {
            assert_eq!(page_url(given).unwrap_err(), told, "{given}");
        }
        for given in ["", "guide", "/guide", "./a.html", "ftp://www.example.org/", "a b", "//a.b"] {
            let told = page_url(given).unwrap_err();
            assert!(told.starts_with("use the page's https URL"), "{given}: {told}");
        }
    }
}
