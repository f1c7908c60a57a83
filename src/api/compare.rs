//! What changed between two scans of one URL.

use citable_actors::fetch::parse_target;
use citable_actors::ids::{Prefix, is_id};
use citable_checks::compare::Comparison;
use citable_checks::report::Report;
use citable_checks::url::url_hash;

use super::reports::{self, Stored};
use super::scans::{CACHED, VARIES, report_missing};
use crate::http::App;
use crate::http::call::Call;
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place};
use crate::http::errors::malformed_scan_id;
use crate::http::problem::{Code, OK, Problem};
use crate::http::reply::{MARKDOWN, Response};
use crate::render::markdown;

const SCAN_ID: Form = Form::Like("^scn_[0-9A-Za-z]{22}$");

/// `GET /compare`.
pub(crate) const READ: Doc = Doc {
    operation_id: "compareScans",
    tag: "Scans",
    summary: "Compare two scans of a URL",
    description: "Returns score and category deltas, checks whose verdict changed, and fixes split \
        into resolved, new and open. Send `from` and `to` (two finished scans of one URL), or `url` \
        (its two newest scans).",
    parameters: &[
        Parameter {
            name: "from",
            place: Place::Query,
            required: false,
            description: "ID of the baseline scan. Omit when `url` is set.",
            form: SCAN_ID,
            example: "scn_4mQ7sT2vX9bK1cN6pR8wYz",
        },
        Parameter {
            name: "to",
            place: Place::Query,
            required: false,
            description: "ID of the newer scan. Omit when `url` is set.",
            form: SCAN_ID,
            example: "scn_4mQ7sT2vX9bK1cN6pR8wYz",
        },
        Parameter {
            name: "url",
            place: Place::Query,
            required: false,
            description: "URL of the page. Bare domains get `https://`. Omit when `from` and `to` are set.",
            form: Form::Text,
            example: "https://example.com/",
        },
        IF_NONE_MATCH_PARAMETER,
    ],
    request: None,
    answers: &[
        Answer::json::<Comparison>(
            OK,
            "Comparison. Titles of fixes beyond the caller's allowance are withheld.",
        )
        .with(&[("ETag", "Entity tag of the comparison."), CACHED, VARIES]),
        Answer::text(OK, "Comparison as one Markdown section.", MARKDOWN),
        Answer::unchanged(&[("ETag", "Entity tag of the comparison."), CACHED, VARIES]),
    ],
    errors: &[
        Code::CompareFormInvalid,
        Code::InvalidScanId,
        Code::InvalidUrl,
        Code::ScanNotFinished,
        Code::UrlMismatch,
        Code::NotFound,
        Code::ReportMissing,
    ],
};

/// Answers with what changed.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    let [from, to, url] = [call.query("from")?, call.query("to")?, call.query("url")?];
    let asked = [from.as_deref(), to.as_deref(), url.as_deref()];
    let (from, to) = pair(call.app(), asked).await?;
    let comparison = Comparison::of(&from, &to, call.allowance());
    Ok(reports::document(&call, &comparison, markdown::comparison))
}

/// The two reports that are to be compared: those of `from` and `to`, or the two newest of `url`.
pub(crate) async fn pair(
    app: &App,
    [from, to, url]: [Option<&str>; 3],
) -> Result<(Report, Report), Problem> {
    match (from, to, url) {
        (Some(from), Some(to), None) => by_ids(app, from, to).await,
        (None, None, Some(url)) => newest_two(app, url).await,
        _ => Err(form_invalid()),
    }
}

/// The reports of two scans. What is wrong with either is found before what is wrong with both.
async fn by_ids(app: &App, from: &str, to: &str) -> Result<(Report, Report), Problem> {
    for (name, id) in [("from", from), ("to", to)] {
        if !is_id(Prefix::Scan, id) {
            return Err(malformed_scan_id().about(name));
        }
    }
    let from = reports::stored(app, from).await?;
    let to = reports::stored(app, to).await?;
    if matches!(from, Stored::Pending(_) | Stored::Failed(_))
        || matches!(to, Stored::Pending(_) | Stored::Failed(_))
    {
        return Err(Problem::new(
            Code::ScanNotFinished,
            "Both scans must be finished. Wait for the running scan, or scan again if one failed.",
        ));
    }
    let (Stored::Report(from), Stored::Report(to)) = (from, to) else {
        return Err(report_missing());
    };
    match from.url_hash == to.url_hash {
        true => Ok((*from, *to)),
        false => Err(url_mismatch()),
    }
}

async fn newest_two(app: &App, url: &str) -> Result<(Report, Report), Problem> {
    let target = parse_target(url, &app.fetch)?;
    let hash = url_hash(target.url());
    let newest = app.handles.reader.newest_reports(hash, 2).await?;
    let [to, from] = newest.as_slice() else {
        return Err(Problem::not_found(
            "This URL has fewer than two finished scans. Scan it again first.",
        ));
    };
    Ok((reports::parse(from)?, reports::parse(to)?))
}

pub(crate) fn url_mismatch() -> Problem {
    Problem::new(
        Code::UrlMismatch,
        "The two scans are of different URLs. Compare two scans of the same URL.",
    )
}

pub(crate) fn form_invalid() -> Problem {
    Problem::new(
        Code::CompareFormInvalid,
        "Send either `from` and `to` (two scan IDs) or `url`, not both.",
    )
}
