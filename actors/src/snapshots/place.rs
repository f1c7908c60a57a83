//! The library's stores of objects: a folder, and a bucket.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::{BackoffConfig, ObjectStore, RetryConfig};

use super::connector::Connector;
use super::failure::{SnapshotStoreError, told};
use super::settings::Bucket;

/// How often a request is repeated whose failure may pass.
const REPETITIONS: usize = 3;
/// The pause before the first repetition; the others are longer.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause before a repetition.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// What lets users other than its owner list a folder or enter it.
const OPEN_TO_OTHERS: u32 = 0o055;

/// A folder, which is created if missing.
///
/// # Errors
/// [`SnapshotStoreError::Folder`].
pub(super) fn folder(folder: &Path) -> Result<Arc<dyn ObjectStore>, SnapshotStoreError> {
    let failed = |reason: String| SnapshotStoreError::Folder { folder: folder.to_owned(), reason };
    let mode = create(folder).map_err(|error| failed(error.to_string()))?;
    if mode & OPEN_TO_OTHERS != 0 {
        tracing::warn!(
            "other users of this machine can read the snapshots in {}; to stop them: chmod 700",
            folder.display(),
        );
    }
    let store = LocalFileSystem::new_with_prefix(folder);
    let store = store.map_err(|error| failed(told(&error.to_string())))?;
    // A row that names an object must not outlive it in a power failure.
    Ok(Arc::new(store.with_fsync(true)))
}

/// Creates a folder that only its owner may read, unless there is one; answers its mode.
fn create(folder: &Path) -> std::io::Result<u32> {
    use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};

    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    Ok(std::fs::metadata(folder)?.permissions().mode())
}

/// A bucket. No request is repeated that long after the first one.
///
/// # Errors
/// Where the library does not take the settings.
pub(super) fn bucket(
    bucket: &Bucket,
    connector: Connector,
    retry_timeout: Duration,
) -> object_store::Result<Arc<dyn ObjectStore>> {
    let backoff = BackoffConfig {
        init_backoff: FIRST_PAUSE,
        max_backoff: LONGEST_PAUSE,
        ..BackoffConfig::default()
    };
    let builder = AmazonS3Builder::new()
        .with_bucket_name(&bucket.name)
        .with_region(&bucket.region)
        .with_access_key_id(&bucket.access_key_id)
        .with_secret_access_key(&bucket.secret_access_key)
        .with_retry(RetryConfig { backoff, max_retries: REPETITIONS, retry_timeout })
        .with_http_connector(connector);
    let builder = match &bucket.endpoint {
        // Whether plain HTTP is permitted is the settings' business.
        Some(endpoint) => builder
            .with_endpoint(endpoint.as_str().trim_end_matches('/'))
            .with_allow_http(endpoint.scheme() == "http"),
        None => builder,
    };
    Ok(Arc::new(builder.build()?))
}
