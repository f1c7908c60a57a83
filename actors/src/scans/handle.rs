//! What the rest of the program says to [`super::Scans`].

use std::time::Duration;

use tokio::sync::broadcast;

use crate::address::Address;
use crate::call::CallError;
use crate::fetch::TargetUrl;
use crate::reader::ReaderHandle;
use crate::scan::event::LifecycleEvent;

use super::error::ScansError;
use super::follow::{EventStream, Resume, follow};
use super::messages::{Origin, Place, ScansMessage};

/// How long a caller waits for a place in the queue.
const RESERVE_DEADLINE: Duration = Duration::from_secs(5);
/// How long a caller waits to be subscribed.
const SUBSCRIBE_DEADLINE: Duration = Duration::from_secs(2);

/// A scan to be run.
#[derive(Clone, Debug)]
pub struct SubmitScan {
    /// Its id, drawn by the caller so that the answer can be written before the scan is stored.
    pub id: String,
    /// The page.
    pub url: TargetUrl,
}

/// How the rest of the program reaches the scans.
#[derive(Clone, Debug)]
pub struct ScansHandle {
    address: Address<ScansMessage>,
    reader: ReaderHandle,
}

impl ScansHandle {
    pub(crate) fn new(address: Address<ScansMessage>, reader: ReaderHandle) -> Self {
        Self { address, reader }
    }

    /// Keeps a place in the queue for a scan that is about to be stored.
    ///
    /// # Errors
    /// [`ScansError::QueueFull`], [`ScansError::Draining`], or a fault of the actor.
    pub(crate) async fn reserve(&self) -> Result<Place, ScansError> {
        self.reserve_of(None).await
    }

    /// The same for the scan of that id, which is then run on behalf of whoever calls this.
    ///
    /// # Errors
    /// Those of [`ScansHandle::reserve`].
    pub(crate) async fn reserve_for(&self, scan_id: String) -> Result<Place, ScansError> {
        self.reserve_of(Some(Origin::here(scan_id))).await
    }

    async fn reserve_of(&self, origin: Option<Origin>) -> Result<Place, ScansError> {
        self.address.call(RESERVE_DEADLINE, |reply| ScansMessage::Reserve { origin, reply }).await?
    }

    /// A scan's events up to the terminal one, without gap or repeat.
    ///
    /// # Errors
    /// [`ScansError::UnknownScan`], [`ScansError::AlreadyEnded`], or a fault of actor or store.
    pub async fn follow(&self, id: String, resume: Resume) -> Result<EventStream, ScansError> {
        let hub = self.subscribe(id.clone()).await.ok();
        follow(hub, self.reader.clone(), id, resume).await
    }

    /// Stops claiming, returns running scans to the queue, and returns when nothing runs.
    pub(crate) async fn drain(&self, deadline: Duration) -> Result<(), CallError> {
        self.address.call(deadline, |reply| ScansMessage::Drain { reply }).await
    }

    async fn subscribe(
        &self,
        id: String,
    ) -> Result<broadcast::Receiver<LifecycleEvent>, CallError> {
        self.address.call(SUBSCRIBE_DEADLINE, |reply| ScansMessage::Subscribe { id, reply }).await
    }
}
