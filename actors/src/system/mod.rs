//! Starting and stopping everything below the program.

mod addresses;
mod children;
mod handles;
mod readiness;
mod role;
mod settings;
mod store_only;

use std::sync::Arc;
use std::time::Duration;

use citable_schema::{Store, StoreError};
use ractor::{Actor, ActorRef, SpawnErr};
use tokio::time::Instant;

use crate::clock::{ClockKeeper, DatabaseClock, SharedClock};
use crate::fetch::{FetchError, Gather};
use crate::ids::{Prefix, new_id};
use crate::snapshots::{SnapshotStoreError, Snapshots};
use crate::supervision::{Health, Supervisor, SupervisorArgs, SupervisorMessage};

use children::Parts;
pub use handles::Handles;
pub use readiness::{Readiness, ReadinessHandle};
pub use role::Role;
pub use settings::SystemSettings;
pub use store_only::StoreOnly;

/// Of the time for a stop, this part is kept for stopping actors whose work does not end.
const STOPPING_SHARE: u32 = 5;

/// Why the system could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store could not be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An actor could not be started.
    #[error("can't start a part of the service: {0}")]
    Actor(#[from] SpawnErr),
    /// The client for providers or webhooks could not be made.
    #[error("can't start a part of the service: {0}")]
    Provider(#[from] FetchError),
    /// Bodies of snapshots cannot be kept where they are to be.
    #[error(transparent)]
    Snapshots(#[from] SnapshotStoreError),
}

/// The running actors and their store.
pub struct System {
    handles: Handles,
    store: Store,
    clock: SharedClock,
    health: Health,
    supervisor: ActorRef<SupervisorMessage>,
}

impl System {
    /// Opens the store, takes over what an earlier process left, and starts the actors.
    ///
    /// # Errors
    /// Every [`StartError`].
    pub async fn start(
        settings: SystemSettings,
        gather: Arc<dyn Gather>,
        clock: SharedClock,
    ) -> Result<Self, StartError> {
        let store = Store::open(settings.store.clone()).await?;
        let machine = clock;
        let database = database_clock(&store, &machine).await?;
        let clock = shared_clock(&machine, database.as_ref());
        let health = Health::new();
        let handles = Handles::new(&settings, &clock);
        let snapshots = snapshots(&settings, &store, &clock).await?;
        let keeper = ClockKeeper::new(machine, database, store.reader());
        let parts = Parts {
            settings: &settings,
            store: &store,
            handles: &handles,
            snapshots: &snapshots,
            clock: &clock,
            health: &health,
            boot_id: new_id(Prefix::Boot),
        };
        let children = parts.children(keeper, gather)?;
        let args = SupervisorArgs { children, health: health.clone() };
        let (supervisor, _) = Supervisor::spawn(None, Supervisor, args).await?;
        Ok(Self { handles, store, clock, health, supervisor })
    }

    /// How the program reaches the actors.
    pub fn handles(&self) -> Handles {
        self.handles.clone()
    }

    /// The clock that stored instants follow: the database's where several nodes share one.
    pub fn clock(&self) -> SharedClock {
        Arc::clone(&self.clock)
    }

    /// How many actors stopped unasked since the start.
    pub fn crashes(&self) -> u64 {
        self.health.crashes()
    }

    /// Waits until a permanent actor could not be started any more: the program should end.
    pub async fn given_up(&self) {
        self.health.given_up().await;
    }

    /// Gives running scans back (their attempt does not count), stops the actors and closes the
    /// store. What is not over by `deadline` is left to the leases.
    pub async fn shutdown(self, deadline: Duration) {
        let until = Instant::now() + deadline;
        let drain = deadline.saturating_sub(deadline / STOPPING_SHARE);
        let addresses = &self.handles.addresses;
        let (scans, mail, webhooks, tracking) = tokio::join!(
            self.handles.scans.drain(drain),
            addresses.mail.drain(drain),
            addresses.webhooks.drain(drain),
            addresses.tracking.drain(drain),
        );
        if let Err(error) = scans {
            tracing::warn!(%error, "couldn't return running scans to the queue in time");
        }
        if let Err(error) = mail {
            tracing::warn!(%error, "emails being sent will be claimed again");
        }
        if let Err(error) = webhooks {
            tracing::warn!(%error, "running deliveries will be repeated");
        }
        if let Err(error) = tracking {
            tracing::warn!(%error, "running questions will be asked again");
        }
        let left = until.saturating_duration_since(Instant::now());
        let _stopped = self.supervisor.stop_and_wait(None, Some(left)).await;
        self.store.close().await;
    }
}

#[cfg(test)]
impl System {
    pub(crate) fn store(&self) -> citable_schema::Reader {
        self.store.reader()
    }

    pub(crate) fn writer(&self) -> citable_schema::Writer {
        self.store.writer()
    }

    /// Hears a word of another node.
    pub(crate) fn hear(&self, role: Role, word: crate::bell::Word) {
        self.handles.addresses.hear(role)(word);
    }

    /// Puts an actor where what is said to other nodes goes.
    pub(crate) fn occupy_bell(&self, ear: ActorRef<crate::bell::BellMessage>) {
        self.handles.addresses.bell.occupy(ear);
    }

    /// Ends everything at once, as the death of the process would.
    pub(crate) async fn kill(self) {
        let _killed = self.supervisor.get_cell().kill_and_wait(None).await;
    }
}

/// Where bodies of snapshots are kept; tested on a node that keeps some.
async fn snapshots(
    settings: &SystemSettings,
    store: &Store,
    clock: &SharedClock,
) -> Result<Snapshots, StartError> {
    let Some(outside) = &settings.snapshots else {
        if settings.role.works() && store.reader().has_objects().await? {
            tracing::warn!(
                "some snapshots are in a snapshot store, and none is configured, so they can be \
                 neither read nor deleted; set CITABLE_SNAPSHOT_STORE_URL to where they are"
            );
        }
        return Ok(Snapshots::in_database());
    };
    let ca_file = settings.fetch.extra_ca_file.as_deref();
    let (lease, writer, clock) = (settings.scan_lease(), store.writer(), Arc::clone(clock));
    let snapshots = Snapshots::in_objects(outside, ca_file, lease, writer, clock)?;
    if settings.role.works() {
        snapshots.probe().await?;
    }
    Ok(snapshots)
}

/// Where several nodes share a database, its clock is everybody's.
async fn database_clock(
    store: &Store,
    machine: &SharedClock,
) -> Result<Option<Arc<DatabaseClock>>, StoreError> {
    if machine.stands_for_the_databases() {
        return Ok(None);
    }
    let reading = store.reader().read_clock().await?;
    Ok(reading.map(|reading| Arc::new(DatabaseClock::new(&reading))))
}

/// The clock that stored instants follow.
fn shared_clock(machine: &SharedClock, database: Option<&Arc<DatabaseClock>>) -> SharedClock {
    match database {
        Some(database) => Arc::<DatabaseClock>::clone(database),
        None => Arc::clone(machine),
    }
}
