//! Backups of a SQLite database, and putting one back.
//!
//! Neither command opens the store, so neither migrates.

use std::fs::{File, Metadata};
use std::io::{self, Read as _};
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::nodes::serve_lock::ServeLock;
use crate::store::error::StoreError;
use crate::store::settings::{StoreUrl, sqlite_path};
use crate::upkeep::copy::{copy, put_in_place, sound};
use crate::upkeep::files::{beside, open_lock_file};
use crate::upkeep::migrate::{newest_of_ours, take_turn};
use crate::upkeep::support::oldest_in_sqlite;

/// How long a command that still has the database open is waited for.
const PATIENCE: &str = "PRAGMA busy_timeout = 2000;";

/// Empties the write-ahead log into the file and removes it; refused while anybody else has the
/// database open.
const ONE_FILE: &str = "PRAGMA journal_mode = DELETE;";

/// What SQLite may have left beside a database.
const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// What every SQLite database begins with (<https://www.sqlite.org/fileformat.html>).
const HEADER: &[u8; 16] = b"SQLite format 3\0";

/// A backup that was made or put back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Its size in bytes.
    pub bytes: u64,
    /// The newest migration that it holds.
    pub schema: String,
}

/// Makes a backup of the SQLite database in `database`, also while a process serves from it: as it
/// is at one instant, whole, checked, on the disk, and readable by its owner alone.
///
/// # Errors
/// [`StoreError::Copy`] where there is a file at `to` already, another backup is being made, or it
/// cannot be written; [`StoreError::NotOurs`] and [`StoreError::NewerSchema`] where there is no
/// database of this program.
pub async fn backup(database: &Path, to: &Path) -> Result<Backup, StoreError> {
    let (database, to) = (database.to_owned(), to.to_owned());
    blocking(move || make(&database, &to)).await
}

/// Puts a backup in the place of the SQLite database in `database`, which no process may serve
/// from. What was there is kept as `kept`. At every instant there is the one or the other.
///
/// # Errors
/// [`StoreError::Locked`] and [`StoreError::Unavailable`] where the database is in use,
/// [`StoreError::NotOurs`], [`StoreError::Corrupt`] and [`StoreError::NewerSchema`] where `from` is
/// no good backup, [`StoreError::Copy`] where a file cannot be written.
pub async fn restore(database: &Path, from: &Path, kept: &Path) -> Result<Restored, StoreError> {
    let (database, from, kept) = (database.to_owned(), from.to_owned(), kept.to_owned());
    blocking(move || put_back(&database, &from, &kept)).await
}

/// What became of the database that a backup was put in the place of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// What is there now.
    pub backup: Backup,
    /// Whether there was a database, which is kept.
    pub kept: bool,
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(StoreError::panicked()))
}

fn make(database: &Path, to: &Path) -> Result<Backup, StoreError> {
    let schema = judge(database)?;
    let failed = StoreError::copy_of(to);
    // Two at once would write over each other.
    let turn = open_lock_file(&beside(database, ".backup-lock"))?;
    turn.try_lock().map_err(|_| failed("another backup is running"))?;
    if to.exists() {
        return Err(failed("a file with this name already exists"));
    }
    let mut connection = SqliteConnection::establish(sqlite_path(database)?)?;
    connection.batch_execute(PATIENCE)?;
    copy(&mut connection, to)?;
    Ok(Backup { bytes: size(to)?, schema })
}

fn put_back(database: &Path, from: &Path, kept: &Path) -> Result<Restored, StoreError> {
    let _nobody_serves = ServeLock::acquire(&StoreUrl::Sqlite(database.to_owned()))?;
    let _nobody_migrates = take_turn(database)?;
    let schema = judge(from)?;
    sound(from)?;
    let incoming = beside(database, ".restoring");
    copy(&mut SqliteConnection::establish(sqlite_path(from)?)?, &incoming)?;
    let had_one = database.exists();
    let placed = give_to_owner(&incoming, database)
        .map_err(StoreError::copy_of(&incoming))
        .and_then(|()| if had_one { keep(database, kept) } else { Ok(()) })
        .and_then(|()| put_in_place(&incoming, database).map_err(StoreError::copy_of(database)));
    if placed.is_err() {
        let _is_in_place = std::fs::remove_file(&incoming);
    }
    placed?;
    Ok(Restored { backup: Backup { bytes: size(database)?, schema }, kept: had_one })
}

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = Text)]
    version: String,
}

