//! The actor that mirrors a repository: its pause switch, and what is open in it.
//!
//! **Owns** the mirror: of all nodes, the one that holds the leader's lease reads the repository.
//! **Invariants** what could not be read stays as it was and keeps its age, so a switch that is
//! not read turns stale and never looks fresh; the switch and the board are read apart. The age
//! counts from the beginning of a read. A board is whole or not kept at all.
//! **Restart** permanent; what it knows is in the store.
//! **Backpressure** one read at a time, within limits of pages, bytes and time. Where GitHub says
//! when it may be asked again, that is waited for.

mod board;
mod github;
mod handle;
mod settings;
mod stated;
#[cfg(test)]
mod tests;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use citable_schema::{ChainRead, KeepChain, Lead, LeaderFence, Reader, StoreError, Writer};
use tokio::time::timeout;

use crate::address::Address;
use crate::clock::{SharedClock, milliseconds};
use crate::provider::Provider;
use crate::routine::{Routine, RoutineMessage, claiming_routine_child};
use crate::supervision::Child;

pub use board::{Board, ChainObject, ChainRun, Lane, ObjectKind, RunMatch};
pub use handle::{ChainBoard, ChainHandle, ChainStatus, SwitchSource};
pub use settings::{ChainSettings, DEFAULT_API_URL, StateFile};
pub use stated::{Decision, Heartbeat};

use github::{GitHub, ReadError};
use settings::{EVERY, LEASE, LONGEST_WAIT, LOOK_EVERY, READ_LIMIT, RETRY};

/// The task whose leader reads.
const TASK: &str = "chain";

#[derive(Clone)]
pub(crate) struct ChainArgs {
    /// None where nothing is mirrored; then nothing is done.
    pub(crate) settings: Option<ChainSettings>,
    pub(crate) provider: Provider,
    pub(crate) reader: Reader,
    pub(crate) writer: Writer,
    pub(crate) clock: SharedClock,
    /// Names this incarnation: no two starts of the actor share it.
    pub(crate) holder: String,
    /// Whether no other node can lead.
    pub(crate) single_node: bool,
}

/// The actor as a child of the supervisor. The holder in `args` is the process.
pub(crate) fn chain_child(address: &Address<RoutineMessage<Chain>>, args: ChainArgs) -> Child {
    claiming_routine_child(address, args.holder.clone(), move |holder| {
        Chain::new(ChainArgs { holder, ..args.clone() })
    })
}

/// The actor's routine.
pub(crate) struct Chain {
    mirror: Option<Arc<Mirror>>,
    /// When it is time to read.
    due_at: i64,
}

impl Chain {
    fn new(args: ChainArgs) -> Self {
        Self { mirror: Mirror::of(args).map(Arc::new), due_at: i64::MIN }
    }

    /// The mirror, if it is time to read.
    fn due(&self) -> Option<Arc<Mirror>> {
        let mirror = self.mirror.as_ref()?;
        let now = mirror.clock.now_ms();
        // A clock that was set back does not put the next read off.
        let longest = milliseconds(LONGEST_WAIT.max(EVERY));
        let is_due = now >= self.due_at || self.due_at.saturating_sub(now) > longest;
        is_due.then(|| Arc::clone(mirror))
    }
}

impl Routine for Chain {
    const NAME: &'static str = "Chain";

    /// When the next read is due, if there was one.
    type Outcome = Option<i64>;

    async fn start(&mut self) -> Result<Duration, StoreError> {
        Ok(Duration::ZERO)
    }

    fn turn(&mut self) -> impl Future<Output = Result<Option<i64>, StoreError>> + Send + 'static {
        let due = self.due();
        async move {
            match due {
                Some(mirror) => mirror.renew().await.map(Some),
                None => Ok(None),
            }
        }
    }

    fn ended(&mut self, outcome: Result<Option<i64>, StoreError>) -> Duration {
        match outcome {
            Ok(due_at) => self.due_at = due_at.unwrap_or(self.due_at),
            Err(error) => {
                tracing::error!(%error, "couldn't refresh the mirror of the repository");
                let now = self.mirror.as_ref().map_or(0, |mirror| mirror.clock.now_ms());
                self.due_at = now.saturating_add(milliseconds(RETRY));
            }
        }
        LOOK_EVERY
    }
}

