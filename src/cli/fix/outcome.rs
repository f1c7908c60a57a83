//! What came of the files.

use std::path::PathBuf;

use chrono::NaiveDate;
use citable_checks::failure::ScanFailure;
use citable_checks::patch::{Generator, Patched};
use url::Url;

/// What came of one file.
pub(super) struct Outcome {
    pub(super) path: PathBuf,
    /// The URL that it was read at; none where it wasn't.
    pub(super) url: Option<Url>,
    /// Its bytes as they were.
    pub(super) body: Vec<u8>,
    pub(super) patched: Result<Patched, ScanFailure>,
}

impl Outcome {
    /// Its URL, and the day of the last change that it declares.
    pub(super) fn modified(&self) -> Option<(Url, NaiveDate)> {
        let day = self.patched.as_ref().ok()?.modified?;
        Some((self.url.clone()?, day))
    }

    /// What built a file that is edited, where it says so.
    pub(super) fn generator(&self) -> Option<&'static Generator> {
        let patched = self.patched.as_ref().ok()?;
        patched.generator.filter(|_| !patched.applied.is_empty())
    }
}

/// What came of all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) files: usize,
    pub(super) changed: usize,
    pub(super) applied: usize,
    pub(super) refused: usize,
    pub(super) failed: usize,
    pub(super) unwritten: usize,
}

impl Totals {
    /// Counts one more; the edits of one that should be written and isn't are none.
    pub(super) fn count(&mut self, outcome: &Outcome, is_missing: bool) {
        self.files += 1;
        match &outcome.patched {
            Ok(_) if is_missing => self.unwritten += 1,
            Ok(patched) => {
                self.changed += usize::from(!patched.applied.is_empty());
                self.applied += patched.applied.len();
                self.refused += patched.refused.len();
            }
            Err(_) => self.failed += 1,
        }
    }
}
