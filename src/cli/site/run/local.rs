//! The pages of a folder, as the server that publishes it would answer with them.

use std::sync::Arc;

use citable_actors::fetch::Rendering;
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{Snapshot, Source};
use sha2::{Digest as _, Sha256};

use super::earlier::Earlier;
use super::files::FolderFiles;
use super::job::{Job, Work, hex};
use crate::cli::output;
use crate::cli::page::{render_one, snapshot};
use crate::cli::site::around::Around;
use crate::cli::site::input::PageSource;

/// How the files of a folder are read.
#[derive(Debug)]
pub(in crate::cli::site) struct Local {
    pub(in crate::cli::site) around: Around,
    /// Whether the URL of the folder is known.
    pub(in crate::cli::site) known: bool,
    /// Who renders the pages, and where the files are that they ask for.
    pub(in crate::cli::site) rendering: Option<(Rendering, FolderFiles)>,
    /// SHA-256 of the names, sizes and times of all files, where pages are rendered with them.
    pub(in crate::cli::site) files: Option<[u8; 32]>,
    pub(in crate::cli::site) now_ms: i64,
}

/// Reads one file on a thread that may wait for it.
pub(super) async fn read(
    local: Arc<Local>,
    page: PageSource,
    options: Option<Sha256>,
    earlier: Arc<Earlier>,
) -> Job {
    let (fallback, reader) = (page.clone(), Arc::clone(&local));
    let reading = tokio::task::spawn_blocking(move || reader.job(page, options, &earlier));
    let Ok(job) = reading.await else {
        // Reading a file does not panic.
        return Job::fetched(fallback, Err(unreadable("it can't be read")));
    };
    match (job.work, &local.rendering) {
        (Work::Judge(snapshot), Some((rendering, files))) => {
            let snapshot = render_one(*snapshot, rendering, files).await;
            Job { work: Work::Judge(Box::new(snapshot)), ..job }
        }
        (work, _) => Job { work, ..job },
    }
}

impl Local {
    fn job(&self, page: PageSource, options: Option<Sha256>, earlier: &Earlier) -> Job {
        let read = self.snapshot(&page);
        let Ok(snapshot) = read else { return Job::fetched(page, read) };
        let hash = self.hash(&snapshot, options);
        let work = if earlier.is_unchanged(&page.name, &hash) {
            Work::Unchanged
        } else if earlier.keeps_file(&page.name, &hash) {
            Work::Kept
        } else {
            Work::Judge(Box::new(self.around.complete(snapshot)))
        };
        Job { page, input_hash: Some(hash), work }
    }

    /// The page of a file, without what the folder has around it.
    pub(in crate::cli::site) fn snapshot(
        &self,
        page: &PageSource,
    ) -> Result<Snapshot, ScanFailure> {
        let read = snapshot(Some(&page.url), page.file.as_deref(), self.now_ms);
        let mut snapshot = read.map_err(|error| unreadable(&output::chain(&error)))??;
        if !self.known {
            snapshot.source = Source::FileWithoutAddress;
        }
        Ok(snapshot)
    }

    /// SHA-256 of all that the verdict rests on but the time, in hex.
    fn hash(&self, snapshot: &Snapshot, options: Option<Sha256>) -> String {
        let mut hash = self.around.digest();
        if let Some(options) = options {
            hash.update(options.finalize());
        }
        // A rendered page may show anything of any file.
        if let Some(files) = self.files {
            hash.update(files);
        }
        hash.update(&snapshot.page.body);
        hex(hash)
    }
}

fn unreadable(why: &str) -> ScanFailure {
    ScanFailure::new(FailureCode::Internal, format!("The file couldn't be read: {why}."))
}
