//! The webhook endpoint of an account.

mod doc;

use citable_actors::clock::rfc3339;
use citable_actors::identity::{Account, AccountPlan};
use citable_actors::webhooks::{
    Endpoint, LastDelivery, RotatedSecret, SavedEndpoint, TestDelivery,
};
use hyper::header::CACHE_CONTROL;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::keys::Done;
use super::reports::per_viewer;
use crate::http::call::Call;
use crate::http::idempotency::once;
use crate::http::problem::{CREATED, OK, Problem, Status};
use crate::http::reply::{self, JSON, Response, With};

pub(crate) use doc::{DELETE, DISABLE, ENABLE, READ, ROTATE_SECRET, SAVE, TEST};

/// The body of `POST /webhooks`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookRequest {
    /// A public HTTPS address.
    #[schemars(length(min = 1, max = 2048))]
    pub url: String,
}

/// An account's endpoint, if it has one.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookEnvelope")]
pub struct EndpointEnvelope {
    /// The endpoint.
    pub endpoint: Option<EndpointView>,
    /// The secret that deliveries are signed with, `whsec_` and base64. It is never shown again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Until when the secret before signs too (RFC 3339, UTC, milliseconds).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_secret_expires_at: Option<String>,
}

/// Where an account's deliveries go.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookEndpoint")]
pub struct EndpointView {
    /// `whk_…`.
    pub id: String,
    /// Its address.
    pub url: String,
    /// Whether deliveries are made.
    pub enabled: bool,
    /// Why none are: `manual`, `failing`, `gone`, or `plan`, which ends by itself.
    pub paused_reason: Option<String>,
    /// When it was made (RFC 3339, UTC, milliseconds).
    pub created_at: String,
    /// The last characters of its secret, before the padding.
    pub secret_hint: String,
    /// The last attempt to deliver something.
    pub last_delivery: Option<LastDeliveryView>,
}

/// The last attempt to deliver something.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LastDelivery")]
pub struct LastDeliveryView {
    /// The `webhook-id`.
    pub id: String,
    /// When (RFC 3339, UTC, milliseconds).
    pub at: String,
    /// What the endpoint answered, if it did.
    pub status_code: Option<u16>,
    /// Whether that was a success.
    pub ok: bool,
}

/// The answer of `POST /webhooks/test`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TestDelivery")]
pub struct TestView {
    /// Whether the endpoint took it.
    pub ok: bool,
    /// What it answered, if it did.
    pub status_code: Option<u16>,
    /// How long it took.
    pub duration_ms: i64,
    /// Why it was no success: `redirected`, `refused`, `origin_error`, `blocked_address`,
    /// `dns_failed`, `connect_failed`, `tls_failed`, `timed_out` or `internal`.
    pub error: Option<String>,
    /// The `webhook-id`.
    pub delivery_id: String,
}

impl EndpointEnvelope {
    fn of(endpoint: Option<&Endpoint>) -> Self {
        let endpoint = endpoint.map(EndpointView::from);
        Self { endpoint, secret: None, previous_secret_expires_at: None }
    }
}

impl From<&Endpoint> for EndpointView {
    fn from(endpoint: &Endpoint) -> Self {
        Self {
            id: endpoint.id.clone(),
            url: endpoint.url.clone(),
            enabled: endpoint.paused.is_none(),
            paused_reason: endpoint.paused.map(|reason| reason.as_str().to_owned()),
            created_at: rfc3339(endpoint.created_at),
            secret_hint: endpoint.secret_hint.clone(),
            last_delivery: endpoint.last_delivery.as_ref().map(LastDeliveryView::from),
        }
    }
}

impl From<&LastDelivery> for LastDeliveryView {
    fn from(last: &LastDelivery) -> Self {
        Self {
            id: last.id.clone(),
            at: rfc3339(last.at),
            status_code: last.status_code,
            ok: last.ok,
        }
    }
}

impl From<TestDelivery> for TestView {
    fn from(test: TestDelivery) -> Self {
        Self {
            ok: test.error.is_none(),
            status_code: test.status_code,
            duration_ms: test.duration_ms,
            error: test.error.map(str::to_owned),
            delivery_id: test.id,
        }
    }
}

/// Answers with the account's endpoint.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    let account = owner(&call)?;
    let endpoint = call.app().handles.webhooks.endpoint_of(&account.id).await?;
    Ok(per_viewer(reply::json(OK, &EndpointEnvelope::of(endpoint.as_ref()))))
}

/// Stores an address.
pub(crate) async fn save(call: Call) -> Result<Response, Problem> {
    let account = owner(&call)?.id.clone();
    let wanted: WebhookRequest = call.fields()?;
    let once = once(call.slot.as_ref(), saved);
    let made = call.app().handles.webhooks.save(account, wanted.url, once).await?;
    let (status, body) = saved(&made);
    Ok(private(reply::bytes(status, JSON, body)))
}

/// Deletes the endpoint.
pub(crate) async fn delete(call: Call) -> Result<Response, Problem> {
    let account = owner(&call)?.id.clone();
    call.app().handles.webhooks.delete(account).await?;
    Ok(reply::json(OK, &Done { ok: true }))
}

/// Replaces the secret.
pub(crate) async fn rotate_secret(call: Call) -> Result<Response, Problem> {
    let account = owner(&call)?.id.clone();
    let rotated = call.app().handles.webhooks.rotate_secret(account).await?;
    let RotatedSecret { endpoint, secret, previous_until } = rotated;
    let envelope = EndpointEnvelope {
        secret: Some(secret),
        previous_secret_expires_at: Some(rfc3339(previous_until)),
        ..EndpointEnvelope::of(Some(&endpoint))
    };
    Ok(private(reply::json(OK, &envelope)))
}

/// Ends a pause.
pub(crate) async fn enable(call: Call) -> Result<Response, Problem> {
    let account = owner(&call)?.id.clone();
    let endpoint = call.app().handles.webhooks.enable(account).await?;
    Ok(private(reply::json(OK, &EndpointEnvelope::of(Some(&endpoint)))))
}

/// Begins a pause.
pub(crate) async fn disable(call: Call) -> Result<Response, Problem> {
    let account = owner(&call)?.id.clone();
    let endpoint = call.app().handles.webhooks.pause(account).await?;
    Ok(private(reply::json(OK, &EndpointEnvelope::of(Some(&endpoint)))))
}

/// Delivers a message about nothing.
pub(crate) async fn test(call: Call) -> Result<Response, Problem> {
    let account = owner(&call)?.id.clone();
    let test = call.app().handles.webhooks.test(account).await?;
    Ok(private(reply::json(OK, &TestView::from(test))))
}

fn owner(call: &Call) -> Result<&Account, Problem> {
    let account = call.caller.account().ok_or_else(Problem::internal)?;
    if account.plan == AccountPlan::Agency {
        return Ok(account);
    }
    Err(Problem::plan_required("Webhooks need the Agency plan."))
}

/// The answer to an address that was stored.
fn saved(made: &SavedEndpoint) -> (Status, Vec<u8>) {
    let status = if made.secret.is_some() { CREATED } else { OK };
    let envelope = EndpointEnvelope {
        secret: made.secret.clone(),
        ..EndpointEnvelope::of(Some(&made.endpoint))
    };
    (status, reply::to_json(&envelope))
}

fn private(response: Response) -> Response {
    response.with_static(CACHE_CONTROL, "no-store")
}
