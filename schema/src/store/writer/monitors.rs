//! Monitors, their schedule, and what their owners are told.

use super::Writer;
use crate::monitors::announcements::{AnnounceRun, SendReport};
use crate::monitors::changes::{RequestRun, SetConsent, Unwatch, Watch, Watched};
use crate::monitors::schedule::{RunsStarted, StartRuns};
use crate::nodes::leaders::{Lead, LeaderFence};
use crate::requests::with_answer::{KeepAnswer, Keyed};
use crate::store::error::StoreError;
use crate::tracking::asks::TrackedMonitor;

impl Writer {
    /// Becomes or stays the leader of a task; none while somebody else leads.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn lead(&self, lead: Lead) -> Result<Option<LeaderFence>, StoreError> {
        self.run(lead).await
    }

    /// Begins to monitor an address; `answer` is kept together with the change.
    ///
    /// # Errors
    /// [`StoreError::Contention`] where the account is gone; [`StoreError::Fenced`] where the right
    /// to answer the request is.
    pub async fn watch(
        &self,
        watch: Watch,
        answer: Option<KeepAnswer<Watched>>,
    ) -> Result<Watched, StoreError> {
        self.run(Keyed { change: watch, answer }).await
    }

    /// Ends a monitor of that account; answers whether it had such an active one.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn unwatch(&self, account_id: String, id: String) -> Result<bool, StoreError> {
        self.run(Unwatch { account_id, id }).await
    }

    /// Records or ends the consent to ask answer engines about an address; `answer` is kept
    /// together with the change. None where the account has no such active monitor.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the right to answer the request is gone.
    pub async fn set_consent(
        &self,
        consent: SetConsent,
        answer: Option<KeepAnswer<Option<TrackedMonitor>>>,
    ) -> Result<Option<TrackedMonitor>, StoreError> {
        self.run(Keyed { change: consent, answer }).await
    }

    /// Asks for a run of a monitor outside its schedule; answers whether there is such an active
    /// one.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn request_run(&self, id: String, now: i64) -> Result<bool, StoreError> {
        self.run(RequestRun { id, now }).await
    }

    /// Begins the runs of monitors that are due.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where somebody else leads.
    pub async fn start_runs(&self, start: StartRuns) -> Result<RunsStarted, StoreError> {
        self.run(start).await
    }

    /// Tells an owner of a run that is over, once.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where somebody else leads.
    pub async fn announce_run(&self, announce: AnnounceRun) -> Result<(), StoreError> {
        self.run(announce).await
    }

    /// Sends a weekly report, once.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where somebody else leads.
    pub async fn send_report(&self, report: SendReport) -> Result<(), StoreError> {
        self.run(report).await
    }
}
