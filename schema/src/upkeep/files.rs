//! The files of a database and those beside it: their names, and that they are their owner's alone.

use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::store::error::StoreError;

/// What a database holds is its owner's alone, and so is every file that comes of it.
pub(crate) const PRIVATE_FILE: u32 = 0o600;
const PRIVATE_FOLDER: u32 = 0o700;

/// Makes the file of a database that is not there yet, for its owner alone: SQLite would let others
/// read it. What it makes beside a database it makes like that.
pub(crate) fn make_private(path: &Path) {
    // It is there already, or SQLite says better why it cannot be.
    let _made = File::options().write(true).create_new(true).mode(PRIVATE_FILE).open(path);
}

/// Opens a file that is only ever locked, in a folder that is made if need be.
pub(crate) fn open_lock_file(path: &Path) -> Result<File, StoreError> {
    create_parent(path)?;
    let mut options = File::options();
    options.create(true).truncate(false).write(true).mode(PRIVATE_FILE);
    let opened = options.open(path);
    opened.map_err(|error| lock_failed(path, &error))
}

pub(crate) fn lock_failed(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Unavailable(format!("can't lock {}: {error}", path.display()))
}

fn create_parent(path: &Path) -> Result<(), StoreError> {
    let Some(parent) = path.parent() else { return Ok(()) };
    let made = DirBuilder::new().recursive(true).mode(PRIVATE_FOLDER).create(parent);
    made.map_err(|error| {
        StoreError::Unavailable(format!("can't create the folder {}: {error}", parent.display()))
    })
}

/// The path with more text at its end.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
