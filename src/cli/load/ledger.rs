//! The load on the ledger: scans are charged and stored, and wait. None runs, so that nothing but
//! admissions is measured.

use citable_actors::quota::{PlanLimits, Spender};
use citable_actors::{AdmitScan, Handles, SystemSettings};
use futures_util::future::BoxFuture;
use rand::RngExt;

use super::operation::{Ended, Workload, draws};
use super::pages::Pages;

/// Callers whose quotas are charged; every other one has an account.
const SPENDERS: u64 = 256;

/// What those may spend.
const AMPLE: PlanLimits = PlanLimits {
    scans_per_day: u32::MAX,
    scans_per_month: u32::MAX,
    recommendations: None,
    monitors: 0,
    keys: 0,
};

/// Lets scans wait without bound and run never.
pub(super) fn adjust(settings: &mut SystemSettings) {
    settings.max_concurrent_scans = 0;
    settings.scan_queue = usize::MAX;
}

/// Admissions.
pub(super) struct Admissions {
    handles: Handles,
    pages: Pages,
    seed: u64,
}

impl Admissions {
    pub(super) fn new(handles: Handles, pages: Pages, seed: u64) -> Self {
        Self { handles, pages, seed }
    }
}

/// The caller of that number.
pub(super) fn spender(number: u64) -> Spender {
    let account_id = number.is_multiple_of(2).then(|| format!("usr_load{number}"));
    let by_client = || format!("client:192.0.2.{number}");
    Spender { subject: account_id.clone().unwrap_or_else(by_client), account_id, limits: AMPLE }
}

impl Workload for Admissions {
    fn operation(&self) -> &'static str {
        "charge a scan to a quota and store it"
    }

    fn run(&self, number: u64) -> BoxFuture<'_, Ended> {
        Box::pin(async move {
            let spender = spender(draws(self.seed, number).random_range(0..SPENDERS));
            let scan = self.pages.scan(number);
            self.handles.ledger.admit(AdmitScan { scan, spender, answer: None }).await?;
            Ok("admitted")
        })
    }

    fn waiting(&self) -> usize {
        self.handles.ledger.waiting()
    }
}
