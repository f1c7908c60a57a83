//! Who runs a scan, and until when: claiming, giving back, taking over.
//!
//! A lease is longer than any scan. After a crash the next process on the same SQLite file takes
//! leases over at once, other nodes of PostgreSQL when they run out. A process never takes over a
//! scan that it runs itself; a scan under which two processes died fails.

use std::collections::HashMap;

use crate::monitors::runs::end_run;
use crate::nodes::switches::SwitchQueries;
use crate::quota::charges::give_back;
use crate::scans::event_log::EventQueries;
use crate::scans::events::NewEvent;
use crate::scans::scan::{ClaimQueries, Fence, ScanEnd, ScanQueries, ScanRow, ScanStatus};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::unit::Unit;

/// Claims waiting scans, oldest first, at most one per host and none of a busy host; none at all
/// while scans are paused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Who will run them.
    pub owner: String,
    /// The instant of the claim.
    pub now: i64,
    /// When the claim is over. It is never renewed.
    pub lease_until: i64,
    /// How many at most.
    pub limit: i64,
    /// Hosts that this owner is already asking.
    pub busy_hosts: Vec<String>,
}

/// A scan that was claimed, with all that its owner needs to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedScan {
    /// The scan.
    pub row: ScanRow,
    /// The place of the last event in its log.
    pub last_seq: i64,
}

/// What was claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// The scans, now running, oldest first.
    pub scans: Vec<ClaimedScan>,
    /// How many wait after this claim.
    pub waiting: i64,
    /// Whether none could be claimed since the operator has paused scans.
    pub paused: bool,
}

impl Unit for Claim {
    type Answer = Claimed;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Claimed, StoreError> {
        let paused = conn.pause().await?.is_some();
        let ids = match paused {
            true => Vec::new(),
            false => conn.claimable(&self.busy_hosts, self.limit).await?,
        };
        let mut rows = match ids.is_empty() {
            true => Vec::new(),
            false => conn.start_scans(&ids, &self.owner, self.lease_until, self.now).await?,
        };
        rows.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
        let logs: HashMap<String, Option<i64>> = match rows.is_empty() {
            true => HashMap::new(),
            false => conn.last_seqs(&ids).await?.into_iter().collect(),
        };
        let last_seq = |row: &ScanRow| logs.get(&row.id).copied().flatten().unwrap_or_default();
        let scans = rows.into_iter().map(|row| ClaimedScan { last_seq: last_seq(&row), row });
        let scans = scans.collect();
        Ok(Claimed { scans, waiting: conn.waiting().await?, paused })
    }
}

/// Gives a scan back on a graceful stop: it waits again and the attempt does not count.
///
/// The next claim gets the same attempt number, so an owner must not release a scan and then go on
/// claiming under the same name.
///
/// # Errors
/// [`StoreError::Fenced`] where the scan is no longer held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// The scan.
    pub fence: Fence,
    /// The instant of release.
    pub now: i64,
}

impl Unit for Release {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        let requeued = conn.requeue_scan(&self.fence, self.fence.attempt - 1).await?;
        requeued.ok_or(StoreError::Fenced)?;
        let seq = conn.last_seq(&self.fence.scan_id).await? + 1;
        let event = NewEvent::entered(seq, self.now, ScanStatus::Queued.as_str());
        conn.insert_event(&self.fence.scan_id, &event).await?;
        Ok(())
    }
}

/// Takes over scans whose owner is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reclaim {
    /// The instant of the take-over.
    pub now: i64,
    /// Who asks.
    pub owner: String,
    /// Also take running scans of every other owner although their lease is not over: right only
    /// where no other owner can be alive, at the start on a single node.
    pub take_foreign: bool,
    /// Scans that run in this very process, whatever the clock says of their leases: it may have
    /// jumped.
    pub running_here: Vec<String>,
    /// A scan that was attempted this often is not tried again.
    pub max_attempts: i32,
    /// The failure code of such a scan.
    pub interrupted_code: String,
    /// The failure message of such a scan.
    pub interrupted_message: String,
}

/// What was taken over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reclaimed {
    /// Scans that wait again.
    pub requeued: Vec<ScanRow>,
    /// Scans that ended as interrupted; their charges are given back.
    pub interrupted: Vec<ScanRow>,
}

impl Unit for Reclaim {
    type Answer = Reclaimed;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Reclaimed, StoreError> {
        let mut orphans = conn.expired_scans(self.now).await?;
        if self.take_foreign {
            orphans.extend(conn.foreign_scans(&self.owner).await?);
            orphans.sort_by(|a, b| a.id.cmp(&b.id));
            orphans.dedup_by(|a, b| a.id == b.id);
        }
        orphans.retain(|orphan| !self.running_here.contains(&orphan.id));
        let mut reclaimed = Reclaimed::default();
        for orphan in orphans {
            let Some(fence) = orphan.fence() else { continue };
            match orphan.attempt < self.max_attempts {
                true => reclaimed.requeued.extend(self.requeue(conn, &fence).await?),
                false => reclaimed.interrupted.extend(self.interrupt(conn, &fence).await?),
            }
        }
        Ok(reclaimed)
    }
}

impl Reclaim {
    /// `None` where the owner or another node was faster.
    async fn requeue(
        &self,
        conn: &mut Connection<'_>,
        fence: &Fence,
    ) -> Result<Option<ScanRow>, StoreError> {
        let scan = conn.requeue_scan(fence, fence.attempt).await?;
        if scan.is_some() {
            let seq = conn.last_seq(&fence.scan_id).await? + 1;
            let event = NewEvent::entered(seq, self.now, ScanStatus::Queued.as_str());
            conn.insert_event(&fence.scan_id, &event).await?;
        }
        Ok(scan)
    }

    async fn interrupt(
        &self,
        conn: &mut Connection<'_>,
        fence: &Fence,
    ) -> Result<Option<ScanRow>, StoreError> {
        let end = ScanEnd {
            failure_code: Some(&self.interrupted_code),
            failure_message: Some(&self.interrupted_message),
            ..ScanEnd::default()
        };
        let scan = conn.end_scan(fence, ScanStatus::Error, &end, self.now).await?;
        if scan.is_some() {
            let seq = conn.last_seq(&fence.scan_id).await? + 1;
            let event = NewEvent::failed(
                seq,
                self.now,
                self.interrupted_code.as_str(),
                self.interrupted_message.as_str(),
            );
            conn.insert_event(&fence.scan_id, &event).await?;
            give_back(conn, &fence.scan_id, self.now).await?;
        }
        if let Some(scan) = &scan {
            end_run(conn, scan, &end, self.now).await?;
        }
        Ok(scan)
    }
}
