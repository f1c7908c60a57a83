//! Writing a site in every form that was asked for.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use anyhow::Context;

use super::options::{Format, Output};
use crate::render::markdown;
use crate::render::site::overview::Overview;
use crate::render::site::row::Rows;
use crate::render::site::{csv, github, html, json, junit, sarif};
use crate::render::text::{self, Layout};

/// Writes the files.
///
/// # Errors
/// When one of them can't be written.
pub(super) fn files(
    outputs: &[Output],
    overview: &Overview,
    rows: &mut dyn Rows,
    layout: Layout,
) -> anyhow::Result<()> {
    outputs.iter().try_for_each(|output| {
        file(output, overview, rows, layout)
            .with_context(|| format!("can't write {}", output.path.display()))
    })
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
