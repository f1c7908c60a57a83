//! The actors under load, over a database of their own.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use citable_actors::clock::SystemClock;
use citable_actors::fetch::FetchSettings;
use citable_actors::store::{ServeLock, StoreSettings, StoreUrl, migrate};
use citable_actors::{Handles, System, SystemSettings};
use tempfile::TempDir;

use super::operation::Workload;
use super::pages::{AtOnce, Pages};
use super::{idempotency, identity, ledger, reader, scans};
use crate::cli::load::args::{Actor, LoadArgs};

/// The value of `--database` that means a new SQLite file, removed at the end.
pub(super) const TEMPORARY: &str = "sqlite";
/// How long the actors may take to stop.
const STOP: Duration = Duration::from_secs(5);

/// A system and its store.
pub(super) struct World {
    system: System,
    /// Which database, without its address: that may hold a password.
    pub(super) database: &'static str,
    /// Calls that may wait or run in the actor.
    pub(super) places: usize,
    _lock: Option<ServeLock>,
    _folder: Option<TempDir>,
}

impl World {
    /// Starts the system as the actor's load wants it; its scans find those pages.
    pub(super) async fn start(
        args: &LoadArgs,
        found: AtOnce,
        places: Option<usize>,
    ) -> anyhow::Result<Self> {
        let (url, folder) = open(&args.database)?;
        let lock = ServeLock::acquire(&url)?;
        if !args.reuse {
            refuse_what_was_used(&url).await?;
        }
        let named = match &url {
            StoreUrl::Sqlite(_) => "SQLite, synchronous=FULL",
            StoreUrl::Postgres(_) => "PostgreSQL",
        };
        let (settings, places) = settings(args.actor, StoreSettings::new(url), places);
        let system = System::start(settings, Arc::new(found), Arc::new(SystemClock)).await?;
        Ok(Self { system, database: named, places, _lock: lock, _folder: folder })
    }

    fn handles(&self) -> Handles {
        self.system.handles()
    }

    /// The load on an actor, with what it needs in the store.
    pub(super) async fn workload(
        &self,
        actor: Actor,
        seed: u64,
    ) -> anyhow::Result<Arc<dyn Workload>> {
        let (handles, pages) = (self.handles(), Pages::new(&FetchSettings::default())?);
        Ok(match actor {
            Actor::Ledger => Arc::new(ledger::Admissions::new(handles, pages, seed)),
            Actor::Idempotency => Arc::new(idempotency::Requests::start(handles, seed).await?),
            Actor::Scans => Arc::new(scans::WholeScans::new(handles, pages)),
            Actor::Identity => Arc::new(identity::Changes::start(handles, seed).await?),
            Actor::Reader => Arc::new(reader::Reads::start(handles, &pages, seed).await?),
        })
    }

    /// How many actors crashed.
    pub(super) fn crashes(&self) -> u64 {
        self.system.crashes()
    }

    /// Stops the system and removes a temporary database.
    pub(super) async fn stop(self) {
        self.system.shutdown(STOP).await;
    }
}

/// The settings of the service, but for quotas, which never refuse, and what the load needs.
fn settings(actor: Actor, store: StoreSettings, places: Option<usize>) -> (SystemSettings, usize) {
    let mut settings = SystemSettings::new(store, Arc::new(FetchSettings::default()));
    settings.limits.daily_budget = u32::MAX;
    match actor {
        Actor::Ledger => ledger::adjust(&mut settings),
        Actor::Identity => identity::adjust(&mut settings),
        Actor::Idempotency | Actor::Scans | Actor::Reader => {}
    }
    if actor == Actor::Scans {
        settings.scan_queue = places.unwrap_or(settings.scan_queue);
        // Scans that run count as much as those that wait.
        let places = settings.scan_queue + settings.max_concurrent_scans;
        return (settings, places);
    }
    settings.calls_waiting = places.unwrap_or(settings.calls_waiting);
    let places = settings.calls_waiting;
    (settings, places)
}

fn open(database: &str) -> anyhow::Result<(StoreUrl, Option<TempDir>)> {
    if database != TEMPORARY {
        return Ok((StoreUrl::parse(database)?, None));
    }
    let folder = TempDir::with_prefix("citable-load-")
        .context("can't create a folder for the database; set TMPDIR to one that can be written")?;
    let path: &Path = &folder.path().join("load.sqlite");
    Ok((StoreUrl::Sqlite(path.to_owned()), Some(folder)))
}

/// A load leaves thousands of rows behind, and finishes scans that wait with a page that is not
/// theirs: no database that is used for anything else survives that.
async fn refuse_what_was_used(url: &StoreUrl) -> anyhow::Result<()> {
    if let StoreUrl::Sqlite(path) = url
        && path.exists()
    {
        bail!("{} exists. Use a new file, or add --reuse to load it anyway", path.display());
    }
    // The first migration is pending in a database that was never used, and only there.
    let applied = migrate(url).await?;
    if !applied.iter().any(|version| version.trim_start_matches('0') == "1") {
        bail!("the database isn't empty. Use an empty one, or add --reuse to load it anyway");
    }
    Ok(())
}
