//! The checks over real pages, judged as local files of known address. Run with `--nocapture` for
//! the table.

use std::path::PathBuf;

use citable_checks::evaluate::evaluate;
use citable_checks::page::snapshot::{Exchange, Snapshot, Source};
use citable_checks::report::{Report, Status};
use citable_checks::supporting::plan;
use serde::Deserialize;
use url::Url;

#[derive(Deserialize)]
struct Entry {
    id: String,
    file: String,
    url: Option<String>,
    kind: String,
}

impl Entry {
    /// The address over HTTPS, as whoever scans the page would name it; none where the index
    /// knows only a path or nothing.
    fn address(&self) -> Option<String> {
        let address = self.url.as_deref()?.replacen("http://", "https://", 1);
        address.starts_with("https://").then_some(address)
    }
}

fn pages() -> Option<PathBuf> {
    let root = std::env::var_os("CITABLE_TEST_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    let folder = root.join("pages");
    if !folder.exists() {
        println!("skipped: no test data at {}", folder.display());
        return None;
    }
    Some(folder)
}

/// The page as the web would answer with it; as a file where its address is not known.
fn snapshot(address: Option<&str>, body: Vec<u8>) -> Snapshot {
    let source = if address.is_some() { Source::Web } else { Source::FileWithoutAddress };
    let url = Url::parse(address.unwrap_or("https://file.invalid/page.html")).unwrap();
    let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
    let answer = Exchange { url, status: 200, headers };
    Snapshot { source, ..Snapshot::of_answer(answer, body, 1_793_491_200_000) }
}

fn row(entry: &Entry, report: &Report) -> String {
    let statuses: Vec<String> = report
        .checks
        .iter()
        .filter(|check| !check.id.starts_with("robots-"))
        .map(|check| match check.status {
            Status::Na => "na".to_owned(),
            Status::Pass => "pass".to_owned(),
            Status::Warn => format!("WARN {}", check.summary),
            Status::Fail => format!("FAIL {}", check.summary),
        })
        .collect();
    let words = report.page.word_equivalents;
    format!("{} {:<8} {words:>6} {}", entry.id, entry.kind, statuses.join(" | "))
}

/// The pages whose check has that status.
fn having(reports: &[(&Entry, Report)], id: &str, status: Status) -> Vec<String> {
    let has = |report: &Report| {
        report.checks.iter().any(|check| check.id == id && check.status == status)
    };
    reports.iter().filter(|(_, report)| has(report)).map(|(entry, _)| entry.id.clone()).collect()
}

#[test]
fn real_pages_are_judged_as_a_reader_would() {
    let Some(folder) = pages() else { return };
    let index: Vec<Entry> =
        serde_json::from_slice(&std::fs::read(folder.join("index.json")).unwrap()).unwrap();
    let mut reports = Vec::new();
    for entry in &index {
        let body = std::fs::read(folder.join(&entry.file)).unwrap();
        let snapshot = snapshot(entry.address().as_deref(), body);
        assert!(plan(&snapshot.page, &[]).is_some(), "{}: there is something around it", entry.id);
        let report = evaluate("scn_test", &snapshot, &mut |_| {}).unwrap();
        println!("{}", row(entry, &report));
        reports.push((entry, report));
    }
    let none: [&str; 0] = [];
    assert_eq!(having(&reports, "http-fetch", Status::Fail), none);
    assert_eq!(having(&reports, "http-fetch", Status::Warn), none);
    assert_eq!(having(&reports, "indexable", Status::Fail), ["020"], "noindex,follow");
    assert_eq!(having(&reports, "indexable", Status::Warn), none);
    assert_eq!(having(&reports, "snippet-eligible", Status::Fail), none);
    assert_eq!(
        having(&reports, "snippet-eligible", Status::Warn),
        ["005", "014", "025"],
        "noarchive, noarchive, nocache"
    );
    assert_eq!(having(&reports, "canonical", Status::Fail), none);
    assert!(
        having(&reports, "canonical", Status::Pass).len() >= 30,
        "most pages name themselves, and those saved over http differ by the protocol only"
    );
}
