//! Operations on objects: each bounded in time, counted, and failing in a few ways.

use std::io::ErrorKind;
use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::Duration;

use citable_metrics::SNAPSHOT_STORE_REQUESTS;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use tokio::time::timeout;

use super::connector::Connector;
use super::failure::{ObjectError, Operation, SnapshotStoreError, told};
use super::place;
use super::settings::{SnapshotPlace, SnapshotStoreSettings};
use crate::provider::Provider;

/// One request may take this part of the time of its operation, so that one that is lost can be
/// repeated.
const REQUESTS_IN_TIME: u32 = 2;

/// Objects in a place. Clones share connections.
#[derive(Clone, Debug)]
pub(crate) struct Objects {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
    timeout: Duration,
    place: SnapshotPlace,
}

impl Objects {
    /// The objects there. A folder is created if missing; a server is not asked.
    ///
    /// # Errors
    /// [`SnapshotStoreError::Client`], and [`SnapshotStoreError::Folder`].
    pub(crate) fn open(
        settings: &SnapshotStoreSettings,
        extra_ca_file: Option<&FilePath>,
    ) -> Result<Self, SnapshotStoreError> {
        let timeout = settings.timeout;
        let limit = timeout / REQUESTS_IN_TIME;
        let (store, prefix) = match &settings.place {
            SnapshotPlace::Folder(folder) => (place::folder(folder)?, Path::default()),
            SnapshotPlace::Bucket(bucket) => {
                let provider = Provider::new(extra_ca_file)?;
                let connector = Connector { provider, limit };
                let store = place::bucket(bucket, connector, timeout);
                let store = store.map_err(|error| SnapshotStoreError::Refused {
                    operation: Operation::Write,
                    place: settings.place.to_string(),
                    reason: told(&error.to_string()),
                    advice: "Check the CITABLE_SNAPSHOT_STORE_ settings",
                })?;
                (store, Path::from(bucket.prefix.as_str()))
            }
        };
        Ok(Self { store, prefix, timeout, place: settings.place.clone() })
    }

    /// Where they are.
    pub(crate) fn place(&self) -> &SnapshotPlace {
        &self.place
    }

    /// Writes an object whole or not at all. After an error it may be there all the same.
    ///
    /// # Errors
    /// Every [`ObjectError`].
    pub(crate) async fn write(&self, key: &str, body: Vec<u8>) -> Result<(), ObjectError> {
        let path = self.path(key);
        let work = async { self.store.put(&path, body.into()).await.map(drop) };
        self.bounded(Operation::Write, work).await
    }

    /// Reads an object.
    ///
    /// # Errors
    /// Every [`ObjectError`].
    pub(crate) async fn read(&self, key: &str) -> Result<Vec<u8>, ObjectError> {
        let path = self.path(key);
        let work = async { self.store.get(&path).await?.bytes().await };
        self.bounded(Operation::Read, work).await.map(Into::into)
    }

    /// Deletes an object, which need not be there.
    ///
    /// # Errors
    /// Every [`ObjectError`] but [`ObjectError::Missing`] where the place itself is there.
    pub(crate) async fn delete(&self, key: &str) -> Result<(), ObjectError> {
        let path = self.path(key);
        let work = async { self.store.delete(&path).await };
        match self.bounded(Operation::Delete, work).await {
            Err(ObjectError::Missing(reason)) if !reason.contains("NoSuchBucket") => Ok(()),
            deleted => deleted,
        }?;
        match &self.place {
            SnapshotPlace::Folder(folder) => remove_half_written(folder, key).await,
            SnapshotPlace::Bucket(_) => Ok(()),
        }
    }

    fn path(&self, key: &str) -> Path {
        self.prefix.clone().join(key)
    }

    async fn bounded<T>(
        &self,
        operation: Operation,
        work: impl Future<Output = object_store::Result<T>>,
    ) -> Result<T, ObjectError> {
        let done = match timeout(self.timeout, work).await {
            Ok(done) => done.map_err(ObjectError::from),
            Err(_elapsed) => Err(ObjectError::TimedOut(self.timeout)),
        };
        SNAPSHOT_STORE_REQUESTS.one([operation.as_str(), outcome(&done)]);
        done
    }
}

/// Where the program died while it wrote a file, the file has another name still: the library
/// writes it there first. A key is written once, so that its first such name is the only one.
async fn remove_half_written(folder: &FilePath, key: &str) -> Result<(), ObjectError> {
    match tokio::fs::remove_file(folder.join(format!("{key}#1"))).await {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(ObjectError::Unavailable(error.to_string()))
        }
        _ => Ok(()),
    }
}

fn outcome<T>(done: &Result<T, ObjectError>) -> &'static str {
    match done {
        Ok(_) => "done",
        Err(ObjectError::Missing(_)) => "missing",
        Err(ObjectError::Refused(_)) => "refused",
        Err(ObjectError::Unavailable(_)) => "unavailable",
        Err(ObjectError::TimedOut(_)) => "timed_out",
    }
}
