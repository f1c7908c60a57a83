//! What [`super::Scans`] knows, and what it does about it.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use citable_checks::failure::{FailureCode, NO_VERDICT};
use citable_metrics::{SCANS_FINISHED, SCANS_RUNNING, SCANS_WAITING};
use citable_schema::{
    Claim, Claimed, ClaimedScan, EventRow, Fence, Reclaim, Reclaimed, Release, StoreError,
};
use ractor::{Actor, ActorId, ActorProcessingErr, ActorRef, RpcReplyPort};
use tokio::sync::broadcast;
use tracing::Span;

use crate::assess::internal;
use crate::bell::Word;
use crate::call::answer;
use crate::claims::Claims;
use crate::scan::event::{EventLog, LifecycleEvent};
use crate::scan::{Scan, ScanArgs, ScanContext, ScanMessage, TAKEN_OVER, failed_completion};
use crate::supervision::Health;
use crate::tasks::Tasks;

use super::channels::Channels;
use super::error::ScansError;
use super::messages::{Origin, Place, ScansArgs, ScansLimits, ScansMessage};
use super::rest::Rest;

/// Between two looks for scans whose lease is over.
const SWEEP_EVERY: Duration = Duration::from_secs(5);
/// Between two looks at the logs of scans that run on other nodes.
const POLL_EVERY: Duration = Duration::from_secs(1);
/// So many starts a scan gets when the process dies under it.
const MAX_ATTEMPTS: i32 = 2;

pub(crate) struct ScansState {
    context: ScanContext,
    limits: ScansLimits,
    owner: String,
    single_node: bool,
    health: Health,
    tasks: Tasks,
    running: HashMap<ActorId, Running>,
    channels: Channels,
    /// Rows in the queue, as far as this node knows.
    waiting: usize,
    /// Places that were given and are not over.
    reserved: usize,
    claims: Claims,
    rest: Rest,
    /// Whether the operator has paused scans, as of the last claim.
    paused: bool,
    /// Of scans that wait, on whose behalf they were stored, as far as somebody here asked.
    origins: HashMap<String, Span>,
}

struct Running {
    actor: ActorRef<ScanMessage>,
    fence: Fence,
    host: String,
}

type Myself = ActorRef<ScansMessage>;

impl ScansState {
    /// Takes back what an earlier process or incarnation left running.
    pub(super) async fn take_over(
        myself: &Myself,
        args: ScansArgs,
    ) -> Result<Self, ActorProcessingErr> {
        let mut state = Self {
            context: args.context,
            limits: args.limits,
            owner: args.owner,
            single_node: args.single_node,
            health: args.health,
            tasks: Tasks::apart("Scans"),
            running: HashMap::new(),
            channels: Channels::default(),
            waiting: 0,
            reserved: 0,
            claims: Claims::default(),
            rest: Rest::default(),
            paused: false,
            origins: HashMap::new(),
        };
        let reclaim = state.reclaim_order();
        let reclaimed = state.context.writer.run(reclaim).await?;
        count_interrupted(&reclaimed);
        let waiting = state.context.reader.waiting().await?;
        state.waiting = usize::try_from(waiting).unwrap_or(0);
        state.claim(myself);
        myself.send_after(SWEEP_EVERY, || ScansMessage::SweepDue);
        if !state.single_node {
            myself.send_after(POLL_EVERY, || ScansMessage::PollDue);
        }
        Ok(state)
    }

    pub(super) fn reserve(
        &mut self,
        myself: &Myself,
        origin: Option<Origin>,
        reply: RpcReplyPort<Result<Place, ScansError>>,
    ) {
        if self.claims.are_draining() {
            return answer(reply, Err(ScansError::Draining));
        }
        if self.waiting + self.reserved >= self.limits.waiting {
            return answer(reply, Err(ScansError::QueueFull));
        }
        self.reserved += 1;
        let scan_id = origin.as_ref().map(|origin| origin.scan_id.clone());
        if let Some(origin) = origin {
            self.remember(origin);
        }
        answer(reply, Ok(Place::new(myself.clone(), scan_id)));
    }

