//! `citable.toml`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::arguments::Options;
use crate::cli::nearest::nearest;

/// The file's name.
const NAME: &str = "citable.toml";
/// Limit of the file's size in bytes. A file with every option is far smaller.
const BYTES: u64 = 1 << 20;

/// Which file of options is read.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Options file")]
pub(in crate::cli::site) struct FileChoice {
    /// File of options. Default: the nearest citable.toml, here or above
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,

    /// Don't read a citable.toml
    #[arg(long)]
    no_config: bool,
}

/// The options of the file that is named or found, and the file. Paths in it are relative to it.
///
/// # Errors
/// When the file can't be read, with the line and the key at fault.
pub(in crate::cli::site) fn find(
    choice: &FileChoice,
    folder: &Path,
) -> anyhow::Result<Option<(PathBuf, Options)>> {
    if choice.no_config {
        return Ok(None);
    }
    if let Some(path) = &choice.config {
        return read(path).map(|options| Some((path.clone(), options)));
    }
    for folder in folder.ancestors() {
        let path = folder.join(NAME);
        match path.try_exists() {
            Ok(true) => return read(&path).map(|options| Some((path, options))),
            Ok(false) => {}
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {}
            Err(error) => return Err(error).context(format!("can't look for {}", path.display())),
        }
    }
    Ok(None)
}

