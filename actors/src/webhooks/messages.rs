//! What [`super::Webhooks`] begins with, and what it hears.

use citable_schema::{ClaimedDeliveries, StoreError};
use ractor::RpcReplyPort;
use tokio::sync::OwnedSemaphorePermit;

use super::attempt::DeliveryContext;
use super::endpoint::{TestDelivery, WebhooksError};
use crate::fetch::TargetError;
use crate::supervision::Health;
use crate::tasks::TaskPanicked;

pub(super) type Claimed = Result<Result<ClaimedDeliveries, StoreError>, TaskPanicked>;

#[derive(Clone)]
pub(crate) struct WebhooksArgs {
    pub(crate) context: DeliveryContext,
    /// Names this incarnation: no two starts of the actor share it.
    pub(crate) owner: String,
    /// Whether no other node can hold deliveries of this store.
    pub(crate) single_node: bool,
    pub(crate) health: Health,
}

pub(crate) enum WebhooksMessage {
    /// A delivery was committed, or can be made again.
    Wake,
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
    /// Claim no more, answer when nothing is under way.
    Drain { reply: RpcReplyPort<()> },
    /// Time to look for deliveries that are due.
    LookDue,
    /// Deliveries that are due were claimed.
    Claimed(Claimed),
}
