//! What belongs to one scan: its deadline, its clock and the addresses it resolved.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::Exchange;
use citable_checks::stage::Stage;
use citable_metrics::{FETCHED_BYTES, FETCHES};

use super::careful::CarefulOrigins;
use super::client::{Answer, Client, Wanted};
use super::failure::{self, RequestError};
use super::kept::KeptFiles;
use super::permits::HostPermits;
use super::resolve::Resolver;
use super::settings::FetchSettings;
use super::step::{ProgressSink, Step};
use super::target::TargetUrl;

/// Of the time of a fetch, this part may pass in waiting for other scans before a time-out is ours.
const WAITING_SHARE: u32 = 3;

/// What every scan of a process shares.
pub(super) struct Tools {
    pub(super) settings: FetchSettings,
    pub(super) client: Client,
    pub(super) resolver: Resolver,
    pub(super) permits: HostPermits,
    pub(super) kept: KeptFiles,
}

/// The addresses of each host and port.
type Resolved = Arc<Mutex<HashMap<(String, u16), Vec<SocketAddr>>>>;

/// The fetches of one scan. A name is resolved once and keeps its addresses to the end of the
/// session, so a name server that changes its mind is not asked again. Several requests may be
/// under way at once; those to one host wait for each other.
#[derive(Clone)]
pub(super) struct Session<'a> {
    tools: &'a Tools,
    started: Instant,
    started_at: i64,
    deadline: Instant,
    resolved: Resolved,
    /// Milliseconds in which its requests waited for those of other scans.
    held_up_ms: Arc<AtomicU64>,
    careful: CarefulOrigins,
    progress: Option<ProgressSink>,
    /// What its requests are for, as `progress` receives it.
    waits_for: Option<String>,
}

impl<'a> Session<'a> {
    /// Starts the clock; `now_ms` is the wall clock's time.
    pub(super) fn start(tools: &'a Tools, now_ms: i64) -> Self {
        let started = Instant::now();
        let deadline = started + tools.settings.limits.whole_fetch;
        Self {
            tools,
            started,
            started_at: now_ms,
            deadline,
            resolved: Resolved::default(),
            held_up_ms: Arc::default(),
            careful: CarefulOrigins::default(),
            progress: None,
            waits_for: None,
        }
    }

    /// The same session, which reports what it waits for.
    pub(super) fn telling(self, progress: ProgressSink) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// The same session, whose requests are for that.
    pub(super) fn waiting_for(&self, what: &str) -> Self {
        Self { waits_for: Some(what.to_owned()), ..self.clone() }
    }

    /// The same session with no more than that much time from now.
    pub(super) fn within(&self, time: Duration) -> Self {
        Self { deadline: self.deadline.min(Instant::now() + time), ..self.clone() }
    }

