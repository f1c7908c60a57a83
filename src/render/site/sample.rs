//! A made site for tests.

use citable_checks::report::{Cap, GainKind, PageKind, Status, Verdict};
use citable_checks::site::{
    Cause, CauseFix, FoundCheck, FoundPage, Judged, NotJudged, PageFacts, Rule, Scope, Severity,
    SiteFinding, Standing, Template,
};
use citable_checks::weights::{CATALOGUE_VERSION, band};

use super::overview::{IgnoredCheck, Missed, Overview, SinceBaseline, Tally, WorsePage};
use super::row::{EngineReach, PageRow, PageScan, RowFix};

/// A page of that name and score, with one failed check.
pub(crate) fn row(name: &str, score: u8) -> PageRow {
    PageRow {
        url: name.to_owned(),
        file: Some(format!("dist{name}.html")),
        input_hash: Some("0".repeat(64)),
        fetched_at: None,
        failure: None,
        scan: Some(scan(name, score)),
    }
}

fn scan(name: &str, score: u8) -> PageScan {
    PageScan {
        score,
        raw_score: score,
        band: band(score),
        low_confidence: false,
        kind: PageKind::Article,
        title: "Tea".to_owned(),
        catalogue_version: CATALOGUE_VERSION.to_owned(),
        length: None,
        caps: Vec::new(),
        engines: vec![EngineReach {
            id: "google".to_owned(),
            name: "Google".to_owned(),
            verdict: Verdict::Eligible,
            reach: 100,
            reasons: Vec::new(),
        }],
        reach_known: true,
        findings: vec![FoundCheck {
            check: "canonical".to_owned(),
            status: Status::Fail,
            value: Some(0),
            line: Some(7),
            summary: "No canonical link found in `<head>`.".to_owned(),
            fix: "canonical".to_owned(),
            fix_title: "Add a canonical link".to_owned(),
            gain: Some(3),
            gain_kind: GainKind::Exact,
            reach_lost: 0,
        }],
        fixes: vec![RowFix {
            id: "canonical".to_owned(),
            check_ids: vec!["canonical".to_owned()],
            title: "Add a canonical link".to_owned(),
            effort: 2,
            gain: Some(3),
            gain_kind: GainKind::Exact,
        }],
        ignored: Vec::new(),
        facts: facts(name),
        report: None,
    }
}

fn facts(name: &str) -> PageFacts {
    PageFacts {
        url: format!("https://www.example.org{name}"),
        final_url: None,
        has_address: true,
        status: 200,
        standing: Standing::Indexable,
        canonical: None,
        title: "Tea".to_owned(),
        description: String::new(),
        language: "en".to_owned(),
        words: 300,
        text: None,
        template: Template::default(),
        links: Vec::new(),
        other_links: Vec::new(),
        links_cut: false,
        alternates: Vec::new(),
        entities: Vec::new(),
        blocked: Vec::new(),
        is_index: false,
        menu_in_script: false,
    }
}

/// The pages of the made site, sorted.
pub(crate) fn rows() -> Vec<PageRow> {
    let mut rows: Vec<PageRow> =
        [("/a", 92), ("/b", 71), ("/c", 40)].map(|(name, score)| row(name, score)).to_vec();
    if let Some(scan) = rows.last_mut().and_then(|row| row.scan.as_mut()) {
        scan.raw_score = 82;
        scan.caps = vec![Cap {
            limit: 40,
            reason: "The page has fewer than 50 words to cite.".to_owned(),
            check_ids: vec!["content-depth".to_owned()],
        }];
    }
    rows.push(PageRow { scan: None, failure: Some(failure()), ..row("/d", 0) });
    rows
}

fn failure() -> citable_checks::failure::ScanFailure {
    let code = citable_checks::failure::FailureCode::NotHtml;
    citable_checks::failure::ScanFailure::new(code, "dist/d.html is empty.")
}

