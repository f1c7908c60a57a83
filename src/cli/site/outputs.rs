//! Writing a site in every form that was asked for.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, bail};
use citable_checks::report::Report;

use super::options::{Format, Options, Output};
use super::rows::RunRows;
use crate::cli::formats::is_folder;
use crate::render::html as page_html;
use crate::render::markdown;
use crate::render::site::overview::Overview;
use crate::render::site::row::Rows;
use crate::render::site::{csv, github, html, json, junit, sarif};
use crate::render::text::{self, Layout};

/// Pages whose reports stand beside that of the site.
const REPORTS_MAX: usize = 200;
/// The folder that these are in.
const PAGES_FOLDER: &str = "pages";

/// Writes the files.
///
/// # Errors
/// When one of them can't be written.
pub(super) fn files(
    options: &Options,
    overview: &Overview,
    rows: &mut RunRows<'_>,
    layout: Layout,
) -> anyhow::Result<()> {
    options.output.iter().try_for_each(|output| {
        let written = match is_folder(&output.path) {
            true => folder(output, options.thresholds.fail_under, overview, rows),
            false => file(output, overview, rows, layout),
        };
        written.with_context(|| format!("can't write {}", output.path.display()))
    })
}

/// Writes the site's report as `index.html`, and beside it those of its lowest pages.
fn folder(
    output: &Output,
    fail_under: Option<u8>,
    overview: &Overview,
    rows: &mut RunRows<'_>,
) -> anyhow::Result<()> {
    if output.format != Format::Html {
        bail!("a folder can only have HTML reports. Use a file for another format");
    }
    let pages = output.path.join(PAGES_FOLDER);
    std::fs::create_dir_all(&pages)?;
    let reports = html::lowest_reports(rows, fail_under, REPORTS_MAX)?;
    let full = std::mem::replace(&mut rows.full, true);
    let written = rows.visit(&mut |row| {
        let whole = row.scan.as_ref().and_then(|scan| scan.report.as_ref());
        let (Some(name), Some(whole)) = (reports.get(&row.url), whole) else { return Ok(()) };
        let report: Report = serde_json::from_value(whole.clone())?;
        std::fs::write(pages.join(name), page_html::report(&report))
    });
    rows.full = full;
    written?;
    let links = reports.into_iter();
    let links = links.map(|(url, name)| (url, format!("{PAGES_FOLDER}/{name}"))).collect();
    let mut out = BufWriter::new(File::create(output.path.join("index.html"))?);
    html::document_with(overview, rows, &links, &mut out)?;
    out.flush()?;
    Ok(())
}

fn file(
    output: &Output,
    overview: &Overview,
    rows: &mut dyn Rows,
    layout: Layout,
) -> anyhow::Result<()> {
    if let Some(folder) = output.path.parent().filter(|folder| *folder != Path::new("")) {
        std::fs::create_dir_all(folder)?;
    }
    let mut out = BufWriter::new(File::create(&output.path)?);
    form(output.format, overview, rows, layout, &mut out)?;
    out.flush()?;
    Ok(())
}

/// Writes to standard output. A closed pipe is not an error.
///
/// # Errors
/// When it can't be written.
pub(super) fn standard(
    format: Format,
    overview: &Overview,
    rows: &mut dyn Rows,
    layout: Layout,
) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = form(format, overview, rows, layout, &mut out).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("can't write to standard output")
        }
        _ => Ok(()),
    }
}

fn form(
    format: Format,
    overview: &Overview,
    rows: &mut dyn Rows,
    layout: Layout,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Text => out.write_all(text::site::site(overview, layout).as_bytes()),
        Format::Markdown => out.write_all(markdown::site::site(overview).as_bytes()),
        Format::Github => out.write_all(github::commands(overview, rows)?.as_bytes()),
        Format::Jsonl => json::lines(rows, out),
        Format::Json => json::object(overview, rows, out),
        Format::Junit => junit::suites(overview, rows, out),
        Format::Sarif => sarif::log(overview, rows, out),
        Format::Html => html::document(overview, rows, out),
        Format::Csv => csv::table(rows, out),
    }
}
