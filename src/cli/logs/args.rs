//! The arguments of `citable logs`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::formats::{Form, Output};
use crate::cli::logs::count::Filter;
use crate::cli::logs::page;
use crate::cli::logs::parse::{Kind, parse_bound};
use crate::cli::logs::ranges::RangesArg;

/// The most pages in a list that `--top` may ask for.
const MOST_TOP: u16 = 10_000;

/// The arguments of `citable logs`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct LogsArgs {
    /// Access logs, gzipped or not, or - for standard input
    #[arg(value_name = "FILE|-", required = true, help_heading = Option::<&'static str>::None)]
    pub(super) logs: Vec<PathBuf>,

    /// Report format on standard output
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,

    /// Also write the report to a file (.md, .json, .csv, .txt). Repeatable
    #[arg(short, long, value_name = "[FORMAT=]PATH")]
    pub(super) output: Vec<Output<Format>>,

    /// Pages in each list
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u16).range(0..=i64::from(MOST_TOP)))]
    pub(super) top: u16,

    /// First day or time, such as 2026-11-20 or 2026-11-20T10:00:00Z
    #[arg(long, value_name = "TIME", value_parser = |text: &str| parse_bound(text, false), help_heading = "Requests")]
    since: Option<i64>,

    /// Last day or time
    #[arg(long, value_name = "TIME", value_parser = |text: &str| parse_bound(text, true), help_heading = "Requests")]
    until: Option<i64>,

    /// Count only requests for this host, in logs that name hosts
    #[arg(long, help_heading = "Requests")]
    host: Option<String>,

    /// Count the agent's requests only from the address ranges in this file, which its vendor
    /// publishes. Repeatable
    #[arg(long, value_name = "AGENT=FILE", help_heading = "Requests")]
    pub(super) ranges: Vec<RangesArg>,

    /// List the pages of this sitemap that no agent fetched. Repeatable
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(super) sitemap: Vec<PathBuf>,

    /// Like --sitemap, for a list of URLs or paths. Repeatable
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(super) pages: Vec<PathBuf>,

    /// Log format. Default: detected for each file
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Input")]
    pub(super) log_format: Option<Kind>,
}

/// The forms of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For a terminal
    Text,
    /// One object
    Json,
    /// A row for each agent and page
    Csv,
    /// A document
    Markdown,
}

impl Form for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("md", Self::Markdown),
        ("json", Self::Json),
        ("csv", Self::Csv),
        ("txt", Self::Text),
        ("markdown", Self::Markdown),
    ];
}

impl LogsArgs {
    /// Which requests count.
    pub(super) fn filter(&self) -> Filter {
        let host = self.host.as_deref().map(|host| {
            let named = page::host(host.as_bytes()).unwrap_or(host.as_bytes());
            page::bare_host(named)
        });
        Filter { since: self.since, until: self.until, host }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Program {
        #[command(flatten)]
        logs: LogsArgs,
    }

    fn parsed(arguments: &[&str]) -> Result<LogsArgs, String> {
        let arguments = ["logs"].iter().chain(arguments);
        Program::try_parse_from(arguments)
            .map(|program| program.logs)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_takes_its_format_from_its_ending_unless_that_is_named() {
        let args = parsed(&["-", "-o", "a.MD", "-o", "json=a.txt", "-o", "a=b.csv"]).unwrap();
        let formats: Vec<Format> = args.output.iter().map(|output| output.format).collect();
        assert_eq!(formats, [Format::Markdown, Format::Json, Format::Csv]);
        assert_eq!(args.output[2].path, std::path::Path::new("a=b.csv"));
    }

    #[test]
    fn a_host_may_be_a_url() {
        for host in ["WWW.example.org", "https://www.example.org/", "www.example.org:443"] {
            let args = parsed(&["-", "--host", host]).unwrap();
            assert_eq!(args.filter().host.as_deref(), Some("www.example.org"));
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_what_to_do() {
        for (arguments, advice) in [
            (&[][..], "FILE|-"),
            (&["-", "-o", "report"], "json=report"),
            (&["-", "-o", "json="], "json=report"),
            (&["-", "--since", "yesterday"], "2026-11-20"),
            (&["-", "--ranges", "GPTBt=a"], "Did you mean GPTBot?"),
            (&["-", "--log-format", "clf"], "combined"),
            (&["-", "--top", "-1"], "-1"),
            (&["-", "--top", "10001"], "0..=10000"),
        ] {
            let message = parsed(arguments).unwrap_err();
            assert!(message.contains(advice), "{arguments:?}: {message}");
        }
    }
}
