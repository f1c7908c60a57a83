//! What the API description says of questions.

use super::{Answers, AskRequest, AskResult};
use crate::http::problem::{Code, OK};
use crate::http::reply::JSON;
use crate::http::sse::EVENT_STREAM;
use crate::http::table::{Answer, Doc, schema_of};

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
            description: "The same as events; the schema is that of a result.",
            media: EVENT_STREAM,
            bodies: &[schema_of::<AskResult>],
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
