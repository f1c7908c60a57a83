//! Starting and stopping everything below the program.

mod addresses;
mod children;
mod handles;
mod readiness;
mod settings;
mod store_only;

use std::sync::Arc;
use std::time::Duration;

use citable_schema::{Store, StoreError};
use ractor::{Actor, ActorRef, SpawnErr};
use tokio::time::Instant;

use crate::billing::billing_child;
use crate::chain::chain_child;
use crate::clock::{ClockKeeperArgs, DatabaseClock, SharedClock, clock_keeper_child};
use crate::fetch::{FetchError, Gather, Outbound};
use crate::human_check::{HumanCheckArgs, human_check_child};
use crate::ids::{Prefix, new_id};
use crate::janitor::{JanitorArgs, janitor_child};
use crate::monitors::scheduler_child;
use crate::notifications::notifications_child;
use crate::outbox::outbox_child;
use crate::provider::Provider;
use crate::scan::ScanContext;
use crate::store_actor::store_child;
use crate::supervision::{Health, Supervisor, SupervisorArgs, SupervisorMessage};

use children::{
    billing_args, chain_args, idempotency_child, ledger_child, mail, scans_child, scheduler_args,
    tracking, webhooks,
};
pub use handles::Handles;
pub use readiness::{Readiness, ReadinessHandle};
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
    #[error("a part of the service could not be started: {0}")]
    Actor(#[from] SpawnErr),
    /// The client for providers or webhooks could not be made.
    #[error("a part of the service could not be started: {0}")]
    Provider(#[from] FetchError),
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
        let database = database_clock(&store).await?;
        let clock = shared_clock(&machine, database.as_ref());
        let health = Health::new();
        let handles = Handles::new(&settings, &clock);
        let boot_id = new_id(Prefix::Boot);
        let cores = settings.cores.clone();
        let context = ScanContext {
            reader: store.reader(),
            writer: store.writer(),
            gather,
            fetch: Arc::clone(&settings.fetch),
            cores: cores.clone(),
            clock: Arc::clone(&clock),
            webhooks: handles.webhooks.clone(),
            deadline: settings.scan_deadline,
        };
        let addresses = &handles.addresses;
        let courier = Arc::new(Outbound::new(&settings.fetch)?);
        let mail = mail(&settings, &store, &clock);
        let webhooks = webhooks(&settings, &store, &handles, &clock, courier, &health);
        let provider = Provider::new(settings.fetch.extra_ca_file.as_deref())?;
        let billing = billing_args(&settings, &store, &handles, &clock, provider.clone());
        let tracking = tracking(&settings, &store, &clock)?;
        let single_node = store.is_single_node();
        let children = vec![
            clock_keeper_child(
                &addresses.clock_keeper,
                ClockKeeperArgs { machine, database, reader: store.reader() },
            ),
            store_child("Reader", &addresses.reader, store.reader()),
            scans_child(&addresses.scans, &settings, &store, context, &boot_id, &health),
            ledger_child(&addresses.ledger, &settings, &store, &clock),
            idempotency_child(&addresses.idempotency, &store, &clock),
            store_child("Identity", &addresses.identity, store.writer()),
            store_child("Monitors", &addresses.monitors, store.writer()),
            scheduler_child(
                &addresses.scheduler,
                scheduler_args(&settings, &store, &handles, &clock, &cores, boot_id.clone()),
            ),
            store_child("History", &addresses.history, store.writer()),
            outbox_child(&addresses.mail, mail, boot_id.clone(), single_node),
            notifications_child(&addresses.notifications, store.writer()),
            store_child("Endpoints", &addresses.endpoints, store.writer()),
            outbox_child(&addresses.webhooks, webhooks, boot_id.clone(), single_node),
            chain_child(
                &addresses.chain,
                chain_args(&settings, &store, &clock, provider.clone(), boot_id.clone()),
            ),
            human_check_child(
                &addresses.human_check,
                HumanCheckArgs {
                    settings: settings.human_check.clone(),
                    provider,
                    writer: store.writer(),
                    clock: Arc::clone(&clock),
                },
            ),
            billing_child(&addresses.billing, billing),
            store_child("Probe", &addresses.probe, store.writer()),
            outbox_child(&addresses.tracking, tracking, boot_id.clone(), single_node),
            janitor_child(
                &addresses.janitor,
                JanitorArgs {
                    settings: settings.janitor,
                    writer: store.writer(),
                    clock: Arc::clone(&clock),
                },
            ),
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
            tracing::warn!(%error, "running scans could not be given back in time");
        }
        if let Err(error) = mail {
            tracing::warn!(%error, "mails that are being sent will be claimed again");
        }
        if let Err(error) = webhooks {
            tracing::warn!(%error, "deliveries that are under way will be made again");
        }
        if let Err(error) = tracking {
            tracing::warn!(%error, "engines that are being asked will be asked again");
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

    /// Ends everything at once, as the death of the process would.
    pub(crate) async fn kill(self) {
        let _killed = self.supervisor.get_cell().kill_and_wait(None).await;
    }
}

/// Where several nodes share a database, its clock is everybody's.
async fn database_clock(store: &Store) -> Result<Option<Arc<DatabaseClock>>, StoreError> {
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
