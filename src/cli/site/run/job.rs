//! One page on its way from its source to its row.

use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::Snapshot;
use sha2::{Digest as _, Sha256};

use crate::cli::site::input::PageSource;

/// One page on its way from its source to its row.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) page: PageSource,
    /// SHA-256 of what it is judged by, if that is a file.
    pub(super) input_hash: Option<String>,
    pub(super) work: Work,
}

/// What is left to do.
#[derive(Debug)]
pub(super) enum Work {
    /// Judging what was fetched.
    Judge(Box<Snapshot>),
    /// Nothing: there is no page.
    Failed(ScanFailure),
    /// Nothing: an earlier run judged the same page.
    Kept,
    /// Nothing: it is what it was, and is left out.
    Unchanged,
}

impl Job {
    pub(super) fn fetched(page: PageSource, fetched: Result<Snapshot, ScanFailure>) -> Self {
        let work = match fetched {
            Ok(snapshot) => Work::Judge(Box::new(snapshot)),
            Err(failure) => Work::Failed(failure),
        };
        Self { page, input_hash: None, work }
    }

    pub(super) const fn kept(page: PageSource) -> Self {
        Self { page, input_hash: None, work: Work::Kept }
    }
}

/// A hash in hex.
pub(super) fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
