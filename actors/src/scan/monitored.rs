//! The result of a monitor's run: its scan compared with the previous one.

use citable_checks::compare::Comparison;
use citable_checks::report::Report;
use citable_checks::viewer::Allowance;
use citable_schema::{NewDelivery, Reader, ScanRow, StoreError};

use super::ScanContext;
use crate::stored_report::unpack;
use crate::webhooks::{CategoryChange, CompletedRun, FlippedCheck, MonitorCompleted};

/// What the run before had found.
#[derive(Default)]
struct Earlier {
    score: Option<u8>,
    /// Its report, if it is still there.
    report: Option<Report>,
}

/// The delivery to make when the scan ends; none if the scan isn't a monitor's run.
pub(super) async fn delivery(
    context: &ScanContext,
    row: &ScanRow,
    report: &Report,
) -> Option<NewDelivery> {
    let monitor_id = row.monitor_id.as_deref()?;
    let earlier = earlier(&context.reader, monitor_id).await.unwrap_or_else(|error| {
        // Better a message without a comparison than none.
        tracing::error!(scan = row.id, %error, "couldn't read the previous run");
        Earlier::default()
    });
    let run = completed(context, monitor_id, row, &earlier, report);
    let completed = MonitorCompleted::new(run, context.clock.now_ms());
    Some(completed.into_delivery(context.webhooks_of_every_plan))
}

async fn earlier(reader: &Reader, monitor_id: &str) -> Result<Earlier, StoreError> {
    let Some(monitor) = reader.monitor(monitor_id).await? else { return Ok(Earlier::default()) };
    let score = monitor.last_score.and_then(|score| u8::try_from(score).ok());
    let stored = match &monitor.last_scan_id {
        Some(scan_id) => reader.report(scan_id).await?,
        None => None,
    };
    let stored = stored.map(|stored| unpack(stored.body)).transpose()?;
    let report = stored.and_then(|stored| serde_json::from_slice(&stored).ok());
    Ok(Earlier { score, report })
}

fn completed(
    context: &ScanContext,
    monitor_id: &str,
    row: &ScanRow,
    earlier: &Earlier,
    report: &Report,
) -> CompletedRun {
    let comparison = earlier.report.as_ref();
    let comparison = comparison.map(|earlier| Comparison::of(earlier, report, Allowance::All));
    let flipped_checks = comparison.iter().flat_map(|comparison| &comparison.flipped_checks);
    let delta = |id| {
        let categories = comparison.as_ref().map(|comparison| &comparison.categories)?;
        categories.iter().find(|category| category.id == id)?.delta
    };
    let categories = report.categories.iter();
    let base_url = context.fetch.base_url.trim_end_matches('/');
    CompletedRun {
        monitor_id: monitor_id.to_owned(),
        url: row.url.clone(),
        scan_id: row.id.clone(),
        score: report.score,
        previous_score: earlier.score,
        delta: None,
        categories: categories
            .map(|category| CategoryChange {
                id: category.id,
                score: category.score,
                delta: delta(category.id),
            })
            .collect(),
        flipped_checks: flipped_checks
            .map(|flip| FlippedCheck { id: flip.id.clone(), from: flip.from, to: flip.to })
            .collect(),
        report_url: format!("{base_url}/api/v1/scan/{}", row.id),
        web_url: format!("{base_url}/report/{}", row.id),
    }
}
