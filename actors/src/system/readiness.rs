//! Whether this node can take work.
//!
//! Anybody may ask, as often as they like: what the store said is kept for a moment, and one
//! question at a time is put to it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use citable_schema::{Probe, Writer};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::addresses::Addresses;
use crate::reader::ReaderHandle;
use crate::worker::WorkAddress;

/// How long the store may take to answer.
const DEADLINE: Duration = Duration::from_secs(2);
/// How long its answer is given again.
const KEPT: Duration = Duration::from_secs(1);
/// Questions under way: more than one only where an earlier one hangs.
const WAITING: usize = 8;

/// What of this node works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readiness {
    /// Whether every permanent actor is alive.
    pub actors: bool,
    /// Whether the store can be read.
    pub store_reads: bool,
    /// Whether the store takes changes.
    pub store_writes: bool,
}

/// Whether the store can be read, and whether it takes changes.
type Store = (bool, bool);

/// How the program asks whether this node can take work.
#[derive(Clone)]
pub struct ReadinessHandle {
    addresses: Addresses,
    reader: ReaderHandle,
    probe: WorkAddress<Writer>,
    last: Arc<Mutex<Option<(Instant, Store)>>>,
}

impl fmt::Debug for ReadinessHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadinessHandle").finish_non_exhaustive()
    }
}

impl ReadinessHandle {
    pub(super) fn new(addresses: Addresses, reader: ReaderHandle) -> Self {
        let probe = WorkAddress::new(addresses.probe.clone(), WAITING);
        Self { addresses, reader, probe, last: Arc::default() }
    }

    /// Asks, for two seconds at most.
    pub async fn read(&self) -> Readiness {
        let (store_reads, store_writes) = self.store().await;
        Readiness { actors: self.addresses.are_settled(), store_reads, store_writes }
    }

    async fn store(&self) -> Store {
        // Whoever waits here gets the answer to the question that is under way.
        let mut last = self.last.lock().await;
        if let Some((at, store)) = *last
            && at.elapsed() < KEPT
        {
            return store;
        }
        let write = self.probe.run(DEADLINE, Probe);
        let (read, written) =
            tokio::join!(tokio::time::timeout(DEADLINE, self.reader.ping()), write);
        let store = (matches!(read, Ok(Ok(_))), written.is_ok());
        if let Err(error) = written {
            tracing::warn!(%error, "the database doesn't accept writes");
        }
        *last = Some((Instant::now(), store));
        store
    }
}
