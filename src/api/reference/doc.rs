//! What the API description says of its own other forms.

use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc};
use crate::http::problem::OK;
use crate::http::reply::{MARKDOWN, TEXT};

const TAG: &str = "Reference";

/// The headers of what is the same for everybody.
pub(crate) const PUBLIC_HEADERS: &[(&str, &str)] = &[
    ("ETag", "Entity tag of the document."),
    ("Cache-Control", "`public, max-age=300`."),
    ("Vary", "`Accept-Encoding`: compressed for clients that accept gzip."),
    ("Access-Control-Allow-Origin", "`*`."),
];

/// The answer that a public document is.
pub(crate) const fn public(description: &'static str, media: &'static str) -> Answer {
    Answer::text(OK, description, media).with(PUBLIC_HEADERS)
}

/// The answer to a caller who has it.
pub(crate) const UNCHANGED: Answer = Answer::unchanged(PUBLIC_HEADERS);

/// A public document.
pub(crate) const fn document(
    operation_id: &'static str,
    tag: &'static str,
    summary: &'static str,
    description: &'static str,
    answers: &'static [Answer],
) -> Doc {
    Doc {
        operation_id,
        tag,
        summary,
        description,
        parameters: &[IF_NONE_MATCH_PARAMETER],
        answers,
        ..Doc::BARE
    }
}

/// `GET /openapi.json.md`.
pub(crate) const CONTRACT: Doc = document(
    "readContract",
    TAG,
    "Read this description in Markdown",
    "Returns the whole API description as Markdown with metadata: operations, parameters, bodies, \
        responses, headers, error codes and types.",
    &[public("API description.", MARKDOWN), UNCHANGED],
);

/// `GET /docs.md`.
pub(crate) const OPERATIONS: Doc = document(
    "readOperations",
    TAG,
    "Read every operation in Markdown",
    "Returns every operation as Markdown: what it does, who may call it, parameters, responses and \
        an example call.",
    &[public("Operations.", MARKDOWN), UNCHANGED],
);

/// `GET /docs`.
pub(crate) const EXPLORER: Doc = document(
    "readExplorer",
    TAG,
    "Open the interactive reference",
    "Returns an HTML page for exploring and trying the API. `/docs.md` is the text version. Also \
        served at the root of the site.",
    &[public("HTML page.", "text/html"), UNCHANGED],
);

/// `GET /llms.txt`.
pub(crate) const MAP: Doc = document(
    "readMap",
    TAG,
    "Read the map of the API",
    "Returns a short plain-text map of the API for agents. Also served at the root of the site.",
    &[public("Map of the API.", TEXT), UNCHANGED],
);
