//! What [`super::Tracking`] begins with, and what it hears.

use citable_schema::{ClaimedAsk, StoreError};
use ractor::RpcReplyPort;

use super::ask::AskContext;
use crate::tasks::TaskPanicked;

pub(super) type Claimed = Result<Result<ClaimedAsk, StoreError>, TaskPanicked>;

#[derive(Clone)]
pub(crate) struct TrackingArgs {
    pub(crate) context: AskContext,
    /// Names this incarnation: no two starts of the actor share it.
    pub(crate) owner: String,
    /// Whether no other node can hold questions of this store.
    pub(crate) single_node: bool,
}

pub(crate) enum TrackingMessage {
    /// Questions were committed.
    Wake,
    /// Claim no more, answer when nothing is under way.
    Drain { reply: RpcReplyPort<()> },
    /// Time to look for questions that are due.
    LookDue,
    /// A question that is due was claimed, if there was one.
    Claimed(Claimed),
    /// An attempt to ask is over, and its end stored.
    Asked { id: String, panic: Option<TaskPanicked> },
}