    pub(super) fn place_taken(&mut self, myself: &Myself) {
        self.place_over();
        self.waiting += 1;
        if self.running.len() >= self.limits.running {
            self.context.bell.say(Word::Scans);
        }
        self.claim(myself);
    }

    pub(super) fn place_given_back(&mut self, scan_id: Option<String>) {
        self.place_over();
        if let Some(scan_id) = scan_id {
            self.origins.remove(&scan_id);
        }
    }

    fn place_over(&mut self) {
        // An earlier incarnation may have given the place.
        self.reserved = self.reserved.saturating_sub(1);
    }

    fn remember(&mut self, Origin { scan_id, span }: Origin) {
        // Those of scans that another node claims stay here; so many cannot wait.
        if self.origins.len() >= self.limits.waiting {
            self.origins.clear();
        }
        self.origins.insert(scan_id, span);
    }

    /// Shows how many scans run and wait.
    pub(super) fn show(&self) {
        SCANS_RUNNING.set(self.running.len());
        SCANS_WAITING.set(self.waiting);
    }

    pub(super) fn subscribe(
        &mut self,
        id: String,
        reply: RpcReplyPort<broadcast::Receiver<LifecycleEvent>>,
    ) {
        answer(reply, self.channels.of(&id).subscribe());
    }

    /// Something may wait that this node didn't store; several others may have heard the same.
    pub(super) fn look(&mut self, myself: &Myself) {
        if self.rest.hear(self.claims.are_under_way()) {
            self.claim(myself);
        }
    }

    /// A claim or the rest after one is over, and something may have come to wait meanwhile.
    pub(super) fn rested(&mut self, myself: &Myself) {
        if self.rest.end() {
            self.claim(myself);
        }
    }

    /// Asks the store for as many queued scans as there is room for.
    pub(super) fn claim(&mut self, myself: &Myself) {
        let room = self.limits.running.saturating_sub(self.running.len());
        if !self.claims.begin(room) {
            return;
        }
        let now = self.context.clock.now_ms();
        let order = Claim {
            owner: self.owner.clone(),
            now,
            lease_until: now + i64::try_from(self.limits.lease.as_millis()).unwrap_or(i64::MAX),
            limit: i64::try_from(room).unwrap_or(i64::MAX),
            busy_hosts: self.running.values().map(|scan| scan.host.clone()).collect(),
        };
        let writer = self.context.writer.clone();
        let claim = async move { writer.run(order).await };
        self.tasks.ask_store(myself, claim, ScansMessage::Claimed);
    }

    pub(super) async fn claimed(&mut self, myself: &Myself, result: Result<Claimed, StoreError>) {
        let again = self.claims.end();
        let mut is_vain = false;
        match result {
            Ok(claimed) => {
                is_vain = claimed.scans.is_empty();
                self.waiting = usize::try_from(claimed.waiting).unwrap_or(0);
                self.note_pause(claimed.paused);
                for scan in claimed.scans {
                    self.start(myself, scan).await;
                }
            }
            // The next sweep claims again.
            Err(error) => tracing::error!(%error, "couldn't claim scans"),
        }
        match again {
            true => self.claim(myself),
            false if is_vain && !self.single_node => self.rest.begin(myself),
            false => self.rested(myself),
        }
        self.claims.answer_drained(self.running.len());
    }

    fn note_pause(&mut self, paused: bool) {
        match (self.paused, paused) {
            (false, true) => tracing::warn!("scans are paused until `citable admin resume`"),
            (true, false) => tracing::info!("scans resumed"),
            _ => {}
        }
        self.paused = paused;
    }

