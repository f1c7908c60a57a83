//! Why a sign-in or a change failed.

use super::email::InvalidEmail;
use crate::worker::AskError;

/// As many links were asked for as may in this hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyLinks {
    /// How many may.
    pub limit: u32,
    /// When the hour turns, in milliseconds since 1970.
    pub resets_at: i64,
    /// The instant of the refusal.
    pub at: i64,
}

/// Why a sign-in or a change failed.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The text isn't an email address.
    #[error(transparent)]
    InvalidEmail(#[from] InvalidEmail),
    /// Too many links.
    #[error("too many sign-in links were requested this hour")]
    TooManyLinks(TooManyLinks),
    /// No mail can be sent.
    #[error("this service can't send email; its operator must set CITABLE_SMTP_URL")]
    MailNotConfigured,
    /// There never was such a token.
    #[error("this sign-in link is invalid; request a new one")]
    UnknownToken,
    /// The token's time is over.
    #[error("this sign-in link has expired; request a new one")]
    ExpiredToken,
    /// The token was used before.
    #[error("this sign-in link was used before; request a new one")]
    UsedToken,
    /// The account has as many keys as it may.
    #[error("the account has as many API keys as its plan allows; revoke one first")]
    KeyLimit,
    /// The store gave no answer.
    #[error(transparent)]
    Ask(#[from] AskError),
}
