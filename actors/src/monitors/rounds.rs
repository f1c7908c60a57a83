//! One round over the monitors: lead, begin what is due, announce what is over.

use std::sync::Arc;
use std::time::Duration;

use citable_metrics::{MONITOR_LEADER, MONITOR_RUNS};
use citable_schema::{
    AnnounceRun, Lead, LeaderFence, MonitorLimits, Plan, Reader, RunRow, StartRuns, StoreError,
    Writer,
};

use crate::clock::{SharedClock, milliseconds};
use crate::cores::Cores;
use crate::ids::{Prefix, new_id};
use crate::mail::MailHandle;
use crate::quota::{Limits, Periods};
use crate::scans::{Place, ScansHandle};
use crate::secrets::Secrets;
use crate::snapshots::Snapshots;
use crate::tracking::{AsksError, TrackingHandle, asks_of_run};

use super::{PutOff, TASK, news};

/// How long a leader that is not heard of stays the leader.
const LEASE: Duration = Duration::from_secs(15);
/// Runs that begin in one unit.
const RUNS_AT_ONCE: usize = 16;
/// Runs that are announced in one round, before the next look at what is due.
const ANNOUNCED_AT_ONCE: i64 = 100;
/// How long the weekly report waits for the other runs of that day.
const REPORT_AFTER: Duration = Duration::from_secs(60 * 60);

/// What every round needs.
#[derive(Clone)]
pub(crate) struct Rounds {
    pub(crate) writer: Writer,
    pub(crate) reader: Reader,
    pub(crate) scans: ScansHandle,
    pub(crate) mail: MailHandle,
    pub(crate) tracking: TrackingHandle,
    pub(crate) snapshots: Snapshots,
    pub(crate) cores: Cores,
    pub(crate) secrets: Secrets,
    pub(crate) limits: Limits,
    pub(crate) clock: SharedClock,
    /// Names this incarnation: no two starts of the actor share it.
    pub(crate) holder: String,
    /// Whether no other node can lead.
    pub(crate) single_node: bool,
    /// Runs that could not be announced, by their scan.
    pub(crate) unannounceable: Arc<PutOff>,
    /// Weekly reports that could not be sent, by their account.
    pub(crate) unsendable: Arc<PutOff>,
}

/// Why a row of a round could not be done.
#[derive(Debug, thiserror::Error)]
pub(super) enum RowError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Asks(#[from] AsksError),
}

impl RowError {
    /// What ends the whole step: no other row will do better.
    fn into_end(self) -> Result<(), StoreError> {
        match self {
            Self::Store(
                error @ (StoreError::Fenced | StoreError::Unavailable(_) | StoreError::Overloaded),
            ) => Err(error),
            Self::Store(_) | Self::Asks(_) => Ok(()),
        }
    }
}

impl Rounds {
    /// Becomes or stays the leader, unless another node is.
    pub(super) async fn lead(&self) -> Result<Option<LeaderFence>, StoreError> {
        let lead = Lead {
            task: TASK.to_owned(),
            holder: self.holder.clone(),
            now: self.clock.now_ms(),
            lease: milliseconds(LEASE),
            take_foreign: self.single_node,
        };
        let leader = self.writer.run(lead).await;
        MONITOR_LEADER.set(usize::from(matches!(leader, Ok(Some(_)))));
        leader
    }

    /// What fails is tried again in the next round; the steps do not wait for each other. Answers
    /// whether more waits than one round does, so that the next one should begin at once.
    pub(super) async fn round(&self) -> bool {
        let leader = match self.lead().await {
            Ok(Some(leader)) => leader,
            Ok(None) => return false,
            Err(error) => {
                tracing::error!(%error, "couldn't determine which node runs the monitors");
                return false;
            }
        };
        let mut more_waits = false;
        for (step, result) in [
            // What finds no place in the queue of scans waits for the next round.
            ("begin", self.begin_runs(&leader).await.map(|()| false)),
            ("announce", self.announce(&leader).await),
            ("report", self.send_reports(&leader).await),
        ] {
            match result {
                Ok(more) => more_waits |= more,
                Err(StoreError::Fenced) => tracing::info!(step, "another node leads"),
                Err(error) => tracing::error!(step, %error, "a round of the monitors failed"),
            }
        }
        more_waits
    }

