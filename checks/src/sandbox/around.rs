//! What would have been fetched around a page.

use url::Url;

use crate::page::snapshot::{
    Exchange, FileFetch, FileOutcome, PageEnd, PageFetch, ProbeFetch, ProbeOutcome,
    SNAPSHOT_FORMAT, Snapshot, Source, Supporting,
};
use crate::supporting::plan;

/// 2026-11-01T00:00:00Z: when the pages were fetched, had they been.
const FETCHED_AT: i64 = 1_793_491_200_000;

/// A page and its site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Site {
    /// The page's address.
    pub(super) url: &'static str,
    /// The page.
    pub(super) html: &'static str,
    /// robots.txt.
    pub(super) robots: &'static str,
    /// The page's `lastmod` in the sitemap; none where there is no sitemap.
    pub(super) lastmod: Option<&'static str>,
}

/// What a scan of that page would have fetched.
pub(super) fn snapshot(site: &Site) -> Snapshot {
    let url = address(site.url);
    let page = PageFetch {
        exchanges: vec![answer(url.clone(), 200, "text/html; charset=utf-8")],
        end: PageEnd::Answered,
        body: site.html.as_bytes().to_vec(),
        truncated: false,
    };
    let robots = vec![file(&url, "/robots.txt", Some(site.robots))];
    Snapshot {
        format: SNAPSHOT_FORMAT,
        source: Source::Web,
        requested_url: url,
        fetched_at: FETCHED_AT,
        supporting: supporting(site, &page, &robots),
        page,
        robots,
        given_kind: None,
        rendered: None,
    }
}

fn supporting(site: &Site, page: &PageFetch, robots: &[FileFetch]) -> Supporting {
    let Some(mut plan) = plan(page, robots) else { return Supporting::default() };
    let sitemap = site.lastmod.map(|lastmod| {
        let url = site.url;
        format!("<urlset><url><loc>{url}</loc><lastmod>{lastmod}</lastmod></url></urlset>")
    });
    while let Some(next) = plan.sitemaps.next_url() {
        plan.sitemaps.take(file(&next, next.path(), sitemap.as_deref()));
    }
    let probes = plan.probe_agents.first().map(|agent| ProbeFetch {
        agent: (*agent).to_owned(),
        fetched_at: FETCHED_AT,
        exchanges: page.exchanges.clone(),
        outcome: ProbeOutcome::Identical,
    });
    Supporting {
        sitemaps: Some(plan.sitemaps.finish()),
        llms_txt: Some(file(&address(site.url), "/llms.txt", None)),
        markdown: Vec::new(),
        probes: probes.into_iter().collect(),
    }
}

/// A file of the page's origin; without a body there is none.
fn file(page: &Url, path: &str, body: Option<&str>) -> FileFetch {
    let mut url = page.clone();
    url.set_path(path);
    let status = if body.is_some() { 200 } else { 404 };
    let body = body.unwrap_or("Not found").as_bytes().to_vec();
    FileFetch {
        url: url.clone(),
        fetched_at: FETCHED_AT,
        exchanges: vec![answer(url, status, "text/plain")],
        outcome: FileOutcome::Answered { body, truncated: false },
    }
}

fn answer(url: Url, status: u16, content_type: &str) -> Exchange {
    let headers = vec![("content-type".to_owned(), content_type.to_owned())];
    Exchange { url, status, headers }
}

#[expect(clippy::expect_used, reason = "the addresses stand in this folder; a test reads them all")]
fn address(text: &str) -> Url {
    Url::parse(text).expect("the sandbox's addresses are addresses")
}
