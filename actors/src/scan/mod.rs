//! The actor of one running scan.
//!
//! **Owns** the scan's progress from its claim to its end.
//! **Invariants** the store is written before anybody is told; every write is fenced by owner and
//! attempt, so a scan that lost its lease can change nothing; the end is written once.
//! **Messages** `StepReached` and `Assessed` come back from its task; `StoreSteps` stores the steps
//! of a moment together; `Save` is a retried end; `Release` gives the scan back unfinished.
//! **Restart** temporary: [`crate::scans`] ends the scan of one that died as failed.
//! **Backpressure** none needed: about twenty messages in a life.

mod context;
pub(crate) mod event;
mod monitored;
mod steps;

use std::sync::Arc;
use std::time::Duration;

use citable_checks::failure::{FailureCode, NO_VERDICT, ScanFailure};
use citable_checks::report::{CheckResult, Report};
use citable_checks::stage::Stage;
use citable_metrics::{SCAN_DURATION, SCANS_FINISHED};
use citable_schema::{
    Completion, Fence, NewDelivery, NewEvent, Outcome, Release, ScanRow, StoreError,
};
use ractor::{Actor, ActorProcessingErr, ActorRef};
use tokio::sync::broadcast;
use tokio::time::Instant;
use tracing::{Instrument as _, Span};

use crate::assess::{Assessment, assess, internal};
use crate::bell::Word;
use crate::fault::{FaultPoint, reach};
use crate::fetch::{ProgressSink, Step, parse_target};
use crate::scan::event::{EventLog, LifecycleEvent};
use crate::stored_report;
use crate::tasks::{TaskPanicked, Tasks};

pub(crate) use context::ScanContext;

/// Why a scan's actor stopped whose scan is not over: its lease was, and somebody else runs it.
pub(crate) const TAKEN_OVER: &str = "another attempt took over";

/// The pause before an end that could not be stored is tried again.
const SAVE_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// The actor.
pub(crate) struct Scan;

pub(crate) struct ScanArgs {
    pub(crate) context: ScanContext,
    pub(crate) row: ScanRow,
    /// The last event in its log.
    pub(crate) last_seq: i64,
    pub(crate) fence: Fence,
    pub(crate) subscribers: broadcast::Sender<LifecycleEvent>,
    /// What its lines in the log carry: the scan, and who asked for it.
    pub(crate) span: Span,
}

pub(crate) struct ScanState {
    context: ScanContext,
    fence: Fence,
    log: EventLog,
    subscribers: broadcast::Sender<LifecycleEvent>,
    tasks: Tasks,
    /// The end, once it is known and until it is stored.
    ending: Option<Completion>,
    span: Span,
    started_at: Instant,
    /// The stage it is in, and since when.
    stage: Option<(Stage, Instant)>,
    /// The step that was reached last.
    step: Option<Step>,
    /// Events of steps that are not stored yet, and so not published.
    unstored: Vec<NewEvent>,
    /// When steps were last stored.
    steps_stored_at: Option<Instant>,
}

type Assessed = Result<Result<Record, ScanFailure>, TaskPanicked>;

pub(crate) enum ScanMessage {
    /// The task came to a stage, or waits for something else there.
    StepReached(Step),
    /// Steps that wait to be stored have waited long enough.
    StoreSteps,
    /// The task is over.
    Assessed(Box<Assessed>),
    /// An end that could not be stored is tried again.
    Save,
    /// The service stops: give the scan back, unfinished.
    Release,
}

impl Actor for Scan {
    type Msg = ScanMessage;
    type State = ScanState;
    type Arguments = ScanArgs;

    async fn pre_start(
        &self,
        myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        let span = args.span.clone();
        let mut state = ScanState {
            log: EventLog::after(args.row.id.clone(), args.last_seq),
            context: args.context,
            fence: args.fence,
            subscribers: args.subscribers,
            tasks: Tasks::default(),
            ending: None,
            span: args.span,
            started_at: Instant::now(),
            stage: None,
            step: None,
            unstored: Vec::new(),
            steps_stored_at: None,
        };
        span.in_scope(|| state.begin(&myself, args.row));
        Ok(state)
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        let span = state.span.clone();
        let handled = async {
            match message {
                ScanMessage::StepReached(step) => state.step_reached(&myself, step).await,
                ScanMessage::StoreSteps => state.store_steps(&myself).await,
                ScanMessage::Assessed(assessed) => state.assessed(&myself, *assessed).await,
                ScanMessage::Save => state.save(&myself).await,
                ScanMessage::Release => state.release(&myself).await,
            }
        };
        handled.instrument(span).await;
        Ok(())
    }
}

