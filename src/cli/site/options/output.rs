//! The forms of a site's outputs, and the files they go to.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Deserialize;

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

/// Formats by the endings of files.
const ENDINGS: [(&str, Format); 11] = [
    ("html", Format::Html),
    ("md", Format::Markdown),
    ("json", Format::Json),
    ("jsonl", Format::Jsonl),
    ("csv", Format::Csv),
    ("sarif", Format::Sarif),
    ("xml", Format::Junit),
    ("txt", Format::Text),
    ("htm", Format::Html),
    ("markdown", Format::Markdown),
    ("ndjson", Format::Jsonl),
];

/// A file that is written, and its format.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub(in crate::cli::site) struct Output {
    pub(in crate::cli::site) format: Format,
    pub(in crate::cli::site) path: PathBuf,
}

impl FromStr for Output {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = text
            .split_once('=')
            .and_then(|(format, path)| Some((Format::from_str(format, false).ok()?, path)));
        let (format, path) = match named {
            Some((format, path)) => (format, path),
            None => (format_of(text)?, text),
        };
        match path.is_empty() {
            true => Err("name a file, as in site.html or json=site.json".to_owned()),
            false => Ok(Self { format, path: PathBuf::from(path) }),
        }
    }
}

impl TryFrom<String> for Output {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map_err(|why| format!("output: {why}"))
    }
}

/// The format that files with the path's ending have.
fn format_of(path: &str) -> Result<Format, String> {
    let ending = Path::new(path).extension();
    let ending = ending.map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let known = ENDINGS.iter().find(|(known, _)| ending.as_deref() == Some(*known));
    known.map(|(_, format)| *format).ok_or_else(|| {
        let endings: Vec<String> = ENDINGS.iter().map(|(ending, _)| format!(".{ending}")).collect();
        format!(
            "the format of `{path}` can't be recognized from its ending. Known endings: {}. Or name \
             the format, as in json={path}",
            endings.join(", "),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_takes_its_format_from_its_ending_unless_that_is_named() {
        let format = |text: &str| text.parse::<Output>().map(|output| output.format);
        assert_eq!(format("a.html"), Ok(Format::Html));
        assert_eq!(format("B.JSONL"), Ok(Format::Jsonl));
        assert_eq!(format("junit=a.html"), Ok(Format::Junit));
        assert!(format("report").unwrap_err().contains("json=report"));
        assert!(format("json=").unwrap_err().contains("json=site.json"));
    }
}
