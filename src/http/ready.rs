//! Finished reports, ready to be sent: the bytes that viewers of one kind get, with their entity
//! tag.
//!
//! What is here is only ever sent after the store was asked whether the report is still there, so a
//! report that was deleted, on whatever node, is gone for its readers at once. Reports never change
//! and IDs aren't used twice, so nothing else can make these bytes wrong: how a report is written
//! is part of the program, and this is its memory.

use std::time::Duration;

use moka::future::Cache;

use super::conditional::Tagged;

/// What a report weighs besides its bytes.
const OVERHEAD_BYTES: usize = 1 << 9;

/// Form in which a report is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ReportForm {
    /// The API's object.
    Json,
    /// A document.
    Markdown,
    /// A document for coding agents.
    Instructions,
}

/// A report as viewers of one kind see it, in one form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Viewed {
    /// ID of the scan.
    pub(crate) scan_id: String,
    /// Number of fixes that are shown in full. None if all are.
    pub(crate) shown: Option<u32>,
    /// The form.
    pub(crate) form: ReportForm,
}

/// The reports that are ready.
#[derive(Debug)]
pub(crate) struct ReadyReports {
    reports: Cache<Viewed, Tagged>,
}

impl ReadyReports {
    /// Keeps so many bytes of reports, and each for so long after it was last read.
    pub(crate) fn new(bytes: usize, idle: Duration) -> Self {
        let reports = Cache::builder()
            .max_capacity(bytes as u64)
            .weigher(|viewed: &Viewed, report: &Tagged| weight(viewed, report))
            .time_to_idle(idle)
            .build();
        Self { reports }
    }

    /// The report, whether or not it still exists.
    pub(crate) async fn get(&self, viewed: &Viewed) -> Option<Tagged> {
        self.reports.get(viewed).await
    }

    /// Keeps a report.
    pub(crate) async fn keep(&self, viewed: Viewed, report: Tagged) {
        self.reports.insert(viewed, report).await;
    }

    /// Drops a report.
    pub(crate) async fn drop(&self, viewed: &Viewed) {
        self.reports.invalidate(viewed).await;
    }
}

fn weight(viewed: &Viewed, report: &Tagged) -> u32 {
    let whole = OVERHEAD_BYTES + viewed.scan_id.len() + report.len();
    u32::try_from(whole).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderMap;

    use super::*;
    use crate::http::reply::{MARKDOWN, own_bytes};

    const IDLE: Duration = Duration::from_secs(60);

    fn viewed(scan_id: &str, shown: Option<u32>, form: ReportForm) -> Viewed {
        Viewed { scan_id: scan_id.to_owned(), shown, form }
    }

    #[tokio::test]
    async fn each_kind_of_viewer_and_each_form_has_its_own() {
        let ready = ReadyReports::new(1 << 20, IDLE);
        let kept = viewed("scn_a", Some(1), ReportForm::Json);
        ready.keep(kept.clone(), Tagged::new(MARKDOWN, "seen by strangers")).await;
        assert!(ready.get(&kept).await.is_some());
        for other in [
            viewed("scn_a", None, ReportForm::Json),
            viewed("scn_a", Some(3), ReportForm::Json),
            viewed("scn_a", Some(1), ReportForm::Markdown),
            viewed("scn_b", Some(1), ReportForm::Json),
        ] {
            assert!(ready.get(&other).await.is_none(), "{other:?}");
        }
        ready.drop(&kept).await;
        assert!(ready.get(&kept).await.is_none());
    }

    #[tokio::test]
    async fn no_more_is_kept_than_there_is_room_for() {
        for (room, most) in [(0, 0), (10 * (OVERHEAD_BYTES + 1_000), 10)] {
            let ready = ReadyReports::new(room, IDLE);
            for number in 0..100 {
                let report = Tagged::new(MARKDOWN, vec![b'x'; 1_000]);
                ready.keep(viewed(&format!("scn_{number}"), None, ReportForm::Json), report).await;
            }
            ready.reports.run_pending_tasks().await;
            let kept = ready.reports.entry_count();
            assert!(kept <= most, "{kept} of at most {most}");
            assert!(ready.reports.weighted_size() <= room as u64);
        }
    }

    #[tokio::test]
    async fn what_is_sent_counts_although_it_is_kept() {
        let report = Tagged::new(MARKDOWN, vec![b'x'; 1_000]);
        let ready = ReadyReports::new(1 << 20, IDLE);
        ready.keep(viewed("scn_a", None, ReportForm::Json), report.clone()).await;
        assert_eq!(own_bytes(&report.respond_counted(&HeaderMap::new())), 1_000);
    }
}
