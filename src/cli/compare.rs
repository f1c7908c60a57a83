//! `citable compare`: what changed between two saved reports.

use std::path::PathBuf;

use anyhow::bail;
use citable_checks::compare::Comparison;
use citable_checks::report::Report;
use citable_checks::viewer::Allowance;
use clap::{Args, ValueEnum};

use super::{output, saved};
use crate::cli::exit::Exit;
use crate::cli::layout::on_standard_output;
use crate::render::text::Layout;
use crate::render::{json, markdown, text};

/// The arguments of `citable compare`.
#[derive(Args, Debug)]
pub(super) struct CompareArgs {
    /// Earlier report, saved with `citable scan -o json=FILE`
    #[arg(value_name = "A.json")]
    from: PathBuf,

    /// Later report
    #[arg(value_name = "B.json")]
    to: PathBuf,

    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Compare reports of different URLs too
    #[arg(long)]
    any_url: bool,
}

/// The forms of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a terminal.
    Text,
    /// The API's object.
    Json,
    /// A section of a document.
    Markdown,
}

/// Compares the two and prints what changed.
pub(super) fn compare(args: &CompareArgs) -> anyhow::Result<Exit> {
    let (from, to) = (saved::report(&args.from)?, saved::report(&args.to)?);
    if from.url != to.url && !args.any_url {
        bail!(
            "the reports are of different URLs: {} and {}. Add --any-url to compare them anyway",
            saved::page_of(&from),
            saved::page_of(&to)
        );
    }
    for caution in cautions(&from, &to) {
        output::note(&caution);
    }
    let comparison = Comparison::of(&from, &to, Allowance::All);
    output::print(&match args.format {
        Format::Text => text::comparison(&comparison, on_standard_output(Layout::PLAIN)),
        Format::Json => json::comparison(&comparison),
        Format::Markdown => markdown::comparison(&comparison),
    })
}

/// Why a difference may not be the page's.
pub(super) fn cautions(from: &Report, to: &Report) -> Vec<String> {
    let mut cautions = Vec::new();
    if from.catalogue_version != to.catalogue_version {
        cautions.push(format!(
            "the reports use different versions of the catalogue, {} and {}; scores can differ even \
             if the page didn't change",
            from.catalogue_version, to.catalogue_version
        ));
    }
    for report in [from, to] {
        if report.recommendations_locked > 0 {
            cautions.push(format!(
                "{} of the fixes in report {} {} locked and left out of the comparison",
                report.recommendations_locked,
                report.id,
                if report.recommendations_locked == 1 { "is" } else { "are" }
            ));
        }
    }
    cautions
}
