//! The API description, as a document of its own.

use serde_json::{Map, Value};

use super::reference::public;

use crate::http::call::Call;
use crate::http::conditional;
use crate::http::doc::{Answer, Doc};
use crate::http::problem::{OK, Problem};
use crate::http::reply::Response;

/// `GET /openapi.json`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readDescription",
    tag: "Reference",
    summary: "Read this description",
    description: "Returns the API description in OpenAPI 3.1. Readable from any origin. Uses no quota.",
    parameters: &[conditional::IF_NONE_MATCH_PARAMETER],
    answers: &[
        Answer::json::<Map<String, Value>>(OK, "API description.").with(&[
            ("ETag", "Entity tag of the description."),
            ("Cache-Control", "`public, max-age=300`."),
            ("Vary", "`Accept-Encoding`: compressed for clients that accept gzip."),
            ("Access-Control-Allow-Origin", "`*`."),
        ]),
        Answer::unchanged(&[("ETag", "Entity tag of the description.")]),
    ],
    ..Doc::BARE
};

/// Answers with what was written at the start.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    Ok(public(&call, &call.site.reference().document))
}
