//! The page of a scan: pending, done or failed, always at one URL.

mod progress;
mod view;

use citable_actors::ids::{Prefix, is_id};
use citable_checks::report::Report;
use citable_checks::sandbox;
use hyper::header::CONTENT_DISPOSITION;

use crate::api::reports::{self, Stored};
use crate::api::scans;
use crate::http::call::Call;
use crate::http::errors::no_such_scan;
use crate::http::problem::{OK, Problem};
use crate::http::reply::{self, JSON, MARKDOWN, Response, With};
use crate::render::{csv, markdown};
use crate::web::{history, page};

const CSV: &str = "text/csv; charset=utf-8";

/// Shows what became of a scan. An ending such as `.md` asks for the report in that form.
pub(super) async fn show(call: Call) -> Result<Response, Problem> {
    let (id, ending) = split(call.param("id"));
    if !is_id(Prefix::Scan, id) {
        return Err(no_such_scan());
    }
    match (reports::stored(call.app(), id).await?, ending) {
        (Stored::Report(report), None) => {
            let report = report.for_viewer(call.allowance());
            let mine = history::has_scans_of(&call, &report.url_hash).await;
            page::open(&call, &view::Done::of_scan(&call, id, &report, mine))
        }
        (Stored::Report(report), Some(ending)) => {
            download(&call, id, ending, &report.for_viewer(call.allowance()))
        }
        (_, Some(_)) => Err(Problem::not_found("This scan has no report to download.")),
        (Stored::Pending(scan), None) => page::private(&progress::Pending::of(&call, scan)),
        (Stored::Failed(scan), None) => page::private(&progress::Failed::of(&call, &scan)),
        (Stored::Missing, None) => Err(scans::report_missing()),
    }
}

/// Shows a report of the sandbox.
pub(super) async fn sample(call: Call) -> Result<Response, Problem> {
    let id = call.param("id");
    let report = sandbox::report(id);
    let report = report.ok_or_else(|| Problem::not_found("There is no such sample."))?;
    page::open(&call, &view::Done::of_sample(&call, id, report))
}

/// Parts the last part of the path into the scan's ID and an ending.
fn split(name: &str) -> (&str, Option<&str>) {
    match name.split_once('.') {
        Some((id, ending)) => (id, Some(ending)),
        None => (name, None),
    }
}

fn download(call: &Call, id: &str, ending: &str, report: &Report) -> Result<Response, Problem> {
    let (media, body) = match ending {
        "json" => (JSON, reply::to_json(report)),
        "md" => (MARKDOWN, markdown::report(report).into_bytes()),
        "csv" => (CSV, csv::report(report).into_bytes()),
        _ => return Err(Problem::not_found("Reports come as .json, .md and .csv.")),
    };
    let disposition = format!("inline; filename=\"citable-{id}.{ending}\"");
    let response = reports::per_viewer(reply::bytes(OK, media, body));
    debug_assert_eq!(call.param("id"), format!("{id}.{ending}"));
    Ok(response.with(CONTENT_DISPOSITION, reply::header(&disposition)))
}
