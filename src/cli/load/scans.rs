//! The load on the scans: each one is admitted, run over a tiny page, and followed until it is
//! done.

use std::sync::atomic::{AtomicUsize, Ordering};

use citable_actors::{AdmitScan, Handles, Resume, ScanStatus, SubmitScan};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;

use super::ledger::spender;
use super::operation::{Ended, Fault, Workload};
use super::pages::Pages;

/// Whole scans.
pub(super) struct WholeScans {
    handles: Handles,
    pages: Pages,
    under_way: AtomicUsize,
}

impl WholeScans {
    pub(super) fn new(handles: Handles, pages: Pages) -> Self {
        Self { handles, pages, under_way: AtomicUsize::new(0) }
    }
}

/// Submits a scan and answers its id.
pub(super) async fn submit(
    handles: &Handles,
    scan: SubmitScan,
    number: u64,
) -> Result<String, Fault> {
    let (id, spender) = (scan.id.clone(), spender(number));
    handles.ledger.admit(AdmitScan { scan, spender, answer: None }).await?;
    Ok(id)
}

/// Follows a scan until it is done.
pub(super) async fn follow(handles: &Handles, id: String) -> Ended {
    let mut events = handles.scans.follow(id, Resume::Snapshot).await?;
    let mut last = None;
    while let Some(event) = events.next().await {
        last = Some(event.status);
    }
    match last {
        Some(ScanStatus::Done) => Ok("scanned"),
        other => Err(Fault::Failed(format!("a scan ended as {other:?}"))),
    }
}

impl Workload for WholeScans {
    fn operation(&self) -> &'static str {
        "submit a scan and follow it until it is done"
    }

    fn run(&self, number: u64) -> BoxFuture<'_, Ended> {
        Box::pin(async move {
            let id = submit(&self.handles, self.pages.scan(number), number).await?;
            self.under_way.fetch_add(1, Ordering::Relaxed);
            let ended = follow(&self.handles, id).await;
            self.under_way.fetch_sub(1, Ordering::Relaxed);
            ended
        })
    }

    /// Scans that wait or run: each is followed by whoever submitted it.
    fn waiting(&self) -> usize {
        self.under_way.load(Ordering::Relaxed)
    }
}
