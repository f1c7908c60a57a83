//! What [`super::Webhooks`] knows, and what it does about it.

use std::collections::HashSet;
use std::time::Duration;

use citable_schema::{
    ClaimDeliveries, ClaimedDeliveries, DeliveryRow, EndpointRow, StoreError, UseWebhookTest,
};
use ractor::{Actor, ActorId, ActorRef, RpcReplyPort};
use tokio::sync::OwnedSemaphorePermit;

use super::attempt::{DeliveryContext, attempt};
use super::delivery::{Delivery, DeliveryArgs, STORING};
use super::endpoint::{TestDelivery, WebhooksError};
use super::payload::MonitorCompleted;
use super::{WebhooksArgs, WebhooksMessage};
use crate::call::answer;
use crate::clock::milliseconds;
use crate::fetch::TargetError;
use crate::ids::{Prefix, new_id};
use crate::outbox::{LEASE_MARGIN, Outbox};
use crate::supervision::Health;
use crate::tasks::Tasks;
use crate::webhooks::messages::Claimed;

/// Attempts that are under way at once.
const UNDER_WAY: usize = 16;
/// The longest pause between two looks: another process may have stored a delivery, or a plan may
/// have begun.
const LOOK_EVERY: Duration = Duration::from_secs(15);
/// Milliseconds of the hour in which tests are counted.
const HOUR: i64 = 60 * 60 * 1_000;

pub(crate) struct WebhooksState {
    context: DeliveryContext,
    owner: String,
    single_node: bool,
    health: Health,
    tasks: Tasks,
    outbox: Outbox<WebhooksMessage>,
    /// The actors of the attempts that are under way.
    attempts: HashSet<ActorId>,
}

type Myself = ActorRef<WebhooksMessage>;

impl WebhooksState {
    pub(super) fn begin(myself: &Myself, args: WebhooksArgs) -> Self {
        let mut state = Self {
            context: args.context,
            owner: args.owner,
            single_node: args.single_node,
            health: args.health,
            tasks: Tasks::apart("Webhooks"),
            outbox: Outbox::new(UNDER_WAY, LOOK_EVERY),
            attempts: HashSet::new(),
        };
        state.look(myself);
        state
    }

    /// Claims as many deliveries as there is room for, if any is due.
    pub(super) fn look(&mut self, myself: &Myself) {
        let Some(room) = self.outbox.claim() else { return };
        let now = self.context.clock.now_ms();
        let settings = &self.context.settings;
        let lease = settings.attempt + STORING + LEASE_MARGIN;
        let order = ClaimDeliveries {
            owner: self.owner.clone(),
            now,
            lease_until: now.saturating_add(milliseconds(lease)),
            limit: i64::try_from(room).unwrap_or(i64::MAX),
            not_before: now.saturating_sub(milliseconds(settings.kept)),
            take_foreign: self.single_node,
        };
        let writer = self.context.writer.clone();
        let claim = async move { writer.run(order).await };
        self.tasks.attach(myself, claim, WebhooksMessage::Claimed);
    }

    pub(super) async fn claimed(&mut self, myself: &Myself, result: Claimed) {
        let again = self.outbox.claimed();
        let result = result.unwrap_or_else(|panic| Err(StoreError::Database(panic.to_string())));
        match result {
            Ok(ClaimedDeliveries { deliveries, next_due }) => {
                for (delivery, endpoint) in deliveries {
                    self.start(myself, delivery, endpoint).await;
                }
                self.look_at(myself, next_due);
            }
            Err(error) => {
                tracing::error!(%error, "deliveries that are due could not be claimed");
                self.look_at(myself, None);
            }
        }
        if again {
            self.look(myself);
        }
        self.outbox.answer_drained();
    }

    pub(super) fn delivery_ended(&mut self, myself: &Myself, actor: ActorId) {
        if self.attempts.remove(&actor) {
            self.outbox.ended();
            self.look(myself);
            self.outbox.answer_drained();
        }
    }

    /// A delivery's actor died: it is made again when its claim is over.
    pub(super) fn delivery_died(&mut self, myself: &Myself, actor: ActorId) {
        if self.attempts.contains(&actor) {
            self.health.record_crash();
        }
        self.delivery_ended(myself, actor);
    }

    pub(super) fn drain(&mut self, reply: RpcReplyPort<()>) {
        self.outbox.drain(reply);
    }

    pub(super) fn judge(
        &mut self,
        url: String,
        reply: RpcReplyPort<Result<String, TargetError>>,
        permit: OwnedSemaphorePermit,
    ) {
        let courier = self.context.courier.clone();
        self.tasks.run(async move {
            answer(reply, courier.judge(url).await);
            drop(permit);
        });
    }

    pub(super) fn test(
        &mut self,
        account_id: String,
        reply: RpcReplyPort<Result<TestDelivery, WebhooksError>>,
        permit: OwnedSemaphorePermit,
    ) {
        let context = self.context.clone();
        self.tasks.run(async move {
            answer(reply, test(&context, account_id).await);
            drop(permit);
        });
    }

    async fn start(&mut self, myself: &Myself, delivery: DeliveryRow, endpoint: EndpointRow) {
        let id = delivery.id.clone();
        let args = DeliveryArgs { context: self.context.clone(), delivery, endpoint };
        match Delivery::spawn_linked(None, Delivery, args, myself.get_cell()).await {
            Ok((actor, _)) => {
                self.attempts.insert(actor.get_id());
                self.outbox.began();
            }
            // It is made when its claim is over.
            Err(error) => tracing::error!(delivery = id, %error, "a delivery did not start"),
        }
    }

    fn look_at(&mut self, myself: &Myself, next_due: Option<i64>) {
        let now = self.context.clock.now_ms();
        self.outbox.look_at(myself, now, next_due, || WebhooksMessage::LookDue);
    }
}

/// Delivers a message about nothing. It is in no outbox and in no log of the endpoint.
async fn test(
    context: &DeliveryContext,
    account_id: String,
) -> Result<TestDelivery, WebhooksError> {
    let endpoint = context.reader.endpoint_of(&account_id).await?;
    let endpoint = endpoint.ok_or(WebhooksError::NoEndpoint)?;
    let (now, limit) = (context.clock.now_ms(), context.settings.tests_per_hour);
    let hour = now.div_euclid(HOUR) * HOUR;
    let counted = UseWebhookTest { account_id, hour, limit: i64::from(limit) };
    if !context.writer.run(counted).await? {
        return Err(WebhooksError::TooManyTests(limit));
    }
    let (id, message) = (new_id(Prefix::Message), MonitorCompleted::sample(&context.base_url, now));
    let attempted = attempt(context, &endpoint, &id, &message.to_json()).await;
    Ok(TestDelivery {
        id,
        status_code: attempted.status_code,
        duration_ms: milliseconds(attempted.duration),
        error: attempted.error,
    })
}
