//! One attempt to deliver, from its claim to its end in the store.
//!
//! The end is written once, fenced by owner and attempt: one that lost its claim can change nothing.
//! What an endpoint took is not sent again, unless the process dies between the endpoint's word and
//! ours; then it comes under the same id.

use citable_schema::{
    AttemptRow, DeliveryEnd, DeliveryFence, DeliveryRow, EndDelivery, EndpointRow, StoreError,
};

use super::attempt::{Attempted, Webhooks, attempt};
use super::notice;
use super::schedule::pause;
use crate::clock::milliseconds;
use crate::fault::{FaultPoint, reach};
use crate::mail::news::PauseReason;
use crate::outbox::store_end;

/// Tries to deliver what was claimed, and stores how that went.
pub(super) async fn deliver(webhooks: &Webhooks, delivery: &DeliveryRow, endpoint: &EndpointRow) {
    let Some(fence) = delivery.fence() else { return };
    let attempted = attempt(webhooks, endpoint, &delivery.id, &delivery.body).await;
    if attempted.is_success() {
        reach(FaultPoint::AfterDelivery);
    }
    let now = webhooks.clock.now_ms();
    let end = EndDelivery {
        attempt: log_entry(&fence, &attempted),
        fence,
        endpoint_id: endpoint.id.clone(),
        url: endpoint.url.clone(),
        now,
        outcome: outcome(webhooks, delivery, endpoint, &attempted, now),
    };
    tell(delivery, &attempted);
    store(webhooks, end).await;
}

fn log_entry(fence: &DeliveryFence, attempted: &Attempted) -> AttemptRow {
    AttemptRow {
        attempt: fence.attempt,
        at: attempted.at,
        duration_ms: milliseconds(attempted.duration),
        status_code: attempted.status_code.map(i32::from),
        error: attempted.error.map(str::to_owned),
    }
}

/// What follows from an attempt.
fn outcome(
    webhooks: &Webhooks,
    delivery: &DeliveryRow,
    endpoint: &EndpointRow,
    attempted: &Attempted,
    now: i64,
) -> DeliveryEnd {
    if attempted.is_success() {
        return DeliveryEnd::Delivered;
    }
    let notice = |reason| notice::paused(&webhooks.secrets, &endpoint.url, reason, now);
    if attempted.is_gone() {
        return DeliveryEnd::Gone { notice: notice(PauseReason::Gone) };
    }
    let settings = &webhooks.settings;
    let pause = pause(&settings.schedule, delivery.tries, attempted.retry_after_ms);
    DeliveryEnd::Failed {
        retry_at: pause.map(|pause| now.saturating_add(pause)),
        patience: now.saturating_sub(milliseconds(settings.patience)),
        notice: notice(PauseReason::Failing),
    }
}

/// A delivery that was taken and is not known to be would be made again, so this does not give up
/// soon.
async fn store(webhooks: &Webhooks, end: EndDelivery) {
    let id = &end.fence.id;
    match store_end(&webhooks.writer, || end.clone()).await {
        Ok(None) => {}
        Ok(Some(reason)) => {
            let reason = reason.as_str();
            tracing::warn!(endpoint = end.endpoint_id, reason, "a webhook was paused");
            webhooks.mail.wake();
        }
        Err(error @ StoreError::Fenced) => {
            tracing::warn!(delivery = id, %error, "another process took over a delivery");
        }
        Err(error) => {
            tracing::error!(delivery = id, %error, "couldn't store the outcome of a delivery");
        }
    }
}

/// Says how it went, and never where it went.
fn tell(delivery: &DeliveryRow, attempted: &Attempted) {
    let (id, endpoint, attempt) = (&delivery.id, &delivery.endpoint_id, delivery.attempt);
    match attempted.error {
        None => tracing::info!(delivery = id, endpoint, attempt, "a webhook was delivered"),
        Some(error) => {
            let status = attempted.status_code;
            tracing::warn!(delivery = id, endpoint, attempt, error, status, "not delivered");
        }
    }
}