/// What every read needs.
struct Mirror {
    settings: ChainSettings,
    origin: String,
    provider: Provider,
    reader: Reader,
    writer: Writer,
    clock: SharedClock,
    holder: String,
    single_node: bool,
}

impl Mirror {
    fn of(args: ChainArgs) -> Option<Self> {
        let ChainArgs { settings, provider, reader, writer, clock, holder, single_node } = args;
        let settings = settings?;
        let origin = settings.origin();
        Some(Self { settings, origin, provider, reader, writer, clock, holder, single_node })
    }

    /// Reads the repository, if it is time and no other node does; answers when the next read is
    /// due.
    async fn renew(&self) -> Result<i64, StoreError> {
        let began = self.clock.now_ms();
        let latest = began.saturating_add(milliseconds(LONGEST_WAIT.max(EVERY)));
        let row = self.reader.chain(&self.origin).await?;
        if let Some(due_at) =
            row.map(|row| row.next_read_at).filter(|at| *at > began && *at <= latest)
        {
            return Ok(due_at);
        }
        let Some(leader) = self.lead(began).await? else {
            return Ok(began.saturating_add(milliseconds(RETRY)));
        };
        let keep = self.read(leader, began).await?;
        let due_at = keep.next_read_at;
        match self.writer.run(keep).await {
            Err(StoreError::Fenced) => tracing::info!("another node mirrors the repository"),
            kept => kept?,
        }
        Ok(due_at)
    }

    async fn lead(&self, now: i64) -> Result<Option<LeaderFence>, StoreError> {
        let lead = Lead {
            task: TASK.to_owned(),
            holder: self.holder.clone(),
            now,
            lease: milliseconds(LEASE),
            take_foreign: self.single_node,
        };
        self.writer.run(lead).await
    }

    async fn read(&self, leader: LeaderFence, began: i64) -> Result<KeepChain, StoreError> {
        let before = self.reader.chain_board(&self.origin).await?.and_then(|row| row.board);
        let before = before.and_then(|board| serde_json::from_str::<Board>(&board).ok());
        let (provider, settings) = (&self.provider, &self.settings);
        let github = GitHub { provider, settings, clock: &self.clock };
        let switch = timeout(READ_LIMIT / 4, github.is_paused()).await;
        let switch = switch.unwrap_or(Err(ReadError::TooLong));
        let board = match &switch {
            Err(ReadError::LimitedUntil(until)) => Err(ReadError::LimitedUntil(*until)),
            _ => {
                let material = timeout(READ_LIMIT, github.material()).await;
                material.unwrap_or(Err(ReadError::TooLong))
            }
        };
        let next_read_at = [told("pause switch", &switch), told("board", &board)]
            .into_iter()
            .flatten()
            .fold(began.saturating_add(milliseconds(EVERY)), i64::max);
        let board = board.ok().map(|material| material.board(&before.unwrap_or_default()));
        let board = board.and_then(|board| serde_json::to_string(&board).ok());
        let read_at = |value| ChainRead { value, as_of: began };
        Ok(KeepChain {
            leader,
            origin: self.origin.clone(),
            switch: switch.ok().map(|value| ChainRead { value, as_of: began }),
            board: board.map(read_at),
            next_read_at,
        })
    }
}

/// Tells of a failure; answers until when nothing more may be asked.
fn told<T>(what: &'static str, read: &Result<T, ReadError>) -> Option<i64> {
    let error = read.as_ref().err()?;
    tracing::warn!(what, %error, "couldn't read the mirrored repository");
    match error {
        ReadError::LimitedUntil(until) => Some(*until),
        _ => None,
    }
}
