//! What the rest of the program says to [`super::Scans`].

use std::time::Duration;

use citable_schema::StoreError;
use tokio::sync::broadcast;

use crate::address::Address;
use crate::call::CallError;
use crate::fetch::TargetUrl;
use crate::reader::{ReaderError, ReaderHandle};
use crate::scan::event::LifecycleEvent;

use super::ScansMessage;
use super::follow::{EventStream, Resume, follow};

/// How long a caller waits for a scan to be stored.
const SUBMIT_DEADLINE: Duration = Duration::from_secs(10);
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

/// Why a scan was not taken, or cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum ScansError {
    /// As many scans wait as may.
    #[error("too many scans are waiting; try again in a few seconds")]
    QueueFull,
    /// The service is stopping.
    #[error("the service is stopping; try again in a moment")]
    Draining,
    /// There is no scan of that id.
    #[error("there is no scan of that id")]
    UnknownScan,
    /// The listener has already heard the scan's last event.
    #[error("the scan has ended and its last event was already received")]
    AlreadyEnded,
    /// The actor gave no answer.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The log could not be read.
    #[error(transparent)]
    Read(#[from] ReaderError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
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

    /// Stores a scan; it runs when there is room. When this returns `Ok`, the scan survives
    /// anything. A caller that stops waiting loses the answer, never the scan.
    ///
    /// # Errors
    /// [`ScansError::QueueFull`], [`ScansError::Draining`], or a fault of actor or store.
    pub async fn submit(&self, scan: SubmitScan) -> Result<(), ScansError> {
        self.address.call(SUBMIT_DEADLINE, |reply| ScansMessage::Submit { scan, reply }).await?
    }

    /// A scan's events up to the terminal one, without gap or repeat.
    ///
    /// # Errors
    /// [`ScansError::UnknownScan`], [`ScansError::AlreadyEnded`], or a fault of actor or store.
    pub async fn follow(&self, id: String, resume: Resume) -> Result<EventStream, ScansError> {
        follow(self.clone(), self.reader.clone(), id, resume).await
    }

    /// Stops claiming, gives back what runs, and returns when nothing runs.
    pub(crate) async fn drain(&self, deadline: Duration) -> Result<(), CallError> {
        self.address.call(deadline, |reply| ScansMessage::Drain { reply }).await
    }

    pub(super) async fn subscribe(
        &self,
        id: String,
    ) -> Result<broadcast::Receiver<LifecycleEvent>, CallError> {
        self.address.call(SUBSCRIBE_DEADLINE, |reply| ScansMessage::Subscribe { id, reply }).await
    }
}
