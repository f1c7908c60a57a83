//! Snapshots that a run keeps, and pages that are judged by them again.

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{Snapshot, Source};
use citable_checks::url::url_hash;
use url::Url;

use super::input::{Gathered, PageSource};

/// The folder of the snapshots in that of the state.
const FOLDER: &str = "snapshots";
/// Ending of their files: CBOR, compressed by zstd.
const ENDING: &str = "zst";
/// Characters of the hash of a URL: SHA-256 in hex.
const HASH_CHARACTERS: usize = 64;

/// The folder of the snapshots of a run, with those of these pages at most. Files that no run wrote
/// stay.
///
/// # Errors
/// When it can't be written.
pub(super) fn begin<'a>(
    state: &Path,
    pages: impl Iterator<Item = &'a PageSource>,
) -> anyhow::Result<PathBuf> {
    let folder = state.join(FOLDER);
    let unwritable = || format!("can't keep snapshots in {}", folder.display());
    std::fs::create_dir_all(&folder).with_context(unwritable)?;
    let stay: HashSet<String> = pages.map(|page| file_name(&page.url)).collect();
    for entry in std::fs::read_dir(&folder).with_context(unwritable)? {
        let path = entry.with_context(unwritable)?.path();
        if own_name(&path).is_some_and(|name| !stay.contains(name)) {
            std::fs::remove_file(&path).with_context(unwritable)?;
        }
    }
    Ok(folder)
}

/// Whether that state has a snapshot of the page.
pub(super) fn has(state: &Path, page: &PageSource) -> bool {
    state.join(FOLDER).join(file_name(&page.url)).is_file()
}

/// Keeps the snapshot of a page, whole or not at all.
///
/// # Errors
/// When it can't be written.
pub(super) fn keep(folder: &Path, page: &PageSource, snapshot: &Snapshot) -> io::Result<()> {
    let mut beside = tempfile::Builder::new().prefix(".citable-").tempfile_in(folder)?;
    beside.write_all(&snapshot.encode())?;
    beside.persist(folder.join(file_name(&page.url))).map_err(|error| error.error)?;
    Ok(())
}

/// The name of the file of that page.
fn file_name(url: &Url) -> String {
    format!("{}.{ENDING}", url_hash(url))
}

/// The name of that file, if it is one of a snapshot.
fn own_name(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    let hash = name.strip_suffix(ENDING)?.strip_suffix('.')?;
    let is_hash =
        hash.len() == HASH_CHARACTERS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then_some(name)
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
        if own_name(&path).is_some() {
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
