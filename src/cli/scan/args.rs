//! The arguments of `citable scan`.

use std::path::PathBuf;

use anyhow::bail;
use chrono::DateTime;
use citable_checks::report::PageKind;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::threshold::FailOn;
use crate::cli::formats::{Form, Output};
use crate::cli::page::{Input, PageArgs, RenderWhen};
use crate::config::RenderArgs;

/// The arguments of `citable scan`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct ScanArgs {
    /// Report format on standard output
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,

    /// Also write the report to a file. The extension sets the format (html, md, json, csv, sarif,
    /// xml for JUnit, txt), unless FORMAT=PATH does. Repeatable
    #[arg(short, long, value_name = "[FORMAT=]PATH")]
    pub(super) output: Vec<Output<Format>>,

    /// Open the HTML report in the browser
    #[arg(long)]
    pub(super) open: bool,

    /// In the text report, show every check and the steps of each fix
    #[arg(long)]
    pub(super) verbose: bool,

    /// Exit with 1 if the score is below this
    #[arg(long, value_name = "SCORE", value_parser = score, help_heading = "Thresholds")]
    pub(super) fail_under: Option<u8>,

    /// Exit with 1 if one of these checks (ID or number), or one in these categories, fails.
    /// canonical:warn counts warnings too. Comma-separated or repeated
    #[arg(long, value_name = "CHECK|CATEGORY", value_delimiter = ',', help_heading = "Thresholds")]
    pub(super) fail_on: Vec<FailOn>,

    /// Exit with 1 if the score or a check got worse since this saved report
    #[arg(long, value_name = "REPORT.json", help_heading = "Thresholds")]
    pub(super) baseline: Option<PathBuf>,

    /// Page kind, instead of the detected one
    #[arg(long, value_name = "KIND", value_parser = page_kinds(), ignore_case = true, help_heading = "Input")]
    pub(super) kind: Option<PageKind>,

    /// robots.txt to use instead of the site's
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(super) robots: Option<PathBuf>,

    /// Render the page in a local Chromium and measure what JavaScript adds; `auto` only where
    /// something suggests that it adds content
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_value = "never", default_missing_value = "always", help_heading = "Input")]
    pub(super) render: RenderWhen,

    #[command(flatten)]
    pub(super) renderer: RenderArgs,

    /// Don't use the network: for a file, don't fetch the robots.txt of its --base-url
    #[arg(long, help_heading = "Input")]
    pub(super) offline: bool,

    /// Judge the page as of this time, such as 2026-11-20T10:00:00Z. Default: now
    #[arg(long, value_name = "RFC3339", value_parser = instant, help_heading = "Input")]
    now: Option<Instant>,

    #[command(flatten)]
    pub(in crate::cli) page: PageArgs,

    /// Further pages, which `citable site` is for.
    #[arg(value_name = "PAGE", hide = true)]
    others: Vec<String>,
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
    /// Annotations of a workflow on GitHub.
    Github,
    /// Test results for continuous integration.
    Junit,
    /// A page that needs nothing else.
    Html,
    /// A table of the checks.
    Csv,
    /// Results of static analysis, for a file.
    Sarif,
}

impl Form for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("html", Self::Html),
        ("md", Self::Markdown),
        ("json", Self::Json),
        ("csv", Self::Csv),
        ("sarif", Self::Sarif),
        ("xml", Self::Junit),
        ("txt", Self::Text),
        ("htm", Self::Html),
        ("markdown", Self::Markdown),
    ];
}

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Instant(pub(in crate::cli) i64);

impl ScanArgs {
    /// Where the page comes from.
    pub(super) fn input(&self) -> anyhow::Result<Input> {
        self.refuse_several()?;
        let wants_sarif = self.wants(Format::Sarif);
        match self.page.input()? {
            Input::Url(_) | Input::Own(_) if self.offline => {
                bail!("a URL needs the network. Omit --offline, or save the page and scan the file")
            }
            Input::File(_) | Input::Piped
                if self.robots.is_some() && self.page.page_url.is_none() =>
            {
                bail!(
                    "--robots needs the page's URL to match the rules against. Set it with \
                     --base-url"
                )
            }
            Input::Url(_) | Input::Own(_) | Input::Piped if wants_sarif => bail!(
                "SARIF results point to lines of files. Save the page and scan the file, or use \
                 --format \
                 junit or github"
            ),
            input => Ok(input),
        }
    }

    /// Several pages, and a folder, are a site.
    fn refuse_several(&self) -> anyhow::Result<()> {
        if !self.others.is_empty() {
            bail!(
                "scan takes one page. Use `citable site` for several: name their folder, or a file \
                 with one URL per line"
            );
        }
        if let Some(folder) = self.page.folder() {
            bail!(
                "{folder} is a folder. Use `citable site {folder}` for its pages, or pass the file \
                 of one page"
            );
        }
        Ok(())
    }