/// What is said of it.
pub(crate) fn overview() -> Overview {
    let mut tally = Tally::default();
    for row in rows() {
        if let Some(scan) = &row.scan {
            tally.add(&row, scan);
        }
    }
    let mut overview = Overview {
        target: "dist".to_owned(),
        failed: 1,
        causes: vec![cause("canonical", "No canonical link found in `<head>`.")],
        site: judged(),
        failures: vec![super::overview::FailedPage {
            url: "/d".to_owned(),
            code: "not_html".to_owned(),
            message: "dist/d.html is empty.".to_owned(),
        }],
        ignored: vec![IgnoredCheck {
            check: "freshness".to_owned(),
            reason: "These pages don't age.".to_owned(),
            paths: vec!["/legal/**".to_owned()],
            pages: 2,
        }],
        since_baseline: Some(SinceBaseline {
            worse: vec![WorsePage {
                url: "/c".to_owned(),
                file: Some("dist/c.html".to_owned()),
                changes: vec!["score fell from 60 to 40".to_owned()],
                checks: Vec::new(),
            }],
            better: 1,
            same: 1,
            new: vec!["/d".to_owned()],
            gone: vec!["/e".to_owned()],
        }),
        missed: vec![Missed {
            message: "2 pages score below 75".to_owned(),
            pages: vec!["/b".to_owned(), "/c".to_owned()],
            rule: None,
        }],
        notes: vec!["1 file named 404.html is left out".to_owned()],
        ..Overview::default()
    };
    tally.fill(&mut overview);
    overview
}

fn cause(check: &str, summary: &str) -> Cause {
    Cause {
        check: check.to_owned(),
        checks: vec![check.to_owned()],
        status: Status::Fail,
        summary: format!("3 of 3 pages: {summary}"),
        scope: Scope::Site { pages: 3 },
        total: 3,
        pages: vec!["/b".to_owned(), "/a".to_owned(), "/c".to_owned()],
        fix: CauseFix {
            id: check.to_owned(),
            title: "Add a canonical link".to_owned(),
            url: "/b".to_owned(),
        },
        reach_lost: 0,
        gain: 9,
        gain_kind: GainKind::Exact,
        low_confidence_pages: 0,
        low_confidence_gain: 0,
        even_gain: true,
    }
}

fn judged() -> Judged {
    Judged {
        findings: vec![SiteFinding {
            rule: Rule::DuplicateHead,
            severity: Severity::Fail,
            summary: "3 pages have the title `Tea`.".to_owned(),
            fix: "Give each page a title that says what is on it alone.".to_owned(),
            proposed: None,
            pages: ["/a", "/b", "/c"]
                .map(|url| FoundPage { url: url.to_owned(), detail: String::new() })
                .to_vec(),
            total: 3,
        }],
        not_judged: vec![NotJudged {
            rule: Rule::SitemapCoverage,
            reason: "No sitemap was read.".to_owned(),
        }],
    }
}

/// The same with that text of a page wherever one can be.
pub(crate) fn with_text(text: &str) -> (Overview, Vec<PageRow>) {
    let mut overview = overview();
    let quoted = format!("Found {}.", crate::render::quote(text));
    overview.causes = vec![cause("canonical", &quoted)];
    for finding in &mut overview.site.findings {
        finding.summary.clone_from(&quoted);
        finding.fix.clone_from(&quoted);
        for page in &mut finding.pages {
            page.url = format!("/{text}");
        }
    }
    let mut rows = rows();
    for row in &mut rows {
        row.url = format!("/{text}");
        row.file = Some(format!("dist/{text}"));
        if let Some(scan) = &mut row.scan {
            scan.title = text.to_owned();
            scan.findings[0].summary.clone_from(&quoted);
        }
    }
    for page in &mut overview.lowest_pages {
        page.url = format!("/{text}");
        page.fix = Some(quoted.clone());
        page.capped = Some(quoted.clone());
    }
    (overview, rows)
}
