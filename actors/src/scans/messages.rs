//! What [`super::Scans`] begins with, what it hears, and the places that it keeps for scans.

use std::fmt;
use std::time::Duration;

use citable_schema::{Claimed, EventRow, Reclaimed, StoreError};
use ractor::{ActorRef, RpcReplyPort};
use tokio::sync::broadcast;
use tracing::Span;

use super::error::ScansError;
use crate::scan::ScanContext;
use crate::scan::event::LifecycleEvent;
use crate::supervision::Health;

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
    Claimed(Result<Claimed, StoreError>),
    /// Time to look for scans whose lease is over.
    SweepDue,
    /// Scans whose lease was over were taken back.
    Swept(Result<Reclaimed, StoreError>),
    /// Another node stored scans that wait.
    WorkWaits,
    /// The rest after a claim that brought nothing is over.
    Rested,
    /// Another node stored events of that scan.
    EventsStored { id: String },
    /// How many scans wait, by the store.
    Counted(Result<i64, StoreError>),
    /// Time to look at the logs of scans of other nodes.
    PollDue,
    /// The logs of other nodes' scans were read.
    Polled(Result<Vec<EventRow>, StoreError>),
    /// The scan of an actor that died was ended.
    Buried { id: String },
}

/// Kept for a scan that is about to be stored; given back when dropped.
pub(crate) struct Place {
    scans: ActorRef<ScansMessage>,
    taken: bool,
    /// The scan it is reserved for, if one was named.
    scan_id: Option<String>,
}

/// On whose behalf a scan is stored.
pub(crate) struct Origin {
    pub(super) scan_id: String,
    pub(super) span: Span,
}

impl Origin {
    /// What the scan of that id does is done for whoever calls this.
    pub(super) fn here(scan_id: String) -> Self {
        Self { scan_id, span: Span::current() }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Place").finish_non_exhaustive()
    }
}

impl Place {
    pub(super) fn new(scans: ActorRef<ScansMessage>, scan_id: Option<String>) -> Self {
        Self { scans, taken: false, scan_id }
    }

    /// The scan is stored and waits.
    pub(crate) fn taken(mut self) {
        self.taken = true;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // An incarnation that is gone counts anew from the store.
        let over = match self.taken {
            true => ScansMessage::PlaceTaken,
            false => ScansMessage::PlaceGivenBack { scan_id: self.scan_id.take() },
        };
        let _gone = self.scans.send_message(over);
    }
}
