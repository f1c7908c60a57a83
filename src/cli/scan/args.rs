//! What `citable scan` is asked to do.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::bail;
use chrono::DateTime;
use clap::{Args, ValueEnum};
use url::Url;

use crate::config::{FetchArgs, LogSettings, TestHooks, base_url};

/// Ends of names that are files and never hosts.
const FILE_ENDINGS: [&str; 3] = [".html", ".htm", ".xhtml"];

/// Scans one page.
#[derive(Args, Debug)]
pub(crate) struct ScanArgs {
    /// Address of a public page (`https://` may be missing), a file, or `-` for standard input
    #[arg(value_name = "URL|FILE|-")]
    target: String,

    /// Form of the report on standard output
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,

    /// Write the report in that form to a file as well; may be given several times
    #[arg(short, long, value_name = "FORMAT=PATH")]
    pub(super) output: Vec<Output>,

    /// Exit with 1 where the score is under this
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(super) fail_under: Option<u8>,

    /// Public address of a file's page; without it nothing that depends on the address is judged
    #[arg(long = "base-url", value_name = "URL", value_parser = page_url)]
    pub(super) page_url: Option<Url>,

    /// Do not touch the network: for a file, do not fetch the robots.txt of its address
    #[arg(long)]
    pub(super) offline: bool,

    /// Instant that the page is judged at, such as `2026-11-20T10:00:00Z`; without it, now
    #[arg(long, value_name = "RFC3339", value_parser = instant)]
    now: Option<Instant>,

    /// Judge with this robots.txt in place of the site's
    #[arg(long, value_name = "FILE")]
    pub(super) robots: Option<PathBuf>,

    /// Where the page about our agent is, for the User-Agent
    #[arg(
        long,
        hide = true,
        env = "CITABLE_BASE_URL",
        default_value = "http://127.0.0.1:8080",
        value_parser = base_url
    )]
    pub(super) service_base_url: Url,

    #[command(flatten)]
    pub(super) fetch: FetchArgs,

    #[command(flatten)]
    pub(in crate::cli) log: LogSettings,

    #[command(flatten)]
    pub(super) hooks: TestHooks,
}

/// The forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For a terminal.
    Text,
    /// The API's object.
    Json,
    /// A document.
    Markdown,
}

/// A form and the file that it goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Output {
    /// The form.
    pub(super) format: Format,
    /// The file.
    pub(super) path: PathBuf,
}

impl FromStr for Output {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let advice = "write a form and a file, such as json=report.json or markdown=report.md";
        let (format, path) = text.split_once('=').ok_or(advice)?;
        let format = Format::from_str(format, false).map_err(|_| advice)?;
        if path.is_empty() {
            return Err(advice.to_owned());
        }
        Ok(Self { format, path: PathBuf::from(path) })
    }
}

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug)]
struct Instant(i64);

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

impl ScanArgs {
    /// Where the page comes from: a file wins over a host of the same name.
    pub(super) fn input(&self) -> anyhow::Result<Input> {
        let input = match self.target.as_str() {
            "-" => Input::Piped,
            target if target.contains("://") => Input::Url(target.to_owned()),
            target if Path::new(target).exists() => Input::File(PathBuf::from(target)),
            target if looks_like_a_file(target) => bail!("there is no file {target}"),
            target => Input::Url(target.to_owned()),
        };
        match input {
            Input::Url(_) if self.offline => bail!(
                "a URL needs the network; leave --offline out, or save the page and give its file"
            ),
            Input::Url(_) if self.page_url.is_some() => bail!(
                "--base-url names the public address of a file; a URL is its own, so leave it out"
            ),
            Input::File(_) | Input::Piped if self.robots.is_some() && self.page_url.is_none() => {
                bail!(
                    "the rules of --robots are matched with the page's address; name it with \
                     --base-url"
                )
            }
            input => Ok(input),
        }
    }

    /// The instant that the page is judged at.
    pub(super) fn now_ms(&self) -> anyhow::Result<i64> {
        match self.now {
            Some(instant) => Ok(instant.0),
            None => Ok(self.hooks.clock()?.now_ms()),
        }
    }
}

fn looks_like_a_file(target: &str) -> bool {
    let lower = target.to_ascii_lowercase();
    target.starts_with(['.', '/', '~']) || FILE_ENDINGS.iter().any(|end| lower.ends_with(end))
}

fn instant(text: &str) -> Result<Instant, String> {
    DateTime::parse_from_rfc3339(text)
        .map(|instant| Instant(instant.timestamp_millis()))
        .map_err(|_| "write a date with time and offset, such as 2026-11-20T10:00:00Z".to_owned())
}

fn page_url(text: &str) -> Result<Url, String> {
    match Url::parse(text) {
        Ok(url) if url.scheme() == "https" && url.username().is_empty() => {
            Ok(citable_checks::url::normalise(&url))
        }
        _ => {
            Err("write the page's https address, such as https://www.example.org/guide".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Program {
        #[command(flatten)]
        scan: ScanArgs,
    }

    fn input(arguments: &[&str]) -> Result<Input, String> {
        let arguments = std::iter::once("scan").chain(arguments.iter().copied());
        let program = Program::try_parse_from(arguments).map_err(|error| error.to_string())?;
        program.scan.input().map_err(|error| error.to_string())
    }

    #[test]
    fn the_target_tells_where_the_page_is() {
        assert_eq!(input(&["-"]), Ok(Input::Piped));
        assert_eq!(input(&["Cargo.toml"]), Ok(Input::File(PathBuf::from("Cargo.toml"))));
        for url in ["https://example.org/a.html", "example.org", "example.org/a"] {
            assert_eq!(input(&[url]), Ok(Input::Url(url.to_owned())));
        }
    }

    #[test]
    fn what_does_not_go_together_says_what_to_do() {
        for (arguments, advice) in [
            (&["missing.html"][..], "there is no file missing.html"),
            (&["./missing"], "there is no file ./missing"),
            (&["example.org", "--offline"], "leave --offline out"),
            (&["example.org", "--base-url", "https://example.org/"], "so leave it out"),
            (&["Cargo.toml", "--robots", "robots.txt"], "name it with --base-url"),
            (&["Cargo.toml", "--base-url", "http://example.org/"], "https address"),
            (&["Cargo.toml", "--now", "2026-11-20"], "2026-11-20T10:00:00Z"),
            (&["Cargo.toml", "--fail-under", "101"], "0..=100"),
            (&["Cargo.toml", "-o", "pdf=report.pdf"], "json=report.json"),
            (&["Cargo.toml", "-o", "json="], "json=report.json"),
        ] {
            let message = input(arguments).unwrap_err();
            assert!(message.contains(advice), "{arguments:?}: {message}");
        }
    }
}
