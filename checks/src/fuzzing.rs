//! What fuzzers call: each reader of foreign bytes, and what must hold whatever the bytes are.
//! Part of no release: compiled with debug assertions, for tests, which run every seed, and for
//! fuzzers (`fuzz/`).

use std::io::Read as _;

use url::Url;

use crate::directives::{Change, Directives, header, rewritten};
use crate::evaluate::evaluate;
use crate::link_header;
use crate::page::snapshot::{Exchange, Snapshot, Source};
use crate::page::{Page, parse_only};
use crate::patch::{Wanted, patch};
use crate::patience::Patience;
use crate::robots::RobotsTxt;
use crate::sitemap::read_sitemap;

const PAGE: &str = "https://www.example.com/guide/tides?part=1";
/// Addresses of different length and spelling.
const ADDRESSES: [&str; 4] = [
    PAGE,
    "https://www.example.com/",
    "https://www.example.com/%7Ea/ö",
    "https://a.example/robots.txt",
];
const AGENTS: [&str; 4] = ["GPTBot", "Googlebot", "PerplexityBot", "unheard-of"];

#[expect(clippy::expect_used, reason = "constants")]
fn address(text: &str) -> Url {
    Url::parse(text).expect("an address")
}

fn page_of(body: &[u8], headers: Vec<(String, String)>) -> Snapshot {
    let answer = Exchange { url: address(PAGE), status: 200, headers };
    Snapshot::of_answer(answer, body.to_vec(), 1_793_491_200_000)
}

fn text_html() -> Vec<(String, String)> {
    vec![("content-type".to_owned(), "text/html".to_owned())]
}

/// A page gets a verdict or a reason, and its facts do not depend on when they are read.
pub fn page(body: &[u8]) {
    let snapshot = page_of(body, text_html());
    if let Ok(report) = evaluate("scn_fuzz", &snapshot, &mut |_| {}) {
        assert!(report.score <= 100);
        assert_eq!(report.checks.len(), usize::from(report.checks_total));
        assert!(serde_json::to_vec(&report).is_ok());
    }
    let packed = snapshot.encode();
    assert_eq!(Snapshot::decode(&packed).ok(), Some(snapshot));
}

/// Fixing a page changes no word of it, lowers no score, and has nothing left to do the second time;
/// nor has it with the edits that a person should look at, which may move words.
#[expect(clippy::expect_used, reason = "what is asserted")]
pub fn patch_page(body: &[u8]) {
    for with_unsafe in [false, true] {
        let wanted = Wanted { check: &|_| true, with_unsafe, is_public: true };
        let mut given = page_of(body, text_html());
        given.source = Source::File;
        let patience = Patience::unlimited();
        let Ok(once) = patch("scn_fuzz", &given, wanted, &patience) else { return };
        let words = |snapshot: &Snapshot| {
            let document = Page::read(snapshot).document;
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
            let all: [Vec<String>; 2] = [words(&document.visible_text), words(&document.main.text)];
            all
        };
        let before = words(&given);
        given.page.body = once.body;
        if !with_unsafe {
            assert_eq!(words(&given), before);
            assert!(once.after.score >= once.before.score);
        }
        let twice = patch("scn_fuzz", &given, wanted, &patience);
        assert_eq!(twice.expect("it was judged with its edits").applied, []);
    }
}

/// The tree is a tree: whoever walks it comes to an end.
pub fn html_sink(html: &str) {
    for scripting in [false, true] {
        let (document, _) = parse_only(html, scripting);
        for raw in &document.nodes {
            let last = raw.last_child.map(|last| document.nodes[last].next);
            assert_eq!(last.flatten(), None);
            if let Some(next) = raw.next {
                assert_eq!(document.nodes[next].prev, Some(raw.index));
                assert_eq!(document.nodes[next].parent, raw.parent);
            }
            if let Some(first) = raw.first_child {
                assert_eq!(document.nodes[first].parent, Some(raw.index));
                assert_eq!(document.nodes[first].prev, None);
            }
        }
    }
}

/// What is asked of a file and of the same file narrowed to an address is the same.
pub fn robots(file: &[u8]) {
    let whole = RobotsTxt::parse(file);
    for url in ADDRESSES.map(address) {
        let narrowed = whole.clone().narrowed_to(&url);
        for agent in AGENTS {
            assert_eq!(whole.verdict(agent, &url), narrowed.verdict(agent, &url));
            assert_eq!(whole.signals(agent, &url), narrowed.signals(agent, &url));
        }
    }
}

/// A sitemap is read to its end or to a limit, in any pieces.
pub fn sitemap(file: &[u8]) {
    let wanted = ADDRESSES.map(address);
    let whole = read_sitemap(file, false, &wanted);
    let (start, rest) = file.split_at(file.len() / 2);
    assert_eq!(read_sitemap(start.chain(rest), false, &wanted), whole);
}

/// A block of JSON-LD in a page.
pub fn json_ld(text: &str) {
    let html = format!("<title>Tides</title><script type=application/ld+json>{text}</script>");
    let page = Page::read(&page_of(html.as_bytes(), text_html()));
    let structured = &page.document.markup.structured;
    assert!(structured.blocks.len() <= crate::page::limits::JSON_BLOCKS);
}

/// Directives of an element and of a header are read, and mean the same where they are written again.
pub fn directives(value: &str) {
    let headers = vec![
        ("content-type".to_owned(), "text/html".to_owned()),
        ("x-robots-tag".to_owned(), value.to_owned()),
    ];
    let html = format!("<meta name=robots content=\"{}\">", value.replace('"', ""));
    let page = Page::read(&page_of(html.as_bytes(), headers));
    assert!(Directives::of(&page).origins_of(|_| false).is_empty());
    assert!(rewritten(value, |_| Change::Drop).len() <= 2 * value.len());
    let kept = rewritten(value, |_| Change::Keep);
    assert_eq!(header(&kept), header(value), "{kept:?}");
}

/// A `Link` header: every target stands in it.
pub fn link_header(value: &str) {
    for link in link_header::links(value) {
        assert!(value.contains(&link.target));
    }
}

#[cfg(test)]
mod tests {
    use citable_test_support::seeds::{each, each_text};

    #[test]
    fn every_seed_is_read() {
        each("page", super::page);
        each("page", super::patch_page);
        each_text("page", super::html_sink);
        each("robots", super::robots);
        each("sitemap", super::sitemap);
        each_text("json_ld", super::json_ld);
        each_text("directives", super::directives);
        each_text("link_header", super::link_header);
    }
}