    /// The files that scans share.
    pub(super) fn kept(&self) -> &'a KeptFiles {
        &self.tools.kept
    }

    pub(super) fn settings(&self) -> &'a FetchSettings {
        &self.tools.settings
    }

    /// The wall clock's time, moved on by the monotonic one.
    pub(super) fn now_ms(&self) -> i64 {
        let elapsed = self.started.elapsed().as_millis();
        self.started_at.saturating_add(i64::try_from(elapsed).unwrap_or(i64::MAX))
    }

    /// When every request of the session ends.
    pub(super) fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Whether there is no time left.
    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Resolves the target's name ahead of its first request.
    pub(super) async fn resolve(&self, target: &TargetUrl) -> Result<(), ScanFailure> {
        self.addresses(target).await.map(drop).map_err(|error| error.about(target.host()))
    }

    /// The addresses of the target, all of which may be dialled.
    async fn addresses(&self, target: &TargetUrl) -> Result<Vec<SocketAddr>, RequestError> {
        let key = (target.host().to_owned(), target.port());
        let known = || self.resolved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(&key) {
            return Ok(known.clone());
        }
        let found = self.tools.resolver.resolve(target).await?;
        // Where two requests asked at once, the first answer stays.
        Ok(known().entry(key).or_insert(found).clone())
    }

    /// Asks for that address, and once more after a pause where the answer is a 5xx.
    pub(super) async fn get(
        &self,
        target: &TargetUrl,
        wanted: Wanted,
    ) -> Result<Answer, ScanFailure> {
        let first = self.get_once(target, wanted).await?;
        if !(500..600).contains(&first.exchange.status) {
            return Ok(first);
        }
        let pause = self.pause_after(&first.exchange);
        if Instant::now() + pause >= self.deadline() {
            return Ok(first);
        }
        tokio::time::sleep(pause).await;
        self.get_once(target, wanted).await
    }

    async fn get_once(&self, target: &TargetUrl, wanted: Wanted) -> Result<Answer, ScanFailure> {
        let deadline = self.deadline();
        let asked = async {
            let addresses = self.addresses(target).await?;
            let waiting = Waiting { since: Instant::now(), counted: &self.held_up_ms };
            let _permit = self.tools.permits.acquire(target.host()).await;
            drop(waiting);
            // A time-out polls once before it looks at the clock: that would send the request.
            if Instant::now() >= deadline {
                return Err(RequestError::TimedOut);
            }
            self.tell();
            let client = &self.tools.client;
            client.get(target, &addresses, wanted, deadline, &self.careful).await
        };
        let answer = tokio::time::timeout_at(deadline.into(), asked)
            .await
            .unwrap_or(Err(RequestError::TimedOut))
            .map_err(|error| error.about(target.host()));
        count(wanted.kind, &answer);
        answer
    }

    /// Reports what the request that begins is for.
    fn tell(&self) {
        if let (Some(progress), Some(_)) = (&self.progress, &self.waits_for) {
            progress(Step { stage: Stage::Supporting, detail: self.waits_for.clone() });
        }
    }

    /// What that failure of the page is called: a time-out is ours where waiting for other scans
    /// took more than its share of the time. To be asked while requests follow each other: of
    /// several at once each would count its wait.
    pub(super) fn blame(&self, failure: ScanFailure, host: &str) -> ScanFailure {
        let share = self.settings().limits.whole_fetch / WAITING_SHARE;
        let held_up = Duration::from_millis(self.held_up_ms.load(Ordering::Relaxed));
        let is_ours = failure.code == FailureCode::TimedOut && self.is_over() && held_up > share;
        if is_ours { failure::held_up(host) } else { failure }
    }

    /// How long to wait before a failed answer is asked for again: what the origin asks for, within
    /// our limits. A date in `Retry-After` counts as none.
    fn pause_after(&self, exchange: &Exchange) -> Duration {
        let limits = &self.settings().limits;
        let asked = exchange.header("retry-after").and_then(|value| value.trim().parse().ok());
        asked.map_or(limits.retry_pause, |seconds| {
            Duration::from_secs(seconds).min(limits.longest_retry_pause).max(limits.retry_pause)
        })
    }
}

/// Counts how long a request waits for others, also where it gives up.
struct Waiting<'a> {
    since: Instant,
    counted: &'a AtomicU64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let waited = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.counted.fetch_add(waited, Ordering::Relaxed);
    }
}

fn count(kind: &'static str, answer: &Result<Answer, ScanFailure>) {
    let outcome = match answer {
        Ok(answer) => {
            let bytes = u64::try_from(answer.body.bytes.len()).unwrap_or(u64::MAX);
            FETCHED_BYTES.add([kind], bytes);
            match answer.exchange.status {
                200..300 => "2xx",
                300..400 => "3xx",
                400..500 => "4xx",
                500..600 => "5xx",
                _ => "other",
            }
        }
        Err(failure) => failure.code.as_str(),
    };
    FETCHES.one([kind, outcome]);
}
