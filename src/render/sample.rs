//! Reports made by hand, for the tests of each form.

use citable_checks::report::{
    Band, Cap, Category, CategoryScore, CheckResult, Detail, EngineVerdict, EvidenceStrength,
    PageKind, PageSummary, ReachReason, Report, ReportStatus, Status, Verdict,
};

/// A page that one engine's crawler may not fetch.
pub(crate) fn report() -> Report {
    Report {
        id: "scn_0123456789abcdefghijkl".to_owned(),
        status: ReportStatus::Done,
        url: "https://example.org/guide".to_owned(),
        final_url: "https://www.example.org/guide".to_owned(),
        url_hash: "a".repeat(64),
        scanned_at: "2026-11-20T10:00:00.000Z".to_owned(),
        score: 73,
        raw_score: 88,
        band: Band::Fair,
        caps: vec![Cap {
            limit: 73,
            reason: "Some answer engines cannot use the page.".to_owned(),
            check_ids: vec!["robots-search-bots".to_owned()],
        }],
        engines: vec![
            engine("google", "Google", Verdict::Eligible, 100, &[]),
            engine("chatgpt", "ChatGPT", Verdict::Blocked, 0, &[ReachReason::RobotsBlocked]),
        ],
        categories: vec![
            category(Category::Access, "Access", Some(67), 14, [1, 1, 0, 1]),
            category(Category::Schema, "Structured data", None, 5, [0, 0, 0, 0]),
        ],
        checks: vec![
            check(1, "http-fetch", Status::Pass, "It answers with 200.", Vec::new()),
            check(
                2,
                "robots-search-bots",
                Status::Warn,
                "One of five is blocked.",
                vec![Detail {
                    label: "OAI-SearchBot".to_owned(),
                    excerpt: "Disallow: /guide | `all` <b>".to_owned(),
                    line: Some(3),
                    measured: Some("blocked".to_owned()),
                    expected: Some("allowed".to_owned()),
                    ..Detail::default()
                }],
            ),
            check(3, "robots-user-fetchers", Status::Na, "It was not fetched.", Vec::new()),
            check(
                8,
                "canonical",
                Status::Fail,
                "It names another page.",
                vec![Detail {
                    label: "link".to_owned(),
                    selector: Some("link[rel=canonical]".to_owned()),
                    ..Detail::default()
                }],
            ),
        ],
        checks_run: 4,
        checks_total: 34,
        recommendations: Vec::new(),
        recommendations_total: 0,
        recommendations_locked: 0,
        page: PageSummary {
            kind: PageKind::Other,
            kind_reason: "Kinds of pages are not told apart yet.".to_owned(),
            language: "en".to_owned(),
            title: "A guide [to] *bees*".to_owned(),
            word_equivalents: 812,
            bytes: 20_480,
        },
        coverage: 13,
        low_confidence: true,
        catalogue_version: "2026.11-1".to_owned(),
        registry_version: "2026-11-01".to_owned(),
        snapshot_hash: "b".repeat(64),
    }
}

/// A file without an address, and empty.
pub(crate) fn unavailable() -> Report {
    let url = "https://file.invalid/".to_owned();
    Report {
        final_url: url.clone(),
        url,
        score: 0,
        raw_score: 0,
        band: Band::VeryWeak,
        caps: Vec::new(),
        checks: vec![check(1, "http-fetch", Status::Fail, "The file is empty.", Vec::new())],
        checks_run: 1,
        page: PageSummary { title: String::new(), language: "und".to_owned(), ..report().page },
        ..report()
    }
}

/// A report into which a page put that text wherever it can.
pub(crate) fn with_text(text: &str) -> Report {
    let mut report = report();
    report.page.title = text.to_owned();
    report.final_url = text.to_owned();
    for check in &mut report.checks {
        check.summary = text.to_owned();
        for detail in &mut check.details {
            detail.label = text.to_owned();
            detail.excerpt = text.to_owned();
            detail.selector = Some(text.to_owned());
            detail.measured = Some(text.to_owned());
        }
    }
    report
}

fn engine(
    id: &str,
    name: &str,
    verdict: Verdict,
    reach: u8,
    reasons: &[ReachReason],
) -> EngineVerdict {
    let (id, name, reasons) = (id.to_owned(), name.to_owned(), reasons.to_vec());
    EngineVerdict { id, name, verdict, reach, reasons }
}

fn category(
    id: Category,
    title: &str,
    score: Option<u8>,
    weight: u8,
    counts: [u8; 4],
) -> CategoryScore {
    let [passed, warned, failed, not_applicable] = counts;
    let title = title.to_owned();
    CategoryScore { id, title, score, weight, passed, warned, failed, not_applicable }
}

fn check(number: u8, id: &str, status: Status, summary: &str, details: Vec<Detail>) -> CheckResult {
    CheckResult {
        id: id.to_owned(),
        number,
        title: format!("Title of {id}"),
        category: Category::Access,
        status,
        value: match status {
            Status::Pass => Some(100),
            Status::Warn => Some(50),
            Status::Fail => Some(0),
            Status::Na => None,
        },
        weight: 3,
        evidence_strength: EvidenceStrength::Strong,
        summary: summary.to_owned(),
        details,
    }
}
