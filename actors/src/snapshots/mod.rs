//! Bodies of snapshots, in the database or in objects outside it.
//!
//! An object is written before the row that names it, and deleted after that row is gone. What
//! becomes of objects whose scan never ends is in the store
//! ([`ExpectObject`]); who deletes them, in
//! [`crate::object_sweeper`].

mod connector;
mod failure;
mod objects;
mod place;
mod probe;
mod settings;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use citable_metrics::SNAPSHOTS_STORED;
use citable_schema::{ExpectObject, ForgetObjects, SnapshotRow, StoreError, Writer};
use tokio::time::Instant;

use crate::clock::{SharedClock, milliseconds};
use crate::ids::{Prefix, new_id};

pub(crate) use failure::ObjectError;
pub use failure::{Operation, SnapshotStoreError};
pub(crate) use objects::Objects;
pub use settings::{Bucket, ObjectSweeps, SnapshotPlace, SnapshotStoreSettings};

/// Why the body of a snapshot cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BodyError {
    /// It is in an object, and nobody says where objects are.
    #[error(
        "the snapshot is in the object {0}, and no snapshot store is configured. Set \
         CITABLE_SNAPSHOT_STORE_URL to where it is"
    )]
    NoStore(String),
    /// The object cannot be read.
    #[error("can't read the object {object}: {error}")]
    Object {
        /// Its key.
        object: String,
        /// Why.
        error: ObjectError,
    },
}

impl BodyError {
    /// Whether it may be read later.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::NoStore(_) => false,
            Self::Object { error, .. } => error.may_pass(),
        }
    }
}

/// Reads and writes bodies of snapshots. Clones share everything.
#[derive(Clone)]
pub(crate) struct Snapshots {
    /// None where bodies go into the database.
    outside: Option<Arc<Outside>>,
}

struct Outside {
    objects: Objects,
    writer: Writer,
    clock: SharedClock,
    rest: Duration,
    /// How long after its writing an object is deleted that no row names.
    unnamed: Duration,
    /// Until when no object is written, since one could not be; none since one was.
    resting: Mutex<Option<Instant>>,
}

/// Why an object was not written.
#[derive(Debug, thiserror::Error)]
enum NotWritten {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Object(#[from] ObjectError),
}

impl Snapshots {
    /// Bodies in the database alone.
    pub(crate) fn in_database() -> Self {
        Self { outside: None }
    }

    /// Bodies in objects. A claim of a scan lasts for `lease`.
    ///
    /// # Errors
    /// Those of [`Objects::open`].
    pub(crate) fn in_objects(
        settings: &SnapshotStoreSettings,
        extra_ca_file: Option<&Path>,
        lease: Duration,
        writer: Writer,
        clock: SharedClock,
    ) -> Result<Self, SnapshotStoreError> {
        let outside = Outside {
            objects: Objects::open(settings, extra_ca_file)?,
            writer,
            clock,
            rest: settings.rest,
            unnamed: lease + settings.grace,
            resting: Mutex::default(),
        };
        Ok(Self { outside: Some(Arc::new(outside)) })
    }

    /// The objects, where there are any.
    pub(crate) fn objects(&self) -> Option<&Objects> {
        self.outside.as_ref().map(|outside| &outside.objects)
    }

    /// Tests whether objects can be written, read and deleted. Whatever happens meanwhile, the
    /// object of the test does not stay.
    ///
    /// # Errors
    /// Where they never will be, and those of the database.
    pub(crate) async fn probe(&self) -> Result<(), SnapshotStoreError> {
        let Some(outside) = &self.outside else { return Ok(()) };
        let key = format!("probe.{}", new_id(Prefix::Object));
        outside.expect(&key).await?;
        if probe::probe(&outside.objects, &key).await? {
            outside.writer.run(ForgetObjects { objects: vec![key] }).await?;
        }
        Ok(())
    }

    /// Writes the body of a scan that is about to end into an object, and answers its key. None
    /// where the body is to go into the row: that way a scan ends whatever the objects' store does.
    pub(crate) async fn keep(&self, scan_id: &str, body: &[u8]) -> Option<String> {
        let Some(outside) = &self.outside else {
            SNAPSHOTS_STORED.one(["database"]);
            return None;
        };
        if outside.is_resting() {
            SNAPSHOTS_STORED.one(["fallback"]);
            return None;
        }
        let key = key(scan_id);
        match outside.write(&key, body).await {
            Ok(()) => {
                SNAPSHOTS_STORED.one(["object"]);
                if outside.recovers() {
                    tracing::info!("snapshots go to {} again", outside.objects.place());
                }
                Some(key)
            }
            Err(error) => {
                SNAPSHOTS_STORED.one(["fallback"]);
                let rest = match &error {
                    // What the database cannot take now has nothing to do with the objects.
                    NotWritten::Store(_) => Duration::ZERO,
                    NotWritten::Object(_) => outside.rest,
                };
                outside.rest_for(rest);
                tracing::warn!(
                    scan = scan_id,
                    %error,
                    "couldn't write a snapshot to {}; snapshots go into the database for {} s",
                    outside.objects.place(),
                    rest.as_secs(),
                );
                None
            }
        }
    }

    /// The body of a snapshot, from where its row says that it is.
    ///
    /// # Errors
    /// Every [`BodyError`].
    pub(crate) async fn body(&self, row: SnapshotRow) -> Result<Vec<u8>, BodyError> {
        let Some(object) = row.object else { return Ok(row.body) };
        let Some(objects) = self.objects() else { return Err(BodyError::NoStore(object)) };
        objects.read(&object).await.map_err(|error| BodyError::Object { object, error })
    }
}

impl Outside {
    /// Has an object deleted after a while unless it is taken.
    async fn expect(&self, key: &str) -> Result<(), StoreError> {
        let due_at = self.clock.now_ms().saturating_add(milliseconds(self.unnamed));
        self.writer.run(ExpectObject { object: key.to_owned(), due_at }).await
    }

    async fn write(&self, key: &str, body: &[u8]) -> Result<(), NotWritten> {
        self.expect(key).await?;
        Ok(self.objects.write(key, body.to_vec()).await?)
    }

    fn is_resting(&self) -> bool {
        let until = *self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    /// Whether this is the first object that was written since one could not be.
    fn recovers(&self) -> bool {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }

    fn rest_for(&self, rest: Duration) {
        let until = Instant::now() + rest;
        *self.resting.lock().unwrap_or_else(PoisonError::into_inner) = Some(until);
    }
}

/// A key that no attempt of any scan had before: a late write of an attempt that lost its lease
/// cannot change what another one wrote, and deleting the one deletes nothing of the other.
fn key(scan_id: &str) -> String {
    format!("{scan_id}.{}", new_id(Prefix::Object))
}
