//! Backups of a SQLite database, and putting one back.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use citable_schema::{
    ServeLock, Store, StoreError, StoreSettings, StoreUrl, backup, migrate, restore,
};

use crate::fixture::{NOW, admit, execute};
use crate::migrations::{LAST, NEWER_AND_NARROWER};

/// A folder with a database in it.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn database(&self) -> PathBuf {
        self.path("citable.sqlite")
    }

    async fn open(&self) -> Store {
        open(&self.database()).await
    }

    /// A database in which so many scans wait.
    async fn holding(scans: usize) -> Self {
        let place = Self::new();
        let store = place.open().await;
        for number in 0..scans {
            admit(&store, &format!("s{number}"), "example.com", NOW).await;
        }
        store.close().await;
        place
    }

    async fn restore(&self, from: &Path) -> Result<bool, StoreError> {
        let restored = restore(&self.database(), from, &self.path("kept.sqlite")).await;
        restored.map(|restored| restored.kept)
    }

    fn files(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.folder.path()).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| !name.ends_with("lock")).collect();
        names.sort();
        names
    }
}

async fn open(path: &Path) -> Store {
    Store::open(StoreSettings::new(StoreUrl::Sqlite(path.to_owned()))).await.unwrap()
}

/// How many scans wait in a database.
async fn waiting(path: &Path) -> i64 {
    let store = open(path).await;
    let waiting = store.reader().waiting().await.unwrap();
    store.close().await;
    waiting
}

