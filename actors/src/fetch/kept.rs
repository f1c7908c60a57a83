//! The small files of an origin, kept for the scans that follow.
//!
//! Scans of one origin at the same time wait for one fetch. What may be about the moment is not
//! kept. The instants are those of the scans, so a clock that is moved moves this too.

use std::sync::Arc;

use citable_checks::page::snapshot::{Exchange, FileFetch, FileOutcome};
use moka::future::Cache;
use url::Url;

use super::settings::FetchLimits;

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FileKind {
    RobotsTxt,
    Sitemap,
    LlmsTxt,
    Markdown,
}

/// What a file weighs besides its bytes.
const OVERHEAD_BYTES: usize = 512;

/// The files that scans share, under the address first asked for.
#[derive(Debug)]
pub(super) struct KeptFiles {
    files: Cache<(FileKind, Url), Arc<FileFetch>>,
    kept_ms: u64,
}

impl KeptFiles {
    pub(super) fn new(limits: &FetchLimits) -> Self {
        let files = Cache::builder()
            .max_capacity(limits.kept_bytes)
            .weigher(|key: &(FileKind, Url), file: &Arc<FileFetch>| weight(&key.1, file))
            // By this machine's time; by the scans' time, files may grow old earlier.
            .time_to_live(limits.kept)
            .build();
        let kept_ms = u64::try_from(limits.kept.as_millis()).unwrap_or(u64::MAX);
        Self { files, kept_ms }
    }

    /// The file as it is kept, else as `fetch` gets it. `now_ms` is the time of the scan that asks.
    pub(super) async fn get<F: Future<Output = FileFetch> + Send>(
        &self,
        kind: FileKind,
        url: Url,
        now_ms: impl Fn() -> i64,
        fetch: impl Fn() -> F,
    ) -> FileFetch {
        let key = (kind, url);
        let (file, is_own) = self.kept_or_fetched(&key, now_ms(), &fetch).await;
        let file = match is_own || is_keepable(&file) {
            true => file,
            // The scan that was waited for had no luck, or no time; this one may.
            false => self.kept_or_fetched(&key, now_ms(), &fetch).await.0,
        };
        Arc::unwrap_or_clone(file)
    }

    /// The file, and whether this call fetched it.
    async fn kept_or_fetched<F: Future<Output = FileFetch> + Send>(
        &self,
        key: &(FileKind, Url),
        now: i64,
        fetch: impl Fn() -> F,
    ) -> (Arc<FileFetch>, bool) {
        let is_stale = |file: &Arc<FileFetch>| {
            !is_keepable(file) || now.abs_diff(file.fetched_at) >= self.kept_ms
        };
        let fetched = async { Arc::new(fetch().await) };
        let entry = self.files.entry_by_ref(key).or_insert_with_if(fetched, is_stale).await;
        let is_own = entry.is_fresh();
        let file = entry.into_value();
        if is_own && !is_keepable(&file) {
            self.files.invalidate(key).await;
        }
        (file, is_own)
    }
}

/// Whether that came of it which would come a moment later too.
fn is_keepable(file: &FileFetch) -> bool {
    match &file.outcome {
        FileOutcome::Unreachable { .. } => false,
        FileOutcome::RedirectsUnresolved => true,
        FileOutcome::Answered { .. } => {
            file.status().is_some_and(|status| status < 500 && !matches!(status, 408 | 425 | 429))
        }
    }
}

fn weight(url: &Url, file: &FileFetch) -> u32 {
    let body = match &file.outcome {
        FileOutcome::Answered { body, .. } => body.capacity(),
        FileOutcome::RedirectsUnresolved | FileOutcome::Unreachable { .. } => 0,
    };
    let exchanges: usize = file.exchanges.iter().map(exchange_bytes).sum();
    let whole = OVERHEAD_BYTES + url.as_str().len() + exchanges + body;
    u32::try_from(whole).unwrap_or(u32::MAX)
}

fn exchange_bytes(exchange: &Exchange) -> usize {
    let fields: usize = exchange.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
    exchange.url.as_str().len() + fields
}
