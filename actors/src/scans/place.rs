//! A place in the queue of scans.

use std::fmt;

use ractor::ActorRef;

use super::ScansMessage;

/// Kept for a scan that is about to be stored; given back when dropped.
pub(crate) struct Place {
    scans: ActorRef<ScansMessage>,
    taken: bool,
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Place").finish_non_exhaustive()
    }
}

impl Place {
    pub(super) fn new(scans: ActorRef<ScansMessage>) -> Self {
        Self { scans, taken: false }
    }

    /// The scan is stored and waits.
    pub(crate) fn taken(mut self) {
        self.taken = true;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // An incarnation that is gone counts anew from the store.
        let _gone = self.scans.send_message(ScansMessage::PlaceOver { taken: self.taken });
    }
}
