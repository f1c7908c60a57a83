//! Opening a database, old, new and newer.

use std::path::{Path, PathBuf};

use citable_schema::{ServeLock, Store, StoreError, StoreSettings, StoreUrl, migrate};

use crate::fixture::{Fixture, NOW, admit, execute};
use crate::on_both_databases;

/// The last migration, and what undoes it.
pub(crate) const LAST: (&str, &str) = (
    "0041",
    "DROP TABLE object_deletions; DROP INDEX snapshots_objects; \
     ALTER TABLE snapshots DROP COLUMN object",
);

on_both_databases! {
    a_newer_schema_is_refused,
    migrations_run_once_even_when_two_start_together,
}

async fn a_newer_schema_is_refused(fixture: Fixture) {
    execute(&fixture.url, "INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')").await;
    let refused = Store::open(fixture.settings()).await.map(drop);
    match refused {
        Err(StoreError::NewerSchema { found, known }) => {
            assert_eq!((found.as_str(), known.as_str()), ("9999", LAST.0))
        }
        other => panic!("{other:?}"),
    }
}

async fn migrations_run_once_even_when_two_start_together(fixture: Fixture) {
    let url = fixture.empty_database();
    let (first, second) = tokio::join!(migrate(&url), migrate(&url));
    let mut applied = [first.unwrap(), second.unwrap()].concat();
    applied.sort();
    assert_eq!(applied, versions());
    assert_eq!(migrate(&url).await.unwrap(), Vec::<String>::new());
}

/// Of every migration there is.
fn versions() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    let names = folders.map(|entry| entry.file_name().into_string().unwrap());
    let mut versions: Vec<String> =
        names.map(|name| name.split_once('_').unwrap().0.to_owned()).collect();
    versions.sort();
    assert_eq!(versions.last().unwrap(), LAST.0);
    versions
}

/// Makes the database in `folder` what it was before the last migration.
async fn undo_last_migration(folder: &Path) -> StoreUrl {
    let url = StoreUrl::Sqlite(folder.join("citable.sqlite"));
    let store = Store::open(StoreSettings::new(url.clone())).await.unwrap();
    admit(&store, "a", "example.com", NOW).await;
    store.close().await;
    let (version, undo) = LAST;
    let undo =
        format!("{undo}; DELETE FROM __diesel_schema_migrations WHERE version = '{version}'");
    execute(&url, &undo).await;
    url
}

fn copies_in(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.to_string_lossy().contains(".before-")).collect()
}

#[tokio::test]
async fn a_copy_is_made_before_a_file_with_data_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let url = undo_last_migration(folder.path()).await;
    assert_eq!(copies_in(folder.path()), Vec::<PathBuf>::new(), "a new file is not copied");

    assert_eq!(migrate(&url).await.unwrap(), [LAST.0]);
    let copy = folder.path().join(format!("citable.sqlite.before-{}", LAST.0));
    assert_eq!(copies_in(folder.path()), std::slice::from_ref(&copy));

    // The copy is what the database was: without the table, with the data.
    let copy = StoreUrl::Sqlite(copy);
    assert_eq!(migrate(&copy).await.unwrap(), [LAST.0]);
    let store = Store::open(StoreSettings::new(copy)).await.unwrap();
    assert_eq!(store.reader().waiting().await.unwrap(), 1);
}

#[tokio::test]
async fn two_that_migrate_a_file_together_keep_the_copy_of_before() {
    let folder = tempfile::tempdir().unwrap();
    let url = undo_last_migration(folder.path()).await;
    let (first, second) = tokio::join!(migrate(&url), migrate(&url));
    assert_eq!([first.unwrap(), second.unwrap()].concat(), [LAST.0]);
    let copy = StoreUrl::Sqlite(folder.path().join(format!("citable.sqlite.before-{}", LAST.0)));
    assert_eq!(migrate(&copy).await.unwrap(), [LAST.0], "the copy has the index already");
}

#[tokio::test]
async fn an_interrupted_copy_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let url = undo_last_migration(folder.path()).await;
    std::fs::write(
        folder.path().join(format!("citable.sqlite.before-{}.partial", LAST.0)),
        "half a co",
    )
    .unwrap();
    migrate(&url).await.unwrap();
    assert_eq!(
        copies_in(folder.path()),
        [folder.path().join(format!("citable.sqlite.before-{}", LAST.0))]
    );
}

#[tokio::test]
async fn a_file_that_is_no_database_is_named_as_such_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    let text = "These are notes, and not a database at all. ".repeat(100);
    std::fs::write(&path, &text).unwrap();
    let refused = migrate(&StoreUrl::Sqlite(path.clone())).await;
    assert!(matches!(refused, Err(StoreError::Corrupt(_))), "{refused:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[tokio::test]
async fn a_server_that_is_away_is_unavailable() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let refused =
        migrate(&StoreUrl::Postgres(format!("postgres://citable:secret@{closed}/citable"))).await;
    let Err(StoreError::Unavailable(message)) = refused else { panic!("{refused:?}") };
    assert!(!message.contains("secret"), "{message}");
}

#[test]
fn one_process_serves_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let url = StoreUrl::Sqlite(folder.path().join("new/citable.sqlite"));
    let held = ServeLock::acquire(&url).unwrap();
    assert!(held.is_some());
    let refused = ServeLock::acquire(&url).map(drop);
    let Err(StoreError::Locked { path }) = refused else { panic!("{refused:?}") };
    assert!(path.ends_with("new/citable.sqlite.lock"), "{path}");
    drop(held);
    assert!(ServeLock::acquire(&url).unwrap().is_some());
}

#[test]
fn many_nodes_serve_from_a_server() {
    let url = StoreUrl::Postgres("postgres://host/db".to_owned());
    assert!(ServeLock::acquire(&url).unwrap().is_none());
}
