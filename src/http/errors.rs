//! How the failures of the layers below become problems: what the caller can act on is said, the
//! rest goes to the log.

use std::error::Error;

use citable_actors::billing::BillingError;
use citable_actors::clock::rfc3339;
use citable_actors::fetch::TargetError;
use citable_actors::history::HistoryError;
use citable_actors::human_check::HumanCheckError;
use citable_actors::idempotency::IdempotencyError;
use citable_actors::identity::{IdentityError, TooManyLinks};
use citable_actors::ledger::LedgerError;
use citable_actors::monitors::MonitorsError;
use citable_actors::quota::Usage;
use citable_actors::store::StoreError;
use citable_actors::webhooks::WebhooksError;
use citable_actors::{AskError, CallError, ScansError};
use hyper::header::RETRY_AFTER;

use super::problem::{Code, Problem};
use super::rate_limit::exhausted;
use super::reply;

impl From<TargetError> for Problem {
    fn from(error: TargetError) -> Self {
        Self::new(Code::InvalidUrl, error.to_string())
    }
}

impl From<ScansError> for Problem {
    fn from(error: ScansError) -> Self {
        match error {
            ScansError::QueueFull => Self::overloaded(),
            ScansError::Draining => Self::draining(),
            ScansError::Paused => Self::paused(),
            ScansError::UnknownScan => no_such_scan(),
            ScansError::Call(error) => error.into(),
            ScansError::Read(error) => error.into(),
            // Only a listener can be too late, and its handler answers that itself.
            ScansError::AlreadyEnded => logged(&error),
        }
    }
}

impl From<AskError> for Problem {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Call(error) => error.into(),
            AskError::Store(error) => error.into(),
        }
    }
}

impl From<LedgerError> for Problem {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::QuotaSpent(usage) => quota_spent(usage),
            LedgerError::BudgetSpent(usage) => Self::until(
                Code::DailyBudgetExhausted,
                "The service has used its scan budget for today. Try again after midnight UTC.",
                usage.day.period.end,
                usage.at,
            )
            .used(usage),
            LedgerError::Scans(error) => error.into(),
            LedgerError::Call(error) => error.into(),
            LedgerError::Store(error) => error.into(),
        }
    }
}

/// The refusal of a scan for which no bucket has room.
fn quota_spent(usage: Usage) -> Problem {
    let (name, bucket) = exhausted(&usage);
    let (limit, scans) = (bucket.limit, if bucket.limit == 1 { "scan" } else { "scans" });
    let reset = rfc3339(bucket.period.end);
    let message =
        format!("The limit of {limit} {scans} per {name} is reached. It resets at {reset}.");
    let problem = Problem::until(Code::QuotaExceeded, message, bucket.period.end, usage.at);
    problem.used(usage).with(|extras| {
        extras.bucket = Some(name.to_owned());
        extras.limit = Some(bucket.limit);
        extras.used = Some(bucket.used);
    })
}

impl From<MonitorsError> for Problem {
    fn from(error: MonitorsError) -> Self {
        match error {
            MonitorsError::LimitReached => Self::monitor_limit(
                "The account has as many monitors as its plan allows. Delete one, or upgrade the plan.",
            ),
            MonitorsError::Ask(error) => error.into(),
        }
    }
}

impl From<IdempotencyError> for Problem {
    fn from(error: IdempotencyError) -> Self {
        match error {
            IdempotencyError::Call(error) => error.into(),
            IdempotencyError::Store(error) => error.into(),
            error @ IdempotencyError::Unreadable(_) => logged(&error),
        }
    }
}

impl From<BillingError> for Problem {
    fn from(error: BillingError) -> Self {
        let code = match error {
            BillingError::NotConfigured => Code::BillingNotConfigured,
            BillingError::Subscribed => Code::InvalidPlan,
            BillingError::NoProfile => Code::NoBillingProfile,
            BillingError::Provider => Code::ProviderError,
            BillingError::Signature => Code::InvalidSignature,
            BillingError::NoEvent => Code::InvalidRequest,
            BillingError::Call(error) => return error.into(),
            BillingError::Store(error) => return error.into(),
        };
        Self::new(code, sentence(&error))
    }
}

impl From<IdentityError> for Problem {
    fn from(error: IdentityError) -> Self {
        let code = match error {
            IdentityError::InvalidEmail(_) => Code::InvalidEmail,
            IdentityError::MailNotConfigured => Code::MailNotConfigured,
            IdentityError::UnknownToken => Code::TokenInvalid,
            IdentityError::ExpiredToken => Code::TokenExpired,
            IdentityError::UsedToken => Code::TokenUsed,
            IdentityError::KeyLimit => Code::KeyLimitReached,
            IdentityError::TooManyLinks(reached) => return too_many_links(reached),
            IdentityError::Ask(error) => return error.into(),
        };
        Self::new(code, sentence(&error))
    }
}