/// The newest migration of a database of this program, without changing it.
fn judge(path: &Path) -> Result<String, StoreError> {
    let not_ours = |reason: &str| StoreError::NotOurs {
        path: path.display().to_string(),
        reason: reason.to_owned(),
    };
    if !path.is_file() {
        return Err(not_ours("the file doesn't exist"));
    }
    let mut connection = SqliteConnection::establish(sqlite_path(path)?)?;
    connection.batch_execute(PATIENCE)?;
    let read = diesel::sql_query("SELECT version FROM __diesel_schema_migrations");
    let versions: Vec<String> = match read
        .load::<Version>(&mut connection)
        .map_err(StoreError::from)
    {
        Ok(versions) => versions.into_iter().map(|row| row.version).collect(),
        Err(StoreError::Database(_)) => Vec::new(),
        Err(StoreError::Corrupt(_)) => return Err(not_ours("it is damaged or isn't a database")),
        Err(error) => return Err(error),
    };
    let oldest = oldest_in_sqlite(&mut connection)?;
    newest_of_ours(&versions, oldest.as_deref())?
        .ok_or_else(|| not_ours("it doesn't contain this program's tables"))
}

/// Gives what is there now another name, with everything that was committed to it.
fn keep(database: &Path, kept: &Path) -> Result<(), StoreError> {
    let failed = StoreError::copy_of(kept);
    if kept.exists() {
        // It may be the database itself under its second name: nothing may be written to it.
        return Err(failed(io::ErrorKind::AlreadyExists.into()));
    }
    match one_file(database) {
        Ok(()) => {}
        Err(StoreError::Unavailable(_)) => {
            let reason = "another command is using it; try again once that command has finished";
            return Err(StoreError::Unavailable(reason.to_owned()));
        }
        // It is what a backup is wanted for. It is kept as it is.
        Err(error) => tracing::warn!(%error, "can't read the database being replaced"),
    }
    for companion in COMPANIONS {
        let left = beside(database, companion);
        if left.exists() {
            std::fs::rename(left, beside(kept, companion)).map_err(&failed)?;
        }
    }
    // A second name, so that there is no instant without a database; not every file system has them.
    let linked = std::fs::hard_link(database, kept);
    linked.or_else(|_| std::fs::copy(database, kept).map(drop)).map_err(failed)
}

fn one_file(database: &Path) -> Result<(), StoreError> {
    let mut header = [0; HEADER.len()];
    let read = File::open(database).and_then(|mut file| file.read_exact(&mut header));
    if read.is_err() || header != *HEADER {
        // SQLite would throw away the log beside it.
        return Err(StoreError::Corrupt("it is no longer a database".to_owned()));
    }
    let mut connection = SqliteConnection::establish(sqlite_path(database)?)?;
    connection.batch_execute(PATIENCE)?;
    Ok(connection.batch_execute(ONE_FILE)?)
}

/// A backup that root puts back belongs to whom the database belonged to, or else its folder.
fn give_to_owner(file: &Path, database: &Path) -> io::Result<()> {
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty());
    let of_folder = || std::fs::metadata(folder.unwrap_or(Path::new(".")));
    let owner = std::fs::metadata(database).or_else(|_| of_folder())?;
    let owns = |file: &Metadata| (file.uid(), file.gid()) == (owner.uid(), owner.gid());
    if owns(&std::fs::metadata(file)?) {
        return Ok(());
    }
    chown(file, Some(owner.uid()), Some(owner.gid()))
}

fn size(path: &Path) -> Result<u64, StoreError> {
    Ok(std::fs::metadata(path).map_err(StoreError::copy_of(path))?.len())
}
