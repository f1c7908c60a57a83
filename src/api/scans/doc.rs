//! What the API description says of the scan routes.

use citable_checks::report::Report;

use super::{PendingScan, ScanAccepted, ScanRequest};
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::problem::{ACCEPTED, Code, NOT_MODIFIED, OK};
use crate::http::reply::{JSON, MARKDOWN};

const LOCATION: (&str, &str) = ("Location", "`/api/v1/scan/{id}`.");
const RETRY_AFTER: (&str, &str) = ("Retry-After", "Seconds before the next look.");
/// How caches treat what depends on the viewer.
pub(crate) const CACHED: (&str, &str) = ("Cache-Control", "`private, no-cache`.");
/// What such an answer depends on.
pub(crate) const VARIES: (&str, &str) = ("Vary", "`Accept, Authorization, Cookie`.");

/// The headers of a list that belongs to the caller.
pub(crate) const OF_LIST: &[(&str, &str)] = &[("ETag", "The list's tag."), CACHED, VARIES];
/// What such a list is answered with where the caller has it.
pub(crate) const UNCHANGED_LIST: Answer = Answer {
    status: NOT_MODIFIED,
    description: "The caller has this list already.",
    media: JSON,
    bodies: &[],
    headers: OF_LIST,
};

/// The id of a scan, in the path.
pub(crate) const ID: Parameter = Parameter {
    name: "id",
    place: Place::Path,
    required: true,
    description: "The scan's id. A malformed one is as unknown as any other.",
    form: Form::Like("^scn_[0-9A-Za-z]{22}$"),
    example: "scn_0000000000000000000000",
};

/// `POST /scan`.
pub(crate) const CREATE: Doc = Doc {
    operation_id: "createScan",
    tag: "Scans",
    summary: "Scan a page",
    description: "Answers with the newest report of the page where it is less than 24 hours old; \
        else starts a scan, to be polled or followed. Bare domains get `https://`.",
    parameters: &[],
    request: Some(schema_of::<ScanRequest>),
    answers: &[
        Answer {
            status: OK,
            description: "A report less than 24 hours old is there.",
            media: JSON,
            bodies: &[schema_of::<ScanAccepted>],
            headers: &[LOCATION],
        },
        Answer {
            status: ACCEPTED,
            description: "The scan was taken.",
            media: JSON,
            bodies: &[schema_of::<ScanAccepted>],
            headers: &[LOCATION, RETRY_AFTER],
        },
    ],
    errors: &[
        Code::InvalidJson,
        Code::InvalidUrl,
        Code::UnsupportedMediaType,
        Code::RefreshRequiresAccount,
        Code::HumanCheckFailed,
        Code::RateLimited,
        Code::QuotaExceeded,
        Code::DailyBudgetExhausted,
    ],
};

/// `GET /scan/{id}`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readScan",
    tag: "Scans",
    summary: "Read a report",
    description: "The finished report, or how far the scan is. Whoever knows the id may read it.",
    parameters: &[ID, IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer {
            status: OK,
            description: "The report (`status` is `done`), or how far the scan is (`pending`).",
            media: JSON,
            bodies: &[schema_of::<Report>, schema_of::<PendingScan>],
            headers: &[
                ("ETag", "The finished report's tag."),
                ("Retry-After", "Seconds before the next look at a pending scan."),
                CACHED,
                VARIES,
            ],
        },
        Answer {
            status: OK,
            description: "The finished report as a document.",
            media: MARKDOWN,
            bodies: &[schema_of::<String>],
            headers: &[],
        },
        Answer {
            status: NOT_MODIFIED,
            description: "The caller has this report already.",
            media: JSON,
            bodies: &[],
            headers: &[("ETag", "The report's tag."), CACHED, VARIES],
        },
    ],
    errors: &[Code::NotFound, Code::ScanFailed, Code::ReportMissing],
};
