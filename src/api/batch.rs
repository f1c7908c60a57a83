//! Several stored reports in one answer.

use std::collections::BTreeMap;

use citable_actors::ids::{Prefix, is_id};
use citable_checks::report::Report;
use hyper::header::{HeaderName, HeaderValue, RETRY_AFTER};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::Value;

use super::reports::{self, Stored};
use super::scans::{
    CACHED, POLL_AFTER_SECONDS, PendingScan, VARIES, failed, pending_scan, report_missing,
};
use crate::http::call::Call;
use crate::http::conditional::{self, IF_NONE_MATCH_PARAMETER};
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::errors::no_such_scan;
use crate::http::problem::{Code, ErrorBody, OK, Problem};
use crate::http::reply::{self, JSON, Response};

/// The most reports of one batch.
pub(crate) const BATCH_MAX: usize = 10;

/// The ids of a batch.
pub(crate) const IDS: Parameter = Parameter {
    name: "ids",
    place: Place::Query,
    required: true,
    description: "Comma-separated list of 1 to 10 IDs. Order and duplicates are kept.",
    form: Form::Like("^[^,]+(,[^,]+){0,9}$"),
    example: "scn_4mQ7sT2vX9bK1cN6pR8wYz",
};

/// Results of a batch read.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Batch {
    /// One result per ID, in the order requested.
    pub results: Vec<BatchResult>,
}

/// Result of one read in a batch.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BatchResult {
    /// Requested ID.
    pub id: String,
    /// HTTP status this read would have had on its own.
    #[schemars(range(min = 100, max = 999))]
    pub status: u16,
    /// Headers of the read: `content-type`, and `etag` or `retry-after` where they apply.
    pub headers: BTreeMap<String, String>,
    /// Body of the read: a report, a pending scan or an error.
    #[schemars(schema_with = "body")]
    pub body: Value,
}

fn body(types: &mut SchemaGenerator) -> Schema {
    let bodies = [
        schema_of::<Report>(types),
        schema_of::<PendingScan>(types),
        schema_of::<ErrorBody>(types),
    ];
    json_schema!({ "anyOf": bodies })
}

/// `GET /batch`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readBatch",
    tag: "Scans",
    summary: "Read several reports",
    description: "Returns up to 10 stored reports in one response. Each result carries the status, \
        headers and body that `GET /scan/{id}` would have returned. Starts no scans.",
    parameters: &[IDS, IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer::json::<Batch>(OK, "One result per ID. Individual reads may have failed.").with(&[
            ("ETag", "Entity tag of the response."),
            CACHED,
            VARIES,
        ]),
        Answer::unchanged(&[("ETag", "Entity tag of the response."), CACHED, VARIES]),
    ],
    errors: &[Code::InvalidIds],
};

/// Answers with one result for each id.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    let mut body = Written::default();
    for id in ids(&call)? {
        let result = match one(&call, &id).await {
            Ok(result) => result,
            Err(problem) => {
                let problem = problem.documented(|path| call.app().link(path));
                BatchResult::refused(id, problem, &call.head.request_id)
            }
        };
        call.head.room.grow(body.add(&result))?;
    }
    Ok(reports::per_viewer(conditional::tagged(call.headers(), JSON, body.end())))
}

/// A [`Batch`] as JSON, written one result at a time: a result in memory is many times as large.
#[derive(Debug, Default)]
pub(crate) struct Written(Vec<u8>);

impl Written {
    /// Adds a result; how many bytes that took.
    pub(crate) fn add(&mut self, result: &BatchResult) -> usize {
        let before = self.0.len();
        self.0.extend_from_slice(if before == 0 { b"{\"results\":[" } else { b"," });
        self.0.extend(reply::to_json(result));
        self.0.len() - before
    }

    /// The whole.
    pub(crate) fn end(mut self) -> Vec<u8> {
        self.0.extend_from_slice(b"]}");
        self.0
    }
}

/// The ids that a caller lists.
pub(crate) fn ids(call: &Call) -> Result<Vec<String>, Problem> {
    let invalid = || {
        Problem::new(
            Code::InvalidIds,
            format!("`ids` must be a comma-separated list of 1 to {BATCH_MAX} IDs, sent once."),
        )
    };
    let list = call.query("ids").map_err(|_repeated| invalid())?.ok_or_else(invalid)?;
    let ids: Vec<String> = list.split(',').map(str::to_owned).collect();
    match ids.len() <= BATCH_MAX && ids.iter().all(|id| !id.is_empty()) {
        true => Ok(ids),
        false => Err(invalid()),
    }
}

async fn one(call: &Call, id: &str) -> Result<BatchResult, Problem> {
    if !is_id(Prefix::Scan, id) {
        return Err(no_such_scan());
    }
    match reports::stored(call.app(), id).await? {
        Stored::Report(report) => {
            Ok(BatchResult::report(&report.for_viewer(call.allowance()), id.to_owned()))
        }
        Stored::Pending(scan) => {
            let retry = (RETRY_AFTER, HeaderValue::from(u16::from(POLL_AFTER_SECONDS)));
            let body = serde_json::to_value(pending_scan(scan)).unwrap_or_default();
            Ok(BatchResult::new(id.to_owned(), OK.as_u16(), &[retry], body))
        }
        Stored::Failed(scan) => Err(failed(scan)),
        Stored::Missing => Err(report_missing()),
    }
}

impl BatchResult {
    /// A report that was read.
    pub(crate) fn report(report: &Report, id: String) -> Self {
        let tag = conditional::entity_tag(&reply::to_json(report));
        let body = serde_json::to_value(report).unwrap_or_default();
        let mut result = Self::new(id, OK.as_u16(), &[], body);
        result.headers.insert("etag".to_owned(), tag);
        result
    }

    fn refused(id: String, problem: Problem, request_id: &str) -> Self {
        let (status, headers, body) = problem.parts(request_id);
        Self::new(id, status.as_u16(), &headers, serde_json::to_value(body).unwrap_or_default())
    }

    fn new(id: String, status: u16, sent: &[(HeaderName, HeaderValue)], body: Value) -> Self {
        let mut headers = BTreeMap::from([("content-type".to_owned(), JSON.to_owned())]);
        let retry = sent.iter().find(|(name, _)| *name == RETRY_AFTER);
        if let Some(seconds) = retry.and_then(|(_, value)| value.to_str().ok()) {
            headers.insert("retry-after".to_owned(), seconds.to_owned());
        }
        Self { id, status, headers, body }
    }
}
