//! The scans of a session, in memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use citable_actors::clock::SharedClock;
use citable_actors::cores::Cores;
use citable_actors::fetch::Fetcher;
use citable_checks::report::Report;
use citable_checks::stage::Stage;
use tempfile::TempDir;
use tokio::sync::Semaphore;

use super::limits::{CALLS, RUNNING_SCANS, SCANS_KEPT};
use crate::http::problem::{Code, Problem};
use crate::mcp::held::Held;

/// What a session fetches and judges with, and its scans.
pub(crate) struct Session {
    /// None without a network.
    pub(super) fetcher: Option<Fetcher>,
    pub(super) clock: SharedClock,
    pub(super) cores: Cores,
    /// Places for scans that run.
    pub(super) running: Arc<Semaphore>,
    /// Places for calls.
    pub(super) calls: Semaphore,
    /// One site at a time uses all cores.
    pub(super) site: Arc<Semaphore>,
    /// Where the pages of sites are kept until the session ends.
    pub(super) states: OnceLock<TempDir>,
    scans: Mutex<VecDeque<Held>>,
}

impl Session {
    /// A session without scans. Without a fetcher, it doesn't use the network.
    pub(crate) fn new(fetcher: Option<Fetcher>, clock: SharedClock) -> Self {
        Self {
            fetcher,
            clock,
            cores: Cores::of_a_command(),
            running: Arc::new(Semaphore::new(RUNNING_SCANS)),
            calls: Semaphore::new(CALLS),
            site: Arc::new(Semaphore::new(1)),
            states: OnceLock::new(),
            scans: Mutex::new(VecDeque::new()),
        }
    }

    /// Adds a scan that begins. The oldest one goes where there are too many.
    pub(super) fn begin(&self, id: &str, url: &str) {
        let mut scans = self.scans();
        if scans.len() >= SCANS_KEPT {
            scans.pop_front();
        }
        let (id, url) = (id.to_owned(), url.to_owned());
        scans.push_back(Held::Running { id, url, stage: Stage::Queued });
    }

    /// Notes the stage that a scan has reached.
    pub(super) fn reach(&self, scan: &str, reached: Stage) {
        let mut scans = self.scans();
        if let Some(Held::Running { stage, .. }) = scans.iter_mut().find(|held| held.id() == scan) {
            *stage = reached;
        }
    }

    /// Notes how a scan ended.
    pub(super) fn end(&self, ended: Held) {
        let mut scans = self.scans();
        if let Some(held) = scans.iter_mut().find(|held| held.id() == ended.id()) {
            *held = ended;
        }
    }

    /// Forgets a scan.
    pub(super) fn forget(&self, scan: &str) {
        self.scans().retain(|held| held.id() != scan);
    }

    /// The scan with that ID.
    pub(super) fn scan(&self, id: &str) -> Result<Held, Problem> {
        let found = self.scans().iter().find(|held| held.id() == id).cloned();
        found.ok_or_else(|| Problem::not_found("No scan with this ID in this session."))
    }

    /// The report of the scan with that ID.
    pub(super) fn report(&self, id: &str) -> Result<Arc<Report>, Problem> {
        match self.scan(id)? {
            Held::Done(report) => Ok(report),
            Held::Running { .. } => {
                Err(Problem::new(Code::ScanNotFinished, "This scan is still running."))
            }
            Held::Failed { failure, .. } => Err(Problem::new(
                Code::ScanNotFinished,
                format!("This scan failed: {}", failure.message),
            )),
        }
    }

    /// The two newest reports of a URL, the earlier one first.
    pub(super) fn newest_two(&self, url: &str) -> Result<(Arc<Report>, Arc<Report>), Problem> {
        let scans = self.scans();
        let mut reports = scans.iter().rev().filter_map(|held| match held {
            Held::Done(report) if report.url == url => Some(Arc::clone(report)),
            _ => None,
        });
        match (reports.next(), reports.next()) {
            (Some(to), Some(from)) => Ok((from, to)),
            _ => Err(Problem::not_found(
                "This URL has fewer than two finished scans in this session. Scan it again first.",
            )),
        }
    }

    fn scans(&self) -> MutexGuard<'_, VecDeque<Held>> {
        self.scans.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use citable_actors::clock::SystemClock;

    use super::*;

    #[test]
    fn the_newest_scans_are_kept() {
        let session = Session::new(None, Arc::new(SystemClock));
        for scan in 0..=SCANS_KEPT {
            session.begin(&format!("scn_{scan}"), "https://example.org/");
        }
        assert!(session.scan("scn_0").is_err());
        assert!(session.scan("scn_1").is_ok());
        session.reach("scn_1", Stage::Fetching);
        assert!(matches!(session.scan("scn_1"), Ok(Held::Running { stage: Stage::Fetching, .. })));
        assert_eq!(session.report("scn_1").unwrap_err().code(), Code::ScanNotFinished);
        session.forget("scn_1");
        assert!(session.scan("scn_1").is_err());
    }
}
