//! Fetching the pages of one host, politely: one after the other, with a pause, and no longer than
//! the host bears it.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use citable_actors::clock::SharedClock;
use citable_actors::fetch::{Fetcher, Gather as _, parse_target};
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::Snapshot;
use citable_checks::robots::{OWN_AGENT, RobotsFile, read_robots_file};
use tokio::time::Instant;

use super::job::Job;
use super::stop::Stop;
use crate::cli::site::input::PageSource;

/// Pause between two pages of a host.
const PAUSE: Duration = Duration::from_millis(250);
/// The longest pause that `Crawl-delay` or `Retry-After` can ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// Pause after a 429 or 503 response without `Retry-After`.
const BUSY_PAUSE: Duration = Duration::from_secs(2);
/// Number of 429 or 503 responses, or of pages that got no response, in a row after which the run
/// gives up on a host.
const STRIKES: u32 = 3;

/// How pages are fetched.
#[derive(Clone, Debug)]
pub(in crate::cli::site) struct Web {
    pub(in crate::cli::site) fetcher: Fetcher,
    pub(in crate::cli::site) clock: Time,
    pub(in crate::cli::site) stop: Stop,
}

/// What time it is for the scans of a run.
#[derive(Clone)]
pub(in crate::cli::site) enum Time {
    /// That of the machine.
    Now(SharedClock),
    /// Always the same, in milliseconds since 1970-01-01T00:00:00Z.
    At(i64),
}

impl Time {
    pub(in crate::cli::site) fn now_ms(&self) -> i64 {
        match self {
            Self::Now(clock) => clock.now_ms(),
            Self::At(instant) => *instant,
        }
    }
}

impl std::fmt::Debug for Time {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.now_ms())
    }
}

/// The pages of one host that are still to be fetched.
pub(super) struct Host {
    web: Web,
    pages: VecDeque<PageSource>,
    pause: Duration,
    /// When the last page was there.
    last: Option<Instant>,
    strikes: u32,
    /// Pages in a row that got no response.
    unanswered: u32,
    /// Why no more pages are fetched.
    left: Option<String>,
    /// Parts of the site of which a page was fetched under the name of a crawler.
    probed: HashSet<(String, String, usize)>,
}

impl Host {
    pub(super) fn new(web: Web, pages: VecDeque<PageSource>) -> Self {
        let (last, left, probed) = (None, None, HashSet::new());
        Self { web, pages, pause: PAUSE, last, strikes: 0, unanswered: 0, left, probed }
    }

    /// The next page; none where there is none, or the run ends.
    pub(super) async fn next(mut self) -> Option<(Job, Self)> {
        if self.web.stop.is_set() {
            return None;
        }
        let page = self.pages.pop_front()?;
        let fetched = loop {
            if let Some(reason) = &self.left {
                break Err(ScanFailure::new(FailureCode::Refused, reason.clone()));
            }
            if !self.wait().await {
                return None;
            }
            let fetched = self.fetch(&page).await;
            self.last = Some(Instant::now());
            self.count_unanswered(&fetched);
            match self.asked_to_wait(&fetched) {
                None => break fetched,
                Some(_) if self.left.is_some() => break fetched,
                Some(pause) => {
                    if !self.web.stop.wait(pause).await {
                        return None;
                    }
                }
            }
        };
        Some((Job::fetched(page, fetched), self))
    }

    /// Waits for the pause between two pages; false where the run ends meanwhile.
    async fn wait(&self) -> bool {
        let Some(last) = self.last else { return true };
        match self.pause.saturating_sub(last.elapsed()) {
            Duration::ZERO => true,
            rest => self.web.stop.wait(rest).await,
        }
    }

    async fn fetch(&mut self, page: &PageSource) -> Result<Snapshot, ScanFailure> {
        let Web { fetcher, clock, .. } = &self.web;
        let target = parse_target(page.url.as_str(), fetcher.settings()).map_err(|error| {
            ScanFailure::new(FailureCode::BlockedAddress, format!("It can't be fetched: {error}."))
        })?;
        let is_first_of_part = self.probed.insert(page.part());
        let fetcher = match is_first_of_part {
            true => fetcher.clone(),
            false => fetcher.clone().without_probes(),
        };
        let snapshot = fetcher.gather(&target, clock.now_ms(), std::sync::Arc::new(|_| {})).await?;
        self.pause = pause(&snapshot);
        Ok(snapshot)
    }

    /// Counts a page without a response, and decides whether the host is left for good: each such
    /// page takes as long as a fetch may.
    fn count_unanswered(&mut self, fetched: &Result<Snapshot, ScanFailure>) {
        use FailureCode::{ConnectFailed, DnsFailed, TimedOut, TlsFailed};
        let is_unanswered = |failure: &ScanFailure| {
            matches!(failure.code, ConnectFailed | DnsFailed | TimedOut | TlsFailed)
        };
        self.unanswered = match fetched {
            Err(failure) if is_unanswered(failure) => self.unanswered + 1,
            _ => 0,
        };
        if self.unanswered >= STRIKES {
            self.left = Some(format!(
                "{STRIKES} pages in a row from this host got no response, so its other pages \
                 weren't fetched. Run again later with --resume."
            ));
        }
    }

    /// How long the host asks to be left alone. Decides too whether it is left for good.
    fn asked_to_wait(&mut self, fetched: &Result<Snapshot, ScanFailure>) -> Option<Duration> {
        let answer = fetched.as_ref().ok().and_then(|snapshot| snapshot.page.exchanges.last());
        let status = match fetched {
            Ok(_) => answer.map(|answer| answer.status),
            Err(failure) => failure.status,
        };
        let Some(status @ (429 | 503)) = status else {
            self.strikes = 0;
            return None;
        };
        self.strikes += 1;
        let asked = answer.and_then(|answer| answer.header("retry-after"));
        let asked = asked.and_then(|value| value.trim().parse().ok()).map(Duration::from_secs);
        if asked.is_some_and(|asked| asked > LONGEST_PAUSE) {
            let seconds = asked.map_or(0, |asked| asked.as_secs());
            self.left = Some(format!(
                "The host returned status {status} and asked to wait {seconds} seconds, so its \
                 other pages weren't fetched. Run again later with --resume."
            ));
        } else if self.strikes >= STRIKES {
            self.left = Some(format!(
                "The host returned status {status} {STRIKES} times in a row, so its other pages \
                 weren't fetched. Run again later with --resume."
            ));
        }
        Some(asked.unwrap_or(BUSY_PAUSE))
    }
}

/// The pause that robots.txt asks for, within limits.
fn pause(snapshot: &Snapshot) -> Duration {
    let asked = snapshot.robots.iter().filter_map(|file| match read_robots_file(file) {
        RobotsFile::Rules(rules) => rules.crawl_delay(OWN_AGENT),
        _ => None,
    });
    asked.max().unwrap_or_default().clamp(PAUSE, LONGEST_PAUSE)
}