    pub(super) fn drain(&mut self, reply: RpcReplyPort<()>) {
        self.claims.drain(reply);
        for scan in self.running.values() {
            let _already_over = scan.actor.send_message(ScanMessage::Release);
        }
        self.claims.answer_drained(self.running.len());
    }

    pub(super) fn sweep(&mut self, myself: &Myself) {
        self.channels.forget_silent(&running_here(&self.running));
        let writer = self.context.writer.clone();
        let running_here = running_here(&self.running).into_iter().cloned().collect();
        let order = Reclaim { take_foreign: false, running_here, ..self.reclaim_order() };
        let reclaim = async move { writer.run(order).await };
        self.tasks.ask_store(myself, reclaim, ScansMessage::Swept);
    }

    pub(super) fn swept(&mut self, myself: &Myself, result: Result<Reclaimed, StoreError>) {
        match result {
            Ok(reclaimed) => {
                count_interrupted(&reclaimed);
                self.waiting += reclaimed.requeued.len();
                if !reclaimed.requeued.is_empty() {
                    self.context.bell.say(Word::Scans);
                }
                let ids = reclaimed.requeued.into_iter().chain(reclaimed.interrupted);
                let ids: Vec<_> = ids.map(|row| row.id).collect();
                self.read_logs(myself, &ids);
                match self.limits.running {
                    0 => self.count(myself),
                    _ => self.claim(myself),
                }
            }
            Err(error) => tracing::error!(%error, "couldn't look for expired scans"),
        }
        myself.send_after(SWEEP_EVERY, || ScansMessage::SweepDue);
    }

    pub(super) fn poll(&mut self, myself: &Myself) {
        let elsewhere = self.channels.elsewhere(&running_here(&self.running));
        self.read_logs(myself, &elsewhere);
        myself.send_after(POLL_EVERY, || ScansMessage::PollDue);
    }

    /// Another node stored events of a scan that may be listened to here.
    pub(super) fn events_stored(&mut self, myself: &Myself, id: String) {
        if !running_here(&self.running).contains(&id) {
            self.read_logs(myself, &[id]);
        }
    }

    /// Where this node claims nothing, only the store knows how many scans still wait.
    fn count(&mut self, myself: &Myself) {
        let reader = self.context.reader.clone();
        let count = async move { reader.waiting().await };
        self.tasks.ask_store(myself, count, ScansMessage::Counted);
    }

    pub(super) fn counted(&mut self, result: Result<i64, StoreError>) {
        match result {
            Ok(waiting) => self.waiting = usize::try_from(waiting).unwrap_or(0),
            Err(error) => tracing::error!(%error, "couldn't count the waiting scans"),
        }
    }

    pub(super) fn polled(&mut self, result: Result<Vec<EventRow>, StoreError>) {
        let rows = result.unwrap_or_else(|error| {
            tracing::error!(%error, "couldn't read event logs");
            Vec::new()
        });
        for row in rows {
            self.channels.publish_logged(LifecycleEvent::from_row(row));
        }
    }

    pub(super) fn scan_ended(&mut self, myself: &Myself, actor: ActorId, reason: Option<&str>) {
        let Some(scan) = self.running.remove(&actor) else { return };
        match reason == Some(TAKEN_OVER) {
            // It may wait again. Its channel is for whoever ends it.
            true => self.claim(myself),
            false => {
                self.channels.close(&scan.fence.scan_id);
                self.claim_after_an_end(myself);
            }
        }
        self.claims.answer_drained(self.running.len());
    }

    /// A scan's actor died: the scan ends as failed, and is not tried again, since what killed
    /// it would kill the next one.
    pub(super) fn scan_died(&mut self, myself: &Myself, actor: ActorId) {
        let Some(scan) = self.running.remove(&actor) else { return };
        self.bury(myself, scan.fence);
        self.claim_after_an_end(myself);
        self.claims.answer_drained(self.running.len());
    }

