//! An endpoint as callers see it.

use citable_schema::{EndpointRow, EndpointSaved};

pub use citable_schema::PausedReason;

use crate::fetch::TargetError;
use crate::worker::AskError;
use crate::{CallError, store::StoreError};

/// Where an account's deliveries go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// `whk_…`.
    pub id: String,
    /// Its address.
    pub url: String,
    /// Why nothing is delivered; none where deliveries are made.
    pub paused: Option<PausedReason>,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// The last characters of its secret.
    pub secret_hint: String,
    /// The last attempt to deliver something.
    pub last_delivery: Option<LastDelivery>,
}

/// The last attempt to deliver something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastDelivery {
    /// `msg_…`.
    pub id: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What the endpoint answered, if it did.
    pub status_code: Option<u16>,
    /// Whether that was a success.
    pub ok: bool,
}

impl Endpoint {
    pub(super) fn from_row(row: EndpointRow) -> Self {
        let last = row.last_delivery_id.zip(row.last_attempt_at).zip(row.last_attempt_ok);
        Self {
            id: row.id,
            url: row.url,
            paused: row.paused_reason,
            created_at: row.created_at,
            secret_hint: row.secret_hint,
            last_delivery: last.map(|((id, at), ok)| LastDelivery {
                id,
                at,
                status_code: row.last_status_code.and_then(|code| u16::try_from(code).ok()),
                ok,
            }),
        }
    }
}

/// An address that was stored.
#[derive(Clone, PartialEq, Eq)]
pub struct SavedEndpoint {
    /// The endpoint as it is now.
    pub endpoint: Endpoint,
    /// The secret of one that was made; it is never seen again.
    pub secret: Option<String>,
}

impl SavedEndpoint {
    pub(super) fn of(saved: &EndpointSaved, secret: &str) -> Self {
        Self {
            endpoint: Endpoint::from_row(saved.endpoint.clone()),
            secret: saved.created.then(|| secret.to_owned()),
        }
    }
}

/// A secret that was replaced.
#[derive(Clone, PartialEq, Eq)]
pub struct RotatedSecret {
    /// The endpoint as it is now.
    pub endpoint: Endpoint,
    /// The new secret; it is never seen again.
    pub secret: String,
    /// Until when the one before signs too, in milliseconds since 1970.
    pub previous_until: i64,
}

/// How a test delivery went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestDelivery {
    /// `msg_…`.
    pub id: String,
    /// What the endpoint answered, if it did.
    pub status_code: Option<u16>,
    /// How long it took, in milliseconds.
    pub duration_ms: i64,
    /// Why it was no success, in one word.
    pub error: Option<&'static str>,
}

/// Why something was not done to an endpoint.
#[derive(Debug, thiserror::Error)]
pub enum WebhooksError {
    /// The address is not one to deliver to.
    #[error(transparent)]
    Url(#[from] TargetError),
    /// The account has no endpoint.
    #[error("no webhook endpoint is configured; create one with POST /webhooks")]
    NoEndpoint,
    /// As many tests as may were made in this hour.
    #[error("the limit of {0} test deliveries per hour is reached; try again next hour")]
    TooManyTests(u32),
    /// The actor gave no answer.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<AskError> for WebhooksError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Call(error) => error.into(),
            AskError::Store(error) => error.into(),
        }
    }
}
