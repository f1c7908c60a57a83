//! What a refused or failed request is answered with.
//!
//! The only file that knows status codes of errors: elsewhere a failure is a [`Code`] and a
//! sentence.

use citable_actors::clock::rfc3339;
use citable_actors::quota::Usage;
use citable_checks::failure::ScanFailure;
use hyper::StatusCode;
use hyper::header::{ALLOW, CACHE_CONTROL, HeaderName, HeaderValue, RETRY_AFTER};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rate_limit::seconds_until;
use super::reply::{self, Response, With};

/// An HTTP status.
pub(crate) type Status = StatusCode;

/// 200.
pub(crate) const OK: Status = StatusCode::OK;
/// 202.
pub(crate) const ACCEPTED: Status = StatusCode::ACCEPTED;
/// 204.
pub(crate) const NO_CONTENT: Status = StatusCode::NO_CONTENT;
/// 201.
pub(crate) const CREATED: Status = StatusCode::CREATED;
/// 303.
pub(crate) const SEE_OTHER: Status = StatusCode::SEE_OTHER;
/// 304.
pub(crate) const NOT_MODIFIED: Status = StatusCode::NOT_MODIFIED;

/// The status of that number.
pub(crate) fn status_of(number: u16) -> Option<Status> {
    StatusCode::from_u16(number).ok()
}

/// Whether refusals of that status tell how full the caller's buckets are, on routes that fill
/// them.
pub(crate) fn tells_usage(status: Status) -> bool {
    matches!(status.as_u16(), 400 | 401 | 403 | 429 | 503)
}

/// Seconds after which a caller may try again where we are busy or stopping. Drawn anew for each
/// answer, so that those who were refused together do not come back together.
const RETRY_SECONDS: std::ops::RangeInclusive<u64> = 5..=15;

/// Why a request was refused or failed. [`Code::row`] is the whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// A field, parameter or body that does not fit.
    InvalidRequest,
    /// A body that is no JSON.
    InvalidJson,
    /// An address that cannot be scanned.
    InvalidUrl,
    /// A scan id that does not have an id's form.
    InvalidScanId,
    /// A list of ids that cannot be read.
    InvalidIds,
    /// A text that is no mail address.
    InvalidEmail,
    /// A scope that a new key cannot carry.
    InvalidScope,
    /// An `Idempotency-Key` that is not visible ASCII.
    InvalidIdempotencyKey,
    /// A comparison was asked for in neither of its two forms, or in both.
    CompareFormInvalid,
    /// A scan that is to be compared has no report yet, or never will.
    ScanNotFinished,
    /// The scans that are to be compared are of different addresses.
    UrlMismatch,
    /// A route that needs a caller was called by nobody.
    Unauthorized,
    /// An `Authorization` header that is no live key.
    InvalidApiKey,
    /// A key on a route for people.
    SessionRequired,
    /// A sign-in token that is missing or was never issued.
    TokenInvalid,
    /// A sign-in token whose time is over.
    TokenExpired,
    /// A sign-in token that was used before.
    TokenUsed,
    /// Another site made the browser send the request.
    CrossSiteRequest,
    /// A fresh scan was asked for without an account.
    RefreshRequiresAccount,
    /// The plan does not hold it.
    PlanRequired,
    /// The human check was not passed.
    HumanCheckFailed,
    /// The key may not do this.
    InsufficientScope,
    /// No such thing here.
    NotFound,
    /// The path exists, the method does not.
    MethodNotAllowed,
    /// The scan has no report: it is pending, or it failed.
    ReportNotReady,
    /// The first request with this key is still running.
    IdempotencyInProgress,
    /// The account has as many keys as it may.
    KeyLimitReached,
    /// The idempotency key was used for another request.
    IdempotencyKeyReused,
    /// Too many requests of this kind.
    RateLimited,
    /// The plan's scans are spent.
    QuotaExceeded,
    /// The body came too slowly.
    RequestTimeout,
    /// The body is too long.
    BodyTooLarge,
    /// The body is of another type than JSON.
    UnsupportedMediaType,
    /// The scan ended without a report.
    ScanFailed,
    /// The scan is finished, but its report is not there.
    ReportMissing,
    /// A fault of ours.
    InternalError,
    /// The service has run as many scans today as it may.
    DailyBudgetExhausted,
    /// No mail can be sent.
    MailNotConfigured,
    /// Too much to do at the moment.
    Overloaded,
    /// The service is stopping.
    Draining,
}

