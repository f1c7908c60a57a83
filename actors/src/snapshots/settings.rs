//! Where bodies of snapshots are kept outside the database, and how long that may take.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use url::Url;

/// Where bodies of snapshots are kept outside the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotStoreSettings {
    /// The folder or bucket.
    pub place: SnapshotPlace,
    /// How long one operation may take in all, its repetitions included.
    pub timeout: Duration,
    /// How long bodies go into the database after an object could not be written, so that scans do
    /// not each wait for a store that is away.
    pub rest: Duration,
    /// How much later than the lease of its scan an object that no row names is deleted.
    pub grace: Duration,
    /// How objects are deleted.
    pub sweeps: ObjectSweeps,
}

impl SnapshotStoreSettings {
    /// The defaults, in that place and with that time for an operation.
    pub fn new(place: SnapshotPlace, timeout: Duration) -> Self {
        Self {
            place,
            timeout,
            rest: Duration::from_secs(30),
            grace: Duration::from_secs(60 * 60),
            sweeps: ObjectSweeps::default(),
        }
    }
}

/// How objects that are not needed any more are deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectSweeps {
    /// How long after a sweep the next one begins.
    pub every: Duration,
    /// Objects that one sweep deletes at most. If there are as many, the next one follows at once.
    pub batch: i64,
    /// Deletes that run at once on this node.
    pub at_once: usize,
    /// How long after a first attempt an object is tried again; twice as long after each other.
    pub first_pause: Duration,
    /// The longest such pause.
    pub longest_pause: Duration,
}

impl Default for ObjectSweeps {
    fn default() -> Self {
        Self {
            every: Duration::from_secs(5),
            batch: 100,
            at_once: 8,
            first_pause: Duration::from_secs(60),
            longest_pause: Duration::from_secs(60 * 60),
        }
    }
}

/// A place for objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotPlace {
    /// A folder of this machine, or one that all nodes have mounted.
    Folder(PathBuf),
    /// A bucket of a server that speaks the protocol of Amazon S3.
    Bucket(Bucket),
}

/// A bucket of a server that speaks the protocol of Amazon S3.
#[derive(Clone, PartialEq, Eq)]
pub struct Bucket {
    /// Its name.
    pub name: String,
    /// What all keys begin with, without slashes at its ends; may be empty.
    pub prefix: String,
    /// Where the server is; none for Amazon's.
    pub endpoint: Option<Url>,
    /// The region that requests are signed for.
    pub region: String,
    /// Who signs.
    pub access_key_id: String,
    /// What is signed with.
    pub secret_access_key: String,
}

impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bucket")
            .field("name", &self.name)
            .field("prefix", &self.prefix)
            .field("endpoint", &self.endpoint.as_ref().map(Url::as_str))
            .field("region", &self.region)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for SnapshotPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => write!(f, "the folder {}", path.display()),
            Self::Bucket(Bucket { name, endpoint: Some(endpoint), .. }) => {
                write!(f, "the bucket {name} at {endpoint}")
            }
            Self::Bucket(Bucket { name, region, .. }) => {
                write!(f, "the bucket {name} in {region}")
            }
        }
    }
}
