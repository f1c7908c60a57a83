//! One page from address to report: what the command line and a running scan do alike.

use std::sync::Arc;

use citable_checks::evaluate::{evaluate, read};
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::Snapshot;
use citable_checks::reading::Reading;
use citable_checks::report::Report;
use citable_checks::stage::Stage;
use tokio::sync::Semaphore;

use crate::fetch::{Gather, ProgressSink, TargetUrl};

/// What a finished scan leaves behind.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// The report.
    pub report: Report,
    /// What it rests on.
    pub snapshot: Snapshot,
}

/// As many permits as the machine has cores: reading a page is pure computation.
pub fn cores() -> Arc<Semaphore> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Arc::new(Semaphore::new(cores))
}

/// Fetches the page and judges it. `now_ms` becomes the snapshot's instant.
///
/// # Errors
/// A [`ScanFailure`] where no verdict is possible.
pub async fn assess(
    gather: &dyn Gather,
    cores: &Arc<Semaphore>,
    id: &str,
    target: &TargetUrl,
    now_ms: i64,
    progress: ProgressSink,
) -> Result<Assessment, ScanFailure> {
    let snapshot = gather.gather(target, now_ms, Arc::clone(&progress)).await?;
    evaluate_blocking(cores, id, snapshot, progress).await
}

/// Judges a snapshot on a blocking thread, a core's permit in hand.
///
/// # Errors
/// A [`ScanFailure`] where no verdict is possible.
pub async fn evaluate_blocking(
    cores: &Arc<Semaphore>,
    id: &str,
    snapshot: Snapshot,
    progress: ProgressSink,
) -> Result<Assessment, ScanFailure> {
    let id = id.to_owned();
    on_a_core(cores, move || {
        let report = evaluate(&id, &snapshot, &mut |stage| progress(stage))?;
        Ok(Assessment { report, snapshot })
    })
    .await
}

/// Reads the page of a snapshot on a blocking thread, a core's permit in hand.
///
/// # Errors
/// A [`ScanFailure`] where the answer does not tell what the page is.
pub async fn read_blocking(
    cores: &Arc<Semaphore>,
    snapshot: Snapshot,
    progress: ProgressSink,
) -> Result<Reading, ScanFailure> {
    on_a_core(cores, move || {
        progress(Stage::Reading);
        Ok(Reading::of(&read(&snapshot)?))
    })
    .await
}

pub(crate) async fn on_a_core<T: Send + 'static>(
    cores: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, ScanFailure> + Send + 'static,
) -> Result<T, ScanFailure> {
    let permit = Arc::clone(cores).acquire_owned().await.map_err(|_| internal())?;
    let done = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work()
    });
    done.await.unwrap_or_else(|_panicked| Err(internal()))
}

/// The failure that says the fault is ours.
pub(crate) fn internal() -> ScanFailure {
    ScanFailure::new(
        FailureCode::Internal,
        "Something went wrong on our side. This does not tell what the answer engines get; please scan again.",
    )
}
