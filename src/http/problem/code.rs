//! Every code of an error: its name, its status, and the page that explains it.

use std::borrow::Cow;

use hyper::StatusCode;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::Status;

/// The guide to every error.
const ERRORS: &str = "/docs/errors.md";
/// The guide to credentials.
const AUTH: &str = "/auth.md";
/// The guide to plans and their limits.
const ACCOUNTS: &str = "/docs/accounts.md";
/// The guide to buying a plan.
const BILLING: &str = "/docs/billing.md";

/// Declares the codes: meaning, variant, name, status, page.
macro_rules! codes {
    ($(#[doc = $meaning:literal] $variant:ident $name:literal $status:ident $page:ident)+) => {
        /// Why a request was refused or failed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $meaning] $variant,)+
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The code as clients see it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The status it is answered with.
            pub(crate) const fn status(self) -> Status {
                match self { $(Self::$variant => StatusCode::$status,)+ }
            }

            /// What it means, in one sentence.
            pub(crate) const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)+ }
            }

            /// The page that explains it, below the root of the site.
            pub(crate) const fn page(self) -> &'static str {
                match self { $(Self::$variant => $page,)+ }
            }
        }
    };
}

codes! {
    /// A field, a parameter or the body is invalid.
    InvalidRequest "invalid_request" BAD_REQUEST ERRORS
    /// The body is not valid JSON.
    InvalidJson "invalid_json" BAD_REQUEST ERRORS
    /// The URL is not a public HTTPS URL.
    InvalidUrl "invalid_url" BAD_REQUEST ERRORS
    /// The scan ID is malformed.
    InvalidScanId "invalid_scan_id" BAD_REQUEST ERRORS
    /// The list of IDs is empty, malformed or too long.
    InvalidIds "invalid_ids" BAD_REQUEST ERRORS
    /// The email address is malformed.
    InvalidEmail "invalid_email" BAD_REQUEST ERRORS
    /// New API keys cannot carry this scope.
    InvalidScope "invalid_scope" BAD_REQUEST AUTH
    /// `Idempotency-Key` is not 1 to 255 visible ASCII characters.
    InvalidIdempotencyKey "invalid_idempotency_key" BAD_REQUEST ERRORS
    /// The cursor does not belong to this list and account.
    InvalidCursor "invalid_cursor" BAD_REQUEST ERRORS
    /// `limit` is out of range.
    InvalidLimit "invalid_limit" BAD_REQUEST ERRORS
    /// An answer engine is unknown, or none is named.
    InvalidEngine "invalid_engine" BAD_REQUEST ERRORS
    /// The plan cannot be bought this way, or the account already has a subscription.
    InvalidPlan "invalid_plan" BAD_REQUEST BILLING
    /// The account has never paid, so there is no customer portal.
    NoBillingProfile "no_billing_profile" BAD_REQUEST BILLING
    /// The signature of the payment event cannot be verified.
    InvalidSignature "invalid_signature" BAD_REQUEST BILLING
    /// The request needs either `from` and `to`, or `url`, not both.
    CompareFormInvalid "compare_form_invalid" BAD_REQUEST ERRORS
    /// A scan to compare has no report.
    ScanNotFinished "scan_not_finished" BAD_REQUEST ERRORS
    /// The scans to compare are of different URLs.
    UrlMismatch "url_mismatch" BAD_REQUEST ERRORS
    /// The route needs a session or an API key.
    Unauthorized "unauthorized" UNAUTHORIZED AUTH
    /// The `Authorization` header holds no active API key.
    InvalidApiKey "invalid_api_key" UNAUTHORIZED AUTH
    /// The route needs a session; API keys are refused.
    SessionRequired "session_required" UNAUTHORIZED AUTH
    /// The sign-in token is missing or was never issued.
    TokenInvalid "token_invalid" UNAUTHORIZED AUTH
    /// The sign-in token is older than 15 minutes.
    TokenExpired "token_expired" UNAUTHORIZED AUTH
    /// The sign-in token was used before.
    TokenUsed "token_used" UNAUTHORIZED AUTH
    /// Another site made the browser send the request.
    CrossSiteRequest "cross_site_request" UNAUTHORIZED AUTH
    /// The MCP endpoint does not accept this origin or host.
    OriginNotAllowed "origin_not_allowed" FORBIDDEN ERRORS
    /// `refresh` needs an account.
    RefreshRequiresAccount "refresh_requires_account" UNAUTHORIZED AUTH
    /// The plan does not include this, or its limit is reached.
    PlanRequired "plan_required" PAYMENT_REQUIRED ACCOUNTS
    /// The human-check token is missing, invalid or used.
    HumanCheckFailed "human_check_failed" FORBIDDEN AUTH
    /// The API key lacks the scope the route needs.
    InsufficientScope "insufficient_scope" FORBIDDEN AUTH
    /// Only the signed-in owner may do this; API keys are refused.
    KeyNotAllowed "key_not_allowed" FORBIDDEN AUTH
    /// Nothing exists at this path or under this ID.
    NotFound "not_found" NOT_FOUND ERRORS
    /// The path exists, but not for this method.
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED ERRORS
    /// The scan has no report: it is pending or has failed.
    ReportNotReady "report_not_ready" CONFLICT ERRORS
    /// A scan that would be deleted is still running.
    ScanRunning "scan_running" CONFLICT ERRORS
    /// The first request with this `Idempotency-Key` is still running.
    IdempotencyInProgress "idempotency_in_progress" CONFLICT ERRORS
    /// The account has as many API keys as its plan allows.
    KeyLimitReached "key_limit_reached" CONFLICT ACCOUNTS
    /// The `Idempotency-Key` was used for a different request.
    IdempotencyKeyReused "idempotency_key_reused" UNPROCESSABLE_ENTITY ERRORS
    /// Too many requests, or an anonymous caller has no scans left.
    RateLimited "rate_limited" TOO_MANY_REQUESTS ERRORS
    /// The account has used all scans of its plan for the day or month.
    QuotaExceeded "quota_exceeded" TOO_MANY_REQUESTS ACCOUNTS
    /// The body arrived too slowly.
    RequestTimeout "request_timeout" REQUEST_TIMEOUT ERRORS
    /// The body is too large.
    BodyTooLarge "body_too_large" PAYLOAD_TOO_LARGE ERRORS
    /// The body has the wrong content type.
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE ERRORS
    /// The scan failed; `reason` says why.
    ScanFailed "scan_failed" INTERNAL_SERVER_ERROR ERRORS
    /// The scan is finished, but its report is missing.
    ReportMissing "report_missing" INTERNAL_SERVER_ERROR ERRORS
    /// Something failed on the server.
    InternalError "internal_error" INTERNAL_SERVER_ERROR ERRORS
    /// The service has used its daily scan budget.
    DailyBudgetExhausted "daily_budget_exhausted" SERVICE_UNAVAILABLE ERRORS
    /// The payment provider could not complete the request.
    ProviderError "provider_error" BAD_GATEWAY BILLING
    /// Payments are not configured on this service.
    BillingNotConfigured "billing_not_configured" SERVICE_UNAVAILABLE BILLING
    /// Email is not configured on this service.
    MailNotConfigured "mail_not_configured" SERVICE_UNAVAILABLE ERRORS
    /// The service is busy.
    Overloaded "overloaded" SERVICE_UNAVAILABLE ERRORS
    /// The service is restarting, or scans are paused.
    Draining "draining" SERVICE_UNAVAILABLE ERRORS
}