impl ScanState {
    fn begin(&mut self, myself: &ActorRef<ScanMessage>, row: ScanRow) {
        tracing::info!(attempt = row.attempt, "a scan begins");
        let teller = myself.clone();
        let progress: ProgressSink = Arc::new(move |step| {
            let _scan_is_over = teller.send_message(ScanMessage::StepReached(step));
        });
        let work = run(self.context.clone(), row, progress);
        self.tasks.attach(myself, work, |assessed| ScanMessage::Assessed(Box::new(assessed)));
    }

    async fn assessed(&mut self, myself: &ActorRef<ScanMessage>, assessed: Assessed) {
        if self.ending.is_some() {
            return;
        }
        match assessed.unwrap_or_else(|TaskPanicked| Err(internal())) {
            Ok(record) => {
                self.note(Stage::Saving.into());
                self.ending = Some(self.finished(record));
            }
            Err(failure) => self.ending = Some(self.failed(&failure)),
        }
        self.save(myself).await;
    }

    async fn save(&mut self, myself: &ActorRef<ScanMessage>) {
        let Some(ending) = self.ending.clone() else { return };
        let events = ending.events.clone();
        let delivery = ending.delivery.as_ref().map(|delivery| delivery.id.clone());
        let outcome = outcome_of(&ending);
        reach(FaultPoint::BeforeFinish);
        match self.context.writer.run(ending).await {
            Ok(()) => {
                reach(FaultPoint::AfterFinish);
                self.count_end(outcome, delivery.as_deref());
                self.publish(events);
                if delivery.is_some() {
                    self.context.webhooks.wake();
                }
                myself.stop(None);
            }
            Err(StoreError::Fenced) => myself.stop(Some(TAKEN_OVER.to_owned())),
            Err(error) => {
                tracing::error!(
                    scan = self.fence.scan_id,
                    %error,
                    "couldn't store the end of a scan; retrying"
                );
                myself.send_after(SAVE_AGAIN_AFTER, || ScanMessage::Save);
            }
        }
    }

    fn count_end(
        &mut self,
        (outcome, reason): (&'static str, &'static str),
        delivery: Option<&str>,
    ) {
        self.enter(None);
        let took = self.started_at.elapsed();
        SCANS_FINISHED.one([outcome, reason]);
        SCAN_DURATION.record([outcome], took);
        let duration_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        tracing::info!(outcome, reason, duration_ms, delivery, "a scan is over");
    }

    async fn release(&mut self, myself: &ActorRef<ScanMessage>) {
        self.tasks.abort_all();
        let now = self.context.clock.now_ms();
        match self.context.writer.run(Release { fence: self.fence.clone(), now }).await {
            Ok(()) => self.context.bell.say(Word::Scans),
            // The lease runs out by itself.
            Err(error) => tracing::warn!(
                scan = self.fence.scan_id,
                %error,
                "couldn't return a scan to the queue"
            ),
        }
        myself.stop(None);
    }

    fn finished(&mut self, record: Record) -> Completion {
        let now = self.context.clock.now_ms();
        let mut events = std::mem::take(&mut self.unstored);
        events.extend(self.log.finished(&record.checks, record.score, now));
        Completion {
            fence: self.fence.clone(),
            now,
            give_back: false,
            delivery: record.delivery,
            events,
            outcome: Outcome::Done {
                score: i32::from(record.score),
                scanned_at: record.scanned_at,
                report: record.report,
                snapshot_hash: record.snapshot_hash,
                snapshot: record.snapshot,
                object: record.object,
            },
        }
    }

