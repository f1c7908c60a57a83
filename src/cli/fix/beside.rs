//! The files of a folder beside its pages: robots.txt, sitemaps and llms.txt.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use chrono::NaiveDate;
use citable_checks::patch::{Applied, Changed, llms_txt, robots, sitemap};
use serde_json::{Value, json};
use url::Url;

use super::args::{FixArgs, Format};
use super::{forms, write};
use crate::cli::output;
use crate::cli::site::{Beside, Files};

/// What came of them.
#[derive(Default)]
pub(super) struct Done {
    /// Edits that were found, one for each file.
    pub(super) applied: usize,
    /// Files that should have been written and weren't.
    pub(super) unwritten: usize,
    /// Their rows of JSON.
    pub(super) rows: Vec<Value>,
}

/// Edits them and prints or writes it. `days` are the days of their last change that pages declare.
///
/// # Errors
/// When one can't be read, or nothing can be printed.
pub(super) fn fix(
    files: &Files,
    args: &FixArgs,
    days: Vec<(Url, NaiveDate)>,
) -> anyhow::Result<Done> {
    let mut done = Done::default();
    let Some((base, pages)) = files.urls() else { return Ok(done) };
    let Beside { robots, llms_txt, sitemaps } = &files.beside;
    if let Some(path) = robots.as_ref().filter(|_| args.wants(robots::RULE)) {
        done.edit(path, args, robots::RULE, |body| robots::open_to_search(body, base, &pages))?;
    }
    if args.wants(sitemap::RULE) {
        let days: HashMap<Url, NaiveDate> = sitemap::own_days(days);
        for path in sitemaps {
            done.edit(path, args, sitemap::RULE, |body| sitemap::date_entries(body, &days))?;
        }
    }
    if let Some(path) = llms_txt.as_ref().filter(|_| args.wants(llms_txt::RULE)) {
        let pages = pages.iter().cloned().collect();
        done.edit(path, args, llms_txt::RULE, |body| llms_txt::absolute_links(body, base, &pages))?;
    }
    Ok(done)
}

impl Done {
    /// Makes an edit of one file. One that is the owner's to decide is told where it isn't asked
    /// for.
    fn edit(
        &mut self,
        path: &Path,
        args: &FixArgs,
        rule: &'static str,
        change: impl FnOnce(&[u8]) -> Option<Changed>,
    ) -> anyhow::Result<()> {
        let before = fs::read(path).with_context(|| format!("can't read {}", path.display()))?;
        let Some(Changed { body, title, line }) = change(&before) else { return Ok(()) };
        let is_unsafe = rule == robots::RULE;
        if is_unsafe && !args.with_unsafe {
            let path = path.display();
            output::note(&format!(
                "{path} blocks search crawlers. --unsafe makes this edit: {title}"
            ));
            return Ok(());
        }
        let edit = Applied { rule, title, line, is_unsafe, moved: Vec::new() };
        self.applied += 1;
        let diff = forms::unified(path, &before, &body);
        let name = path.to_string_lossy();
        match args.format {
            Format::Json => self.rows.push(row(&name, &edit, &diff)),
            Format::Github => {
                output::print(&forms::annotation(&name, &edit))?;
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
            let error = error.context(format!("{} is not written", path.display()));
            output::complain(&output::chain(&error));
            self.unwritten += 1;
        }
        Ok(())
    }
}

fn row(file: &str, edit: &Applied, diff: &[u8]) -> Value {
    let Applied { rule, title, line, is_unsafe, .. } = edit;
    json!({
        "file": file,
        "scoreBefore": null,
        "scoreAfter": null,
        "applied": [
            {"rule": rule, "title": title, "line": line, "unsafe": is_unsafe, "moved": []},
        ],
        "refused": [],
        "leftAlone": null,
        "diff": String::from_utf8_lossy(diff),
    })
}
