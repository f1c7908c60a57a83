//! What the API description says of questions.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::{Answers, AskRequest, AskResult};
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::problem::{Code, OK};
use crate::http::reply::JSON;
use crate::http::sse::EVENT_STREAM;

const NOT_KEPT: (&str, &str) = ("Cache-Control", "`no-store`.");

/// `POST /ask`.
pub(crate) const ASK: Doc = Doc {
    operation_id: "ask",
    tag: "Reference",
    summary: "Search the documentation",
    description: "Searches the guides, the check pages and this reference. Returns up to 10 pages, \
        best first. With `prefer.streaming`, results arrive as a finite stream of server-sent \
        events: `start`, one `result` per page, then `complete`. Queries are neither stored nor \
        logged. Uses no quota.",
    parameters: &[],
    request: Some(schema_of::<AskRequest>),
    answers: &[
        Answer::json::<Answers>(OK, "Search results; may be empty.").with(&[NOT_KEPT]),
        Answer::of(
            OK,
            "Search results as server-sent events. The schema describes one event.",
            EVENT_STREAM,
            &[event],
        )
        .with(&[NOT_KEPT]),
    ],
    errors: &[
        Code::InvalidRequest,
        Code::InvalidJson,
        Code::UnsupportedMediaType,
        Code::Overloaded,
    ],
};

/// One event of the stream.
fn event(types: &mut SchemaGenerator) -> Schema {
    let one = |field: &str, kind: &str| {
        json_schema!({
            "type": "object",
            "required": [field],
            "properties": { field: { "type": kind } },
        })
    };
    let (start, complete) = (one("query", "string"), one("total", "integer"));
    json_schema!({
        "type": "object",
        "required": ["event", "data"],
        "properties": {
            "event": { "type": "string", "enum": ["start", "result", "complete"] },
            "data": {
                "type": "string",
                "contentMediaType": JSON,
                "contentSchema": { "anyOf": [start, types.subschema_for::<AskResult>(), complete] },
            },
        },
    })
}
