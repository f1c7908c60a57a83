//! What the API description says of its own other forms.

use super::TEXT;
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, SchemaOf, schema_of};
use crate::http::problem::{NOT_MODIFIED, OK};
use crate::http::reply::{JSON, MARKDOWN};

const TAG: &str = "Reference";

/// The headers of what is the same for everybody.
pub(crate) const PUBLIC_HEADERS: &[(&str, &str)] = &[
    ("ETag", "The answer's tag."),
    ("Cache-Control", "Five minutes."),
    ("Access-Control-Allow-Origin", "Any."),
];

/// The answer that a public document is.
pub(crate) const fn public(
    description: &'static str,
    media: &'static str,
    bodies: &'static [SchemaOf],
) -> Answer {
    Answer { status: OK, description, media, bodies, headers: PUBLIC_HEADERS }
}

/// The answer to a caller who has it.
pub(crate) const UNCHANGED: Answer =
    Answer { status: NOT_MODIFIED, ..public("The caller has this answer already.", JSON, &[]) };

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
        request: None,
        answers,
        errors: &[],
    }
}

/// `GET /openapi.json.md`.
pub(crate) const CONTRACT: Doc = document(
    "readContract",
    TAG,
    "This description in Markdown",
    "All of the description, with a head of metadata: operations, parameters, bodies, answers, \
        headers, error codes and types.",
    &[public("The description.", MARKDOWN, &[schema_of::<String>]), UNCHANGED],
);

/// `GET /docs.md`.
pub(crate) const OPERATIONS: Doc = document(
    "readOperations",
    TAG,
    "Every operation in Markdown",
    "What each operation does, who may call it, what it takes and what it answers, with a call to \
        start from.",
    &[public("The operations.", MARKDOWN, &[schema_of::<String>]), UNCHANGED],
);

/// `GET /docs`.
pub(crate) const EXPLORER: Doc = document(
    "readExplorer",
    TAG,
    "The interactive reference",
    "A page for people, with scripts of this site alone; `/docs.md` is the same as text. Also at \
        the root of the site.",
    &[public("The page.", "text/html", &[schema_of::<String>]), UNCHANGED],
);

/// `GET /llms.txt`.
pub(crate) const MAP: Doc = document(
    "readMap",
    TAG,
    "A map of the API",
    "A short plain text for agents: what there is, and where to read more. Also at the root of \
        the site.",
    &[public("The map.", TEXT, &[schema_of::<String>]), UNCHANGED],
);
