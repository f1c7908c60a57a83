//! Kinds of lists of links: contents of manuals, and searches.

use super::{SENTENCE, json_ld, kind, prose};
use crate::report::PageKind;

const WRAPPED: &str = "<div role=main itemscope itemtype='http://schema.org/Article'>\
    <div itemprop=articleBody>";

fn links(count: usize) -> String {
    let link = |at| format!("<li><a href=part-{at}.html>Brewing tea of the kind {at}</a></li>");
    format!("<ul>{}</ul>", (0..count).map(link).collect::<String>())
}

#[test]
fn a_theme_that_wraps_every_page_as_an_article_makes_no_contents_list_one() {
    let url = "https://manual.example.com/index-of-parts.html";
    let list = format!("<h1>Manual</h1>{}", links(40));
    assert_eq!(kind(url, &format!("{WRAPPED}{list}")).kind, PageKind::Listing);
    let named = format!("{WRAPPED}<meta itemprop=headline content='Teas of 2026'>{list}");
    assert_eq!(kind(url, &named).kind, PageKind::Article, "it says more of itself");
    let text = format!("{WRAPPED}{}{}", prose(), links(4));
    assert_eq!(kind("https://example.com/tea", &text).kind, PageKind::Article, "a text");
}

#[test]
fn boxes_that_lead_elsewhere_make_no_text_of_a_contents_list() {
    let more = "<a href=https://lists.example.net/>Mailing list</a> - the best route for questions \
        of every sort that come up while you brew";
    let boxed = |class: &str| {
        format!(
            "<h1>Teas</h1><p>{SENTENCE}{}<div class='{class}'><p>See also<ul><li><p>{more}</p></li>\
             <li><p>{more}, and what you read before</p></li></ul></div>\
             <p>Copyright 2008-2020 <a href=https://leaf.example.net/>Ann Leaf</a> and others.</p>",
            links(10)
        )
    };
    let url = "https://docs.example.com/teas.html";
    assert_eq!(kind(url, &boxed("admonition seealso")).kind, PageKind::Listing);
    assert_eq!(kind(url, &boxed("section")).kind, PageKind::Docs, "a part of the text");
}

#[test]
fn a_search_page_is_told_by_its_address_and_its_form() {
    let form = "<form><input name=q></form>";
    let results = "<div id=search-results></div>";
    for (url, body, expected) in [
        ("https://docs.example.com/search.html", format!("<h1>Search</h1>{form}"), true),
        ("https://docs.example.com/search.html", results.to_owned(), true),
        ("https://www.example.com/suche/", format!("<h1>Suche</h1>{form}"), true),
        ("https://docs.example.com/search.html", format!("{form}<h1>Search</h1>"), false),
        ("https://docs.example.com/finding.html", format!("<h1>Search</h1>{form}"), false),
        ("https://docs.example.com/search.html", format!("{}{form}", prose()), false),
    ] {
        let found = kind(url, &body);
        assert_eq!(found.is_search(), expected, "{url} {body}");
        assert!(!expected || found.kind == PageKind::Listing, "{url}");
    }
}

#[test]
fn a_headline_under_a_day_is_no_list_however_many_links_stand_around_its_text() {
    let html = format!("<h1>Tea</h1><p>{}</p>{}", SENTENCE.repeat(9), links(60));
    let of = |path: &str| kind(&format!("https://example.com/{path}"), &html).kind;
    assert_eq!(of("2026/05/03/tea-of-the-day"), PageKind::Article);
    assert_eq!(of("2026/5/3/10023/tea-of-the-day"), PageKind::Article);
    assert_eq!(of("2026/05/03/tea"), PageKind::Listing, "it may list the teas of that day");
    assert_eq!(of("all/teas-of-the-day"), PageKind::Listing);
}

#[test]
fn a_list_by_tag_is_no_discussion_whatever_its_template_says() {
    let types = json_ld(r#"{"@context":"https://schema.org","@type":"QAPage"}"#);
    let links: String =
        (0..20).map(|at| format!("<p><a href=/questions/{at}>How hot is tea {at}?</a>")).collect();
    let page = format!("{types}<h1>Questions on tea</h1>{links}");
    assert_eq!(kind("https://example.com/questions/tagged/tea", &page).kind, PageKind::Listing);
    assert_eq!(kind("https://example.com/questions/7/tea", &page).kind, PageKind::Qa);
}

const OF_TYPE: &str = "<meta property=og:type content=article>";

#[test]
fn short_news_is_an_article_whatever_stands_around_it() {
    let byline = "<p class=byline>By <a rel=author href=/author/jane>Jane Doe</a></p>";
    let of = |head: &str, byline: &str, sentences: usize, address: &str| {
        let story = format!("<h1>Pots found</h1>{byline}<p>{}</p>", SENTENCE.repeat(sentences));
        kind(address, &format!("{head}<ul>{0}</ul><div>{story}</div><ul>{0}</ul>", links(30))).kind
    };
    let plain = "https://example.com/a/pots,1";
    assert_eq!(of(OF_TYPE, byline, 10, plain), PageKind::Article);
    assert_ne!(of("", byline, 10, plain), PageKind::Article, "nothing says so");
    assert_ne!(of(OF_TYPE, "", 10, plain), PageKind::Article, "nobody signed it");
    let numbered = "https://example.com/pots-of-tea-found-today/1661520.html";
    assert_eq!(of(OF_TYPE, "", 20, numbered), PageKind::Article);
    assert_ne!(of("", "", 20, numbered), PageKind::Article, "nothing says so");
}

#[test]
fn a_release_under_news_is_no_list_where_it_is_told_in_one_piece() {
    let of = |sentences: usize| {
        let text = format!("<h1>Pots found</h1><p>{}</p>", SENTENCE.repeat(sentences));
        kind(
            "https://example.com/news/news.php?release=7",
            &format!("{text}<ul>{}</ul>", links(20)),
        )
        .kind
    };
    assert_ne!(of(60), PageKind::Listing);
    assert_eq!(of(5), PageKind::Listing);
}
