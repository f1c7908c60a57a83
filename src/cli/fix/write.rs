//! Writing a file so that it is the old one or the new one at any moment.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, bail};

/// Puts those bytes in the place of the file's: through a temporary file beside it, which takes its
/// name once all of it is on the disk. The file's permissions stay. A symbolic link stays one: the
/// file that it leads to is written.
///
/// # Errors
/// When the file isn't what it was when it was read, or can't be written.
pub(super) fn replace(path: &Path, before: &[u8], after: &[u8]) -> anyhow::Result<()> {
    let path = fs::canonicalize(path)?;
    if fs::read(&path)? != before {
        bail!("it changed while it was being fixed; run the command again");
    }
    let folder = path.parent().context("its path names no folder")?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        bail!("it is read-only");
    }
    let mut beside = tempfile::Builder::new().prefix(".citable-").tempfile_in(folder)?;
    beside.write_all(after)?;
    beside.as_file().set_permissions(permissions)?;
    beside.as_file().sync_all()?;
    beside.persist(&path).map_err(|error| error.error)?;
    // The new name is on the disk once its folder is. Not every system can do that.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_replaced_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.html");
        fs::write(&path, "old").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        }
        replace(&path, b"old", b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        }
    }

    #[test]
    fn a_file_that_changed_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.html");
        fs::write(&path, "other").unwrap();
        assert!(replace(&path, b"old", b"new").unwrap_err().to_string().contains("changed"));
        assert_eq!(fs::read(&path).unwrap(), b"other");
    }
}
