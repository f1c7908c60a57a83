//! The files that outputs go to, and their formats.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// A format that a file can have.
pub(in crate::cli) trait Form: ValueEnum + Copy + 'static {
    /// Formats by the endings of files, the usual one of each format first.
    const ENDINGS: &'static [(&'static str, Self)];
    /// The format of folders, where one can be written.
    const FOLDER: Option<Self> = None;
}

/// A file that is written, and its format.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String", bound = "F: Form")]
pub(in crate::cli) struct Output<F> {
    pub(in crate::cli) format: F,
    pub(in crate::cli) path: PathBuf,
}

impl<F: Form> FromStr for Output<F> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named =
            text.split_once('=').and_then(|(format, path)| Some((named_format(format)?, path)));
        let (format, path) = match named {
            Some((format, path)) => (format, path),
            None => (format_of(text)?, text),
        };
        match path.is_empty() {
            true => Err("use a file name, such as report.json or json=report.json".to_owned()),
            false => Ok(Self { format, path: PathBuf::from(path) }),
        }
    }
}

impl<F: Form> TryFrom<String> for Output<F> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map_err(|why| format!("output: {why}"))
    }
}

impl<F> JsonSchema for Output<F> {
    fn schema_name() -> Cow<'static, str> {
        "Output".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A file. Its extension sets the format, unless it begins with FORMAT=.",
        })
    }
}

/// The format of that name, or of the files with that ending: `markdown` and `md`.
fn named_format<F: Form>(name: &str) -> Option<F> {
    let by_ending = || F::ENDINGS.iter().find(|(ending, _)| *ending == name);
    F::from_str(name, false).ok().or_else(|| by_ending().map(|(_, format)| *format))
}

/// Whether the path is written as that of a folder, with a slash at its end.
pub(in crate::cli) fn is_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// The format that files with the path's ending have.
fn format_of<F: Form>(path: &str) -> Result<F, String> {
    if let Some(format) = F::FOLDER.filter(|_| is_folder(Path::new(path))) {
        return Ok(format);
    }
    let ending = Path::new(path).extension();
    let ending = ending.map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let known = F::ENDINGS.iter().find(|(known, _)| ending.as_deref() == Some(*known));
    known.map(|(_, format)| *format).ok_or_else(|| {
        let endings: Vec<String> =
            F::ENDINGS.iter().map(|(ending, _)| format!(".{ending}")).collect();
        format!(
            "the format of `{path}` can't be recognized from its extension. Known extensions: {}. \
             Or set the format, as in json={path}",
            endings.join(", "),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    enum Made {
        Json,
        Html,
    }

    impl Form for Made {
        const ENDINGS: &'static [(&'static str, Self)] =
            &[("json", Self::Json), ("html", Self::Html), ("htm", Self::Html)];
        const FOLDER: Option<Self> = Some(Self::Html);
    }

    #[test]
    fn a_file_takes_its_format_from_its_ending_unless_that_is_named() {
        let read = |text: &str| text.parse::<Output<Made>>();
        for (text, format, path) in [
            ("a.html", Made::Html, "a.html"),
            ("B.HTM", Made::Html, "B.HTM"),
            ("json=a.html", Made::Json, "a.html"),
            ("htm=a.txt", Made::Html, "a.txt"),
            ("a=b.json", Made::Json, "a=b.json"),
            ("out/", Made::Html, "out/"),
        ] {
            assert_eq!(read(text), Ok(Output { format, path: path.into() }), "{text}");
        }
        let told = read("report").unwrap_err();
        assert!(told.contains(".json, .html, .htm") && told.contains("json=report"), "{told}");
        assert!(read("json=").unwrap_err().contains("json=report.json"));
        assert!(is_folder(Path::new("a/")) && !is_folder(Path::new("a")));
    }
}
