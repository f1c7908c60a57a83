//! What changed between two scans of one page.

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
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::errors::malformed_scan_id;
use crate::http::problem::{Code, NOT_MODIFIED, OK, Problem};
use crate::http::reply::{JSON, MARKDOWN, Response};
use crate::render::markdown;

const SCAN_ID: Form = Form::Like("^scn_[0-9A-Za-z]{22}$");

/// `GET /compare`.
pub(crate) const READ: Doc = Doc {
    operation_id: "compareScans",
    tag: "Scans",
    summary: "Compare two scans of a page",
    description: "Either `from` and `to`, the ids of two finished scans of one page, or `url`, \
        for the two newest of that page.",
    parameters: &[
        Parameter {
            name: "from",
            place: Place::Query,
            required: false,
            description: "The baseline's id.",
            form: SCAN_ID,
            example: "scn_0000000000000000000000",
        },
        Parameter {
            name: "to",
            place: Place::Query,
            required: false,
            description: "The newer scan's id.",
            form: SCAN_ID,
            example: "scn_0000000000000000000000",
        },
        Parameter {
            name: "url",
            place: Place::Query,
            required: false,
            description: "The page's address; `https://` may be left out.",
            form: Form::Text,
            example: "https://example.com/",
        },
        IF_NONE_MATCH_PARAMETER,
    ],
    request: None,
    answers: &[
        Answer {
            status: OK,
            description: "What changed. Fixes beyond what this caller sees are withheld.",
            media: JSON,
            bodies: &[schema_of::<Comparison>],
            headers: &[("ETag", "The comparison's tag."), CACHED, VARIES],
        },
        Answer {
            status: OK,
            description: "The same as one Markdown section.",
            media: MARKDOWN,
            bodies: &[schema_of::<String>],
            headers: &[],
        },
        Answer {
            status: NOT_MODIFIED,
            description: "The caller has this comparison already.",
            media: JSON,
            bodies: &[],
            headers: &[("ETag", "The comparison's tag."), CACHED, VARIES],
        },
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
    if !is_id(Prefix::Scan, from) || !is_id(Prefix::Scan, to) {
        return Err(malformed_scan_id());
    }
    let from = reports::stored(app, from).await?;
    let to = reports::stored(app, to).await?;
    if matches!(from, Stored::Pending(_) | Stored::Failed(_))
        || matches!(to, Stored::Pending(_) | Stored::Failed(_))
    {
        return Err(Problem::new(
            Code::ScanNotFinished,
            "Only finished scans can be compared; wait for a running one, and scan again after a \
             failed one.",
        ));
    }
    let (Stored::Report(from), Stored::Report(to)) = (from, to) else {
        return Err(report_missing());
    };
    match from.url_hash == to.url_hash {
        true => Ok((*from, *to)),
        false => Err(Problem::new(
            Code::UrlMismatch,
            "The two scans are of different addresses; compare two scans of one page.",
        )),
    }
}

async fn newest_two(app: &App, url: &str) -> Result<(Report, Report), Problem> {
    let target = parse_target(url, &app.fetch)?;
    let hash = url_hash(target.url());
    let newest = app.handles.reader.newest_reports(hash, 2).await?;
    let [to, from] = newest.as_slice() else {
        return Err(Problem::not_found(
            "There are fewer than two finished scans of this address; scan it again first.",
        ));
    };
    Ok((reports::parse(from)?, reports::parse(to)?))
}

fn form_invalid() -> Problem {
    Problem::new(
        Code::CompareFormInvalid,
        "Name either `from` and `to`, two scan ids, or `url`, and not both.",
    )
}
