//! The robots.txt of a folder.

use std::fs;

use anyhow::Context as _;
use citable_checks::patch::Applied;
use citable_checks::patch::robots::{Opened, RULE, open_to_search};
use serde_json::{Value, json};

use super::args::{FixArgs, Format};
use super::{forms, write};
use crate::cli::output;
use crate::cli::site::Files;

/// What came of it.
#[derive(Default)]
pub(super) struct Done {
    /// Edits that were found.
    pub(super) applied: usize,
    /// Whether it is as it should be.
    pub(super) is_good: bool,
    /// Its row of JSON.
    pub(super) row: Option<Value>,
}

/// Opens it to search crawlers, where that is asked for, and prints or writes it; else says that
/// this can be asked for.
///
/// # Errors
/// When it can't be read, or nothing can be printed.
pub(super) fn fix(files: &Files, args: &FixArgs) -> anyhow::Result<Done> {
    let nothing = Done { is_good: true, ..Done::default() };
    let wanted = files.robots.as_ref().filter(|_| args.wants(RULE));
    let (Some(path), Some((base, pages))) = (wanted, files.urls()) else { return Ok(nothing) };
    let before = fs::read(path).with_context(|| format!("can't read {}", path.display()))?;
    let Some(Opened { body, title, line }) = open_to_search(&before, base, &pages) else {
        return Ok(nothing);
    };
    if !args.with_unsafe {
        let path = path.display();
        output::note(&format!(
            "{path} locks out search crawlers. --unsafe makes this edit: {title}"
        ));
        return Ok(nothing);
    }
    let edit = Applied { rule: RULE, title, line, is_unsafe: true, moved: Vec::new() };
    let diff = forms::unified(path, &before, &body);
    let mut done = Done { applied: 1, is_good: true, row: None };
    match args.format {
        Format::Json => done.row = Some(row(&path.to_string_lossy(), &edit, &diff)),
        Format::Github => {
            output::print(&forms::annotation(&path.to_string_lossy(), &edit))?;
        }
        Format::Diff => {
            if !args.apply {
                output::print_bytes(&diff)?;
            }
            output::tell(&format!("{}\n{}", path.display(), forms::applied(&edit)));
        }
    }
    if args.apply
        && let Err(error) = write::replace(path, &before, &body)
    {
        output::complain(&output::chain(
            &error.context(format!("{} is not written", path.display())),
        ));
        done.is_good = false;
    }
    Ok(done)
}

fn row(file: &str, edit: &Applied, diff: &[u8]) -> Value {
    json!({
        "file": file,
        "scoreBefore": null,
        "scoreAfter": null,
        "applied": [
            {"rule": edit.rule, "title": edit.title, "line": edit.line, "unsafe": true, "moved": []},
        ],
        "refused": [],
        "leftAlone": null,
        "diff": String::from_utf8_lossy(diff),
    })
}