fn newest_schema() -> String {
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let names = std::fs::read_dir(migrations).unwrap().filter_map(|entry| {
        entry.unwrap().file_name().into_string().unwrap().split_once('_').map(|(v, _)| v.to_owned())
    });
    names.max().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_whole_private_and_made_while_others_write() {
    let place = Place::new();
    let store = place.open().await;
    let stop = Arc::new(AtomicBool::new(false));
    let (first, begun) = tokio::sync::oneshot::channel();
    let writing = tokio::spawn({
        let (store, stop) = (store.clone(), Arc::clone(&stop));
        async move {
            let mut first = Some(first);
            let mut number = 0;
            while !stop.load(Ordering::SeqCst) {
                admit(&store, &format!("s{number}"), "example.com", NOW).await;
                number += 1;
                if number == 20 {
                    first.take().unwrap().send(()).unwrap();
                }
            }
            number
        }
    });
    begun.await.unwrap();
    let to = place.path("backup.sqlite");
    let made = backup(&place.database(), &to).await.unwrap();
    stop.store(true, Ordering::SeqCst);
    let written = writing.await.unwrap();

    let file = std::fs::metadata(&to).unwrap();
    assert_eq!((made.bytes, &made.schema), (file.len(), &newest_schema()));
    assert_eq!(file.permissions().mode() & 0o777, 0o600);
    assert_eq!(place.files().iter().filter(|name| name.contains("backup")).count(), 1);
    let held = waiting(&to).await;
    assert!((20..=written).contains(&held), "{held} of {written}");
}

#[tokio::test]
async fn a_backup_replaces_no_file_and_needs_a_database() {
    let place = Place::holding(1).await;
    let taken = place.path("taken.sqlite");
    std::fs::write(&taken, "mine").unwrap();
    let refused = backup(&place.database(), &taken).await;
    assert!(matches!(refused, Err(StoreError::Copy { .. })), "{refused:?}");
    assert_eq!(std::fs::read(&taken).unwrap(), b"mine");
    let nowhere = backup(&place.path("missing.sqlite"), &place.path("new.sqlite")).await;
    assert!(matches!(nowhere, Err(StoreError::NotOurs { .. })), "{nowhere:?}");
    let no_folder = backup(&place.database(), &place.path("missing/new.sqlite")).await;
    assert!(matches!(no_folder, Err(StoreError::Copy { .. })), "{no_folder:?}");
    assert_eq!(place.files(), ["citable.sqlite", "taken.sqlite"]);
}

#[tokio::test]
async fn a_backup_is_put_back_and_what_was_there_is_kept() {
    let place = Place::holding(1).await;
    let to = place.path("backup.sqlite");
    backup(&place.database(), &to).await.unwrap();
    // The last change is in the write-ahead log alone, as after the death of the process.
    let store = place.open().await;
    admit(&store, "later", "example.com", NOW).await;
    for name in ["citable.sqlite", "citable.sqlite-wal"] {
        std::fs::copy(place.path(name), place.path(&format!("dead-{name}"))).unwrap();
    }
    store.close().await;
    drop(store);
    for name in ["citable.sqlite", "citable.sqlite-wal"] {
        std::fs::rename(place.path(&format!("dead-{name}")), place.path(name)).unwrap();
    }

    assert_eq!(place.restore(&to).await, Ok(true));
    assert_eq!(place.files(), ["backup.sqlite", "citable.sqlite", "kept.sqlite"]);
    assert_eq!(waiting(&place.database()).await, 1);
    assert_eq!(waiting(&place.path("kept.sqlite")).await, 2, "nothing that was there is lost");

    let again = place.restore(&to).await;
    assert!(matches!(again, Err(StoreError::Copy { .. })), "what is kept is kept: {again:?}");
    assert_eq!(waiting(&place.path("kept.sqlite")).await, 2);

    let elsewhere = Place::new();
    assert_eq!(elsewhere.restore(&to).await, Ok(false), "there was nothing to keep");
    assert_eq!(waiting(&elsewhere.database()).await, 1);
}

#[tokio::test]
async fn a_damaged_database_is_replaced_and_kept_as_it_is() {
    let place = Place::holding(1).await;
    let to = place.path("backup.sqlite");
    backup(&place.database(), &to).await.unwrap();
    std::fs::write(place.database(), "no database, not any more. ".repeat(1_000)).unwrap();
    std::fs::write(place.path("citable.sqlite-wal"), "nor a log").unwrap();
    assert_eq!(place.restore(&to).await, Ok(true));
    assert_eq!(waiting(&place.database()).await, 1);
    assert_eq!(std::fs::read(place.path("kept.sqlite-wal")).unwrap(), b"nor a log");
}

#[tokio::test]
async fn nothing_is_put_back_while_the_database_is_in_use() {
    let place = Place::holding(2).await;
    let to = place.path("backup.sqlite");
    backup(&place.database(), &to).await.unwrap();

    let held = ServeLock::acquire(&StoreUrl::Sqlite(place.database())).unwrap();
    let refused = place.restore(&to).await;
    assert!(matches!(refused, Err(StoreError::Locked { .. })), "{refused:?}");
    drop(held);

    let command = place.open().await;
    let refused = place.restore(&to).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    assert_eq!(command.reader().waiting().await, Ok(2));
    command.close().await;
    drop(command);
    assert_eq!(place.files(), ["backup.sqlite", "citable.sqlite"]);
}

#[tokio::test]
async fn only_a_sound_backup_of_ours_is_put_back() {
    let place = Place::holding(2).await;
    let before = std::fs::read(place.database()).unwrap();
    let good = place.path("good.sqlite");
    backup(&place.database(), &good).await.unwrap();

    let text = place.path("notes.txt");
    std::fs::write(&text, "These are notes, and not a database at all. ".repeat(100)).unwrap();
    let empty = place.path("empty.sqlite");
    std::fs::write(&empty, "").unwrap();
    let foreign = StoreUrl::Sqlite(place.path("foreign.sqlite"));
    execute(&foreign, "CREATE TABLE __diesel_schema_migrations (version TEXT)").await;
    let newer = StoreUrl::Sqlite(place.path("newer.sqlite"));
    migrate(&newer).await.unwrap();
    execute(&newer, NEWER_AND_NARROWER).await;
    // A page in the middle is torn; the first one, which says what the file is, is whole.
    let damaged = place.path("damaged.sqlite");
    let mut bytes = std::fs::read(&good).unwrap();
    bytes[8192..60_000].fill(0xA5);
    std::fs::write(&damaged, bytes).unwrap();

    for not_ours in [text, empty, place.path("foreign.sqlite"), place.path("missing.sqlite")] {
        let refused = place.restore(&not_ours).await;
        assert!(matches!(refused, Err(StoreError::NotOurs { .. })), "{not_ours:?}: {refused:?}");
    }
    let refused = place.restore(&place.path("newer.sqlite")).await;
    assert!(matches!(refused, Err(StoreError::NewerSchema { .. })), "{refused:?}");
    let refused = place.restore(&damaged).await;
    let is_damage = matches!(refused, Err(StoreError::Corrupt(_) | StoreError::NotOurs { .. }));
    assert!(is_damage, "{refused:?}");

    assert_eq!(std::fs::read(place.database()).unwrap(), before, "it was left alone");
    assert!(!place.files().iter().any(|name| name.contains("kept") || name.contains("restoring")));
}

#[tokio::test]
async fn an_older_backup_is_brought_up_to_date_at_the_next_start() {
    let place = Place::holding(1).await;
    let newest = newest_schema();
    let (_, undo) = LAST;
    let undo = format!(
        "{undo}; \
         DELETE FROM __diesel_schema_migrations WHERE version = '{newest}'"
    );
    execute(&StoreUrl::Sqlite(place.database()), &undo).await;
    let to = place.path("backup.sqlite");
    let made = backup(&place.database(), &to).await.unwrap();
    assert!(made.schema < newest, "a backup before an upgrade changes nothing: {}", made.schema);
    assert_eq!(place.restore(&to).await, Ok(true));
    assert_eq!(migrate(&StoreUrl::Sqlite(place.database())).await, Ok(vec![newest]));
}
