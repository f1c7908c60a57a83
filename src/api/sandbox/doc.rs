//! What the API description says of the sandbox.

use citable_checks::report::Report;

use super::FixtureList;
use crate::api::batch::{Batch, IDS};
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, SchemaOf, schema_of};
use crate::http::problem::{Code, NOT_MODIFIED, OK, Status};
use crate::http::reply::{JSON, MARKDOWN};

const TAG: &str = "Sandbox";
const HEADERS: &[(&str, &str)] = &[
    ("ETag", "The answer's tag."),
    ("Cache-Control", "Five minutes."),
    ("Access-Control-Allow-Origin", "Any."),
];

const fn answer(
    status: Status,
    description: &'static str,
    media: &'static str,
    bodies: &'static [SchemaOf],
) -> Answer {
    Answer { status, description, media, bodies, headers: HEADERS }
}

const UNCHANGED: Answer = answer(NOT_MODIFIED, "The caller has this answer already.", JSON, &[]);
const GUIDE_ANSWERS: &[Answer] =
    &[answer(OK, "The guide.", MARKDOWN, &[schema_of::<String>]), UNCHANGED];

const fn doc(
    operation_id: &'static str,
    summary: &'static str,
    description: &'static str,
    answers: &'static [Answer],
) -> Doc {
    Doc {
        operation_id,
        tag: TAG,
        summary,
        description,
        parameters: &[IF_NONE_MATCH_PARAMETER],
        request: None,
        answers,
        errors: &[],
    }
}

/// `GET /sandbox`.
pub(crate) const LIST: Doc = doc(
    "listFixtures",
    "List the fixtures",
    "Reports of pages that were written by hand for it. Free of quota; nothing is fetched.",
    &[answer(OK, "The fixtures.", JSON, &[schema_of::<FixtureList>]), UNCHANGED],
);

/// `GET /sandbox.md`.
pub(crate) const GUIDE: Doc = doc(
    "readSandboxGuide",
    "Read the sandbox's guide",
    "How to try a client against the sandbox.",
    GUIDE_ANSWERS,
);

/// `GET /sandbox/batch.md`.
pub(crate) const BATCH_GUIDE: Doc = doc(
    "readSandboxBatchGuide",
    "Read the guide to batches of the sandbox",
    "How to read several fixtures at once.",
    GUIDE_ANSWERS,
);

/// `GET /sandbox/scan/{id}`.
pub(crate) const READ: Doc = Doc {
    parameters: &[
        Parameter {
            name: "id",
            place: Place::Path,
            required: true,
            description: "A fixture's id; with `.md` behind it, the report is Markdown.",
            form: Form::Like("^[a-z-]+(\\.md)?$"),
            example: "sandbox-example",
        },
        IF_NONE_MATCH_PARAMETER,
    ],
    errors: &[Code::NotFound],
    ..doc(
        "readFixture",
        "Read a fixture's report",
        "A whole report, with every fix in full.",
        &[
            answer(OK, "The report.", JSON, &[schema_of::<Report>]),
            answer(OK, "The report as a document.", MARKDOWN, &[schema_of::<String>]),
            UNCHANGED,
        ],
    )
};

/// `GET /sandbox/batch`.
pub(crate) const BATCH: Doc = Doc {
    parameters: &[IDS, IF_NONE_MATCH_PARAMETER],
    errors: &[Code::InvalidIds, Code::NotFound],
    ..doc(
        "readFixtureBatch",
        "Read several fixtures",
        "As `GET /batch`, for fixtures; an unknown id fails the whole batch.",
        &[answer(OK, "One result for each id.", JSON, &[schema_of::<Batch>]), UNCHANGED],
    )
};
