//! Who may look into what the service keeps in files: its own user, and nobody else.
//!
//! What is made is made so. What is there from before becomes so at the start of every command that
//! uses it; where that cannot be, the command warns. A folder is changed only where nothing but
//! the service's own files is in it: one that is used for something else too, such as a home or the
//! working folder, is not ours to close.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use citable_actors::store::StoreUrl;

/// The file of the service's own key in the data folder.
pub(crate) const KEY_FILE: &str = "secret.key";

/// The embedded database's file in the data folder.
pub(crate) const DATABASE_FILE: &str = "citable.sqlite";

/// Where backups go that are given no place, in the data folder.
pub(crate) const BACKUPS: &str = "backups";

/// What the names of backups begin with.
pub(crate) const BACKUP_PREFIX: &str = "citable-";

/// What a file system puts into a folder that it is mounted at.
const OF_THE_FILE_SYSTEM: &str = "lost+found";

const PRIVATE_FOLDER: u32 = 0o700;
const PRIVATE_FILE: u32 = 0o600;
/// What others may do, the group among them.
const OF_OTHERS: u32 = 0o077;

/// So many paths are named in the warning.
const NAMED: usize = 5;

/// Makes a folder, and those above it that are missing, for its owner alone. One that is there
/// stays as it is.
///
/// # Errors
/// Those of the file system.
pub(crate) fn create(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(PRIVATE_FOLDER).create(folder)
}

/// Makes what is there of the service's files private; returns warnings of what was not, and of what
/// cannot be.
pub(crate) fn protect(data: &Path, database: &StoreUrl) -> Vec<String> {
    let Seen { closed, exposed } = close_all(data, database);
    let had = closed.iter().map(|file| {
        format!(
            "other users had access to this file and no longer do: {}. If someone may have read \
             it, replace the service's secrets",
            file.display()
        )
    });
    let mut warnings: Vec<String> = had.collect();
    if !exposed.is_empty() {
        let mut paths: Vec<String> =
            exposed.iter().take(NAMED).map(|path| path.display().to_string()).collect();
        if exposed.len() > NAMED {
            paths.push(format!("and {} more", exposed.len() - NAMED));
        }
        warnings.push(format!(
            "other users have access to these paths: {}. They contain other files or belong to \
             another user. Give the service's data its own folder",
            paths.join(", ")
        ));
    }
    warnings
}

/// What others had access to.
#[derive(Debug, Default)]
struct Seen {
    /// Files that are private now.
    closed: Vec<PathBuf>,
    /// What could not be made private.
    exposed: BTreeSet<PathBuf>,
}

/// Makes private what can be.
fn close_all(data: &Path, database: &StoreUrl) -> Seen {
    let mut seen = Seen::default();
    if let StoreUrl::Sqlite(database) = database {
        // What SQLite makes lies beside the file itself.
        let database = std::fs::canonicalize(database).unwrap_or_else(|_| database.clone());
        if let Some(name) = database.file_name() {
            Contents::of(folder_of(&database), |found| is_of(found, name)).protect(&mut seen);
        }
    }
    let backups = data.join(BACKUPS);
    let in_backups =
        Contents::of(&backups, |name| name.as_bytes().starts_with(BACKUP_PREFIX.as_bytes()));
    in_backups.protect(&mut seen);
    in_backups.close(&backups, &mut seen);

    let database_name = match database {
        StoreUrl::Sqlite(path) if is_same(folder_of(path), data) => path.file_name(),
        _ => None,
    };
    let in_data = Contents::of(data, |name| {
        name == KEY_FILE
            || is_of(name, DATABASE_FILE.as_ref())
            || database_name.is_some_and(|database| is_of(name, database))
    });
    in_data.protect(&mut seen);
    in_data.close(data, &mut seen);
    seen
}

