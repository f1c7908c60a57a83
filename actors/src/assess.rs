//! From a page at hand to its report: what the command line and a running scan do alike.

use std::time::Duration;

use citable_checks::evaluate::{
    IgnoredCheck, SitePage, evaluate_with_facts, evaluate_within, read_within,
};
use citable_checks::failure::{FailureCode, NO_VERDICT, ScanFailure};
use citable_checks::page::snapshot::Snapshot;
use citable_checks::reading::Reading;
use citable_checks::rendered::Rendered;
use citable_checks::report::Report;
use citable_checks::stage::Stage;

use crate::cores::{CoreError, Cores};
use crate::fetch::ProgressSink;

/// What a finished scan leaves behind.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// The report.
    pub report: Report,
    /// What it rests on.
    pub snapshot: Snapshot,
}

/// Waits for a core and judges a snapshot there, at most for `within` from then on.
///
/// # Errors
/// A [`ScanFailure`] where no verdict is possible; where we had no core or no time it is
/// `internal`.
pub async fn assess(
    cores: &Cores,
    within: Duration,
    id: &str,
    snapshot: Snapshot,
    progress: ProgressSink,
) -> Result<Assessment, ScanFailure> {
    let id = id.to_owned();
    let core = cores.wait(cores.longest_wait()).await.map_err(busy)?;
    let assessed = core.run(within, move |patience| {
        let report =
            evaluate_within(&id, &snapshot, &mut |stage| progress(stage.into()), patience)?;
        Ok(Assessment { report, snapshot })
    });
    assessed.await.unwrap_or_else(|error| Err(busy(error)))
}

/// Waits for a core and judges a snapshot there without the ignored checks, however long it takes.
/// The snapshot is gone then: of a whole site only the report and the facts of a page stay.
///
/// # Errors
/// Those of [`assess`], without a limit of time.
pub async fn assess_with_facts(
    cores: &Cores,
    id: &str,
    snapshot: Snapshot,
    ignored: Vec<IgnoredCheck>,
) -> Result<SitePage, ScanFailure> {
    let id = id.to_owned();
    let core = cores.wait(cores.longest_wait()).await.map_err(busy)?;
    let assessed = core.run(Duration::MAX, move |patience| {
        evaluate_with_facts(&id, &snapshot, &ignored, &mut |_| {}, patience)
    });
    assessed.await.unwrap_or_else(|error| Err(busy(error)))
}

/// Waits for a core and reads the page of a snapshot there, however long it takes.
///
/// # Errors
/// A [`ScanFailure`] where the answer does not tell what the page is.
pub async fn read(
    cores: &Cores,
    snapshot: Snapshot,
    progress: ProgressSink,
) -> Result<Reading, ScanFailure> {
    let core = cores.wait(cores.longest_wait()).await.map_err(busy)?;
    let read = core.run(Duration::MAX, move |patience| {
        progress(Stage::Reading.into());
        Ok(Reading::of(&read_within(&snapshot, patience)?))
    });
    read.await.unwrap_or_else(|error| Err(busy(error)))
}

/// Waits for a core and reads the page of a snapshot there, without and with JavaScript.
///
/// # Errors
/// Those of [`read`].
pub async fn read_rendered(
    cores: &Cores,
    snapshot: Snapshot,
    progress: ProgressSink,
) -> Result<Rendered, ScanFailure> {
    let core = cores.wait(cores.longest_wait()).await.map_err(busy)?;
    let read = core.run(Duration::MAX, move |patience| {
        progress(Stage::Reading.into());
        Ok(Rendered::of(&read_within(&snapshot, patience)?))
    });
    read.await.unwrap_or_else(|error| Err(busy(error)))
}

/// What a scan ends with that had no core, or not long enough: the fault is ours.
fn busy(error: CoreError) -> ScanFailure {
    tracing::warn!(%error, "couldn't read a page");
    match error {
        CoreError::Panicked => internal(),
        CoreError::Busy | CoreError::TooLong => ScanFailure::new(
            FailureCode::Internal,
            format!("The service was too busy to analyze the page. {NO_VERDICT} Scan again."),
        ),
    }
}

/// The failure that says the fault is ours.
pub(crate) fn internal() -> ScanFailure {
    ScanFailure::new(
        FailureCode::Internal,
        format!("Something failed on our side. {NO_VERDICT} Scan again."),
    )
}
