//! The state of a run: a row for each page, appended as it is done, so that a run that was killed
//! can go on.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::render::site::row::PageRow;

/// The file of the rows.
pub(super) const FILE: &str = "pages.jsonl";
/// Rows that a kill of the machine may lose.
const UNSYNCED_ROWS: usize = 64;
/// How long they may stay so.
const UNSYNCED_TIME: Duration = Duration::from_secs(2);
/// Keeps the state out of a repository.
const GITIGNORE: &str = "*\n";

/// The state of a run.
#[derive(Debug)]
pub(super) struct State {
    file: File,
    path: PathBuf,
    rows: HashMap<String, Slot>,
    end: u64,
    unsynced: usize,
    synced: Instant,
}

/// Where the last row of a page is.
#[derive(Clone, Copy, Debug)]
struct Slot {
    offset: u64,
    length: usize,
}

impl State {
    /// The state in that folder: as an earlier run left it, or empty.
    ///
    /// # Errors
    /// When the folder can't be written, or another run uses it.
    pub(super) fn open(folder: &Path, resume: bool) -> anyhow::Result<Self> {
        let unwritable = || {
            format!(
                "can't keep the state of the run in {}. Set a folder with --state",
                folder.display()
            )
        };
        std::fs::create_dir_all(folder).with_context(unwritable)?;
        // A folder that holds something else is its owner's to ignore.
        if std::fs::read_dir(folder).with_context(unwritable)?.next().is_none() {
            std::fs::write(folder.join(".gitignore"), GITIGNORE).with_context(unwritable)?;
        }
        let path = folder.join(FILE);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).with_context(unwritable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!(
                "another run uses {}. Wait for it, or set another folder with --state",
                folder.display()
            ),
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => {}
        }
        let mut state =
            Self { file, path, rows: HashMap::new(), end: 0, unsynced: 0, synced: Instant::now() };
        if resume {
            state.find_rows()?;
        }
        // What stands behind the last whole row was torn.
        state.file.set_len(state.end).with_context(unwritable)?;
        Ok(state)
    }

    /// Appends the row of a page.
    ///
    /// # Errors
    /// When it can't be written.
    pub(super) fn append(&mut self, row: &PageRow) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(row)?;
        let slot = Slot { offset: self.end, length: line.len() };
        line.push(b'\n');
        self.file.seek(SeekFrom::Start(self.end)).with_context(|| self.unwritten())?;
        self.file.write_all(&line).with_context(|| self.unwritten())?;
        self.end += u64::try_from(line.len()).unwrap_or(u64::MAX);
        self.rows.insert(row.url.clone(), slot);
        self.unsynced += 1;
        if self.unsynced >= UNSYNCED_ROWS || self.synced.elapsed() >= UNSYNCED_TIME {
            self.sync()?;
        }
        Ok(())
    }

    /// Makes sure that no row is lost from here on.
    ///
    /// # Errors
    /// When the disk fails.
    pub(super) fn sync(&mut self) -> anyhow::Result<()> {
        self.file.sync_data().with_context(|| self.unwritten())?;
        (self.unsynced, self.synced) = (0, Instant::now());
        Ok(())
    }

    /// The row of that page, if it has one.
    ///
    /// # Errors
    /// When the file can't be read, or somebody changed it.
    pub(super) fn row(&mut self, name: &str) -> anyhow::Result<Option<PageRow>> {
        let Some(Slot { offset, length }) = self.rows.get(name).copied() else { return Ok(None) };
        let unreadable = || format!("can't read {}", self.path.display());
        let mut line = vec![0; length];
        self.file.seek(SeekFrom::Start(offset)).with_context(unreadable)?;
        self.file.read_exact(&mut line).with_context(unreadable)?;
        serde_json::from_slice(&line).map(Some).with_context(unreadable)
    }

    fn find_rows(&mut self) -> anyhow::Result<()> {
        let unreadable = || format!("can't read {}", self.path.display());
        let mut reader = BufReader::new(self.file.try_clone().with_context(unreadable)?);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).with_context(unreadable)?;
            if line.pop() != Some(b'\n') {
                return Ok(());
            }
            // Rows that another version wrote are none of ours; they are scanned again.
            if let Ok(row) = serde_json::from_slice::<PageRow>(&line) {
                self.rows.insert(row.url, Slot { offset: self.end, length: line.len() });
            }
            self.end += u64::try_from(read).unwrap_or(u64::MAX);
        }
    }

    fn unwritten(&self) -> String {
        format!("can't write {}", self.path.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::site::sample;

    #[test]
    fn a_torn_row_is_dropped_and_the_last_row_of_a_page_counts() {
        let folder = tempfile::tempdir().unwrap();
        let mut state = State::open(folder.path(), false).unwrap();
        state.append(&sample::row("/a", 70)).unwrap();
        state.append(&sample::row("/b", 60)).unwrap();
        state.append(&sample::row("/a", 80)).unwrap();
        drop(state);
        let path = folder.path().join(FILE);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, [&whole[..], b"{\"url\":\"/c\",\"sco"].concat()).unwrap();
        let mut state = State::open(folder.path(), true).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        assert_eq!(state.row("/a").unwrap(), Some(sample::row("/a", 80)));
        assert_eq!(state.row("/c").unwrap(), None);
        state.append(&sample::row("/c", 50)).unwrap();
        assert_eq!(state.row("/b").unwrap(), Some(sample::row("/b", 60)));
        assert_eq!(state.row("/c").unwrap(), Some(sample::row("/c", 50)));
    }

    #[test]
    fn only_a_folder_of_its_own_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("index.html"), "<p>x").unwrap();
        drop(State::open(folder.path(), false).unwrap());
        assert!(!folder.path().join(".gitignore").exists());
        let own = folder.path().join("state");
        drop(State::open(&own, false).unwrap());
        assert_eq!(std::fs::read_to_string(own.join(".gitignore")).unwrap(), GITIGNORE);
    }

    #[test]
    fn a_new_run_begins_with_nothing_and_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut state = State::open(folder.path(), false).unwrap();
        state.append(&sample::row("/a", 70)).unwrap();
        let told = State::open(folder.path(), false).unwrap_err().to_string();
        assert!(told.starts_with("another run uses"), "{told}");
        drop(state);
        let mut state = State::open(folder.path(), false).unwrap();
        assert_eq!(state.row("/a").unwrap(), None);
    }
}
