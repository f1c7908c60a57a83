//! Snapshots that a run keeps, and pages that are judged by them again.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{Snapshot, Source};
use citable_checks::url::url_hash;

use super::input::{Gathered, PageSource};

/// The folder of the snapshots in that of the state.
const FOLDER: &str = "snapshots";
/// Ending of their files: CBOR, compressed by gzip.
const ENDING: &str = "gz";

/// The folder of the snapshots of a run, made empty.
///
/// # Errors
/// When it can't be written.
pub(super) fn begin(state: &Path, resume: bool) -> anyhow::Result<PathBuf> {
    let folder = state.join(FOLDER);
    let unwritable = || format!("can't keep snapshots in {}", folder.display());
    if !resume && folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(unwritable)?;
    }
    std::fs::create_dir_all(&folder).with_context(unwritable)?;
    Ok(folder)
}

/// Keeps a snapshot under the hash of its URL.
///
/// # Errors
/// When it can't be written.
pub(super) fn keep(folder: &Path, snapshot: &Snapshot) -> io::Result<()> {
    let name = format!("{}.{ENDING}", url_hash(&snapshot.requested_url));
    std::fs::write(folder.join(name), snapshot.encode())
}

/// The pages of the snapshots that a run kept.
///
/// # Errors
/// When there are none, or one of them can't be read.
pub(super) fn pages(state: &Path) -> anyhow::Result<Gathered> {
    let folder = state.join(FOLDER);
    let unreadable = || format!("can't read {}. Run with --keep-snapshots first", folder.display());
    let mut gathered = Gathered::default();
    for entry in std::fs::read_dir(&folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            gathered.pages.push(page(path)?);
        }
    }
    if gathered.pages.is_empty() {
        bail!("{} has no snapshots. Run with --keep-snapshots first", folder.display());
    }
    gathered.pages.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(gathered)
}

fn page(path: PathBuf) -> anyhow::Result<PageSource> {
    let snapshot = read(&path)?;
    let url = snapshot.requested_url;
    let name = match snapshot.source {
        Source::FileWithoutAddress => url.path().to_owned(),
        _ => url.to_string(),
    };
    Ok(PageSource { url, name, file: None, lastmod: None, snapshot: Some(path) })
}

fn read(path: &Path) -> anyhow::Result<Snapshot> {
    let unreadable = || format!("can't read {}", path.display());
    let stored = std::fs::read(path).with_context(unreadable)?;
    Snapshot::decode(&stored).with_context(unreadable)
}

/// The snapshot of such a page.
pub(super) fn snapshot(page: &PageSource) -> Result<Snapshot, ScanFailure> {
    let path = page.snapshot.as_deref().unwrap_or(Path::new(""));
    read(path).map_err(|error| {
        let why = crate::cli::output::chain(&error);
        ScanFailure::new(FailureCode::Internal, format!("The snapshot couldn't be read: {why}."))
    })
}
