//! Admitting a scan.

use crate::error::StoreError;
use crate::scan_events::NewEvent;
use crate::scans::{NewScan, ScanStatus};
use crate::writer::{Queries, Unit};

/// Admits a scan: its row, waiting, and the first event of its log.
///
/// Everything that must hold together with "this scan was promised" belongs into this unit: the
/// quota counters, the service-wide budget and the stored first answer join it here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    /// The scan.
    pub scan: NewScan,
    /// The instant of admission.
    pub now: i64,
}

impl Unit for Admission {
    type Answer = ();

    async fn run<C: Queries>(&self, conn: &mut C) -> Result<(), StoreError> {
        let stage = ScanStatus::Queued.as_str();
        conn.insert_scan(&self.scan, stage, self.now).await?;
        conn.insert_event(&self.scan.id, &NewEvent::entered(1, self.now, stage)).await?;
        Ok(())
    }
}
