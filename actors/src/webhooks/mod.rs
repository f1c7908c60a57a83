//! The outbox of deliveries to webhook endpoints.
//!
//! **Owns** the outbox of deliveries, from one that waits in the store to the endpoint that took
//! it, and the endpoints.
//! **Invariants** a delivery is written by the unit that ends its scan, so none is made for a
//! change that was not stored, and none is lost. All attempts carry one id. To one endpoint one is
//! under way at a time, to one that is paused or whose account's plan holds no webhooks none.
//! Every attempt passes the gate for addresses anew.
//! **Messages** those of every [`Outbox`](crate::outbox::Outbox); calls `Judge`, `Test`. A second
//! actor, of the frame for the store alone, makes the changes of endpoints.
//! **Restart** as of every outbox. One [`delivery`] that breaks off takes nothing with it.
//! **Backpressure** as of every outbox: few attempts are under way at once. A permit travels in
//! each call.

mod attempt;
mod courier;
mod delivery;
mod handle;
mod notice;
mod payload;
mod schedule;
mod settings;
mod signature;
#[cfg(test)]
mod tests;
mod views;

use std::sync::Arc;
use std::time::Duration;

use citable_schema::{ClaimDeliveries, DeliveryRow, EndpointRow, StoreError, UseWebhookTest};
use ractor::RpcReplyPort;
use tokio::sync::OwnedSemaphorePermit;

use crate::bell::Word;
use crate::clock::{SharedClock, milliseconds};
use crate::fetch::TargetError;
use crate::ids::{Prefix, new_id};
use crate::outbox::{ClaimOrder, Claimed, Kind, NextPoll, OutboxMessage};
use crate::tasks::{TaskPanicked, Tasks};

use attempt::attempt;
use delivery::deliver;

pub(crate) use attempt::Webhooks;
pub use handle::WebhooksHandle;
pub(crate) use handle::WebhooksParts;
pub use payload::{CategoryChange, CompletedRun, FlippedCheck, MonitorCompleted};
pub use schedule::DELIVERY_SCHEDULE;
pub(crate) use schedule::retry_after_ms;
pub use settings::WebhookSettings;
pub use views::{
    Endpoint, LastDelivery, PausedReason, RotatedSecret, SavedEndpoint, TestDelivery, WebhooksError,
};

/// Attempts that are under way at once.
const UNDER_WAY: usize = 16;
/// Milliseconds of the hour in which tests are counted.
const HOUR: i64 = 60 * 60 * 1_000;

/// Messages of the actor.
pub(crate) type WebhooksMessage = OutboxMessage<Webhooks>;

/// What the outbox of deliveries is asked besides.
pub(crate) enum WebhooksQuestion {
    /// May that address be delivered to?
    Judge {
        url: String,
        reply: RpcReplyPort<Result<String, TargetError>>,
        permit: OwnedSemaphorePermit,
    },
    /// Deliver something about nothing, and say how that went.
    Test {
        account_id: String,
        reply: RpcReplyPort<Result<TestDelivery, WebhooksError>>,
        permit: OwnedSemaphorePermit,
    },
}

impl Kind for Webhooks {
    const NAME: &'static str = "Webhooks";
    const WORD: Word = Word::Webhooks;
    /// A plan may have begun, too.
    const POLL_EVERY: Duration = Duration::from_secs(15);
    /// The delivery, and where it goes.
    type Row = (DeliveryRow, EndpointRow);
    type Question = WebhooksQuestion;

    fn clock(&self) -> &SharedClock {
        &self.clock
    }

    fn most_in_flight(&self) -> usize {
        UNDER_WAY
    }

    fn longest_attempt(&self) -> Duration {
        self.settings.attempt
    }

    async fn claim(&self, order: ClaimOrder) -> Result<Claimed<Self::Row>, StoreError> {
        let ClaimOrder { owner, now, lease_until, limit, take_foreign } = order;
        let not_before = now.saturating_sub(milliseconds(self.settings.kept));
        let claim = ClaimDeliveries {
            owner,
            now,
            lease_until,
            limit,
            not_before,
            take_foreign,
            to_every_plan: self.to_every_plan,
        };
        let claimed = self.writer.run(claim).await?;
        Ok(Claimed { rows: claimed.deliveries, next_poll: NextPoll::At(claimed.next_due) })
    }

    fn claim_failed(&self, error: &StoreError) {
        tracing::error!(%error, "couldn't claim deliveries that are due");
    }

    fn id((delivery, _): &Self::Row) -> &str {
        &delivery.id
    }

    async fn attempt(&self, (delivery, endpoint): Self::Row) {
        deliver(self, &delivery, &endpoint).await;
    }

    fn broke_off(&self, id: &str, error: TaskPanicked) {
        self.health.record_crash();
        tracing::error!(delivery = id, %error, "an attempt to deliver was interrupted");
    }

    fn asked(self: &Arc<Self>, question: WebhooksQuestion, tasks: &mut Tasks) {
        let webhooks = Arc::clone(self);
        match question {
            WebhooksQuestion::Judge { url, reply, permit } => {
                let judge = async move { webhooks.courier.judge(url).await };
                tasks.answer(reply, permit, judge);
            }
            WebhooksQuestion::Test { account_id, reply, permit } => {
                let test = async move { webhooks.test(account_id).await };
                tasks.answer(reply, permit, test);
            }
        }
    }
}

impl Webhooks {
    /// Delivers a message about nothing. It is in no outbox and in no log of the endpoint.
    async fn test(&self, account_id: String) -> Result<TestDelivery, WebhooksError> {
        let endpoint = self.reader.endpoint_of(&account_id).await?;
        let endpoint = endpoint.ok_or(WebhooksError::NoEndpoint)?;
        let (now, limit) = (self.clock.now_ms(), self.settings.tests_per_hour);
        let hour = now.div_euclid(HOUR) * HOUR;
        let counted = UseWebhookTest { account_id, hour, limit: i64::from(limit) };
        if !self.writer.run(counted).await? {
            return Err(WebhooksError::TooManyTests(limit));
        }
        let id = new_id(Prefix::Message);
        let message = MonitorCompleted::sample(&self.base_url, now);
        let attempted = attempt(self, &endpoint, &id, &message.to_json()).await;
        Ok(TestDelivery {
            id,
            status_code: attempted.status_code,
            duration_ms: milliseconds(attempted.duration),
            error: attempted.error,
        })
    }
}
