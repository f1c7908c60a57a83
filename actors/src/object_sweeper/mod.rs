//! The actor that deletes objects outside the database that no snapshot names any more.
//!
//! **Owns** the deletion of objects.
//! **Invariants** only objects that the store put up for deletion are deleted; each stays there
//! until it is known to be gone, and comes up again ever later where it could not be deleted. Nodes
//! may delete at once.
//! **Messages** tick `GoOn`; `Swept` comes back from the task.
//! **Restart** permanent; what is to be deleted is in the store.
//! **Backpressure** none needed: nobody calls it.

#[cfg(test)]
mod tests;

use std::time::Duration;

use citable_metrics::SNAPSHOT_OBJECTS_WAITING;
use citable_schema::{ClaimObjects, ClaimedObject, ForgetObjects, Reader, StoreError, Writer};
use futures_util::StreamExt as _;
use ractor::{Actor, ActorProcessingErr, ActorRef};

use crate::clock::{SharedClock, milliseconds};
use crate::snapshots::{ObjectSweeps, Objects};
use crate::tasks::Tasks;
use crate::timer::Timer;

/// The actor.
pub(crate) struct ObjectSweeper;

#[derive(Clone)]
pub(crate) struct ObjectSweeperArgs {
    pub(crate) settings: ObjectSweeps,
    pub(crate) objects: Objects,
    pub(crate) reader: Reader,
    pub(crate) writer: Writer,
    pub(crate) clock: SharedClock,
}

pub(crate) enum ObjectSweeperMessage {
    /// Time for the next sweep.
    GoOn,
    /// A sweep is over.
    Swept(Result<Sweep, StoreError>),
}

/// What became of a sweep.
pub(crate) struct Sweep {
    /// Objects that were due.
    due: usize,
    /// Those of them that are gone.
    gone: usize,
}

type Myself = ActorRef<ObjectSweeperMessage>;

impl Actor for ObjectSweeper {
    type Msg = ObjectSweeperMessage;
    type State = ObjectSweeperState;
    type Arguments = ObjectSweeperArgs;

    async fn pre_start(
        &self,
        myself: Myself,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        let (tasks, next) = (Tasks::apart("ObjectSweeper"), Timer::default());
        let mut state = ObjectSweeperState { args, tasks, next };
        state.sweep(&myself);
        Ok(state)
    }

    async fn handle(
        &self,
        myself: Myself,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ObjectSweeperMessage::GoOn => state.sweep(&myself),
            ObjectSweeperMessage::Swept(result) => state.swept(&myself, result),
        }
        Ok(())
    }
}

pub(crate) struct ObjectSweeperState {
    args: ObjectSweeperArgs,
    tasks: Tasks,
    next: Timer,
}

impl ObjectSweeperState {
    fn sweep(&mut self, myself: &Myself) {
        let work = sweep(self.args.clone());
        self.tasks.ask_store(myself, work, ObjectSweeperMessage::Swept);
    }

    fn swept(&mut self, myself: &Myself, result: Result<Sweep, StoreError>) {
        let settings = &self.args.settings;
        let mut every = settings.every;
        match result {
            Ok(Sweep { due: 0, .. }) => {}
            Ok(Sweep { due, gone }) => {
                tracing::info!(due, gone, "objects of deleted snapshots were deleted");
                if gone > 0 && i64::try_from(due).is_ok_and(|due| due >= settings.batch) {
                    every = Duration::ZERO;
                }
            }
            // The next sweep tries again.
            Err(error) => tracing::warn!(%error, "couldn't tell which objects to delete"),
        }
        self.next.set(myself, every, || ObjectSweeperMessage::GoOn);
    }
}

/// Deletes a few objects that are due.
async fn sweep(args: ObjectSweeperArgs) -> Result<Sweep, StoreError> {
    let ObjectSweeperArgs { settings, objects, reader, writer, clock } = args;
    let now = clock.now_ms();
    // A read costs nobody else anything, and mostly there is nothing to do.
    let waiting = reader.objects_doomed(now).await?;
    SNAPSHOT_OBJECTS_WAITING.set(usize::try_from(waiting).unwrap_or(0));
    if waiting == 0 {
        return Ok(Sweep { due: 0, gone: 0 });
    }
    let claim = ClaimObjects {
        now,
        limit: settings.batch,
        first_pause: milliseconds(settings.first_pause),
        longest_pause: milliseconds(settings.longest_pause),
    };
    let claimed = writer.run(claim).await?;
    let due = claimed.len();
    let deletes = claimed.into_iter().map(|claimed| delete(&objects, claimed));
    let deletes = futures_util::stream::iter(deletes).buffer_unordered(settings.at_once);
    let gone: Vec<String> = deletes.filter_map(std::future::ready).collect().await;
    let deleted = gone.len();
    if deleted > 0 {
        writer.run(ForgetObjects { objects: gone }).await?;
        SNAPSHOT_OBJECTS_WAITING.set(usize::try_from(waiting).unwrap_or(0).saturating_sub(deleted));
    }
    Ok(Sweep { due, gone: deleted })
}

/// The key of what was deleted.
async fn delete(objects: &Objects, claimed: ClaimedObject) -> Option<String> {
    let ClaimedObject { object, attempts } = claimed;
    match objects.delete(&object).await {
        Ok(()) => Some(object),
        Err(error) => {
            tracing::warn!(
                object,
                attempts,
                %error,
                "couldn't delete an object from {}; it is tried again later",
                objects.place(),
            );
            None
        }
    }
}