    async fn begin_runs(&self, leader: &LeaderFence) -> Result<(), StoreError> {
        while self.reader.is_any_monitor_due(self.clock.now_ms()).await? {
            let mut places = self.places().await;
            let scan_ids: Vec<String> = places.iter().map(|_| new_id(Prefix::Scan)).collect();
            if scan_ids.is_empty() {
                return Ok(());
            }
            let begun = self.writer.run(self.start_runs(leader, scan_ids)).await?;
            MONITOR_RUNS.add(u64::try_from(begun.started).unwrap_or(u64::MAX));
            let is_last = begun.started == 0 || begun.seen < places.len();
            places.drain(..begun.started).for_each(Place::taken);
            if is_last {
                return Ok(());
            }
        }
        Ok(())
    }

    fn start_runs(&self, leader: &LeaderFence, scan_ids: Vec<String>) -> StartRuns {
        let now = self.clock.now_ms();
        let periods = Periods::at(now);
        StartRuns {
            leader: leader.clone(),
            scan_ids,
            limits: monitor_limits(&self.limits),
            spend: periods.spend_of_service(self.limits.daily_budget),
            budget_renewed_at: periods.day.end,
            now,
        }
    }

    /// As many places in the queue of scans as one unit can use; fewer where it is full.
    async fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        while places.len() < RUNS_AT_ONCE {
            match self.scans.reserve().await {
                Ok(place) => places.push(place),
                Err(_full_or_stopping) => break,
            }
        }
        places
    }

    async fn announce(&self, leader: &LeaderFence) -> Result<bool, StoreError> {
        let put_off = self.unannounceable.now();
        let runs = self.reader.unannounced_runs(put_off, ANNOUNCED_AT_ONCE).await?;
        let mut batch = Batch::of(runs.len(), ANNOUNCED_AT_ONCE);
        for run in runs {
            let announced = self.announce_run(leader, &run).await;
            batch.note(&announced);
            done_or_put_off(&self.unannounceable, "announce", &run.scan_id, announced)?;
        }
        Ok(batch.may_have_left_some())
    }

    async fn announce_run(&self, leader: &LeaderFence, run: &RunRow) -> Result<(), RowError> {
        let announcement = self.announcement(leader, run).await?;
        let tells = announcement.notice.is_some();
        let asks = announcement.asks.as_ref().is_some_and(|begin| !begin.asks.is_empty());
        self.writer.run(announcement).await?;
        if asks {
            self.tracking.wake();
        }
        if tells {
            self.mail.wake();
        }
        Ok(())
    }

    async fn announcement(
        &self,
        leader: &LeaderFence,
        run: &RunRow,
    ) -> Result<AnnounceRun, RowError> {
        let now = self.clock.now_ms();
        let news = news::of_run(&self.reader, run).await?;
        Ok(AnnounceRun {
            leader: leader.clone(),
            account_id: run.account_id.clone(),
            scan_id: run.scan_id.clone(),
            notice: news.map(|news| news.into_notice(&self.secrets, now)),
            asks: asks_of_run(&self.reader, &self.snapshots, &self.cores, &self.tracking, run)
                .await?,
            report_due_at: now + milliseconds(REPORT_AFTER),
            now,
        })
    }
}

/// Notes how a row went. One that fails is put off, so that the others have their turn, in this
/// round or, where the store is at fault, in the next.
///
/// # Errors
/// What ends the step for every row.
pub(super) fn done_or_put_off(
    put_off: &PutOff,
    step: &'static str,
    id: &str,
    result: Result<(), RowError>,
) -> Result<(), StoreError> {
    let Err(error) = result else {
        put_off.done(id);
        return Ok(());
    };
    if !matches!(error, RowError::Store(StoreError::Fenced)) {
        tracing::error!(step, row = id, %error, "postponed; the others continue");
        put_off.failed(id);
    }
    error.into_end()
}

/// Rows that one round looked at.
pub(super) struct Batch {
    is_full: bool,
    is_any_done: bool,
}

impl Batch {
    pub(super) fn of(rows: usize, most: i64) -> Self {
        let is_full = i64::try_from(rows).is_ok_and(|rows| rows >= most);
        Self { is_full, is_any_done: false }
    }

    pub(super) fn note(&mut self, result: &Result<(), RowError>) {
        self.is_any_done |= result.is_ok();
    }

    /// Where all of them failed, the next round is left its time.
    pub(super) fn may_have_left_some(&self) -> bool {
        self.is_full && self.is_any_done
    }
}

/// How many monitors each plan allows, for the store.
pub(crate) fn monitor_limits(limits: &Limits) -> MonitorLimits {
    MonitorLimits {
        free: i64::from(limits.of(Plan::Free).monitors),
        pro: i64::from(limits.of(Plan::Pro).monitors),
        agency: i64::from(limits.of(Plan::Agency).monitors),
    }
}