impl Code {
    /// The code as clients see it, and its status.
    const fn row(self) -> (&'static str, Status) {
        match self {
            Self::InvalidRequest => ("invalid_request", StatusCode::BAD_REQUEST),
            Self::InvalidJson => ("invalid_json", StatusCode::BAD_REQUEST),
            Self::InvalidUrl => ("invalid_url", StatusCode::BAD_REQUEST),
            Self::InvalidScanId => ("invalid_scan_id", StatusCode::BAD_REQUEST),
            Self::InvalidIds => ("invalid_ids", StatusCode::BAD_REQUEST),
            Self::CompareFormInvalid => ("compare_form_invalid", StatusCode::BAD_REQUEST),
            Self::ScanNotFinished => ("scan_not_finished", StatusCode::BAD_REQUEST),
            Self::UrlMismatch => ("url_mismatch", StatusCode::BAD_REQUEST),
            Self::InvalidEmail => ("invalid_email", StatusCode::BAD_REQUEST),
            Self::InvalidScope => ("invalid_scope", StatusCode::BAD_REQUEST),
            Self::InvalidIdempotencyKey => ("invalid_idempotency_key", StatusCode::BAD_REQUEST),
            Self::Unauthorized => ("unauthorized", StatusCode::UNAUTHORIZED),
            Self::SessionRequired => ("session_required", StatusCode::UNAUTHORIZED),
            Self::TokenInvalid => ("token_invalid", StatusCode::UNAUTHORIZED),
            Self::TokenExpired => ("token_expired", StatusCode::UNAUTHORIZED),
            Self::TokenUsed => ("token_used", StatusCode::UNAUTHORIZED),
            Self::CrossSiteRequest => ("cross_site_request", StatusCode::UNAUTHORIZED),
            Self::PlanRequired => ("plan_required", StatusCode::PAYMENT_REQUIRED),
            Self::HumanCheckFailed => ("human_check_failed", StatusCode::FORBIDDEN),
            Self::InsufficientScope => ("insufficient_scope", StatusCode::FORBIDDEN),
            Self::IdempotencyInProgress => ("idempotency_in_progress", StatusCode::CONFLICT),
            Self::KeyLimitReached => ("key_limit_reached", StatusCode::CONFLICT),
            Self::IdempotencyKeyReused => {
                ("idempotency_key_reused", StatusCode::UNPROCESSABLE_ENTITY)
            }
            Self::RateLimited => ("rate_limited", StatusCode::TOO_MANY_REQUESTS),
            Self::QuotaExceeded => ("quota_exceeded", StatusCode::TOO_MANY_REQUESTS),
            Self::DailyBudgetExhausted => {
                ("daily_budget_exhausted", StatusCode::SERVICE_UNAVAILABLE)
            }
            Self::MailNotConfigured => ("mail_not_configured", StatusCode::SERVICE_UNAVAILABLE),
            Self::InvalidApiKey => ("invalid_api_key", StatusCode::UNAUTHORIZED),
            Self::RefreshRequiresAccount => ("refresh_requires_account", StatusCode::UNAUTHORIZED),
            Self::NotFound => ("not_found", StatusCode::NOT_FOUND),
            Self::MethodNotAllowed => ("method_not_allowed", StatusCode::METHOD_NOT_ALLOWED),
            Self::ReportNotReady => ("report_not_ready", StatusCode::CONFLICT),
            Self::RequestTimeout => ("request_timeout", StatusCode::REQUEST_TIMEOUT),
            Self::BodyTooLarge => ("body_too_large", StatusCode::PAYLOAD_TOO_LARGE),
            Self::UnsupportedMediaType => {
                ("unsupported_media_type", StatusCode::UNSUPPORTED_MEDIA_TYPE)
            }
            Self::ScanFailed => ("scan_failed", StatusCode::INTERNAL_SERVER_ERROR),
            Self::ReportMissing => ("report_missing", StatusCode::INTERNAL_SERVER_ERROR),
            Self::InternalError => ("internal_error", StatusCode::INTERNAL_SERVER_ERROR),
            Self::Overloaded => ("overloaded", StatusCode::SERVICE_UNAVAILABLE),
            Self::Draining => ("draining", StatusCode::SERVICE_UNAVAILABLE),
        }
    }

    /// The code as clients see it.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// The status it is answered with.
    pub(crate) const fn status(self) -> Status {
        self.row().1
    }

    /// Whether the caller must say who they are, or say it differently.
    pub(crate) fn is_unauthorized(self) -> bool {
        self.status() == StatusCode::UNAUTHORIZED
    }
}

/// The body of every error.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Error")]
pub struct ErrorBody {
    /// What went wrong, as a code that does not change.
    pub error: String,
    /// The same in one sentence for a person.
    pub message: String,
    /// The request's id, as in `X-Request-Id`.
    pub request_id: String,
    /// What comes with some codes only.
    #[serde(flatten)]
    pub extras: Extras,
}

/// What comes with some codes only.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Extras {
    /// Where an agent can scan without what was missing here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentPointers>,
    /// The scan that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scan_id: Option<String>,
    /// Why the scan failed, or what a larger plan is needed for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The scope that the key lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The bucket that is empty: `day` or `month`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bucket: Option<String>,
    /// How much is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// How much was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used: Option<u32>,
    /// When it is allowed again (RFC 3339, UTC, milliseconds).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset_at: Option<String>,
    /// Seconds until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_sec: Option<i64>,
    /// The plan whose limit it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
}

/// Why a scan failed, or what a larger plan is needed for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Reason {
    /// Why a scan failed.
    Failure(ScanFailure),
    /// `plan`: the plan does not hold it at all; `monitor_limit`: not so many.
    Plan(String),
}

