//! The options: one structure for both.

use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

use super::fail_on::FailOn;
use super::lists::{self, Ignored, KindRule};
use super::output::{Format, Output};
use crate::cli::page::{RenderWhen, page_url};

/// Pages that are scanned of a sitemap or a list, unless more are asked for.
pub(in crate::cli::site) const MAX_PAGES: usize = 2_000;
/// Where the state of a run is, unless another folder is named.
pub(in crate::cli::site) const STATE: &str = ".citable";
/// How long a fetched page stays fresh for `--resume`.
pub(in crate::cli::site) const MAX_AGE_HOURS: u32 = 24;

/// What a run can be told. The names are those of the options, without the dashes.
#[derive(Args, Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "citable.toml", rename = "Citable")]
#[command(next_help_heading = "Input")]
pub(in crate::cli::site) struct Options {
    /// Public URL of the folder. Checks and rules that need URLs are skipped without it
    #[arg(long, value_name = "URL", value_parser = page_url)]
    #[serde(deserialize_with = "lists::base_url")]
    #[schemars(with = "Option<String>", extend("format" = "uri"))]
    pub(in crate::cli::site) base_url: Option<Url>,

    /// Publish a.html as /a, not as /a.html
    #[arg(long)]
    pub(in crate::cli::site) clean_urls: bool,

    /// Scan only matching paths, such as '/blog/**'. Repeatable
    #[arg(long, value_name = "GLOB")]
    pub(in crate::cli::site) include: Vec<String>,

    /// Skip pages whose path matches. Repeatable
    #[arg(long, value_name = "GLOB")]
    pub(in crate::cli::site) exclude: Vec<String>,

    /// Scan at most this many pages of each part of the site (pages with the same first folder and
    /// depth)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    #[serde(deserialize_with = "lists::one_or_more")]
    #[schemars(range(min = 1))]
    pub(in crate::cli::site) sample: Option<u32>,

    /// Scan at most this many pages. Default: 2000 for a sitemap
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    #[serde(deserialize_with = "lists::one_or_more")]
    #[schemars(range(min = 1))]
    pub(in crate::cli::site) max_pages: Option<u32>,

    /// Measure what JavaScript adds: auto (where needed), always, never
    #[arg(long, value_enum, hide_possible_values = true, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "always")]
    pub(in crate::cli::site) render: Option<RenderWhen>,

    /// Thresholds for the pages.
    #[command(flatten)]
    pub(in crate::cli::site) thresholds: Thresholds,

    /// Format on standard output. Default: text
    #[arg(long, value_enum, help_heading = "Output")]
    pub(in crate::cli::site) format: Option<Format>,

    /// Also write a file. The extension sets the format (html, md, json, jsonl, csv, sarif, xml for
    /// JUnit, txt), unless FORMAT=PATH does. FOLDER/ gets an HTML report of the site and one of
    /// each page. Repeatable
    #[arg(short, long, value_name = "[FORMAT=]PATH", help_heading = "Output")]
    pub(in crate::cli::site) output: Vec<Output>,

    /// Folder for the run's state. Default: .citable
    #[arg(long, value_name = "FOLDER", help_heading = "State")]
    pub(in crate::cli::site) state: Option<PathBuf>,

    /// Hours for which --resume keeps a fetched page. Default: 24
    #[arg(long, value_name = "HOURS", help_heading = "State")]
    pub(in crate::cli::site) max_age: Option<u32>,

    /// Checks to ignore, each with a reason.
    #[arg(skip)]
    pub(in crate::cli::site) ignore: Vec<Ignored>,

    /// Globs of paths whose pages should be indexed: `citable fix` removes `noindex` there.
    #[arg(skip)]
    pub(in crate::cli::site) public: Vec<String>,

    /// Kinds of pages by path, instead of the detected ones. The first match counts.
    #[arg(skip)]
    pub(in crate::cli::site) kind: Vec<KindRule>,
}

/// Thresholds for the pages.
#[derive(Args, Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[command(next_help_heading = "Thresholds")]
pub(in crate::cli::site) struct Thresholds {
    /// Exit with 1 if a page scores below this
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(u8).range(0..=100))]
    #[serde(deserialize_with = "lists::score")]
    #[schemars(range(max = 100))]
    pub(in crate::cli::site) fail_under: Option<u8>,

    /// Allow this many pages below --fail-under
    #[arg(long, value_name = "K")]
    pub(in crate::cli::site) allow: Option<u32>,

    /// Exit with 1 if one of these checks (ID or number), or one in these categories, fails, or if
    /// one of these rules (site:RULE) finds something. canonical:warn counts warnings too.
    /// Comma-separated or repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(in crate::cli::site) fail_on: Vec<FailOn>,

    /// Exit with 1 only if a page got worse since this earlier pages.jsonl
    #[arg(long, value_name = "PAGES.jsonl")]
    pub(in crate::cli::site) baseline: Option<PathBuf>,

    /// Exit with 2 if a page couldn't be scanned
    #[arg(long)]
    pub(in crate::cli::site) strict: bool,
}

impl Options {
    /// These options, and for what they leave open those of the file.
    #[must_use]
    pub(in crate::cli::site) fn over(self, file: Self) -> Self {
        Self {
            base_url: self.base_url.or(file.base_url),
            clean_urls: self.clean_urls || file.clean_urls,
            include: first_given(self.include, file.include),
            exclude: first_given(self.exclude, file.exclude),
            sample: self.sample.or(file.sample),
            max_pages: self.max_pages.or(file.max_pages),
            render: self.render.or(file.render),
            thresholds: self.thresholds.over(file.thresholds),
            format: self.format.or(file.format),
            output: first_given(self.output, file.output),
            state: self.state.or(file.state),
            max_age: self.max_age.or(file.max_age),
            ignore: first_given(self.ignore, file.ignore),
            public: first_given(self.public, file.public),
            kind: first_given(self.kind, file.kind),
        }
    }
}

impl Thresholds {
    fn over(self, file: Self) -> Self {
        Self {
            fail_under: self.fail_under.or(file.fail_under),
            allow: self.allow.or(file.allow),
            fail_on: first_given(self.fail_on, file.fail_on),
            baseline: self.baseline.or(file.baseline),
            strict: self.strict || file.strict,
        }
    }
}

fn first_given<T>(given: Vec<T>, otherwise: Vec<T>) -> Vec<T> {
    if given.is_empty() { otherwise } else { given }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_wins_over_the_file() {
        let thresholds = Thresholds { fail_under: Some(70), strict: true, ..Thresholds::default() };
        let include = vec!["/blog/**".to_owned()];
        let file = Options { thresholds, include, max_pages: Some(10), ..Options::default() };
        let thresholds = Thresholds { fail_under: Some(80), ..Thresholds::default() };
        let given = Options { thresholds, sample: Some(3), ..Options::default() };
        let merged = given.over(file);
        assert_eq!((merged.thresholds.fail_under, merged.thresholds.strict), (Some(80), true));
        assert_eq!((merged.sample, merged.max_pages), (Some(3), Some(10)));
        assert_eq!(merged.include, ["/blog/**"]);
    }
}
