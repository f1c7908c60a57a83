//! Every code of an error, and its status.

use hyper::StatusCode;

use super::Status;

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
    /// A place in a list that this caller was not given for it.
    InvalidCursor,
    /// A page of a list that is too small or too large.
    InvalidLimit,
    /// An answer engine that is not known, or none.
    InvalidEngine,
    /// A plan that is not sold, not so, or not to this account.
    InvalidPlan,
    /// The payment provider does not know the account.
    NoBillingProfile,
    /// An event that the payment provider did not sign.
    InvalidSignature,
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
    /// A browser's page, or a host's name, that an MCP endpoint does not know.
    OriginNotAllowed,
    /// A fresh scan was asked for without an account.
    RefreshRequiresAccount,
    /// The plan does not hold it.
    PlanRequired,
    /// The human check was not passed.
    HumanCheckFailed,
    /// The key may not do this.
    InsufficientScope,
    /// A key where only its owner may act.
    KeyNotAllowed,
    /// No such thing here.
    NotFound,
    /// The path exists, the method does not.
    MethodNotAllowed,
    /// The scan has no report: it is pending, or it failed.
    ReportNotReady,
    /// What is to be deleted is being scanned.
    ScanRunning,
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
    /// The payment provider did not do it.
    ProviderError,
    /// Nobody takes payments.
    BillingNotConfigured,
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
            Self::InvalidCursor => ("invalid_cursor", StatusCode::BAD_REQUEST),
            Self::InvalidLimit => ("invalid_limit", StatusCode::BAD_REQUEST),
            Self::InvalidEngine => ("invalid_engine", StatusCode::BAD_REQUEST),
            Self::InvalidPlan => ("invalid_plan", StatusCode::BAD_REQUEST),
            Self::NoBillingProfile => ("no_billing_profile", StatusCode::BAD_REQUEST),
            Self::InvalidSignature => ("invalid_signature", StatusCode::BAD_REQUEST),
            Self::ProviderError => ("provider_error", StatusCode::BAD_GATEWAY),
            Self::BillingNotConfigured => {
                ("billing_not_configured", StatusCode::SERVICE_UNAVAILABLE)
            }
            Self::KeyNotAllowed => ("key_not_allowed", StatusCode::FORBIDDEN),
            Self::ScanRunning => ("scan_running", StatusCode::CONFLICT),
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
            Self::OriginNotAllowed => ("origin_not_allowed", StatusCode::FORBIDDEN),
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
