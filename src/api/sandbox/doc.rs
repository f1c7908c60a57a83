//! What the API description says of the sandbox.

use citable_checks::report::Report;

use super::FixtureList;
use crate::api::batch::{Batch, IDS};
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place};
use crate::http::problem::{Code, OK};
use crate::http::reply::MARKDOWN;

const TAG: &str = "Sandbox";
const HEADERS: &[(&str, &str)] = &[
    ("ETag", "Entity tag of the response."),
    ("Cache-Control", "`public, max-age=300`."),
    ("Access-Control-Allow-Origin", "`*`."),
];

const UNCHANGED: Answer = Answer::unchanged(HEADERS);
const GUIDE_ANSWERS: &[Answer] = &[Answer::text(OK, "Guide.", MARKDOWN).with(HEADERS), UNCHANGED];

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
        answers,
        ..Doc::BARE
    }
}

/// `GET /sandbox`.
pub(crate) const LIST: Doc = doc(
    "listFixtures",
    "List fixtures",
    "Returns the sandbox's fixtures: real reports of synthetic pages. Nothing is fetched. Uses no quota.",
    &[Answer::json::<FixtureList>(OK, "Fixtures.").with(HEADERS), UNCHANGED],
);

/// `GET /sandbox.md`.
pub(crate) const GUIDE: Doc = doc(
    "readSandboxGuide",
    "Read the sandbox guide",
    "Returns a Markdown guide to building a client against the sandbox.",
    GUIDE_ANSWERS,
);

/// `GET /sandbox/batch.md`.
pub(crate) const BATCH_GUIDE: Doc = doc(
    "readSandboxBatchGuide",
    "Read the sandbox batch guide",
    "Returns a Markdown guide to reading several fixtures at once.",
    GUIDE_ANSWERS,
);

/// `GET /sandbox/scan/{id}`.
pub(crate) const READ: Doc = Doc {
    parameters: &[
        Parameter {
            name: "id",
            place: Place::Path,
            required: true,
            description: "ID of the fixture. Add `.md` for the report in Markdown.",
            form: Form::Like("^[a-z-]+(\\.md)?$"),
            example: "sandbox-example",
        },
        IF_NONE_MATCH_PARAMETER,
    ],
    errors: &[Code::NotFound],
    ..doc(
        "readFixture",
        "Read a fixture's report",
        "Returns the report of a fixture, with every fix in full.",
        &[
            Answer::json::<Report>(OK, "Report.").with(HEADERS),
            Answer::text(OK, "Report in Markdown.", MARKDOWN).with(HEADERS),
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
        "Works like `GET /batch` for fixtures, except that one unknown ID fails the whole batch.",
        &[Answer::json::<Batch>(OK, "One result per ID.").with(HEADERS), UNCHANGED],
    )
};
