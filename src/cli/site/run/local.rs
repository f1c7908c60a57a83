//! The pages of a folder, as the server that publishes it would answer with them.

use std::sync::Arc;

use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{Snapshot, Source};
use citable_checks::report::PageKind;
use sha2::Digest as _;

use super::earlier::Earlier;
use super::job::{Job, Work};
use crate::cli::output;
use crate::cli::page::snapshot;
use crate::cli::site::around::Around;
use crate::cli::site::input::PageSource;

/// How the files of a folder are read.
#[derive(Debug)]
pub(in crate::cli::site) struct Local {
    pub(in crate::cli::site) around: Around,
    /// Whether the URL of the folder is known.
    pub(in crate::cli::site) known: bool,
    pub(in crate::cli::site) now_ms: i64,
}

/// Reads one file on a thread that may wait for it.
pub(super) async fn read(
    local: Arc<Local>,
    page: PageSource,
    kind: Option<PageKind>,
    earlier: Arc<Earlier>,
) -> Job {
    let fallback = page.clone();
    let reading = tokio::task::spawn_blocking(move || local.job(page, kind, &earlier));
    // Reading a file does not panic.
    reading.await.unwrap_or_else(|_| Job::fetched(fallback, Err(unreadable("it can't be read"))))
}

impl Local {
    fn job(&self, page: PageSource, kind: Option<PageKind>, earlier: &Earlier) -> Job {
        let read = self.snapshot(&page);
        let Ok(snapshot) = read else { return Job::fetched(page, read) };
        let hash = self.hash(&snapshot, kind);
        let work = if earlier.is_unchanged(&page.name, &hash) {
            Work::Unchanged
        } else if earlier.keeps_file(&page.name, &hash) {
            Work::Kept
        } else {
            Work::Judge(Box::new(self.around.complete(snapshot)))
        };
        Job { page, input_hash: Some(hash), work }
    }

    fn snapshot(&self, page: &PageSource) -> Result<Snapshot, ScanFailure> {
        let read = snapshot(Some(&page.url), page.file.as_deref(), self.now_ms);
        let mut snapshot = read.map_err(|error| unreadable(&output::chain(&error)))??;
        if !self.known {
            snapshot.source = Source::FileWithoutAddress;
        }
        Ok(snapshot)
    }

    /// SHA-256 of all that the verdict rests on but the time, in hex.
    fn hash(&self, snapshot: &Snapshot, kind: Option<PageKind>) -> String {
        let mut hash = self.around.digest();
        hash.update(kind.map_or("", PageKind::as_str));
        hash.update([0]);
        hash.update(&snapshot.page.body);
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

fn unreadable(why: &str) -> ScanFailure {
    ScanFailure::new(FailureCode::Internal, format!("The file couldn't be read: {why}."))
}
