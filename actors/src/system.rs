//! Starting and stopping everything below the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use citable_schema::{Store, StoreError, StoreSettings};
use ractor::{Actor, ActorRef, SpawnErr};

use crate::address::Address;
use crate::assess::cores;
use crate::clock::{OffsetClock, SharedClock};
use crate::fetch::{FetchSettings, Gather};
use crate::ids::{Prefix, new_id};
use crate::reader::{Reader, ReaderArgs, ReaderHandle, ReaderMessage};
use crate::scan::ScanContext;
use crate::scans::{Scans, ScansArgs, ScansHandle, ScansLimits, ScansMessage};
use crate::supervision::{Child, Health, Supervisor, SupervisorArgs, SupervisorMessage};

/// Every limit and setting of the actors.
#[derive(Clone, Debug)]
pub struct SystemSettings {
    /// Where the store is.
    pub store: StoreSettings,
    /// The rules for addresses; stored scans are held against them again.
    pub fetch: Arc<FetchSettings>,
    /// Scans that run at once on this node.
    pub max_concurrent_scans: usize,
    /// Scans that may wait.
    pub scan_queue: usize,
    /// How long one scan may take.
    pub scan_deadline: Duration,
    /// How much longer than that a claim lasts.
    pub lease_margin: Duration,
    /// Reads that may wait or run.
    pub reads_waiting: usize,
}

impl SystemSettings {
    /// The defaults, over that store and those rules for addresses.
    pub fn new(store: StoreSettings, fetch: Arc<FetchSettings>) -> Self {
        Self {
            store,
            fetch,
            max_concurrent_scans: 64,
            scan_queue: 1_000,
            scan_deadline: Duration::from_secs(60),
            lease_margin: Duration::from_secs(15),
            reads_waiting: 4_096,
        }
    }
}

/// Why the system could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store could not be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An actor could not be started.
    #[error("a part of the service could not be started: {0}")]
    Actor(#[from] SpawnErr),
}

/// How the program reaches the actors.
#[derive(Clone, Debug)]
pub struct Handles {
    /// Runs scans.
    pub scans: ScansHandle,
    /// Reads the store.
    pub reader: ReaderHandle,
    reader_address: Address<ReaderMessage>,
    scans_address: Address<ScansMessage>,
}

impl Handles {
    fn new(settings: &SystemSettings) -> Self {
        let (reader_address, scans_address) = (Address::vacant(), Address::vacant());
        let reader = ReaderHandle::new(reader_address.clone(), settings.reads_waiting);
        let scans = ScansHandle::new(scans_address.clone(), reader.clone());
        Self { scans, reader, reader_address, scans_address }
    }

    /// Whether every permanent actor is alive.
    pub fn ready(&self) -> bool {
        self.reader_address.is_occupied() && self.scans_address.is_occupied()
    }
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
        let clock = follow_database(&store, clock).await?;
        let health = Health::new();
        let handles = Handles::new(&settings);
        let context = ScanContext {
            reader: store.reader(),
            writer: store.writer(),
            gather,
            fetch: Arc::clone(&settings.fetch),
            cores: cores(),
            clock: Arc::clone(&clock),
            deadline: settings.scan_deadline,
        };
        let children = vec![
            reader_child(&handles.reader_address, store.reader()),
            scans_child(&handles.scans_address, &settings, &store, context, &health),
        ];
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
        if let Err(error) = self.handles.scans.drain(deadline).await {
            tracing::warn!(%error, "running scans could not be given back in time");
        }
        let _stopped = self.supervisor.stop_and_wait(None, Some(deadline)).await;
        self.store.close().await;
    }
}

#[cfg(test)]
impl System {
    pub(crate) fn store(&self) -> citable_schema::Reader {
        self.store.reader()
    }

    /// Ends everything at once, as the death of the process would.
    pub(crate) async fn kill(self) {
        let _killed = self.supervisor.get_cell().kill_and_wait(None).await;
    }
}

/// Where several nodes share a database, its clock is everybody's.
async fn follow_database(store: &Store, base: SharedClock) -> Result<SharedClock, StoreError> {
    if store.is_single_node() {
        return Ok(base);
    }
    let offset_ms = store.reader().clock_offset(base.now_ms()).await?;
    Ok(Arc::new(OffsetClock { base, offset_ms }))
}

fn reader_child(address: &Address<ReaderMessage>, store: citable_schema::Reader) -> Child {
    Child::permanent("Reader", address, move || (Reader, ReaderArgs { store: store.clone() }))
}

fn scans_child(
    address: &Address<ScansMessage>,
    settings: &SystemSettings,
    store: &Store,
    context: ScanContext,
    health: &Health,
) -> Child {
    let boot_id = new_id(Prefix::Boot);
    let incarnations = AtomicU64::new(0);
    let limits = ScansLimits {
        running: settings.max_concurrent_scans,
        waiting: settings.scan_queue,
        lease: settings.scan_deadline + settings.lease_margin,
    };
    let (single_node, health) = (store.is_single_node(), health.clone());
    Child::permanent("Scans", address, move || {
        let incarnation = incarnations.fetch_add(1, Ordering::Relaxed);
        let args = ScansArgs {
            context: context.clone(),
            limits,
            owner: format!("{boot_id}.{incarnation}"),
            single_node,
            health: health.clone(),
        };
        (Scans, args)
    })
}
