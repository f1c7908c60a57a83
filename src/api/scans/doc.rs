//! What the API description says of the scan routes.

use citable_checks::report::Report;

use super::{PendingScan, ScanAccepted, ScanRequest};
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::problem::{ACCEPTED, Code, OK};
use crate::http::reply::{JSON, MARKDOWN};

const LOCATION: (&str, &str) = ("Location", "`/api/v1/scan/{id}`.");
const RETRY_AFTER: (&str, &str) = ("Retry-After", "Seconds to wait before polling.");
/// How caches treat what depends on the viewer.
pub(crate) const CACHED: (&str, &str) = ("Cache-Control", "`private, no-cache`.");
/// What such an answer depends on.
pub(crate) const VARIES: (&str, &str) = ("Vary", "`Accept, Authorization, Cookie`.");

/// The headers of a list that belongs to the caller.
pub(crate) const OF_LIST: &[(&str, &str)] = &[("ETag", "Entity tag of the list."), CACHED, VARIES];
/// What such a list is answered with where the caller has it.
pub(crate) const UNCHANGED_LIST: Answer = Answer::unchanged(OF_LIST);

/// The id of a scan, in the path.
pub(crate) const ID: Parameter = Parameter {
    name: "id",
    place: Place::Path,
    required: true,
    description: "ID of the scan. A malformed ID returns `not_found`, or `invalid_scan_id` for \
        `ai-instructions`.",
    form: Form::Like("^scn_[0-9A-Za-z]{22}$"),
    example: "scn_4mQ7sT2vX9bK1cN6pR8wYz",
};

/// `POST /scan`.
pub(crate) const CREATE: Doc = Doc {
    operation_id: "createScan",
    tag: "Scans",
    summary: "Scan a page",
    description: "Returns the cached report if one less than 24 hours old exists; otherwise starts a \
        scan. Poll `reportUrl` or follow `eventsUrl` until it is done. Only a started scan uses \
        quota. At their limit, anonymous callers get `rate_limited` and \
        accounts get `quota_exceeded`.",
    parameters: &[],
    request: Some(schema_of::<ScanRequest>),
    answers: &[
        Answer::json::<ScanAccepted>(OK, "Cached report.").with(&[LOCATION]),
        Answer::json::<ScanAccepted>(ACCEPTED, "Scan started.").with(&[LOCATION, RETRY_AFTER]),
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
    description: "Returns the finished report, or the status of a pending scan. Anyone who knows the \
        ID can read it. Fixes beyond the caller's allowance are shown by title.",
    parameters: &[ID, IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer::of(
            OK,
            "Report (`status` is `done`) or pending scan (`status` is `pending`).",
            JSON,
            &[schema_of::<Report>, schema_of::<PendingScan>],
        )
        .with(&[
            ("ETag", "Entity tag of the finished report."),
            ("Retry-After", "Seconds to wait before polling a pending scan again."),
            CACHED,
            VARIES,
        ]),
        Answer::text(OK, "Finished report in Markdown.", MARKDOWN),
        Answer::unchanged(&[("ETag", "Entity tag of the report."), CACHED, VARIES]),
    ],
    errors: &[Code::NotFound, Code::ScanFailed, Code::ReportMissing],
};
