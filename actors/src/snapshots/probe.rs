//! Whether objects can be written, read and deleted, found out before the first scan.

use super::failure::{ObjectError, Operation, SnapshotStoreError};
use super::objects::Objects;
use super::settings::SnapshotPlace;

/// What the test object holds.
const BODY: &[u8] = b"Citable tests whether it can write here.";

/// Writes, reads and deletes a small object; answers whether it is certainly gone. A server that
/// does not answer, or is at fault, does not keep the service from starting: bodies go into the
/// database as long as it is away.
///
/// # Errors
/// [`SnapshotStoreError::Refused`], for every failure of a folder too.
pub(super) async fn probe(objects: &Objects, key: &str) -> Result<bool, SnapshotStoreError> {
    let written = objects.write(key, BODY.to_vec()).await;
    if !works(objects, Operation::Write, written)? {
        return Ok(false);
    }
    let read = match objects.read(key).await {
        Ok(read) if read != BODY => Err(ObjectError::Refused("it isn't what was written".into())),
        read => read.map(drop),
    };
    // It goes in any case.
    let deleted = objects.delete(key).await;
    works(objects, Operation::Read, read)?;
    works(objects, Operation::Delete, deleted)
}

fn works(
    objects: &Objects,
    operation: Operation,
    done: Result<(), ObjectError>,
) -> Result<bool, SnapshotStoreError> {
    let place = objects.place();
    match done {
        Ok(()) => Ok(true),
        Err(error) if error.may_pass() && matches!(place, SnapshotPlace::Bucket(_)) => {
            tracing::warn!(
                %error,
                "can't {operation} a test object in {place}; snapshots go into the database until \
                 that works"
            );
            Ok(false)
        }
        Err(error) => Err(SnapshotStoreError::Refused {
            operation,
            place: place.to_string(),
            reason: error.to_string(),
            advice: match place {
                SnapshotPlace::Folder(_) => {
                    "Let this program write, read and delete files in that folder"
                }
                SnapshotPlace::Bucket(_) => {
                    "Check the bucket's name, the endpoint, the region and the access key, and \
                     permit this key to put, get and delete objects"
                }
            },
        }),
    }
}
