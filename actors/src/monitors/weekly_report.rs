//! The weekly report of an account: what all its monitors found since the last one.

use std::collections::BTreeMap;

use citable_schema::{AskRow, DueReport, LeaderFence, RunRow, SendReport, StoreError};

use crate::mail::news::{EngineLine, News, WeeklyReport};
use crate::tracking::{EngineTracking, TrackingStatus, TrackingView};

use super::news::{change, failure};
use super::rounds::{Batch, Rounds, RowError, done_or_put_off};

/// Reports that are sent in one round.
const SENT_AT_ONCE: i64 = 20;

impl Rounds {
    pub(super) async fn send_reports(&self, leader: &LeaderFence) -> Result<bool, StoreError> {
        let now = self.clock.now_ms();
        let put_off = self.unsendable.now();
        let reports = self.reader.due_reports(now, put_off, SENT_AT_ONCE).await?;
        let mut batch = Batch::of(reports.len(), SENT_AT_ONCE);
        for report in reports {
            let account_id = report.account_id.clone();
            let sent = self.send_report(leader, report, now).await;
            batch.note(&sent);
            done_or_put_off(&self.unsendable, "report", &account_id, sent)?;
        }
        Ok(batch.may_have_left_some())
    }

    async fn send_report(
        &self,
        leader: &LeaderFence,
        report: DueReport,
        now: i64,
    ) -> Result<(), RowError> {
        let news = self.weekly_report(&report, now).await?;
        let send = SendReport {
            leader: leader.clone(),
            report,
            notice: news.map(|news| news.into_notice(&self.secrets, now)),
            until: now,
            now,
        };
        self.writer.run(send).await?;
        self.mail.wake();
        Ok(())
    }

    async fn weekly_report(
        &self,
        report: &DueReport,
        until: i64,
    ) -> Result<Option<News>, StoreError> {
        let runs = self.reader.unreported_runs(&report.account_id, until).await?;
        let asks = self.reader.asks_of_account(&report.account_id).await?;
        let mut weekly = WeeklyReport::default();
        for (run, url) in newest_of_each(runs) {
            weekly.failures.extend(failure(&run, &url));
            let Some(mut page) = change(&self.reader, &run, url).await? else { continue };
            page.engines = engine_lines(&asks, &run);
            weekly.pages.push(page);
        }
        let is_empty = weekly.pages.is_empty() && weekly.failures.is_empty();
        Ok((!is_empty).then_some(News::WeeklyReport(weekly)))
    }
}

/// What engines said about the page of a run; nothing of those that are not through with it.
fn engine_lines(asks: &[AskRow], run: &RunRow) -> Vec<EngineLine> {
    let is_of_run =
        |ask: &&AskRow| (&ask.monitor_id, ask.period_start) == (&run.monitor_id, run.period_start);
    let asks: Vec<AskRow> = asks.iter().filter(is_of_run).cloned().collect();
    let engines = TrackingView::of(&asks).into_iter().flat_map(|tracking| tracking.engines);
    let line = |engine: EngineTracking| EngineLine {
        answered: engine.questions.len(),
        cited: engine.cited(),
        best_position: engine.best_position(),
        name: engine.name,
    };
    engines.filter(|engine| engine.status != TrackingStatus::Pending).map(line).collect()
}

/// Of several runs of one monitor the newest counts.
fn newest_of_each(runs: Vec<(RunRow, String)>) -> impl Iterator<Item = (RunRow, String)> {
    let by_monitor: BTreeMap<String, (RunRow, String)> =
        runs.into_iter().map(|(run, url)| (run.monitor_id.clone(), (run, url))).collect();
    let mut newest: Vec<_> = by_monitor.into_values().collect();
    newest.sort_by(|(_, one), (_, other)| one.cmp(other));
    newest.into_iter()
}
