//! One serving process per SQLite file.

use std::fs::{File, TryLockError};

use crate::store::error::StoreError;
use crate::store::settings::StoreUrl;
use crate::upkeep::files::{beside, lock_failed, open_lock_file};

/// Held while a process serves from a SQLite file, so that a second one refuses to start. The
/// operating system lets go of it when the process ends, however it ends. Commands that open the
/// store beside a serving process do not take it.
#[derive(Debug)]
pub struct ServeLock {
    _held: File,
}

impl ServeLock {
    /// Takes the lock file `<database>.lock`. `None` on PostgreSQL, where many nodes may serve.
    ///
    /// # Errors
    /// [`StoreError::Locked`] where another process holds it, [`StoreError::Unavailable`] where the
    /// file cannot be made.
    pub fn acquire(url: &StoreUrl) -> Result<Option<Self>, StoreError> {
        let StoreUrl::Sqlite(database) = url else { return Ok(None) };
        let path = beside(database, ".lock");
        let file = open_lock_file(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _held: file })),
            Err(TryLockError::WouldBlock) => {
                Err(StoreError::Locked { path: path.display().to_string() })
            }
            Err(TryLockError::Error(error)) => Err(lock_failed(&path, &error)),
        }
    }
}
