//! The API description, as a document of its own.

use serde_json::{Map, Value};

use super::reference::public;

use crate::http::call::Call;
use crate::http::conditional;
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::problem::{NOT_MODIFIED, OK, Problem};
use crate::http::reply::{JSON, Response};

/// `GET /openapi.json`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readDescription",
    tag: "Reference",
    summary: "This description",
    description: "The whole API in OpenAPI 3.1. Free of quota; may be read from any site.",
    parameters: &[conditional::IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer {
            status: OK,
            description: "The description.",
            media: JSON,
            bodies: &[schema_of::<Map<String, Value>>],
            headers: &[
                ("ETag", "Changes with the description."),
                ("Cache-Control", "Five minutes."),
                ("Access-Control-Allow-Origin", "Any."),
            ],
        },
        Answer {
            status: NOT_MODIFIED,
            description: "The caller has it already.",
            media: JSON,
            bodies: &[],
            headers: &[("ETag", "The description's tag.")],
        },
    ],
    errors: &[],
};

/// Answers with what was written at the start.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    Ok(public(&call, JSON, call.site.reference.document.clone()))
}
