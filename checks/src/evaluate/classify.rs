//! Answers that do not tell what the page is.

use crate::challenge;
use crate::excerpt::excerpt;
use crate::failure::{FailureCode, NO_VERDICT, ScanFailure};
use crate::page::Page;
use crate::page::snapshot::{Exchange, PageEnd, Snapshot, Source};
use crate::page::sniff::{has_html_type, is_binary, is_html};
use crate::paste::in_finding;

/// Said of an answer without a Content-Type.
const NO_TYPE: &str = "no type";

/// Refuses what the response alone rules out, before it is parsed.
///
/// 1xx, 304 and other 3xx that are no redirect make no sense as the answer to a plain request;
/// they count as the server's fault, like a 5xx. Every 2xx goes on: an empty one is a finding.
pub(super) fn refuse_answer(snapshot: &Snapshot) -> Result<(), ScanFailure> {
    let body = snapshot.page.body.as_slice();
    if snapshot.source != Source::Web {
        return refuse_file(body);
    }
    let (PageEnd::Answered, Some(answer)) = (&snapshot.page.end, snapshot.page.exchanges.last())
    else {
        return Ok(());
    };
    if answer.status != 200
        && let Some(vendor) = challenge::detect(answer, body)
    {
        return Err(challenged(vendor, answer.status));
    }
    match answer.status {
        404 | 410 => Ok(()),
        200..=299 => refuse_type(answer, body),
        status @ 400..=499 => Err(failure(
            FailureCode::Refused,
            format!("The site refused the request with status {status}."),
        )
        .with_status(status)),
        status => Err(failure(
            FailureCode::OriginError,
            format!("The site answered with status {status}."),
        )
        .with_status(status)),
    }
}

/// Refuses a challenge page that came with status 200, which only its lack of text tells from an
/// ordinary page.
pub(super) fn refuse_challenge(snapshot: &Snapshot, page: &Page) -> Result<(), ScanFailure> {
    let (Source::Web, Some(answer)) = (page.source, page.answer()) else { return Ok(()) };
    let words = page.document.main.word_equivalents;
    match challenge::detect_among(answer, &snapshot.page.body, words) {
        Some(vendor) => Err(challenged(vendor, answer.status)),
        None => Ok(()),
    }
}

fn challenged(vendor: &str, status: u16) -> ScanFailure {
    failure(
        FailureCode::Challenged,
        format!("The site answered with a bot challenge ({vendor}, status {status})."),
    )
    .with_status(status)
}

fn refuse_type(answer: &Exchange, body: &[u8]) -> Result<(), ScanFailure> {
    if has_html_type(answer) || body.trim_ascii().is_empty() || is_html(body) {
        return Ok(());
    }
    let named = answer.header("content-type");
    let shown = named.map_or_else(|| NO_TYPE.to_owned(), |named| in_finding(named).into());
    Err(failure(FailureCode::NotHtml, format!("The URL doesn't return HTML ({shown})."))
        .with_content_type(named.map_or_else(|| NO_TYPE.to_owned(), excerpt)))
}

fn refuse_file(body: &[u8]) -> Result<(), ScanFailure> {
    match is_binary(body) {
        true => Err(ScanFailure::new(
            FailureCode::NotHtml,
            "The file isn't HTML. Use a file with the HTML of the page.",
        )),
        false => Ok(()),
    }
}

fn failure(code: FailureCode, what: String) -> ScanFailure {
    ScanFailure::new(code, format!("{what} {NO_VERDICT}"))
}
