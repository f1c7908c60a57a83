//! Reports that were saved as JSON.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use citable_checks::report::Report;
use serde_json::Value;

use crate::render::NO_ADDRESS;

/// The most bytes of a saved report. One of every check with every detail has far less.
const REPORT_BYTES: u64 = 16 * 1024 * 1024;

/// The report in that file.
pub(super) fn report(path: &Path) -> anyhow::Result<Report> {
    let unreadable = || format!("can't read {}", path.display());
    if path.is_dir() {
        bail!("{} is a folder; pass the file of a report", path.display());
    }
    let file = File::open(path).with_context(unreadable)?;
    let mut bytes = Vec::new();
    let read = file.take(REPORT_BYTES + 1).read_to_end(&mut bytes).with_context(unreadable)?;
    if u64::try_from(read).unwrap_or(u64::MAX) > REPORT_BYTES {
        bail!("{} is too large for a report", path.display());
    }
    if bytes.trim_ascii().starts_with(b"<") {
        bail!(
            "{0} is a page, not a report. Scan it first: citable scan {0} -o json=report.json",
            path.display()
        );
    }
    read_report(&bytes).with_context(|| {
        format!(
            "{} isn't a report saved with `citable scan -o json=FILE`. To compare sites, use \
             `citable site --baseline`",
            path.display()
        )
    })
}

fn read_report(bytes: &[u8]) -> anyhow::Result<Report> {
    let value: Value = serde_json::from_slice(bytes).context("it isn't JSON")?;
    if value.get("error").is_some() {
        bail!("it is the result of a failed scan");
    }
    let mut report: Report = serde_path_to_error::deserialize(value)?;
    // The JSON form leaves out what stands in for an unknown URL.
    for url in [&mut report.url, &mut report.final_url] {
        if url.is_empty() {
            *url = NO_ADDRESS.to_owned();
        }
    }
    Ok(report)
}

/// The page of a report, in words.
pub(super) fn page_of(report: &Report) -> &str {
    if report.url.starts_with(NO_ADDRESS) { "a file without a URL" } else { &report.url }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{json, sample};

    #[test]
    fn what_is_no_report_is_told_apart() {
        let told = |text: &str| format!("{:#}", read_report(text.as_bytes()).unwrap_err());
        assert!(told("scn_a").contains("isn't JSON"));
        assert!(told(r#"{"error":"scan_failed","message":"x"}"#).contains("failed scan"));
        assert!(told(r#"{"id":"scn_a","status":"pending"}"#).contains("status"));
    }

    #[test]
    fn a_missing_file_and_a_folder_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let told = |path: &Path| format!("{:#}", report(path).unwrap_err());
        let page = folder.path().join("a.html");
        std::fs::write(&page, " <html>").unwrap();
        assert!(told(&page).contains("a.html is a page, not a report. Scan it first"));
        assert!(told(folder.path()).contains("is a folder"));
        assert!(told(&folder.path().join("a.json")).contains("can't read"));
    }

    #[test]
    fn a_file_without_a_url_reads_back_as_one() {
        let report = sample::unavailable();
        let saved = json::report(&report);
        assert!(!saved.contains("file.invalid"), "{saved}");
        let read = read_report(saved.as_bytes()).unwrap();
        assert_eq!(read, report);
        assert_eq!(page_of(&read), "a file without a URL");
    }
}
