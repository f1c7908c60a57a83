//! Pages read from HTML, for tests.

use std::sync::atomic::{AtomicUsize, Ordering};

use url::Url;

use crate::check::{Check, Context, Finding};
use crate::fix::Fix;
use crate::page::Page;
use crate::page::snapshot::{
    Exchange, PageEnd, PageFetch, SNAPSHOT_FORMAT, Snapshot, Source, Supporting,
};
use crate::report::{CheckResult, Status};
use crate::weights::spec_of;

/// The page with that HTML, under an address of no particular kind.
pub(super) fn read(html: &str) -> Page {
    read_at("https://www.example.com/guide/tea", html)
}

pub(super) fn read_at(url: &str, html: &str) -> Page {
    let url = Url::parse(url).unwrap();
    let headers = vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())];
    Page::read(&Snapshot {
        format: SNAPSHOT_FORMAT,
        source: Source::Web,
        requested_url: url.clone(),
        fetched_at: 0,
        page: PageFetch {
            exchanges: vec![Exchange { url, status: 200, headers }],
            end: PageEnd::Answered,
            body: html.as_bytes().to_vec(),
            truncated: false,
        },
        robots: Vec::new(),
        supporting: Supporting::default(),
    })
}

pub(super) fn judge(check: &dyn Check, page: &Page) -> Finding {
    check.judge(&Context::new(page, false))
}

pub(super) fn status(check: &dyn Check, html: &str) -> Status {
    judge(check, &read(html)).status
}

/// What mends the page, with everything that a reader gets to see of it in one text as well.
pub(super) fn fix(check: &dyn Check, page: &Page) -> (Fix, String) {
    let context = Context::new(page, false);
    let finding = check.judge(&context);
    let spec = spec_of(check.about().id).unwrap();
    let fix = check.fix(
        &context,
        &CheckResult {
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
        },
    );
    let snippet = fix.snippet.clone().unwrap_or_default();
    let text = format!("{}\n{}\n{snippet}\n{}", fix.title, fix.steps.join("\n"), fix.verify);
    (fix, text)
}

/// An article with that body.
pub(super) fn article(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><title>{title}</title><script type=application/ld+json>\
         {{\"@type\":\"Article\"}}</script></head><body><main>{body}</main></body></html>"
    )
}

/// A paragraph of that many English words, none like another: what is said twice counts once.
pub(super) fn paragraph(words: usize) -> String {
    static SERIAL: AtomicUsize = AtomicUsize::new(1);
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let rest = "water that has boiled for long holds less air and tastes flat. And"
        .split_whitespace()
        .cycle()
        .map(str::to_owned);
    let text: Vec<String> =
        std::iter::once(format!("Trial{serial}")).chain(rest).take(words).collect();
    match words {
        0 => String::new(),
        _ => format!("<p>{}.</p>", text.join(" ").trim_end_matches('.')),
    }
}

/// So many paragraphs of that many words.
pub(super) fn paragraphs(count: usize, words: usize) -> String {
    (0..count).map(|_| paragraph(words)).collect()
}

/// So many words in paragraphs of sixty at most.
pub(super) fn text(words: usize) -> String {
    format!("{}{}", paragraphs(words / 60, 60), paragraph(words % 60))
}
