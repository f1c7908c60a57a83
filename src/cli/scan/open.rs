//! The HTML report in the browser.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::cli::output;

/// Opens the report that was written, or writes one that outlives the command.
///
/// # Errors
/// When the page cannot be written. A browser that can't be opened is only noted.
pub(super) fn open(written: Option<&Path>, page: impl FnOnce() -> String) -> anyhow::Result<()> {
    let path = match written {
        Some(path) => path.to_owned(),
        None => kept(&page()).context("can't write the HTML report")?,
    };
    if let Err(error) = opener::open(&path) {
        output::note(&format!(
            "no browser could be opened ({error}). The HTML report is in {}",
            path.display()
        ));
    }
    Ok(())
}

fn kept(page: &str) -> anyhow::Result<PathBuf> {
    let mut file = tempfile::Builder::new().prefix("citable-report-").suffix(".html").tempfile()?;
    file.write_all(page.as_bytes())?;
    let (_, path) = file.keep()?;
    Ok(path)
}
