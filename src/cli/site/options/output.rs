//! The forms of a site's outputs, and the files they go to.

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::cli::formats::{self, Form};

/// The forms of a site's outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Format")]
pub(in crate::cli::site) enum Format {
    /// For a terminal.
    Text,
    /// One line for each page.
    Jsonl,
    /// One object.
    Json,
    /// A document.
    Markdown,
    /// Annotations of a workflow on GitHub.
    Github,
    /// Test results for continuous integration.
    Junit,
    /// Results of static analysis, for a folder.
    Sarif,
    /// A page that needs nothing else.
    Html,
    /// A table of the pages.
    Csv,
}

impl Form for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("html", Self::Html),
        ("md", Self::Markdown),
        ("json", Self::Json),
        ("jsonl", Self::Jsonl),
        ("csv", Self::Csv),
        ("sarif", Self::Sarif),
        ("xml", Self::Junit),
        ("txt", Self::Text),
        ("htm", Self::Html),
        ("markdown", Self::Markdown),
        ("ndjson", Self::Jsonl),
    ];
    const FOLDER: Option<Self> = Some(Self::Html);
}

/// A file that is written, or a folder of HTML reports.
pub(in crate::cli::site) type Output = formats::Output<Format>;
