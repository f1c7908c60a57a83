//! The actor that runs scans.
//!
//! **Owns** which scans run and wait on this node, and who listens to them.
//! **Invariants** what waits, waits in the
//! store as `queued`; no more scans run than the setting says, and one per host; none begins while
//! the operator has paused them.
//! **Messages** calls `Reserve`, `Subscribe`, `Drain`; casts `PlaceTaken`, `PlaceGivenBack`;
//! `WorkWaits` and `EventsStored` from other nodes; past-tense messages of its own tasks; ticks
//! `SweepDue`, `PollDue`, `Rested`.
//! **Restart** permanent. Its scans die with it; the next incarnation takes them over by owner.
//! **Backpressure** `Reserve` is refused while the queue is full. A scan that died ends as failed
//! and its listeners get the terminal event.

mod channels;
mod error;
mod follow;
mod handle;
mod messages;
mod rest;
mod state;
#[cfg(test)]
mod tests;

use ractor::{Actor, ActorProcessingErr, ActorRef, SupervisionEvent};

pub use error::ScansError;
pub use follow::{EventStream, Resume};
pub use handle::{ScansHandle, SubmitScan};
pub(crate) use messages::{Place, ScansArgs, ScansLimits, ScansMessage};
pub(crate) use state::ScansState;

/// The actor.
pub(crate) struct Scans;

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
            ScansMessage::WorkWaits => state.look(&myself),
            ScansMessage::Rested => state.rested(&myself),
            ScansMessage::EventsStored { id } => state.events_stored(&myself, id),
            ScansMessage::Counted(result) => state.counted(result),
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
                tracing::error!(%error, "a scan's actor crashed");
                state.scan_died(&myself, cell.get_id());
            }
            SupervisionEvent::ActorStarted(_) | SupervisionEvent::ProcessGroupChanged(_) => {}
        }
        state.show();
        Ok(())
    }
}
