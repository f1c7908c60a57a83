//! The files of `deploy/` against the program that they start.

use std::collections::BTreeSet;
use std::path::PathBuf;

use citable_test_support::program::workspace;
use serde_json::Value;

use crate::world::citable;

/// The program ends by itself so many seconds after it was told to, at the latest.
const STOPS_WITHIN: u32 = 20;

fn files() -> Vec<(PathBuf, String)> {
    let folders = ["deploy", "deploy/kubernetes"].map(|folder| workspace().join(folder));
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let files: Vec<_> =
        paths.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect();
    assert_eq!(files.len(), 13, "a new file is one more to hold against the program");
    files
}

/// Every word of a text that begins as our settings do.
fn settings_in(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let words = text.split(|c| !is_part(c)).filter(|word| word.starts_with("CITABLE_"));
    words.map(str::to_owned).collect()
}

#[test]
fn every_setting_that_is_named_exists() {
    let output = citable(&["config", "--json"]).output().unwrap();
    let known: Value = serde_json::from_slice(&output.stdout).unwrap();
    let known: BTreeSet<String> = known["settings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|setting| setting["variable"].as_str().unwrap().to_owned())
        .collect();
    let guides = ["operating", "postgresql", "snapshot-store", "backups", "metrics"].map(|name| {
        let path = workspace().join(format!("docs/{name}.md"));
        let text = std::fs::read_to_string(&path).unwrap();
        (path, text)
    });
    let mut names = 0;
    for (path, text) in files().into_iter().chain(guides) {
        let named = settings_in(&text);
        names += named.len();
        let unknown: Vec<_> = named.difference(&known).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", path.display());
    }
    assert!(names > 30, "settings are found: {names}");
}

#[test]
fn whoever_stops_it_waits_until_it_has_stopped() {
    let mut limits = 0;
    for (path, text) in files() {
        for line in text.lines() {
            let line = line.trim();
            let limit = line
                .strip_prefix("TimeoutStopSec=")
                .or_else(|| line.strip_prefix("terminationGracePeriodSeconds: "))
                .or_else(|| line.strip_prefix("stop_grace_period: ")?.strip_suffix('s'));
            if let Some(seconds) = limit {
                let seconds: u32 = seconds.parse().unwrap();
                assert!(seconds > STOPS_WITHIN, "{}: {line}", path.display());
                limits += 1;
            }
        }
    }
    assert!(limits >= 5, "each way to run it has a limit: {limits}");
}
