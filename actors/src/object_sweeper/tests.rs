use std::time::Duration;

use citable_schema::ExpectObject;
use tempfile::TempDir;

use super::*;
use crate::address::Address;
use crate::clock::Clock as _;
use crate::routine::routine_child;
use crate::snapshots::{SnapshotPlace, SnapshotStoreSettings};
use crate::test_kit::Cage;

const PATIENCE: Duration = Duration::from_secs(30);

fn place(folder: &TempDir) -> Objects {
    let place = SnapshotPlace::Folder(folder.path().to_owned());
    Objects::open(&SnapshotStoreSettings::new(place, Duration::from_secs(5)), None).unwrap()
}

async fn sweeping(cage: &mut Cage, objects: &Objects, settings: ObjectSweeps) {
    let sweeper = ObjectSweeper {
        settings,
        objects: objects.clone(),
        reader: cage.store.reader(),
        writer: cage.store.writer(),
        clock: cage.clock.clone(),
    };
    cage.start(routine_child(&Address::vacant(), sweeper)).await;
}

/// Writes an object that is due at that instant.
async fn doomed(cage: &Cage, objects: &Objects, key: &str, due_at: i64) {
    objects.write(key, key.into()).await.unwrap();
    cage.store.writer().run(ExpectObject { object: key.to_owned(), due_at }).await.unwrap();
}

fn files(folder: &TempDir) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path()).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Waits until so many objects are to be deleted.
async fn left(reader: &Reader, now: i64, objects: i64) {
    let begun = std::time::Instant::now();
    while reader.objects_doomed(now).await.unwrap() != objects {
        assert!(begun.elapsed() < PATIENCE, "never {objects} left");
        tokio::task::yield_now().await;
    }
}

async fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = std::time::Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "never: {what}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn what_is_due_goes_in_small_steps_and_nothing_else() {
    let (mut cage, folder) = (Cage::open().await, TempDir::new().unwrap());
    let (objects, now) = (place(&folder), cage.clock.now_ms());
    for number in 0..5 {
        doomed(&cage, &objects, &format!("old{number}"), now).await;
    }
    doomed(&cage, &objects, "expected", now + 1).await;
    std::fs::write(folder.path().join("foreign"), "").unwrap();
    // The next sweep but for full ones is far away.
    let settings =
        ObjectSweeps { batch: 2, every: Duration::from_secs(3600), ..ObjectSweeps::default() };
    sweeping(&mut cage, &objects, settings).await;
    until("old ones are gone", || files(&folder).len() == 2).await;
    let mut left = files(&folder);
    left.sort();
    assert_eq!(left, ["expected", "foreign"]);
}

#[tokio::test]
async fn what_cannot_be_deleted_stays_due() {
    let (mut cage, folder) = (Cage::open().await, TempDir::new().unwrap());
    let (objects, now) = (place(&folder), cage.clock.now_ms());
    cage.store.writer().run(ExpectObject { object: "odd".to_owned(), due_at: now }).await.unwrap();
    // No file, and not to be deleted like one.
    let odd = folder.path().join("odd");
    std::fs::create_dir_all(odd.join("inside")).unwrap();
    let pause = Duration::from_secs(60);
    let settings = ObjectSweeps {
        every: Duration::from_millis(1),
        first_pause: pause,
        ..ObjectSweeps::default()
    };
    let reader = cage.store.reader();
    sweeping(&mut cage, &objects, settings).await;
    doomed(&cage, &objects, "other", now).await;
    left(&reader, now, 1).await;
    assert_eq!(files(&folder), ["odd"]);
    std::fs::remove_dir_all(&odd).unwrap();
    cage.clock.move_by(pause);
    left(&reader, i64::MAX, 0).await;
}
