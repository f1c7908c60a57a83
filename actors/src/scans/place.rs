//! A place in the queue of scans.

use std::fmt;

use ractor::ActorRef;
use tracing::Span;

use super::ScansMessage;

/// Kept for a scan that is about to be stored; given back when dropped.
pub(crate) struct Place {
    scans: ActorRef<ScansMessage>,
    taken: bool,
    /// The scan it is for, where somebody asked for one.
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
