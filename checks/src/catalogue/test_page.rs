//! A good page to bend, for tests.

use url::Url;

use crate::check::{Check, Context};
use crate::fix::Fix;
use crate::page::snapshot::{Exchange, FileFetch, FileOutcome, PageEnd, Source, Supporting};
use crate::page::{DocumentFacts, LinkFact, Located, MainContent, MetaFact, Page};
use crate::report::CheckResult;
use crate::weights::spec_of;

/// Where the page stands.
pub(crate) const ADDRESS: &str = "https://www.example.com/guide/tea?cup=1";

/// 2026-11-01T00:00:00Z.
pub(crate) const NOW: i64 = 1_793_491_200_000;

pub(crate) fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

pub(crate) fn exchange(address: &str, status: u16) -> Exchange {
    let headers = vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())];
    Exchange { url: url(address), status, headers }
}

pub(crate) fn robots(address: &str, status: u16, body: &str) -> FileFetch {
    FileFetch {
        url: url(address),
        fetched_at: NOW,
        exchanges: vec![Exchange { url: url(address), status, headers: Vec::new() }],
        outcome: FileOutcome::Answered { body: body.as_bytes().to_vec(), truncated: false },
    }
}

/// A page on which every check passes.
pub(crate) fn page() -> Page {
    let line = |value: &str| Located { line: 3, value: value.to_owned() };
    Page {
        source: Source::Web,
        requested_url: url(ADDRESS),
        final_url: url(ADDRESS),
        fetched_at: NOW,
        exchanges: vec![exchange(ADDRESS, 200)],
        end: PageEnd::Answered,
        bytes: 4_000,
        truncated: false,
        robots_files: vec![robots("https://www.example.com/robots.txt", 200, "")],
        supporting: Supporting::default(),
        document: DocumentFacts {
            lang: Some("en".to_owned()),
            titles: vec![line("How to make tea")],
            h1: vec![line("How to make tea")],
            visible_text: "Boil water.".to_owned(),
            main: MainContent { word_equivalents: 400, ..MainContent::default() },
            canonical_links: vec![canonical("https://www.example.com/guide/tea")],
            ..DocumentFacts::default()
        },
        rendering: None,
    }
}

/// The page as the last answer of a chain through these addresses, each answered with 301.
pub(crate) fn page_after(hops: &[&str]) -> Page {
    let mut page = page();
    let mut exchanges: Vec<Exchange> = hops.iter().map(|hop| exchange(hop, 301)).collect();
    exchanges.append(&mut page.exchanges);
    page.requested_url = exchanges[0].url.clone();
    Page { exchanges, ..page }
}

pub(crate) fn with_robots(text: &str) -> Page {
    let robots_files = vec![robots("https://www.example.com/robots.txt", 200, text)];
    Page { robots_files, ..page() }
}

pub(crate) fn with_header(name: &str, value: &str) -> Page {
    let mut page = page();
    page.exchanges[0].headers.push((name.to_owned(), value.to_owned()));
    page
}

pub(crate) fn with_metas(metas: &[(&str, &str)]) -> Page {
    let mut page = page();
    page.document.metas = metas.iter().map(|(name, content)| meta(name, content)).collect();
    page
}

pub(crate) fn meta(name: &str, content: &str) -> MetaFact {
    MetaFact { line: 7, name: name.to_owned(), content: content.to_owned(), in_head: true }
}

pub(crate) fn canonical(href: &str) -> LinkFact {
    LinkFact { line: 9, href: href.to_owned(), in_head: true }
}

/// What a check found, as a report has it, to ask for its fix.
pub(crate) fn finding_of(check: &dyn Check, context: &Context<'_>) -> CheckResult {
    let finding = check.judge(context);
    let spec = spec_of(check.about().id).unwrap();
    CheckResult {
        id: spec.id.to_owned(),
        number: spec.number,
        title: check.about().title.to_owned(),
        category: spec.category,
        status: finding.status,
        value: finding.value,
        weight: spec.weight,
        evidence_strength: check.about().strength,
        summary: finding.summary,
        details: finding.details,
    }
}

/// How that check would have that page mended.
pub(crate) fn fix_of(check: &dyn Check, page: &Page) -> Fix {
    let context = Context::new(page, page.bytes == 0);
    check.fix(&context, &finding_of(check, &context))
}
