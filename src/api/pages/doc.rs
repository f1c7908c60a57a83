//! What the API description says of guides and the pages of the checks.

use crate::api::reference::{UNCHANGED, answer, document};
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place};
use crate::http::problem::Code;
use crate::http::reply::MARKDOWN;

const TAG: &str = "Site";

const GUIDES: &[Parameter] = &[named("scoring.md"), IF_NONE_MATCH_PARAMETER];
const CHECKS: &[Parameter] = &[named("canonical.md"), IF_NONE_MATCH_PARAMETER];

const fn named(example: &'static str) -> Parameter {
    Parameter {
        name: "page",
        place: Place::Path,
        required: true,
        description: "Name of the page, ending in `.md`.",
        form: Form::Like(r"^[a-z0-9-]+\.md$"),
        example,
    }
}

const ANSWERS: &[Answer] = &[answer("Page.", MARKDOWN), UNCHANGED];

const fn page(
    operation_id: &'static str,
    summary: &'static str,
    about: &'static str,
    parameters: &'static [Parameter],
) -> Doc {
    Doc {
        parameters,
        errors: &[Code::NotFound],
        ..document(operation_id, TAG, summary, about, ANSWERS)
    }
}

/// `GET /docs/{page}`.
pub(crate) const GUIDE: Doc = page(
    "readGuide",
    "Read a guide",
    "Returns a guide in Markdown. `/llms.txt` lists all guides.",
    GUIDES,
);

/// `GET /docs/checks/{page}`.
pub(crate) const CHECK: Doc = page(
    "readCheckPage",
    "Read a check's page",
    "Returns the page of a check in Markdown: what it looks at, why it matters, its verdicts, how \
        to fix it and its limits. `/llms.txt` lists all checks.",
    CHECKS,
);
