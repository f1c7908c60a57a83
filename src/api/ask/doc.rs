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
    summary: "Search what is written about the service",
    description: "Guides, the pages of the checks, and this reference are searched for the words of \
        a question; the answer is the pages that tell, best first, ten at most. With \
        `prefer.streaming` they come as a finite stream of events: `start` with the query, a \
        `result` for each page, and `complete` with their number. Questions are neither stored nor \
        logged. Free of quota.",
    parameters: &[],
    request: Some(schema_of::<AskRequest>),
    answers: &[
        Answer {
            status: OK,
            description: "What was found, if anything.",
            media: JSON,
            bodies: &[schema_of::<Answers>],
            headers: &[NOT_KEPT],
        },
        Answer {
            status: OK,
            description: "The same as events; the schema is that of one event.",
            media: EVENT_STREAM,
            bodies: &[event],
            headers: &[NOT_KEPT],
        },
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