impl From<HistoryError> for Problem {
    fn from(error: HistoryError) -> Self {
        match error {
            HistoryError::InvalidCursor => Self::new(
                Code::InvalidCursor,
                "`cursor` doesn't belong to this list. Omit it to start from the first page.",
            ),
            HistoryError::Unknown => nothing_here(),
            HistoryError::Running => Self::new(
                Code::ScanRunning,
                "A scan to delete is still running. Try again once it has finished.",
            ),
            HistoryError::Ask(error) => error.into(),
        }
    }
}

fn too_many_links(reached: TooManyLinks) -> Problem {
    let message = "Too many sign-in links were requested this hour. Use the newest one, or try \
        again next hour.";
    let problem = Problem::until(Code::RateLimited, message, reached.resets_at, reached.at);
    problem.with(|extras| extras.limit = Some(reached.limit))
}

impl From<HumanCheckError> for Problem {
    fn from(error: HumanCheckError) -> Self {
        let message = match &error {
            HumanCheckError::Missing => {
                "`humanCheckToken` is required here. Send the token of the human check, or scan through the MCP endpoint, which needs none."
            }
            HumanCheckError::Refused => {
                "`humanCheckToken` is invalid or was used before. Get a fresh token and try again."
            }
            HumanCheckError::Unreachable => {
                "The human check can't be verified right now. Try again in a few seconds."
            }
            HumanCheckError::Overloaded => return Self::overloaded(),
            HumanCheckError::Call(error) => return (*error).into(),
            HumanCheckError::Store(error) => return error.clone().into(),
        };
        let problem = Self::new(Code::HumanCheckFailed, message);
        match error {
            HumanCheckError::Unreachable => problem.header(RETRY_AFTER, reply::header("5")),
            _ => problem,
        }
    }
}

impl From<WebhooksError> for Problem {
    fn from(error: WebhooksError) -> Self {
        let code = match &error {
            WebhooksError::Url(error) => {
                return Self::new(Code::InvalidUrl, no_endpoint_url(error));
            }
            WebhooksError::NoEndpoint => Code::NotFound,
            WebhooksError::TooManyTests(_) => Code::RateLimited,
            WebhooksError::Call(error) => return (*error).into(),
            WebhooksError::Store(error) => return error.clone().into(),
        };
        Self::new(code, sentence(&error))
    }
}

/// What is wrong with the address of an endpoint. The gate speaks of pages.
fn no_endpoint_url(error: &TargetError) -> String {
    let own_words = match error {
        TargetError::Empty => "`url` is empty. Send the public HTTPS URL of your endpoint.",
        TargetError::NotHttps => "Webhooks are delivered to https:// URLs only.",
        TargetError::Port => {
            "Webhooks are delivered to the standard HTTPS port only. Remove the port from the URL."
        }
        TargetError::ReservedHost | TargetError::NotPublic => {
            "This host isn't on the public internet. Send a public URL."
        }
        TargetError::OwnAddress => {
            "This service doesn't deliver webhooks to itself. Send another URL."
        }
        error => return error.to_string(),
    };
    own_words.to_owned()
}

/// An error's text as sentences: what is wrong, and behind the semicolon what to do.
fn sentence(error: &dyn Error) -> String {
    let text = error.to_string();
    let sentences: Vec<String> = text.split("; ").map(capitalized).collect();
    format!("{}.", sentences.join(". "))
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", letters.as_str())
}

impl From<CallError> for Problem {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Overloaded | CallError::Unavailable | CallError::TimedOut => {
                Self::overloaded()
            }
            CallError::Broken => logged(&error),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Overloaded | StoreError::Contention(_) => Self::overloaded(),
            StoreError::Unavailable(_) => {
                tracing::warn!(%error, "the database didn't respond");
                Self::overloaded()
            }
            error => logged(&error),
        }
    }
}

/// The answer for an id that names no scan, malformed or not.
pub(crate) fn no_such_scan() -> Problem {
    Problem::not_found("No scan with this ID. Start one with POST /scan.")
}

/// The answer for a scan id that cannot be one.
pub(crate) fn malformed_scan_id() -> Problem {
    Problem::new(
        Code::InvalidScanId,
        "Malformed scan ID. A scan ID is `scn_` followed by 22 letters and digits.",
    )
}

fn logged(error: &(dyn Error + 'static)) -> Problem {
    tracing::error!(error, "a request failed");
    Problem::internal()
}

/// The answer for what the account does not have, malformed or not.
pub(crate) fn nothing_here() -> Problem {
    Problem::not_found("Not found in your account's history. List it with GET /history.")
}
