//! Stored reports, as a viewer sees them.

use citable_actors::{ReaderHandle, ScanStatus, ScanView};
use citable_checks::report::Report;
use citable_checks::viewer::Allowance;
use hyper::header::{CACHE_CONTROL, VARY};
use serde::Serialize;

use crate::http::call::Call;
use crate::http::conditional::{self, Tagged};
use crate::http::errors::no_such_scan;
use crate::http::problem::Problem;
use crate::http::ready::{ReportForm, Viewed};
use crate::http::reply::{self, JSON, MARKDOWN, Response, With};
use crate::http::{App, accept};
use crate::render::instructions::ai_instructions;
use crate::render::markdown;

/// What became of a scan.
pub(crate) enum Stored {
    /// It has a report: the whole one, which nobody sees before it went through
    /// [`Report::for_viewer`].
    Report(Box<Report>),
    /// It waits or runs.
    Pending(ScanView),
    /// It failed.
    Failed(ScanView),
    /// It is done, and its report is not there.
    Missing,
}

/// What became of the scan of that id.
pub(crate) async fn stored(app: &App, id: &str) -> Result<Stored, Problem> {
    let reader = &app.handles.reader;
    // The report is what most callers come for, so it is asked for first.
    if let Some(report) = report_of(reader, id).await? {
        return Ok(Stored::Report(report));
    }
    let scan = reader.scan(id.to_owned()).await?.ok_or_else(no_such_scan)?;
    Ok(match scan.status {
        ScanStatus::Pending => Stored::Pending(scan),
        ScanStatus::Error => Stored::Failed(scan),
        // It may have finished between the two questions.
        ScanStatus::Done => report_of(reader, id).await?.map_or(Stored::Missing, Stored::Report),
    })
}

async fn report_of(reader: &ReaderHandle, id: &str) -> Result<Option<Box<Report>>, Problem> {
    let body = reader.report(id.to_owned()).await?;
    body.map(|body| parse(&body).map(Box::new)).transpose()
}

/// The report in stored bytes.
pub(crate) fn parse(body: &[u8]) -> Result<Report, Problem> {
    serde_json::from_slice(body).map_err(|error| {
        tracing::error!(%error, "can't read a stored report");
        Problem::internal()
    })
}

/// The form in which the caller asks for a report.
pub(crate) fn form(call: &Call) -> ReportForm {
    match accept::prefers_markdown(call.headers()) {
        true => ReportForm::Markdown,
        false => ReportForm::Json,
    }
}

/// Answers with the report as this caller sees it where it is ready in that form and still stored.
pub(crate) async fn ready(
    call: &Call,
    id: &str,
    form: ReportForm,
) -> Result<Option<Response>, Problem> {
    let viewed = viewed(call, id, form);
    let Some(report) = call.site.ready.get(&viewed).await else { return Ok(None) };
    if call.app().handles.reader.has_report_of(id.to_owned()).await? {
        return Ok(Some(per_viewer(report.respond_counted(call.headers()))));
    }
    call.site.ready.drop(&viewed).await;
    Ok(None)
}

/// Answers with the report as this caller sees it, in that form, and keeps that ready.
pub(crate) async fn respond(call: &Call, id: &str, report: Report, form: ReportForm) -> Response {
    let report = report.for_viewer(call.allowance());
    let (media, body) = match form {
        ReportForm::Json => (JSON, reply::to_json(&report)),
        ReportForm::Markdown => (MARKDOWN, markdown::report(&report).into_bytes()),
        ReportForm::Instructions => (MARKDOWN, ai_instructions(&report).into_bytes()),
    };
    // What is kept is weighed by its length, so it must not have room to spare.
    let tagged = Tagged::new(media, body.into_boxed_slice());
    call.site.ready.keep(viewed(call, id, form), tagged.clone()).await;
    per_viewer(tagged.respond_counted(call.headers()))
}

fn viewed(call: &Call, id: &str, form: ReportForm) -> Viewed {
    let shown = match call.allowance() {
        Allowance::First(count) => Some(count),
        Allowance::All => None,
    };
    Viewed { scan_id: id.to_owned(), shown, form }
}

/// Answers with a document that is JSON or Markdown.
pub(crate) fn document<T: Serialize>(
    call: &Call,
    value: &T,
    to_markdown: impl Fn(&T) -> String,
) -> Response {
    let (media, body) = match accept::prefers_markdown(call.headers()) {
        true => (MARKDOWN, to_markdown(value).into_bytes()),
        false => (JSON, reply::to_json(value)),
    };
    per_viewer(conditional::tagged(call.headers(), media, body))
}

/// Answers with a list that belongs to the caller.
pub(crate) fn list<T: Serialize>(call: &Call, value: &T) -> Response {
    per_viewer(conditional::tagged(call.headers(), JSON, reply::to_json(value)))
}

/// What a viewer sees depends on who asks and how, so no shared cache may keep it.
pub(crate) fn per_viewer(response: Response) -> Response {
    response
        .with_static(CACHE_CONTROL, "private, no-cache")
        .with_static(VARY, "Accept, Authorization, Cookie")
}
