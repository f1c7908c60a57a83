//! The forms that `citable scan` writes a report in.

use std::path::Path;

use citable_checks::failure::ScanFailure;
use citable_checks::report::Report;

use super::args::Format;
use crate::cli::page::Input;
use crate::render::text::Layout;
use crate::render::{csv, github, html, json, junit, markdown, sarif, text};

/// The report in that form. The layout is that of text.
pub(super) fn report_in(format: Format, report: &Report, input: &Input, layout: Layout) -> String {
    let file = match input {
        Input::File(path) => Some(path.as_path()),
        Input::Url(_) | Input::Own(_) | Input::Piped => None,
    };
    match format {
        Format::Text => text::report(report, layout),
        Format::Json => json::report(report),
        Format::Markdown => markdown::report(report),
        Format::Github => {
            let file = file.map(|path| path.to_string_lossy().into_owned());
            github::report(report, file.as_deref())
        }
        Format::Junit => junit::report(report),
        Format::Html => html::report(report),
        Format::Csv => csv::report(report),
        // Nothing but a file is let through with this form.
        Format::Sarif => sarif::report(report, file.unwrap_or(Path::new("page.html"))),
    }
}

/// Output of that format in place of a report if the scan failed; none if the format has none.
pub(super) fn failure_in(format: Format, failure: &ScanFailure) -> Option<String> {
    match format {
        Format::Json => Some(json::failure(failure)),
        Format::Github => Some(github::failure(failure)),
        Format::Junit => Some(junit::failure(failure)),
        Format::Text | Format::Markdown | Format::Html | Format::Csv | Format::Sarif => None,
    }
}
