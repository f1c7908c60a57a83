//! The actor that runs scans.
//!
//! **Owns** which scans run and wait on this node, and who listens to them.
//! **Invariants** what waits, waits in the
//! store as `queued`; no more scans run than the setting says, and one per host; none begins while
//! the operator has paused them.
//! **Messages** calls `Reserve`, `Subscribe`, `Drain`; casts `PlaceTaken`, `PlaceGivenBack`; past-tense messages of its own tasks;
//! ticks `SweepDue`, `PollDue`.
//! **Restart** permanent. Its scans die with it; the next incarnation takes them over by owner.
//! **Backpressure** `Reserve` is refused while the queue is full. A scan that died ends as failed
//! and its listeners get the terminal event.

mod channels;
mod follow;
mod handle;
mod place;
mod state;
#[cfg(test)]
mod tests;

use std::time::Duration;

use citable_schema::{Claimed, EventRow, Reclaimed, StoreError};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, SupervisionEvent};
use tokio::sync::broadcast;

use crate::scan::ScanContext;
use crate::scan::event::LifecycleEvent;
use crate::supervision::Health;
use crate::tasks::TaskPanicked;

pub use follow::{EventStream, Resume};
pub use handle::{ScansError, ScansHandle, SubmitScan};
pub(crate) use place::{Origin, Place};
pub(crate) use state::ScansState;

/// Between two looks for scans whose lease is over.
const SWEEP_EVERY: Duration = Duration::from_secs(5);
/// Between two looks at the logs of scans that run on other nodes.
const POLL_EVERY: Duration = Duration::from_secs(1);
/// So many starts a scan gets when the process dies under it.
const MAX_ATTEMPTS: i32 = 2;

/// The actor.
pub(crate) struct Scans;

pub(crate) struct ScansArgs {
    pub(crate) context: ScanContext,
    pub(crate) limits: ScansLimits,
    /// Names this incarnation: no two starts of the actor share it.
    pub(crate) owner: String,
    /// Whether no other node can hold scans of this store.
    pub(crate) single_node: bool,
    pub(crate) health: Health,
}

/// How many scans.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScansLimits {
    pub(crate) running: usize,
    pub(crate) waiting: usize,
    /// How long a claim lasts; longer than any scan.
    pub(crate) lease: Duration,
}

type Done<T> = Result<Result<T, StoreError>, TaskPanicked>;

pub(crate) enum ScansMessage {
    /// Keep a place in the queue for a scan that is about to be stored.
    Reserve { origin: Option<Origin>, reply: RpcReplyPort<Result<Place, ScansError>> },
    /// Hear of a scan's events from now on.
    Subscribe { id: String, reply: RpcReplyPort<broadcast::Receiver<LifecycleEvent>> },
    /// Stop claiming, give back what runs, answer when nothing runs.
    Drain { reply: RpcReplyPort<()> },
    /// The scan of a place was stored.
    PlaceTaken,
    /// A place was given back; a scan that it was for does not come.
    PlaceGivenBack { scan_id: Option<String> },
    /// Queued scans were claimed.
    Claimed(Done<Claimed>),
    /// Time to look for scans whose lease is over.
    SweepDue,
    /// Scans whose lease was over were taken back.
    Swept(Done<Reclaimed>),
    /// Time to look at the logs of scans of other nodes.
    PollDue,
    /// The logs of other nodes' scans were read.
    Polled(Done<Vec<EventRow>>),
    /// The scan of an actor that died was ended.
    Buried { id: String },
}

impl Actor for Scans {
    type Msg = ScansMessage;
    type State = ScansState;
    type Arguments = ScansArgs;

    async fn pre_start(
        &self,
        myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        ScansState::take_over(&myself, args).await
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ScansMessage::Reserve { origin, reply } => state.reserve(&myself, origin, reply),
            ScansMessage::Subscribe { id, reply } => state.subscribe(id, reply),
            ScansMessage::Drain { reply } => state.drain(reply),
            ScansMessage::PlaceTaken => state.place_taken(&myself),
            ScansMessage::PlaceGivenBack { scan_id } => state.place_given_back(scan_id),
            ScansMessage::Claimed(result) => state.claimed(&myself, result).await,
            ScansMessage::SweepDue => state.sweep(&myself),
            ScansMessage::Swept(result) => state.swept(&myself, result),
            ScansMessage::PollDue => state.poll(&myself),
            ScansMessage::Polled(result) => state.polled(result),
            ScansMessage::Buried { id } => state.buried(&myself, &id),
        }
        state.show();
        Ok(())
    }

    async fn handle_supervisor_evt(
        &self,
        myself: ActorRef<Self::Msg>,
        event: SupervisionEvent,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match event {
            SupervisionEvent::ActorTerminated(cell, _, reason) => {
                state.scan_ended(&myself, cell.get_id(), reason.as_deref());
            }
            SupervisionEvent::ActorFailed(cell, error) => {
                tracing::error!(%error, "a scan's actor died");
                state.scan_died(&myself, cell.get_id());
            }
            SupervisionEvent::ActorStarted(_) | SupervisionEvent::ProcessGroupChanged(_) => {}
        }
        state.show();
        Ok(())
    }
}
