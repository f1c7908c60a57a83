//! Data for tests that is shared between projects and never committed.

use std::path::{Path, PathBuf};

/// The folder with the shared data: `CITABLE_TEST_DATA`, else `shared/data` beside the workspace.
/// Where it is absent this says so, and the test that asked should return.
#[expect(clippy::print_stderr, reason = "a skipped test says why")]
pub fn data_dir() -> Option<PathBuf> {
    let folder = std::env::var_os("CITABLE_TEST_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: there is no shared test data; name its folder in CITABLE_TEST_DATA");
    None
}
