//! Why a scan ended without a report.
//!
//! One rule: no verdict where we could not see. Whatever may be about us or about the moment is a
//! failed scan with a reason; it never becomes a score.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Ends the message of every failed scan: it is no verdict on the page.
pub const NO_VERDICT: &str = "Answer engines may get a different response.";

/// Reason why a scan failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ScanFailureCode")]
pub enum FailureCode {
    /// The host name could not be resolved.
    DnsFailed,
    /// The URL or a redirect target is not on the public internet or not on an allowed port.
    BlockedAddress,
    /// The TLS handshake failed or the certificate is invalid.
    TlsFailed,
    /// The connection failed or broke off.
    ConnectFailed,
    /// The connection, the response or the whole scan took too long.
    TimedOut,
    /// robots.txt disallows the URL for CitableBot.
    RobotsRefused,
    /// The site answered with a 4xx status other than 404 or 410.
    Refused,
    /// The site answered with a challenge page.
    Challenged,
    /// The URL redirects to an `http:` URL, which is not fetched.
    RedirectedToHttp,
    /// The site answered with a 5xx status, twice.
    OriginError,
    /// The response is not HTML.
    NotHtml,
    /// The service stopped during both attempts. The scan is not charged.
    ScanInterrupted,
    /// The service failed. The scan is not charged.
    Internal,
}

impl FailureCode {
    /// The code as clients see it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DnsFailed => "dns_failed",
            Self::BlockedAddress => "blocked_address",
            Self::TlsFailed => "tls_failed",
            Self::ConnectFailed => "connect_failed",
            Self::TimedOut => "timed_out",
            Self::RobotsRefused => "robots_refused",
            Self::Refused => "refused",
            Self::Challenged => "challenged",
            Self::RedirectedToHttp => "redirected_to_http",
            Self::OriginError => "origin_error",
            Self::NotHtml => "not_html",
            Self::ScanInterrupted => "scan_interrupted",
            Self::Internal => "internal",
        }
    }

    /// True if the fault is ours: such a scan isn't charged.
    pub const fn gives_charge_back(self) -> bool {
        matches!(self, Self::ScanInterrupted | Self::Internal)
    }

    /// The code of that name, if there is one.
    pub fn parse(name: &str) -> Option<Self> {
        [
            Self::DnsFailed,
            Self::BlockedAddress,
            Self::TlsFailed,
            Self::ConnectFailed,
            Self::TimedOut,
            Self::RobotsRefused,
            Self::Refused,
            Self::Challenged,
            Self::RedirectedToHttp,
            Self::OriginError,
            Self::NotHtml,
            Self::ScanInterrupted,
            Self::Internal,
        ]
        .into_iter()
        .find(|code| code.as_str() == name)
    }
}

/// Why a scan failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[error("{message}")]
pub struct ScanFailure {
    /// Code of the reason.
    pub code: FailureCode,
    /// What happened. A failed scan says nothing about what answer engines get.
    pub message: String,
    /// HTTP status, if it is the reason (`refused`, `origin_error`, `challenged`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 100, max = 999))]
    pub status: Option<u16>,
    /// Media type of the response, for `not_html`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
}

impl ScanFailure {
    /// A failure with neither status nor media type.
    pub fn new(code: FailureCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), status: None, content_type: None }
    }

    /// The same failure, naming the HTTP status it rests on.
    #[must_use]
    pub fn with_status(self, status: u16) -> Self {
        Self { status: Some(status), ..self }
    }

    /// The same failure, naming the media type it rests on.
    #[must_use]
    pub fn with_content_type(self, content_type: impl Into<String>) -> Self {
        Self { content_type: Some(content_type.into()), ..self }
    }
}