/// Whether a name is a database's, or that of something beside it: logs, locks and copies.
fn is_of(name: &OsStr, database: &OsStr) -> bool {
    let rest = name.as_bytes().strip_prefix(database.as_bytes());
    rest.is_some_and(|rest| matches!(rest.first(), None | Some(b'-' | b'.')))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn is_same(one: &Path, other: &Path) -> bool {
    std::fs::canonicalize(one)
        .is_ok_and(|one| std::fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// What is in a folder.
struct Contents {
    /// Our files. A link may lead anywhere, so it is none.
    files: Vec<PathBuf>,
    /// Whether there is anything else, as far as can be seen.
    others: bool,
}

impl Contents {
    fn of(folder: &Path, is_ours: impl Fn(&OsStr) -> bool) -> Self {
        let mut contents = Self { files: Vec::new(), others: false };
        let Ok(entries) = std::fs::read_dir(folder) else { return contents };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let is = |kind: fn(&std::fs::FileType) -> bool| {
                entry.file_type().is_ok_and(|file| kind(&file))
            };
            if is(std::fs::FileType::is_file) && is_ours(&name) {
                contents.files.push(entry.path());
            } else if !is(std::fs::FileType::is_dir)
                || !(name == BACKUPS || name == OF_THE_FILE_SYSTEM)
            {
                contents.others = true;
            }
        }
        contents
    }

    fn protect(&self, seen: &mut Seen) {
        for file in &self.files {
            if restrict(file, PRIVATE_FILE, &mut seen.exposed) {
                seen.closed.push(file.clone());
            }
        }
    }

    /// Closes the folder, if it is ours alone. One that is named by its place, such as `.` or `/`,
    /// is not.
    fn close(&self, folder: &Path, seen: &mut Seen) {
        let is_ours = !self.others && folder.file_name().is_some();
        if is_ours {
            restrict(folder, PRIVATE_FOLDER, &mut seen.exposed);
        } else if is_open(folder) {
            seen.exposed.insert(folder.to_owned());
        }
    }
}

/// Closes what is open, and answers whether it did.
fn restrict(path: &Path, mode: u32, exposed: &mut BTreeSet<PathBuf>) -> bool {
    if !is_open(path) {
        return false;
    }
    let is_closed = std::fs::set_permissions(path, Permissions::from_mode(mode)).is_ok();
    if !is_closed {
        exposed.insert(path.to_owned());
    }
    is_closed
}

/// Whether anybody else may do anything with what is there.
fn is_open(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.permissions().mode() & OF_OTHERS != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open_folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        folder
    }

    fn exposed(data: &Path, database: &StoreUrl) -> BTreeSet<PathBuf> {
        close_all(data, database).exposed
    }

    fn none() -> StoreUrl {
        StoreUrl::Postgres(String::new())
    }

    #[test]
    fn what_lies_beside_a_database_begins_with_its_name() {
        for (name, is_beside) in [
            ("citable.sqlite", true),
            ("citable.sqlite-wal", true),
            ("citable.sqlite.before-0007", true),
            ("citable.sqlite2", false),
            ("citable", false),
            ("my-citable.sqlite", false),
        ] {
            assert_eq!(is_of(name.as_ref(), DATABASE_FILE.as_ref()), is_beside, "{name}");
        }
    }

    #[test]
    fn a_folder_of_ours_is_closed_and_any_other_is_told_of() {
        let folder = open_folder();
        std::fs::create_dir(folder.path().join(OF_THE_FILE_SYSTEM)).unwrap();
        std::fs::write(folder.path().join(KEY_FILE), "").unwrap();
        assert_eq!(exposed(folder.path(), &none()), BTreeSet::new());
        assert!(!is_open(folder.path()));

        for theirs in ["notes.txt", ".profile"] {
            let folder = open_folder();
            std::fs::write(folder.path().join(theirs), "").unwrap();
            assert_eq!(exposed(folder.path(), &none()), [folder.path().to_owned()].into());
            assert!(is_open(folder.path()), "{theirs}");
            assert!(is_open(&folder.path().join(theirs)));
        }
    }

    #[test]
    fn a_folder_that_is_named_by_its_place_stays_open() {
        let folder = open_folder();
        std::fs::create_dir(folder.path().join(BACKUPS)).unwrap();
        let place = folder.path().join(BACKUPS).join("..");
        assert_eq!(exposed(&place, &none()), [place.clone()].into());
        assert!(is_open(folder.path()));
        assert!(!is_open(&folder.path().join(BACKUPS)), "but backups are ours wherever they are");
    }

    #[test]
    fn a_folder_that_is_not_there_is_no_fault() {
        let folder = open_folder();
        let missing = folder.path().join("missing");
        assert_eq!(exposed(&missing, &StoreUrl::Sqlite(missing.join("x"))), BTreeSet::new());
        assert!(!missing.exists());
    }
}
