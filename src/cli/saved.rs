//! Reports that were saved as JSON.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use citable_checks::report::Report;
use serde_json::Value;

/// The most bytes of a saved report. One of every check with every detail has far less.
const REPORT_BYTES: u64 = 16 * 1024 * 1024;

/// The report in that file.
pub(super) fn report(path: &Path) -> anyhow::Result<Report> {
    let unreadable = || format!("{} cannot be read", path.display());
    if path.is_dir() {
        bail!("{} is a folder; give the file of a report", path.display());
    }
    let file = File::open(path).with_context(unreadable)?;
    let mut bytes = Vec::new();
    let read = file.take(REPORT_BYTES + 1).read_to_end(&mut bytes).with_context(unreadable)?;
    if u64::try_from(read).unwrap_or(u64::MAX) > REPORT_BYTES {
        bail!("{} is too long for a report", path.display());
    }
    read_report(&bytes).with_context(|| {
        format!("{} is no report; save one with `citable scan -o json=FILE`", path.display())
    })
}

fn read_report(bytes: &[u8]) -> anyhow::Result<Report> {
    let value: Value = serde_json::from_slice(bytes).context("it is no JSON")?;
    if value.get("error").is_some() {
        bail!("it tells of a scan that failed");
    }
    Ok(serde_path_to_error::deserialize(value)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_report_is_told_apart() {
        let told = |text: &str| format!("{:#}", read_report(text.as_bytes()).unwrap_err());
        assert!(told("<html>").contains("no JSON"));
        assert!(told(r#"{"error":"scan_failed","message":"x"}"#).contains("scan that failed"));
        assert!(told(r#"{"id":"scn_a","status":"pending"}"#).contains("status"));
    }

    #[test]
    fn a_missing_file_and_a_folder_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let told = |path: &Path| format!("{:#}", report(path).unwrap_err());
        assert!(told(folder.path()).contains("is a folder"));
        assert!(told(&folder.path().join("a.json")).contains("cannot be read"));
    }
}
