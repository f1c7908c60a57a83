//! The actor of one attempt to deliver.
//!
//! **Owns** the attempt, from its claim to its end in the store.
//! **Invariants** the end is written once, fenced by owner and attempt: one that lost its claim
//! can change nothing. What an endpoint took is not sent again, unless the process dies between
//! the endpoint's word and ours; then it comes under the same id.
//! **Messages** `Over` comes back from its task.
//! **Restart** temporary: the delivery of one that died is claimed again when its claim is over.
//! **Backpressure** none needed: it hears one message in its life.

use std::time::Duration;

use citable_schema::{
    AttemptRow, DeliveryEnd, DeliveryFence, DeliveryRow, EndDelivery, EndpointRow, StoreError,
};
use ractor::{Actor, ActorProcessingErr, ActorRef};

use super::attempt::{Attempted, DeliveryContext, attempt};
use super::notice;
use super::schedule::pause;
use crate::clock::milliseconds;
use crate::fault::{FaultPoint, reach};
use crate::mail::news::PauseReason;
use crate::tasks::{TaskPanicked, Tasks};

/// The pause before an end that could not be stored is stored again; it doubles.
const STORE_PAUSE: Duration = Duration::from_millis(500);
/// How often that is tried: for about two minutes in all.
const STORE_TRIES: u32 = 8;
/// The longest that takes.
pub(super) const STORING: Duration = Duration::from_secs(128);

/// The actor.
pub(super) struct Delivery;

pub(super) struct DeliveryArgs {
    pub(super) context: DeliveryContext,
    pub(super) delivery: DeliveryRow,
    pub(super) endpoint: EndpointRow,
}

pub(super) enum DeliveryMessage {
    /// The attempt is over, and its end stored.
    Over(Result<(), TaskPanicked>),
}

impl Actor for Delivery {
    type Msg = DeliveryMessage;
    type State = Tasks;
    type Arguments = DeliveryArgs;

    async fn pre_start(
        &self,
        myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        let mut tasks = Tasks::default();
        tasks.attach(&myself, deliver(args), DeliveryMessage::Over);
        Ok(tasks)
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        _tasks: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        let DeliveryMessage::Over(outcome) = message;
        outcome?;
        myself.stop(None);
        Ok(())
    }
}

/// Tries to deliver what was claimed, and stores how that went.
async fn deliver(DeliveryArgs { context, delivery, endpoint }: DeliveryArgs) {
    let Some(fence) = delivery.fence() else { return };
    let attempted = attempt(&context, &endpoint, &delivery.id, &delivery.body).await;
    if attempted.is_success() {
        reach(FaultPoint::AfterDelivery);
    }
    let now = context.clock.now_ms();
    let end = EndDelivery {
        attempt: log_entry(&fence, &attempted),
        fence,
        endpoint_id: endpoint.id.clone(),
        url: endpoint.url.clone(),
        now,
        outcome: outcome(&context, &delivery, &endpoint, &attempted, now),
    };
    tell(&delivery, &attempted);
    store(&context, end).await;
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
    context: &DeliveryContext,
    delivery: &DeliveryRow,
    endpoint: &EndpointRow,
    attempted: &Attempted,
    now: i64,
) -> DeliveryEnd {
    if attempted.is_success() {
        return DeliveryEnd::Delivered;
    }
    let notice = |reason| notice::paused(&context.secrets, &endpoint.url, reason, now);
    if attempted.is_gone() {
        return DeliveryEnd::Gone { notice: notice(PauseReason::Gone) };
    }
    let settings = &context.settings;
    let pause = pause(&settings.schedule, delivery.tries, attempted.retry_after_ms);
    DeliveryEnd::Failed {
        retry_at: pause.map(|pause| now.saturating_add(pause)),
        patience: now.saturating_sub(milliseconds(settings.patience)),
        notice: notice(PauseReason::Failing),
    }
}

/// A delivery that was taken and is not known to be would be made again, so this does not give up
/// soon.
async fn store(context: &DeliveryContext, end: EndDelivery) {
    let (id, mut pause) = (end.fence.id.clone(), STORE_PAUSE);
    for remaining in (0..STORE_TRIES).rev() {
        match context.writer.run(end.clone()).await {
            Ok(None) => return,
            Ok(Some(reason)) => {
                let reason = reason.as_str();
                tracing::warn!(endpoint = end.endpoint_id, reason, "a webhook was paused");
                return context.mail.wake();
            }
            Err(error @ StoreError::Fenced) => {
                tracing::warn!(delivery = id, %error, "a delivery was taken over meanwhile");
                return;
            }
            Err(error) if remaining == 0 => {
                tracing::error!(delivery = id, %error, "the end of a delivery was not stored");
            }
            Err(_) => {
                tokio::time::sleep(pause).await;
                pause *= 2;
            }
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
