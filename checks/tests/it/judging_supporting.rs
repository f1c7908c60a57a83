//! A whole report over a page with everything around it that a scan fetches.

use citable_checks::evaluate::evaluate;
use citable_checks::page::snapshot::{
    Exchange, FileFetch, FileOutcome, PageEnd, PageFetch, ProbeFetch, ProbeOutcome,
    SNAPSHOT_FORMAT, Snapshot, Source, Supporting,
};
use citable_checks::report::{Report, Status};
use citable_checks::supporting::plan;
use url::Url;

const TEA: &str = include_str!("../pages/tea.html");
const ADDRESS: &str = "https://www.example.com/guide/green-tea";

/// 2026-11-01T00:00:00Z.
const NOW: i64 = 1_793_491_200_000;

fn exchange(path: &str, content_type: &str) -> Exchange {
    let headers = vec![("content-type".to_owned(), content_type.to_owned())];
    Exchange { url: Url::parse(ADDRESS).unwrap().join(path).unwrap(), status: 200, headers }
}

fn file(path: &str, body: &str) -> FileFetch {
    let exchange = exchange(path, "text/plain");
    FileFetch {
        url: exchange.url.clone(),
        fetched_at: NOW,
        exchanges: vec![exchange],
        outcome: FileOutcome::Answered { body: body.as_bytes().to_vec(), truncated: false },
    }
}

fn snapshot() -> Snapshot {
    let page = PageFetch {
        exchanges: vec![exchange("", "text/html; charset=utf-8")],
        end: PageEnd::Answered,
        body: TEA.as_bytes().to_vec(),
        truncated: false,
    };
    let robots = vec![file("/robots.txt", "Sitemap: https://www.example.com/index.xml\n")];
    let mut plan = plan(&page, &robots).unwrap();
    for body in [
        "<sitemapindex><sitemap><loc>https://www.example.com/shop.xml</loc></sitemap>\
         <sitemap><loc>https://www.example.com/guides.xml</loc></sitemap></sitemapindex>"
            .to_owned(),
        format!("<urlset><url><loc>{ADDRESS}</loc><lastmod>2026-10-01</lastmod></url></urlset>"),
    ] {
        let next = plan.sitemaps.next_url().unwrap();
        plan.sitemaps.take(file(next.path(), &body));
    }
    assert_eq!(plan.sitemaps.next_url(), None, "the page was found");
    Snapshot {
        format: SNAPSHOT_FORMAT,
        source: Source::Web,
        requested_url: Url::parse(ADDRESS).unwrap(),
        fetched_at: NOW,
        page,
        robots,
        given_kind: None,
        rendered: None,
        supporting: Supporting {
            sitemaps: Some(plan.sitemaps.finish()),
            llms_txt: Some(file("/llms.txt", "# Tea\n\n- [Green](https://www.example.com/g)\n")),
            markdown: Vec::new(),
            probes: vec![ProbeFetch {
                agent: plan.probe_agents[0].to_owned(),
                fetched_at: NOW,
                exchanges: vec![exchange("", "text/html")],
                outcome: ProbeOutcome::Identical,
            }],
        },
    }
}

fn report(snapshot: &Snapshot) -> Report {
    evaluate("scn_test", snapshot, &mut |_| {}).unwrap()
}

#[test]
fn what_stands_around_the_page_is_judged() {
    let report = report(&snapshot());
    assert_eq!((report.raw_score, report.coverage), (92, 54), "edge-bot-parity has no weight");
    for id in ["edge-bot-parity", "sitemap-entry", "ai-text-alternates"] {
        let check = report.checks.iter().find(|check| check.id == id).unwrap();
        assert_eq!(check.status, Status::Pass, "{id}");
    }
    let report = Report { snapshot_hash: "(hash)".to_owned(), ..report };
    insta::assert_json_snapshot!(report);
}

#[test]
fn a_stored_snapshot_gives_the_same_report_to_the_byte() {
    let snapshot = snapshot();
    let stored = Snapshot::decode(&snapshot.encode()).unwrap();
    assert_eq!(stored, snapshot);
    let bytes = |snapshot: &Snapshot| serde_json::to_vec(&report(snapshot)).unwrap();
    assert_eq!(bytes(&stored), bytes(&snapshot));
}