/// Where an agent that was refused a scan can go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentPointers {
    /// The MCP endpoint.
    pub mcp_endpoint: String,
    /// The tool that starts a scan there.
    pub tool: String,
    /// The page where an account makes its keys.
    pub keys_url: String,
    /// The header without which the request would be taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_without: Option<String>,
}

/// A request that was refused or failed, on its way to the caller.
#[derive(Debug)]
pub(crate) struct Problem {
    code: Code,
    message: String,
    extras: Box<Extras>,
    headers: Vec<(HeaderName, HeaderValue)>,
    usage: Option<Box<Usage>>,
}

impl Problem {
    /// A problem with nothing but its code and a sentence.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        let (extras, headers) = (Box::default(), Vec::new());
        Self { code, message: message.into(), extras, headers, usage: None }
    }

    pub(crate) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(Code::InvalidRequest, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(Code::NotFound, message)
    }

    pub(crate) fn method_not_allowed(allow: HeaderValue) -> Self {
        Self::new(Code::MethodNotAllowed, "This path does not take that method; see `Allow`.")
            .header(ALLOW, allow)
    }

    /// A fault of ours. What it is belongs into the log, never into the answer.
    pub(crate) fn internal() -> Self {
        Self::new(
            Code::InternalError,
            "Something went wrong on our side; please try again, and report the request id if it happens again.",
        )
    }

    pub(crate) fn overloaded() -> Self {
        Self::later(Code::Overloaded, "The service is busy; please try again shortly.")
    }

    pub(crate) fn draining() -> Self {
        Self::later(Code::Draining, "The service is restarting; please try again shortly.")
    }

    pub(crate) fn scan_failed(scan_id: String, reason: ScanFailure) -> Self {
        let mut problem = Self::new(Code::ScanFailed, reason.message.clone());
        problem.extras.scan_id = Some(scan_id);
        problem.extras.reason = Some(Reason::Failure(reason));
        problem
    }

    /// The plan does not hold what was asked for.
    pub(crate) fn plan_required(message: impl Into<String>) -> Self {
        let mut problem = Self::new(Code::PlanRequired, message);
        problem.extras.reason = Some(Reason::Plan("plan".to_owned()));
        problem
    }

    /// A limit is reached until `resets_at`.
    pub(crate) fn until(code: Code, message: impl Into<String>, resets_at: i64, now: i64) -> Self {
        let seconds = seconds_until(resets_at, now);
        let mut problem = Self::new(code, message).header(RETRY_AFTER, HeaderValue::from(seconds));
        problem.extras.reset_at = Some(rfc3339(resets_at));
        problem.extras.retry_after_sec = Some(seconds);
        problem
    }

    fn later(code: Code, message: &str) -> Self {
        let seconds = rand::random_range(RETRY_SECONDS);
        Self::new(code, message).header(RETRY_AFTER, HeaderValue::from(seconds))
    }

    /// The same problem with one more header.
    pub(crate) fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// The same problem under another code.
    pub(crate) fn recoded(self, code: Code) -> Self {
        Self { code, ..self }
    }

    /// The same problem with more said about it.
    pub(crate) fn with(mut self, add: impl FnOnce(&mut Extras)) -> Self {
        add(&mut self.extras);
        self
    }

    /// The same problem, naming the scope that is missing.
    pub(crate) fn scope(self, scope: &str) -> Self {
        self.with(|extras| extras.scope = Some(scope.to_owned()))
    }

    /// The scope that is missing.
    pub(crate) fn missing_scope(&self) -> Option<&str> {
        self.extras.scope.as_deref()
    }

    /// The same problem, knowing how full the caller's buckets were when it arose.
    pub(crate) fn used(mut self, usage: Usage) -> Self {
        self.usage = Some(Box::new(usage));
        self
    }

    /// How full the caller's buckets were when it arose, where that is known.
    pub(crate) fn usage(&self) -> Option<&Usage> {
        self.usage.as_deref()
    }

    /// Its status.
    pub(crate) fn status(&self) -> Status {
        self.code.status()
    }

    pub(crate) fn code(&self) -> Code {
        self.code
    }

    /// Its status, its headers, and the body that a caller gets.
    pub(crate) fn parts(
        self,
        request_id: &str,
    ) -> (Status, Vec<(HeaderName, HeaderValue)>, ErrorBody) {
        let body = ErrorBody {
            error: self.code.name().to_owned(),
            message: self.message,
            request_id: request_id.to_owned(),
            extras: *self.extras,
        };
        (self.code.status(), self.headers, body)
    }

    /// The answer that the caller gets.
    pub(crate) fn respond(self, request_id: &str) -> Response {
        let (status, headers, body) = self.parts(request_id);
        let mut response = reply::json(status, &body).with_static(CACHE_CONTROL, "no-store");
        for (name, value) in headers {
            response.headers_mut().append(name, value);
        }
        response
    }
}

#[cfg(test)]
#[path = "problem_tests.rs"]
mod tests;
