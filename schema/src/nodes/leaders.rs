//! The `leaders` table: who does what only one node may do.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::reads;
use crate::store::tables::leaders;
use crate::store::unit::Unit;

/// Becomes or stays the leader of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lead {
    /// The task.
    pub task: String,
    /// Who asks.
    pub holder: String,
    /// The instant.
    pub now: i64,
    /// How long the lease lasts from `now` on, in milliseconds.
    pub lease: i64,
    /// Whether another holder counts as gone: right only where no other node can be alive.
    pub take_foreign: bool,
}

/// The right to act as the leader of a task. Units that need it check it in their transaction, so
/// a leader that was taken for dead and comes back can do nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderFence {
    /// The task.
    pub task: String,
    /// Who leads.
    pub holder: String,
    /// Since which change of the holder.
    pub term: i64,
}

impl Unit for Lead {
    /// None while somebody else leads.
    type Answer = Option<LeaderFence>;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Option<LeaderFence>, StoreError> {
        let lead =
            |term| LeaderFence { task: self.task.clone(), holder: self.holder.clone(), term };
        if conn.insert_leader(self).await? > 0 {
            return Ok(Some(lead(1)));
        }
        if let Some(term) = conn.renew_leader(self).await? {
            return Ok(Some(lead(term)));
        }
        Ok(conn.replace_leader(self).await?.map(lead))
    }
}

impl Lead {
    /// Leases that end after this instant count as over: they were given before the clock was set
    /// back, or their holder cannot be alive.
    fn latest_end(&self) -> i64 {
        match self.take_foreign {
            true => i64::MIN,
            false => self.now.saturating_add(self.lease.saturating_mul(2)),
        }
    }
}

/// Makes sure, within a larger unit, that the leader still leads.
pub(crate) async fn hold(conn: &mut Connection<'_>, fence: &LeaderFence) -> Result<(), StoreError> {
    match conn.hold_leader(fence).await? {
        0 => Err(StoreError::Fenced),
        _ => Ok(()),
    }
}

queries! {
    /// Statements on `leaders`.
    trait LeaderQueries {
        fn insert_leader(lead: &Lead) -> changed {
            diesel::insert_into(leaders::table)
                .values((
                    leaders::task.eq(&lead.task),
                    leaders::holder.eq(&lead.holder),
                    leaders::term.eq(1_i64),
                    leaders::renewed_at.eq(lead.now),
                    leaders::lease_until.eq(lead.now + lead.lease),
                ))
                .on_conflict(leaders::task)
                .do_nothing()
        }

        fn renew_leader(lead: &Lead) -> maybe i64 {
            diesel::update(leaders::table.find(&lead.task).filter(leaders::holder.eq(&lead.holder)))
                .set((
                    leaders::renewed_at.eq(lead.now),
                    leaders::lease_until.eq(lead.now + lead.lease),
                ))
                .returning(leaders::term)
        }

        fn replace_leader(lead: &Lead) -> maybe i64 {
            let is_over = leaders::lease_until
                .le(lead.now)
                .or(leaders::lease_until.gt(lead.latest_end()));
            diesel::update(leaders::table.find(&lead.task).filter(is_over))
                .set((
                    leaders::holder.eq(&lead.holder),
                    leaders::term.eq(leaders::term + 1),
                    leaders::renewed_at.eq(lead.now),
                    leaders::lease_until.eq(lead.now + lead.lease),
                ))
                .returning(leaders::term)
        }

        /// On PostgreSQL the row is held until the end of the transaction.
        fn hold_leader(fence: &LeaderFence) -> changed {
            let held = leaders::table
                .find(&fence.task)
                .filter(leaders::holder.eq(&fence.holder))
                .filter(leaders::term.eq(fence.term));
            diesel::update(held).set(leaders::term.eq(leaders::term))
        }

        /// When the task's leader was last heard of.
        fn leader_renewed_at(task: &str) -> first i64 {
            leaders::table.find(task).select(leaders::renewed_at)
        }
    }
}

reads! {
    /// When a task's leader was last heard of.
    fn leader_renewed_at(task: &str) -> Option<i64>;
}
