//! Copies of a SQLite database in one file: those made before migrations, backups, and what a
//! backup is put back from.

use std::fs::{File, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::store::error::StoreError;
use crate::store::settings::sqlite_path;
use crate::upkeep::files::{PRIVATE_FILE, beside};

/// What `integrity_check` says of a file with which nothing is wrong.
const SOUND: &str = "ok";

/// Copies the database of that connection as it is at this instant, while others write to it.
///
/// The copy gets its name when it is complete, checked and on the disk, so one that was interrupted
/// is never taken for a good one; what had that name is replaced. Whoever calls sees to it that
/// nobody makes the same copy meanwhile.
///
/// # Errors
/// [`StoreError::Copy`].
pub(crate) fn copy(connection: &mut SqliteConnection, to: &Path) -> Result<(), StoreError> {
    let partial = beside(to, ".partial");
    let made = fill(connection, &partial)
        .and_then(|()| sound(&partial))
        .and_then(|()| put_in_place(&partial, to).map_err(StoreError::copy_of(to)));
    if made.is_err() {
        let _was_never_made = std::fs::remove_file(&partial);
    }
    made.map_err(|error| match error {
        error @ StoreError::Copy { .. } => error,
        other => StoreError::copy_of(to)(other),
    })
}

fn fill(connection: &mut SqliteConnection, partial: &Path) -> Result<(), StoreError> {
    make_private(partial).map_err(StoreError::copy_of(partial))?;
    let copy = diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(sqlite_path(partial)?);
    copy.execute(connection)?;
    Ok(())
}

/// SQLite fills a file that is there as long as it is empty.
fn make_private(partial: &Path) -> io::Result<()> {
    match std::fs::remove_file(partial) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let file = File::options().write(true).create_new(true).mode(PRIVATE_FILE).open(partial)?;
    // The process may have been told to give less.
    file.set_permissions(Permissions::from_mode(PRIVATE_FILE))
}

/// Gives a file on the disk its name, in the place of whatever had that name.
pub(crate) fn put_in_place(file: &Path, to: &Path) -> io::Result<()> {
    File::open(file)?.sync_all()?;
    std::fs::rename(file, to)?;
    sync_folder_of(to)
}

/// A name is on the disk when its folder is.
fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[derive(QueryableByName)]
struct Integrity {
    #[diesel(sql_type = Text)]
    integrity_check: String,
}

/// Reads a whole database and sees whether it holds together.
///
/// # Errors
/// [`StoreError::Corrupt`] where it does not, or is none.
pub(crate) fn sound(path: &Path) -> Result<(), StoreError> {
    let mut connection = SqliteConnection::establish(sqlite_path(path)?)?;
    let found: Vec<Integrity> =
        diesel::sql_query("PRAGMA integrity_check(1)").load(&mut connection)?;
    match found.first() {
        Some(first) if first.integrity_check == SOUND => Ok(()),
        first => {
            let said = first.map_or("", |first| first.integrity_check.as_str());
            Err(StoreError::Corrupt(format!("{}: {said}", path.display())))
        }
    }
}
