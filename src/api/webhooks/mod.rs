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

/// Body of `POST /webhooks`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookRequest {
    /// Public HTTPS URL that webhooks are delivered to.
    #[schemars(length(min = 1, max = 2048))]
    pub url: String,
}

/// Envelope of the webhook endpoint.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookEnvelope")]
pub struct EndpointEnvelope {
    /// Webhook endpoint; null if none is configured.
    pub endpoint: Option<EndpointView>,
    /// Signing secret: `whsec_` followed by base64. Returned only when created or rotated; store it
    /// now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Time until which deliveries are also signed with the previous secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_secret_expires_at: Option<String>,
}

/// Webhook endpoint of an account.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookEndpoint")]
pub struct EndpointView {
    /// ID of the endpoint.
    pub id: String,
    /// URL of the endpoint.
    pub url: String,
    /// True if deliveries are sent; false while paused.
    pub enabled: bool,
    /// Reason for the pause; null while enabled. A `plan` pause ends with an upgrade.
    #[schemars(extend("enum" = ["manual", "failing", "gone", "plan", null]))]
    pub paused_reason: Option<String>,
    /// Time of creation.
    pub created_at: String,
    /// Last characters of the signing secret.
    pub secret_hint: String,
    /// Last delivery attempt; null if there was none.
    pub last_delivery: Option<LastDeliveryView>,
}

/// Last delivery attempt.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LastDelivery")]
pub struct LastDeliveryView {
    /// ID of the delivery, as in the `webhook-id` header.
    pub id: String,
    /// Time of the attempt.
    pub at: String,
    /// HTTP status the endpoint returned; null if it did not respond.
    #[schemars(range(min = 100, max = 999))]
    pub status_code: Option<u16>,
    /// True if the delivery succeeded.
    pub ok: bool,
}

/// Result of a test delivery.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TestDelivery")]
pub struct TestView {
    /// True if the endpoint accepted the delivery.
    pub ok: bool,
    /// HTTP status the endpoint returned; null if it did not respond.
    #[schemars(range(min = 100, max = 999))]
    pub status_code: Option<u16>,
    /// Duration in milliseconds.
    #[schemars(range(min = 0))]
    pub duration_ms: i64,
    /// Why the delivery failed; null if it succeeded.
    #[schemars(extend("enum" = [
        "redirected", "refused", "origin_error", "blocked_address", "dns_failed",
        "connect_failed", "tls_failed", "timed_out", "internal", null,
    ]))]
    pub error: Option<String>,
    /// ID of the delivery, as in the `webhook-id` header.
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
    Ok(per_viewer(reply::json(OK, &of_account(&call).await?)))
}

/// Returns the account's endpoint.
pub(crate) async fn of_account(call: &Call) -> Result<EndpointEnvelope, Problem> {
    let account = owner(call)?;
    let endpoint = call.app().handles.webhooks.endpoint_of(&account.id).await?;
    Ok(EndpointEnvelope::of(endpoint.as_ref()))
}

/// Stores an address.
pub(crate) async fn save(call: Call) -> Result<Response, Problem> {
    let (status, body) = saved(&keep(&call, || call.fields()).await?);
    Ok(private(reply::bytes(status, JSON, body)))
}

/// Stores a URL. What is wanted is read once the plan is known to include webhooks.
pub(crate) async fn keep(
    call: &Call,
    wanted: impl FnOnce() -> Result<WebhookRequest, Problem>,
) -> Result<SavedEndpoint, Problem> {
    let account = owner(call)?.id.clone();
    let wanted = wanted()?;
    let once = once(call.slot.as_ref(), saved);
    Ok(call.app().handles.webhooks.save(account, wanted.url, once).await?)
}

/// Deletes the endpoint.
pub(crate) async fn delete(call: Call) -> Result<Response, Problem> {
    forget(&call).await?;
    Ok(reply::json(OK, &Done { ok: true }))
}

/// Deletes the account's endpoint.
pub(crate) async fn forget(call: &Call) -> Result<(), Problem> {
    let account = owner(call)?.id.clone();
    Ok(call.app().handles.webhooks.delete(account).await?)
}

/// Replaces the secret.
pub(crate) async fn rotate_secret(call: Call) -> Result<Response, Problem> {
    let rotated = rotate(&call).await?;
    let envelope = EndpointEnvelope {
        secret: Some(rotated.secret),
        previous_secret_expires_at: Some(rfc3339(rotated.previous_until)),
        ..EndpointEnvelope::of(Some(&rotated.endpoint))
    };
    Ok(private(reply::json(OK, &envelope)))
}

/// Replaces the secret of the account's endpoint.
pub(crate) async fn rotate(call: &Call) -> Result<RotatedSecret, Problem> {
    let account = owner(call)?.id.clone();
    Ok(call.app().handles.webhooks.rotate_secret(account).await?)
}

/// Ends a pause.
pub(crate) async fn enable(call: Call) -> Result<Response, Problem> {
    let endpoint = resume(&call).await?;
    Ok(private(reply::json(OK, &EndpointEnvelope::of(Some(&endpoint)))))
}

/// Ends the pause of the account's endpoint.
pub(crate) async fn resume(call: &Call) -> Result<Endpoint, Problem> {
    let account = owner(call)?.id.clone();
    Ok(call.app().handles.webhooks.enable(account).await?)
}

/// Begins a pause.
pub(crate) async fn disable(call: Call) -> Result<Response, Problem> {
    let endpoint = pause(&call).await?;
    Ok(private(reply::json(OK, &EndpointEnvelope::of(Some(&endpoint)))))
}

/// Pauses the account's endpoint.
pub(crate) async fn pause(call: &Call) -> Result<Endpoint, Problem> {
    let account = owner(call)?.id.clone();
    Ok(call.app().handles.webhooks.pause(account).await?)
}

/// Delivers a message about nothing.
pub(crate) async fn test(call: Call) -> Result<Response, Problem> {
    Ok(private(reply::json(OK, &try_out(&call).await?)))
}

/// Delivers a test message to the account's endpoint.
pub(crate) async fn try_out(call: &Call) -> Result<TestView, Problem> {
    let account = owner(call)?.id.clone();
    Ok(call.app().handles.webhooks.test(account).await?.into())
}

fn owner(call: &Call) -> Result<&Account, Problem> {
    let account = call.caller.account().ok_or_else(Problem::internal)?;
    if account.plan == AccountPlan::Agency {
        return Ok(account);
    }
    Err(Problem::plan_required("Webhooks need the Agency plan. Upgrade to use them."))
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
