//! The actor that deletes objects outside the database that no snapshot names any more.
//!
//! **Owns** the deletion of objects.
//! **Invariants** only objects that the store put up for deletion are deleted; each stays there
//! until it is known to be gone, and comes up again ever later where it could not be deleted. Nodes
//! may delete at once.
//! **Restart** permanent; what is to be deleted is in the store.
//! **Backpressure** none needed: nobody calls it.

#[cfg(test)]
mod tests;

use std::time::Duration;

use citable_metrics::SNAPSHOT_OBJECTS_WAITING;
use citable_schema::{ClaimObjects, ClaimedObject, ForgetObjects, Reader, StoreError, Writer};
use futures_util::StreamExt as _;

use crate::clock::{SharedClock, milliseconds};
use crate::routine::Routine;
use crate::snapshots::{ObjectSweeps, Objects};

/// The actor's routine.
#[derive(Clone)]
pub(crate) struct ObjectSweeper {
    pub(crate) settings: ObjectSweeps,
    pub(crate) objects: Objects,
    pub(crate) reader: Reader,
    pub(crate) writer: Writer,
    pub(crate) clock: SharedClock,
}

/// What became of a sweep.
pub(crate) struct Sweep {
    /// Objects that were due.
    due: usize,
    /// Those of them that are gone.
    gone: usize,
}

impl Routine for ObjectSweeper {
    const NAME: &'static str = "ObjectSweeper";

    type Outcome = Sweep;

    async fn start(&mut self) -> Result<Duration, StoreError> {
        Ok(Duration::ZERO)
    }

    fn turn(&mut self) -> impl Future<Output = Result<Sweep, StoreError>> + Send + 'static {
        sweep(self.clone())
    }

    fn ended(&mut self, outcome: Result<Sweep, StoreError>) -> Duration {
        let mut pause = self.settings.every;
        match outcome {
            Ok(Sweep { due: 0, .. }) => {}
            Ok(Sweep { due, gone }) => {
                tracing::info!(due, gone, "objects of deleted snapshots were deleted");
                if gone > 0 && i64::try_from(due).is_ok_and(|due| due >= self.settings.batch) {
                    pause = Duration::ZERO;
                }
            }
            // The next sweep tries again.
            Err(error) => tracing::warn!(%error, "couldn't tell which objects to delete"),
        }
        pause
    }
}

/// Deletes a few objects that are due.
async fn sweep(sweeper: ObjectSweeper) -> Result<Sweep, StoreError> {
    let ObjectSweeper { settings, objects, reader, writer, clock } = sweeper;
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
