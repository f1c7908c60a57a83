//! A message that an actor sends itself later.

use std::time::Duration;

use ractor::{ActorRef, Message};
use tokio::task::AbortHandle;

/// At most one message is to come: a new one replaces the one before, and none comes when this is
/// dropped.
#[derive(Debug, Default)]
pub(crate) struct Timer {
    next: Option<AbortHandle>,
}

impl Timer {
    /// Sends that message after a pause.
    pub(crate) fn set<M: Message>(
        &mut self,
        myself: &ActorRef<M>,
        pause: Duration,
        message: impl FnOnce() -> M + Send + 'static,
    ) {
        self.revoke();
        self.next = Some(myself.send_after(pause, message).abort_handle());
    }

    fn revoke(&mut self) {
        if let Some(next) = self.next.take() {
            next.abort();
        }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.revoke();
    }
}