impl Code {
    /// True if the caller must authenticate, or authenticate differently.
    pub(crate) fn is_unauthorized(self) -> bool {
        self.status() == StatusCode::UNAUTHORIZED
    }

    /// The field, header or parameter that the code itself names.
    pub(crate) const fn param(self) -> Option<&'static str> {
        Some(match self {
            Self::InvalidEmail => "email",
            Self::InvalidIds => "ids",
            Self::InvalidScope => "scopes",
            Self::InvalidCursor => "cursor",
            Self::InvalidLimit => "limit",
            Self::InvalidUrl => "url",
            Self::InvalidSignature => "payment-signature",
            Self::TokenInvalid | Self::TokenExpired | Self::TokenUsed => "token",
            Self::InvalidApiKey => "Authorization",
            Self::RefreshRequiresAccount => "refresh",
            Self::HumanCheckFailed => "humanCheckToken",
            Self::InvalidIdempotencyKey
            | Self::IdempotencyInProgress
            | Self::IdempotencyKeyReused => "Idempotency-Key",
            Self::UnsupportedMediaType => "Content-Type",
            _ => return None,
        })
    }

    /// True if a larger plan would let the request through.
    pub(crate) const fn is_about_plan(self) -> bool {
        matches!(self, Self::PlanRequired | Self::QuotaExceeded | Self::HumanCheckFailed)
    }
}

/// One closed list, in which each code is explained.
impl JsonSchema for Code {
    fn schema_name() -> Cow<'static, str> {
        "ErrorCode".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = Self::ALL.iter().map(|code| code.name()).collect();
        let meanings: Vec<String> = Self::ALL
            .iter()
            .map(|code| format!("`{}`: {}", code.name(), code.meaning().trim()))
            .collect();
        json_schema!({
            "type": "string",
            "enum": names,
            "description": format!("Error code. {}", meanings.join(" ")),
        })
    }
}
