//! The steps of a running scan, from its task to its log and whoever follows it.

use std::time::Duration;

use citable_checks::stage::Stage;
use citable_metrics::SCAN_STAGE_DURATION;
use citable_schema::{Progress, StoreError};
use ractor::ActorRef;
use tokio::time::Instant;

use super::{ScanMessage, ScanState, TAKEN_OVER};
use crate::fetch::Step;

/// The least time between two writes of steps. Steps that are reached in between are written
/// together, or with the end of the scan. Nobody who watches a scan notices the wait.
const STORE_EVERY: Duration = Duration::from_millis(50);

impl ScanState {
    pub(super) async fn step_reached(&mut self, myself: &ActorRef<ScanMessage>, step: Step) {
        // Redirects and retries are requests for the same thing.
        if self.ending.is_some() || self.step.as_ref() == Some(&step) {
            return;
        }
        self.note(step);
        let now = Instant::now();
        match self.steps_stored_at.map(|stored| stored + STORE_EVERY) {
            Some(due) if due > now => {
                if self.unstored.len() == 1 {
                    myself.send_after(due - now, || ScanMessage::StoreSteps);
                }
            }
            _ => self.store_steps(myself).await,
        }
    }

    /// Adds a step to those that are to be stored.
    pub(super) fn note(&mut self, step: Step) {
        if self.stage.is_none_or(|(stage, _)| stage != step.stage) {
            self.enter(Some(step.stage));
        }
        self.unstored.push(self.log.step(&step, self.context.clock.now_ms()));
        self.step = Some(step);
    }

    /// Stores the steps since the last time, and then publishes them.
    pub(super) async fn store_steps(&mut self, myself: &ActorRef<ScanMessage>) {
        let events = std::mem::take(&mut self.unstored);
        if events.is_empty() {
            return;
        }
        self.steps_stored_at = Some(Instant::now());
        let progress = Progress { fence: self.fence.clone(), events: events.clone() };
        match self.context.writer.run(progress).await {
            Ok(()) => self.publish(events),
            Err(StoreError::Fenced) => myself.stop(Some(TAKEN_OVER.to_owned())),
            // The log may miss a step; the scan itself goes on.
            Err(error) => {
                tracing::warn!(scan = self.fence.scan_id, %error, "couldn't store steps")
            }
        }
    }

    /// Counts how long the stage before lasted.
    pub(super) fn enter(&mut self, stage: Option<Stage>) {
        let now = Instant::now();
        let before = std::mem::replace(&mut self.stage, stage.map(|stage| (stage, now)));
        if let Some((before, since)) = before {
            SCAN_STAGE_DURATION.record([before.as_str()], now.duration_since(since));
        }
    }
}