    /// A place is free. Whatever waits is known here, unless there are other nodes.
    fn claim_after_an_end(&mut self, myself: &Myself) {
        match self.waiting {
            0 if self.single_node => {}
            0 => self.look(myself),
            _ => self.claim(myself),
        }
    }

    pub(super) fn buried(&mut self, myself: &Myself, id: &str) {
        self.read_logs(myself, &[id.to_owned()]);
    }

    async fn start(&mut self, myself: &Myself, ClaimedScan { row, last_seq }: ClaimedScan) {
        let origin = self.origins.remove(&row.id);
        let parent = origin.as_ref().and_then(Span::id);
        let span = tracing::info_span!(parent: parent, "scan", scan_id = row.id);
        // Its parent must be there until it is.
        drop(origin);
        let fence =
            Fence { scan_id: row.id.clone(), owner: self.owner.clone(), attempt: row.attempt };
        if self.claims.are_draining() {
            let now = self.context.clock.now_ms();
            if let Err(error) = self.context.writer.run(Release { fence, now }).await {
                tracing::warn!(scan = row.id, %error, "couldn't return a scan to the queue");
            }
            return;
        }
        let host = row.host.clone();
        let arguments = ScanArgs {
            context: self.context.clone(),
            fence: fence.clone(),
            subscribers: self.channels.of(&row.id).clone(),
            row,
            last_seq,
            span,
        };
        match Scan::spawn_linked(None, Scan, arguments, myself.get_cell()).await {
            Ok((actor, _)) => {
                self.running.insert(actor.get_id(), Running { actor, fence, host });
            }
            Err(error) => {
                tracing::error!(scan = fence.scan_id, %error, "couldn't start a scan");
                self.bury(myself, fence);
            }
        }
    }

    fn bury(&mut self, myself: &Myself, fence: Fence) {
        self.health.record_crash();
        let context = self.context.clone();
        let id = fence.scan_id.clone();
        let work = async move {
            let last = context.reader.last_event(&fence.scan_id).await?;
            let mut log = EventLog::after(fence.scan_id.clone(), last.map_or(0, |event| event.seq));
            let now = context.clock.now_ms();
            context.writer.run(failed_completion(fence, &mut log, &internal(), now)).await?;
            SCANS_FINISHED.one(["failed", FailureCode::Internal.as_str()]);
            Ok(())
        };
        self.tasks.ask_store(myself, work, |result| {
            if let Err(error) = result {
                // Its lease runs out by itself.
                tracing::error!(scan = id, %error, "couldn't end a crashed scan");
            }
            ScansMessage::Buried { id }
        });
    }

    /// Publishes what the logs of those scans hold beyond what was published from them before.
    fn read_logs(&mut self, myself: &Myself, ids: &[String]) {
        let wanted = self.channels.places(ids);
        if wanted.is_empty() {
            return;
        }
        let reader = self.context.reader.clone();
        let read = async move { reader.events_of(&wanted).await };
        self.tasks.ask_store(myself, read, ScansMessage::Polled);
    }

    fn reclaim_order(&self) -> Reclaim {
        Reclaim {
            now: self.context.clock.now_ms(),
            owner: self.owner.clone(),
            take_foreign: self.single_node,
            running_here: Vec::new(),
            max_attempts: MAX_ATTEMPTS,
            interrupted_code: FailureCode::ScanInterrupted.as_str().into(),
            interrupted_message: format!(
                "The service stopped during the scan. {NO_VERDICT} Scan again."
            ),
        }
    }
}

/// Scans that two processes died under.
fn count_interrupted(reclaimed: &Reclaimed) {
    let interrupted = u64::try_from(reclaimed.interrupted.len()).unwrap_or(u64::MAX);
    SCANS_FINISHED.add(["failed", FailureCode::ScanInterrupted.as_str()], interrupted);
}

fn running_here(running: &HashMap<ActorId, Running>) -> HashSet<&String> {
    running.values().map(|scan| &scan.fence.scan_id).collect()
}