    /// Whether the report is to be written in that format.
    fn wants(&self, format: Format) -> bool {
        self.format == format || self.output.iter().any(|output| output.format == format)
    }

    /// The instant that the page is judged at.
    pub(super) fn now_ms(&self) -> anyhow::Result<i64> {
        match self.now {
            Some(instant) => Ok(instant.0),
            None => Ok(self.page.network.hooks.clock()?.now_ms()),
        }
    }
}

pub(in crate::cli) fn instant(text: &str) -> Result<Instant, String> {
    DateTime::parse_from_rfc3339(text)
        .map(|instant| Instant(instant.timestamp_millis()))
        .map_err(|_| "use a date with time and offset, such as 2026-11-20T10:00:00Z".to_owned())
}

fn page_kinds() -> impl TypedValueParser<Value = PageKind> {
    let names = PossibleValuesParser::new(PageKind::ALL.map(PageKind::as_str));
    names.map(|name| PageKind::parse(&name.to_ascii_lowercase()).unwrap_or(PageKind::Other))
}

fn score(text: &str) -> Result<u8, String> {
    let score = text.parse().ok().filter(|score| *score <= 100);
    score.ok_or_else(|| "use a whole number from 0 to 100".to_owned())
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
        for url in ["https://example.org/a.html", "example.org", "example.org/a", "localhost:3000"]
        {
            assert_eq!(input(&[url]), Ok(Input::Url(url.to_owned())));
        }
    }

    fn formats(arguments: &[&str]) -> (Format, Vec<Format>) {
        let arguments = ["scan", "Cargo.toml"].iter().chain(arguments);
        let scan = Program::try_parse_from(arguments).unwrap().scan;
        (scan.format, scan.output.iter().map(|output| output.format).collect())
    }

    #[test]
    fn a_file_takes_its_format_from_its_ending_unless_that_is_named() {
        use Format::{Csv, Html, Json, Junit, Markdown, Text};
        for (arguments, expected) in [
            (&[][..], (Text, vec![])),
            (&["--format", "csv"], (Csv, vec![])),
            (&["-o", "a.html", "-o", "B.MD"], (Text, vec![Html, Markdown])),
            (&["-o", "a.xml", "-o", "json=b.html"], (Text, vec![Junit, Json])),
            (&["--format", "json", "-o", "a.html"], (Json, vec![Html])),
            (&["--format", "json", "-o", "csv=a"], (Json, vec![Csv])),
            (&["-o", "a=b.html"], (Text, vec![Html])),
        ] {
            assert_eq!(formats(arguments), expected, "{arguments:?}");
        }
    }

    #[test]
    fn what_does_not_go_together_says_what_to_do() {
        for (arguments, advice) in [
            (&["missing.html"][..], "missing.html: no such file"),
            (&["./missing"], "./missing: no such file"),
            (&["example.org", "--offline"], "Omit --offline"),
            (&["example.org", "--base-url", "https://example.org/"], "Omit it when you scan a URL"),
            (&["Cargo.toml", "--robots", "robots.txt"], "Set it with --base-url"),
            (&["Cargo.toml", "--base-url", "http://example.org/"], "write https://example.org/"),
            (&["Cargo.toml", "--kind", "blog"], "article"),
            (&["Cargo.toml", "--now", "2026-11-20"], "2026-11-20T10:00:00Z"),
            (&["Cargo.toml", "--fail-under", "101"], "use a whole number from 0 to 100"),
            (&["Cargo.toml", "--fail-under", "abc"], "use a whole number from 0 to 100"),
            (&["missing"], "missing is neither a file nor a URL"),
            (&["dist/missing"], "dist/missing is neither a file nor a URL"),
            (&["Cargo.toml", "-o", "pdf=report.pdf"], ".html, .md, .json, .csv, .sarif, .xml"),
            (&["Cargo.toml", "-o", "report"], "json=report"),
            (&["Cargo.toml", "-o", "json="], "json=report.json"),
            (&["example.org", "-o", "a.sarif"], "--format junit"),
            (&["example.org", "--format", "sarif"], "scan the file"),
            (&["a.html", "--as", "https://example.org/"], "a.html: no such file"),
            (&["Cargo.toml", "--as", "https://example.org/"], "use --base-url"),
            (&["localhost", "--as", "http://example.org/"], "write https://example.org/"),
            (&["https://localhost/", "--as", "https://example.org/"], "over http"),
            (&["-", "-o", "sarif=a.sarif"], "--format junit"),
            (&["Cargo.toml", "--fail-on", "cannonical"], "canonical"),
            (&["Cargo.toml", "--fail-on", "35"], "no check 35. Use 1 to 34"),
            (&["Cargo.toml", "--fail-on", "access,"], "check or category"),
        ] {
            let message = input(arguments).unwrap_err();
            assert!(message.contains(advice), "{arguments:?}: {message}");
        }
    }
}
