//! The actor that delivers to webhook endpoints.
//!
//! **Owns** the outbox of deliveries, from one that waits in the store to the endpoint that took
//! it, and the endpoints.
//! **Invariants** a delivery is written by the unit that ends its scan, so none is made for a
//! change that was not stored, and none is lost. All attempts carry one id. To one endpoint one is
//! under way at a time, to one that is paused or whose account's plan holds no webhooks none.
//! Every attempt passes the gate for addresses anew.
//! **Messages** cast `Wake` after a commit; calls `Judge`, `Test`, `Drain`; tick `LookDue`;
//! `Claimed` comes back from a task. A second actor, of the frame for the store alone, makes the
//! changes of endpoints.
//! **Restart** permanent. Attempts die with it; their deliveries are claimed again, on a single
//! node at once, elsewhere when the claim is over. One [`delivery`] that dies takes nothing with
//! it.
//! **Backpressure** few attempts are under way at once; the others wait in the store. A permit
//! travels in each call.

mod attempt;
mod courier;
mod delivery;
mod endpoint;
mod handle;
mod messages;
mod notice;
mod payload;
mod schedule;
mod settings;
mod signature;
mod state;
#[cfg(test)]
mod tests;

use citable_schema::Writer;
use ractor::{Actor, ActorProcessingErr, ActorRef, SupervisionEvent};

use crate::address::Address;
use crate::store_actor::StoreMessage;
use crate::supervision::Child;

pub(crate) use attempt::DeliveryContext;
pub use endpoint::{
    Endpoint, LastDelivery, PausedReason, RotatedSecret, SavedEndpoint, TestDelivery, WebhooksError,
};
pub use handle::WebhooksHandle;
pub(crate) use handle::WebhooksParts;
pub(crate) use messages::{WebhooksArgs, WebhooksMessage};
pub use payload::{CategoryChange, CompletedRun, FlippedCheck, MonitorCompleted};
pub use schedule::DELIVERY_SCHEDULE;
pub(crate) use schedule::retry_after_ms;
pub use settings::WebhookSettings;
pub(crate) use state::WebhooksState;

/// What the actor that changes endpoints hears.
pub(crate) type EndpointsMessage = StoreMessage<Writer>;

/// The actor.
pub(crate) struct Webhooks;

/// The actor as a child of the supervisor. The owner in `args` is the process.
pub(crate) fn webhooks_child(address: &Address<WebhooksMessage>, args: WebhooksArgs) -> Child {
    Child::claiming("Webhooks", address, args.owner.clone(), move |owner| {
        (Webhooks, WebhooksArgs { owner, ..args.clone() })
    })
}

impl Actor for Webhooks {
    type Msg = WebhooksMessage;
    type State = WebhooksState;
    type Arguments = WebhooksArgs;

    async fn pre_start(
        &self,
        myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(WebhooksState::begin(&myself, args))
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            WebhooksMessage::Wake | WebhooksMessage::LookDue => state.look(&myself),
            WebhooksMessage::Judge { url, reply, permit } => state.judge(url, reply, permit),
            WebhooksMessage::Test { account_id, reply, permit } => {
                state.test(account_id, reply, permit);
            }
            WebhooksMessage::Drain { reply } => state.drain(reply),
            WebhooksMessage::Claimed(result) => state.claimed(&myself, result).await,
        }
        Ok(())
    }

    async fn handle_supervisor_evt(
        &self,
        myself: ActorRef<Self::Msg>,
        event: SupervisionEvent,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match event {
            SupervisionEvent::ActorTerminated(cell, ..) => {
                state.delivery_ended(&myself, cell.get_id());
            }
            SupervisionEvent::ActorFailed(cell, error) => {
                tracing::error!(%error, "a delivery's actor died");
                state.delivery_died(&myself, cell.get_id());
            }
            SupervisionEvent::ActorStarted(_) | SupervisionEvent::ProcessGroupChanged(_) => {}
        }
        Ok(())
    }
}
