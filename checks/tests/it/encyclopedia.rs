//! An article of an encyclopedia, built as MediaWiki builds them.

use citable_checks::evaluate::evaluate;
use citable_checks::page::snapshot::Snapshot;
use citable_checks::report::{PageKind, Status};

use crate::support::snapshot;

const ARTICLE: &str = include_str!("../pages/encyclopedia.html");
const ADDRESS: &str = "https://en.openpedia.example/wiki/Tidal_bore";

/// 2026-11-01T00:00:00Z.
const NOW: i64 = 1_793_491_200_000;

#[test]
fn what_an_encyclopedia_does_right_is_right() {
    let snapshot = Snapshot { fetched_at: NOW, ..snapshot(ADDRESS, &[], ARTICLE) };
    let report = evaluate("scn_test", &snapshot, &mut |_| {}).unwrap();
    let open: Vec<(&str, Status)> = report
        .checks
        .iter()
        .filter(|check| matches!(check.status, Status::Warn | Status::Fail))
        .map(|check| (check.id.as_str(), check.status))
        .collect();
    assert_eq!(report.page.kind, PageKind::Docs);
    assert_eq!(open, [("page-metadata", Status::Warn)], "it has no description");
}