fn read(path: &Path) -> anyhow::Result<Options> {
    let unreadable = || format!("can't read {}", path.display());
    let size = std::fs::metadata(path).with_context(unreadable)?.len();
    if size > BYTES {
        bail!("{} is too large for an options file", path.display());
    }
    let text = std::fs::read_to_string(path).with_context(unreadable)?;
    let mut options = parse(&text).map_err(|why| anyhow::anyhow!("{}{why}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let paths = options.output.iter_mut().map(|output| &mut output.path);
    for file in paths.chain(&mut options.thresholds.baseline).chain(&mut options.state) {
        *file = folder.join(&*file);
    }
    Ok(options)
}

/// The options in that text; else what is wrong, behind the name of the file: `:3: …`.
fn parse(text: &str) -> Result<Options, String> {
    toml::from_str(text).map_err(|error| {
        let message = plain(error.message());
        let Some(span) = error.span() else { return format!(": {message}") };
        let before = text.get(..span.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let key = key_of(text.lines().nth(line - 1).unwrap_or_default());
        match key.filter(|key| !message.contains(key)) {
            Some(key) => format!(":{line}: {key}: {message}"),
            None => format!(":{line}: {message}"),
        }
    })
}

/// What types are called in a file.
const TYPES: [(&str, &str); 7] = [
    ("u32", "a whole number, 0 or more"),
    ("i64", "a whole number"),
    ("a string", "text in quotes"),
    ("string or table", "text in quotes"),
    ("a boolean", "true or false"),
    ("a sequence", "a list in brackets"),
    ("a map", "a table"),
];

/// A message of the parser in the words of this file's readers.
fn plain(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((key, allowed)) = between(&line, "unknown field ") {
        return format!("unknown key {key}. {}", allowed_or_near(key, &allowed));
    }
    if let Some((value, allowed)) = between(&line, "unknown variant ") {
        return format!("{value} isn't allowed. {}", allowed_or_near(value, &allowed));
    }
    if let Some(key) = line.strip_prefix("missing field ") {
        return format!("the key {key} is missing here. Add it");
    }
    if let Some((found, expected)) =
        line.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "))
    {
        let known = TYPES.iter().find(|(name, _)| *name == expected);
        let expected = match (known, expected.starts_with("struct ")) {
            (Some((_, said)), _) => said,
            (None, true) => "a table",
            (None, false) => expected,
        };
        return format!("expected {expected}, found {found}");
    }
    line
}

/// The name that the parser doesn't know, and those that it does.
fn between<'a>(line: &'a str, start: &str) -> Option<(&'a str, Vec<&'a str>)> {
    let (name, rest) = line.strip_prefix(start)?.split_once(", expected ")?;
    Some((name, rest.split('`').skip(1).step_by(2).collect()))
}

/// What else to write: the nearest name, and every one.
fn allowed_or_near(wrong: &str, allowed: &[&str]) -> String {
    let all = format!("Allowed here: {}", allowed.join(", "));
    match nearest(wrong.trim_matches('`'), allowed.iter().copied()).first() {
        Some(near) => format!("Did you mean {near}? {all}"),
        None => all,
    }
}

/// The key that a line gives a value.
fn key_of(line: &str) -> Option<&str> {
    let (key, _) = line.split_once('=')?;
    Some(key.trim()).filter(|key| !key.is_empty())
}

/// The schema of the file (JSON Schema 2020-12), indented, with a line feed at the end.
#[cfg(test)]
fn schema() -> String {
    let mut schema = schemars::generate::SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<Options>();
    schema.insert(
        "description".to_owned(),
        "Options of `citable site`. The names are those of the command line.".into(),
    );
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    format!("{text}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::site::options::{FailOn, Format};

    const WHOLE: &str = r#"
base-url = "https://www.example.org/"
clean-urls = true
exclude = ["/drafts/**"]
max-pages = 500
format = "markdown"
output = ["html=site.html", "site.sarif"]

[thresholds]
fail-under = 70
allow = 3
fail-on = ["canonical", "access"]
strict = true

[[ignore]]
check = "sitemap-entry"
reason = "The sitemap is made at deployment."

[[kind]]
path = "/blog/**"
kind = "article"
"#;

    #[test]
    fn a_whole_file_is_read() {
        let options = parse(WHOLE).unwrap();
        assert_eq!(options.base_url.unwrap().as_str(), "https://www.example.org/");
        assert_eq!(options.format, Some(Format::Markdown));
        assert_eq!(options.output.len(), 2);
        assert_eq!(options.thresholds.fail_on.len(), 2);
        assert!(matches!(options.thresholds.fail_on[0], FailOn::Page(_)));
        assert_eq!(options.ignore[0].check, "sitemap-entry");
        assert_eq!(options.kind[0].path, "/blog/**");
    }

    #[test]
    fn a_mistake_is_named_with_line_and_key() {
        for (text, line, told) in [
            ("max-pages = 5\nbase_url = \"x\"\n", 2, "base_url"),
            ("\n\nmax-pages = \"many\"", 3, "max-pages"),
            ("base-url = \"http://example.org/\"", 1, "base-url"),
            ("[thresholds]\nfail-on = [\"cannonical\"]", 2, "canonical"),
            ("[thresholds]\nfail-on = [\"duplicate-head\"]", 2, "site:duplicate-head"),
            ("[[ignore]]\ncheck = \"canonical\"\n", 1, "reason"),
            ("[[ignore]]\ncheck = \"canonicel\"\nreason = \"x\"", 2, "Did you mean canonical"),
            ("[[ignore]]\ncheck = \"canonical\"\nreason = \" \"", 3, "reason"),
            ("format = \"pdf\"", 1, "format"),
            ("output = [\"report\"]", 1, "json=report"),
            ("max-pages = ", 1, "max-pages"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(&format!(":{line}: ")), "{text}: {error}");
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn a_mistake_says_what_is_allowed() {
        for (text, told) in [
            ("fail-undr = 7", ":1: unknown key `fail-undr`. Allowed here: base-url, clean-urls,"),
            (
                "[thresholds]\nfail-undr = 7",
                "Did you mean fail-under? Allowed here: fail-under, allow,",
            ),
            (
                "max-pages = \"many\"",
                ":1: max-pages: expected a whole number, found string \"many\"",
            ),
            ("max-pages = 0", ":1: max-pages: expected a whole number of 1 or more, found 0"),
            (
                "[thresholds]\nfail-under = 300",
                ":2: fail-under: expected a whole number from 0 to 100, found 300",
            ),
            ("clean-urls = 1", "expected true or false, found integer `1`"),
            ("include = \"/a\"", "expected a list in brackets, found string \"/a\""),
            ("format = \"pdf\"", "`pdf` isn't allowed. Allowed here: text, jsonl,"),
            ("thresholds = 1", "expected a table, found integer `1`"),
            ("[[ignore]]\ncheck = \"canonical\"", ":1: the key `reason` is missing here"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn the_nearest_file_above_is_found_and_its_paths_are_its_own() {
        let root = tempfile::tempdir().unwrap();
        let below = root.path().join("a/b");
        std::fs::create_dir_all(&below).unwrap();
        std::fs::write(root.path().join(NAME), WHOLE).unwrap();
        let (path, options) = find(&FileChoice::default(), &below).unwrap().unwrap();
        assert_eq!(path, root.path().join(NAME));
        assert_eq!(options.output[0].path, root.path().join("site.html"));
        let none = FileChoice { no_config: true, ..FileChoice::default() };
        assert!(find(&none, &below).unwrap().is_none());
    }

    #[test]
    fn the_committed_schema_is_that_of_the_options() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/citable.schema.json");
        let expected = schema();
        if std::env::var_os("CITABLE_WRITE_SCHEMA").is_some() {
            std::fs::write(&path, &expected).unwrap();
        }
        let committed = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            committed == expected,
            "docs/citable.schema.json is not up to date: run this test with CITABLE_WRITE_SCHEMA=1"
        );
    }
}
