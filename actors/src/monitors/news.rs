//! What there is to tell at once of a run that is over.

use citable_schema::{Reader, RunRow, StoreError};

use crate::mail::news::{FixLine, News, PageChange, PageFailure};
use crate::stored_report::unpack;

/// Points by which a score must fall for an immediate alert.
const TOLD_DROP: i32 = 5;

/// What the owner of the monitor must know now; none where the weekly report is soon enough.
pub(super) async fn of_run(reader: &Reader, run: &RunRow) -> Result<Option<News>, StoreError> {
    if run.failure_message.is_none() && !is_drop(run) {
        return Ok(None);
    }
    let Some(monitor) = reader.monitor(&run.monitor_id).await? else { return Ok(None) };
    if let Some(failure) = failure(run, &monitor.url) {
        return Ok(Some(News::MonitorFailure(failure)));
    }
    Ok(change(reader, run, monitor.url).await?.map(News::ScoreDrop))
}

fn is_drop(run: &RunRow) -> bool {
    run.previous_score.zip(run.score).is_some_and(|(before, now)| before - now >= TOLD_DROP)
}

/// The page of a run that failed.
pub(super) fn failure(run: &RunRow, url: &str) -> Option<PageFailure> {
    let message = run.failure_message.clone()?;
    Some(PageFailure { url: url.to_owned(), message })
}

/// The page of a run that brought a score, with the best fixes of its report.
pub(super) async fn change(
    reader: &Reader,
    run: &RunRow,
    url: String,
) -> Result<Option<PageChange>, StoreError> {
    let Some(score) = run.score else { return Ok(None) };
    // The owner may have deleted the scan; its score is in the run.
    let report = reader.report(&run.scan_id).await?;
    let report = report.map(|report| unpack(report.body)).transpose()?;
    let fixes = report.map(|report| FixLine::best_of(&report)).unwrap_or_default();
    let (scan_id, previous_score) = (run.scan_id.clone(), run.previous_score);
    Ok(Some(PageChange { url, scan_id, score, previous_score, fixes, engines: Vec::new() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_points_are_told_at_once() {
        let run = |before, now| RunRow {
            monitor_id: "mon_1".to_owned(),
            period_start: 0,
            account_id: "usr_1".to_owned(),
            scan_id: "scn_1".to_owned(),
            started_at: 0,
            missed: 0,
            finished_at: Some(1),
            score: now,
            previous_score: before,
            failure_message: None,
        };
        assert!(is_drop(&run(Some(60), Some(55))));
        for (before, now) in [(Some(60), Some(56)), (Some(55), Some(60)), (None, Some(1))] {
            assert!(!is_drop(&run(before, now)), "{before:?} {now:?}");
        }
    }
}
