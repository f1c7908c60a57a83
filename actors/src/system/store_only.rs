//! The few actors that an operator's command needs.

use std::time::Duration;

use citable_schema::{Pause, PauseRow, Resume, Store, StoreError};
use ractor::{Actor, ActorRef};

use super::{Handles, StartError, SystemSettings, database_clock, shared_clock};
use crate::clock::SharedClock;
use crate::supervision::{Health, Supervisor, SupervisorArgs, SupervisorMessage};
use crate::worker::worker_child;

/// The actors of an operator's command, beside a running service: those that read, and those that
/// know who people are. Nothing is scanned, sent or taken over.
pub struct StoreOnly {
    handles: Handles,
    store: Store,
    clock: SharedClock,
    supervisor: ActorRef<SupervisorMessage>,
}

impl StoreOnly {
    /// Opens the store and starts the actors.
    ///
    /// # Errors
    /// Every [`StartError`].
    pub async fn open(settings: SystemSettings, clock: SharedClock) -> Result<Self, StartError> {
        let store = Store::open(settings.store.clone()).await?;
        let clock = shared_clock(&clock, database_clock(&store, &clock).await?.as_ref());
        let handles = Handles::new(&settings, &clock);
        let addresses = &handles.addresses;
        let children = vec![
            worker_child("Reader", &addresses.reader, store.reader()),
            worker_child("Monitors", &addresses.monitors, store.writer()),
            worker_child("Identity", &addresses.identity, store.writer()),
        ];
        let args = SupervisorArgs { children, health: Health::new() };
        let (supervisor, _) = Supervisor::spawn(None, Supervisor, args).await?;
        Ok(Self { handles, store, clock, supervisor })
    }

    /// How the command reaches the actors.
    pub fn handles(&self) -> Handles {
        self.handles.clone()
    }

    /// Pauses scans on every node of the service; answers the pause that holds now.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn pause(&self, reason: Option<String>) -> Result<PauseRow, StoreError> {
        self.store.writer().run(Pause { reason, now: self.clock.now_ms() }).await
    }

    /// Ends the pause; answers the one that was, if there was one.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn resume(&self) -> Result<Option<PauseRow>, StoreError> {
        self.store.writer().run(Resume).await
    }

    /// Stops the actors and closes the store.
    pub async fn close(self, deadline: Duration) {
        let _stopped = self.supervisor.stop_and_wait(None, Some(deadline)).await;
        self.store.close().await;
    }
}