    fn failed(&mut self, failure: &ScanFailure) -> Completion {
        let now = self.context.clock.now_ms();
        let mut ending = failed_completion(self.fence.clone(), &mut self.log, failure, now);
        ending.events.splice(..0, self.unstored.drain(..));
        ending
    }

    fn publish(&self, events: Vec<NewEvent>) {
        for event in events {
            let _nobody_listens = self.subscribers.send(self.log.published(event));
        }
        self.context.bell.say(Word::Events(self.fence.scan_id.clone()));
    }
}

/// How a scan ended, and for which reason where it failed.
fn outcome_of(ending: &Completion) -> (&'static str, &'static str) {
    match &ending.outcome {
        Outcome::Done { .. } => ("done", "none"),
        Outcome::Failed { code, .. } => {
            let code = FailureCode::parse(code).unwrap_or(FailureCode::Internal);
            ("failed", code.as_str())
        }
    }
}

/// A finished scan as it is stored.
pub(crate) struct Record {
    score: u8,
    scanned_at: i64,
    checks: Vec<CheckResult>,
    report: Vec<u8>,
    snapshot_hash: String,
    snapshot: Vec<u8>,
    /// The object that holds the snapshot; none where it goes into the database.
    object: Option<String>,
    /// What is to be told of it elsewhere.
    delivery: Option<NewDelivery>,
}

impl Record {
    fn of(
        Assessment { report, snapshot }: Assessment,
        delivery: Option<NewDelivery>,
    ) -> Result<Self, ScanFailure> {
        Ok(Self {
            score: report.score,
            scanned_at: snapshot.fetched_at,
            report: packed(&report).ok_or_else(internal)?,
            snapshot: snapshot.encode(),
            object: None,
            snapshot_hash: report.snapshot_hash,
            checks: report.checks,
            delivery,
        })
    }
}

/// A report as it is stored.
fn packed(report: &Report) -> Option<Vec<u8>> {
    stored_report::pack(&serde_json::to_vec(report).ok()?).ok()
}

/// From the row to what will be stored, within the deadline. Only the time of the fetch is the
/// page's: a scan that has no time left for the rest was held up by us.
async fn run(
    context: ScanContext,
    row: ScanRow,
    progress: ProgressSink,
) -> Result<Record, ScanFailure> {
    // The rules may be stricter now than when the scan was accepted.
    let target = parse_target(&row.url, &context.fetch)
        .map_err(|error| ScanFailure::new(FailureCode::BlockedAddress, error.to_string()))?;
    let now_ms = context.clock.now_ms();
    let begun = Instant::now();
    let gathered = context.gather.gather(&target, now_ms, Arc::clone(&progress));
    let gathered = tokio::time::timeout(context.deadline, gathered).await;
    let snapshot = gathered.unwrap_or_else(|_elapsed| Err(timed_out(context.deadline)))?;
    let left = context.deadline.saturating_sub(begun.elapsed());
    let assessment = assess(&context.cores, left, &row.id, snapshot, progress).await?;
    let delivery = monitored::delivery(&context, &row, &assessment.report).await;
    // Packing a page of several megabytes would hold up every actor of this thread.
    let record = tokio::task::spawn_blocking(|| Record::of(assessment, delivery)).await;
    let mut record = record.unwrap_or_else(|_panicked| Err(internal()))?;
    record.object = context.snapshots.keep(&row.id, &record.snapshot).await;
    Ok(record)
}

fn timed_out(deadline: Duration) -> ScanFailure {
    let seconds = deadline.as_secs();
    ScanFailure::new(
        FailureCode::TimedOut,
        format!("The scan took longer than {seconds} seconds. {NO_VERDICT} Scan again."),
    )
}

/// The end of a scan that failed.
pub(crate) fn failed_completion(
    fence: Fence,
    log: &mut EventLog,
    failure: &ScanFailure,
    now: i64,
) -> Completion {
    Completion {
        fence,
        now,
        outcome: Outcome::Failed {
            code: failure.code.as_str().to_owned(),
            message: failure.message.clone(),
            status: failure.status.map(i32::from),
            content_type: failure.content_type.clone(),
        },
        give_back: failure.code.gives_charge_back(),
        events: vec![log.failed(failure, now)],
        delivery: None,
    }
}
