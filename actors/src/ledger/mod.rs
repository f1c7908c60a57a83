//! The actor that charges scans.
//!
//! **Owns** the quota counters and the service's daily budget.
//! **Invariants** a scan is admitted, charged and answered for in one unit of the store, or not at
//! all; a clock that steps back opens no bucket that was full, and one that stepped forward and is
//! corrected charges no day to come.
//! **Messages** one per scan.
//! **Restart** permanent; its state is which time has passed since its start.
//! **Backpressure** a permit travels in each message, and a place in the queue of scans.

mod charged_at;

use std::time::Duration;

use citable_metrics::{QUOTA_REFUSALS, SCANS_ADMITTED};
use citable_schema::{Admission, Admitted, NewScan, StoreError, Used, Writer};

use crate::address::Address;
use crate::call::CallError;
use crate::clock::SharedClock;
use crate::fault::{FaultPoint, reach};
use crate::idempotency::{Reservation, StoredAnswer};
use crate::quota::{Periods, Spender, Usage};
use crate::scans::{Place, ScansError, ScansHandle, SubmitScan};
use crate::worker::{Work, WorkAddress};

use charged_at::ChargedAt;

/// How long a caller waits for a scan to be stored.
const DEADLINE: Duration = Duration::from_secs(10);

/// A scan that a caller asks for.
#[derive(Debug)]
pub struct AdmitScan {
    /// The scan.
    pub scan: SubmitScan,
    /// Who pays for it.
    pub spender: Spender,
    /// The answer to keep, where the request named an idempotency key.
    pub answer: Option<(Reservation, StoredAnswer)>,
}

/// Why a scan was not admitted. Nothing is charged then.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A bucket of the caller is empty.
    #[error("the quota is used up")]
    QuotaSpent(Usage),
    /// The service has run as many scans today as it may.
    #[error("the service's scan budget for today is used up")]
    BudgetSpent(Usage),
    /// The scan would have to wait where no more may, scans are paused, or the service is stopping.
    #[error(transparent)]
    Scans(#[from] ScansError),
    /// The actor gave no answer.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How the rest of the program admits scans.
#[derive(Clone, Debug)]
pub struct LedgerHandle {
    address: WorkAddress<Ledger>,
    scans: ScansHandle,
}

impl LedgerHandle {
    pub(crate) fn new(
        address: Address<Work<Ledger>>,
        most_waiting: usize,
        scans: ScansHandle,
    ) -> Self {
        Self { address: WorkAddress::new(address, most_waiting), scans }
    }

    /// How many admissions wait or run.
    pub fn waiting(&self) -> usize {
        self.address.waiting()
    }

    /// Charges a scan and stores it; it runs when there is room. When this returns `Ok`, the scan
    /// survives anything. A caller that stops waiting loses the answer, never the scan.
    ///
    /// # Errors
    /// Every [`LedgerError`].
    pub async fn admit(&self, order: AdmitScan) -> Result<Usage, LedgerError> {
        let place = self.scans.reserve_for(order.scan.id.clone()).await?;
        self.address.have(DEADLINE, move |ledger| ledger.admit(order, place)).await?
    }
}

/// What the actor holds.
#[derive(Clone)]
pub(crate) struct Ledger {
    writer: Writer,
    clock: SharedClock,
    daily_budget: u32,
    charged_at: ChargedAt,
}

impl Ledger {
    /// A ledger that has charged nothing. The whole service runs `daily_budget` scans in a UTC day.
    pub(crate) fn new(writer: Writer, clock: SharedClock, daily_budget: u32) -> Self {
        Self { writer, clock, daily_budget, charged_at: ChargedAt::default() }
    }

    fn admit(
        &mut self,
        order: AdmitScan,
        place: Place,
    ) -> impl Future<Output = Result<Usage, LedgerError>> + Send + use<> {
        let now = self.clock.now_ms();
        let periods = Periods::at(self.charged_at.instant(now));
        let AdmitScan { scan, spender, answer } = order;
        let (reservation, first_answer) = match answer {
            Some((reservation, stored)) => {
                let first = reservation.first_answer(&stored, now);
                (Some(reservation), Some(first))
            }
            None => (None, None),
        };
        let scan_id = scan.id.clone();
        let admission = Admission {
            scan: new_scan(scan, spender.account_id.clone()),
            spend: periods.spend(&spender, self.daily_budget),
            answer: first_answer,
            now,
        };
        let writer = self.writer.clone();
        let usage = move |used: Used| Usage::of(&spender, &Periods { now, ..periods }, used);
        async move {
            reach(FaultPoint::BeforeAdmission);
            let admitted = writer.run(admission).await?;
            reach(FaultPoint::AfterAdmission);
            match admitted {
                Admitted::Taken(used) => {
                    if let Some(reservation) = reservation {
                        reservation.answered();
                    }
                    SCANS_ADMITTED.one();
                    tracing::debug!(scan_id, "a scan was admitted");
                    place.taken();
                    Ok(usage(used))
                }
                Admitted::QuotaSpent(used) => {
                    QUOTA_REFUSALS.one(["quota"]);
                    Err(LedgerError::QuotaSpent(usage(used)))
                }
                Admitted::BudgetSpent(used) => {
                    QUOTA_REFUSALS.one(["budget"]);
                    Err(LedgerError::BudgetSpent(usage(used)))
                }
                Admitted::Paused => Err(ScansError::Paused.into()),
            }
        }
    }
}

fn new_scan(scan: SubmitScan, account_id: Option<String>) -> NewScan {
    NewScan {
        id: scan.id,
        url: scan.url.url().to_string(),
        url_hash: citable_checks::url::url_hash(scan.url.url()),
        host: scan.url.host().to_owned(),
        account_id,
        monitor_id: None,
    }
}
