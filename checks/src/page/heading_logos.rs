//! Headings of level 1 that are only the logo of the site.

use html5ever::local_name;
use select::document::Document;
use url::Url;

use crate::page::flow::Flow;
use crate::page::marks::{Marks, split_words};
use crate::page::tree::attribute;
use crate::url::{folder, registrable_domain};

/// The places of the `h1` elements that are a logo: only a link, and either called a logo, or leading to
/// the start page from a header, a logo or above a menu. Another `h1` must follow that is no link: that
/// one names the page, whatever the title says, which all pages may share.
pub(super) fn found(flow: &Flow, document: &Document, url: Option<&Url>) -> Vec<usize> {
    let Some(url) = url else { return Vec::new() };
    let headings = flow.first_headings();
    // A line feed may stand before the text of a heading.
    let is_linked = |at: usize| {
        let element = &flow.elements[at];
        element.link_text >= flow.text[element.text.clone()].trim().len()
    };
    let Some(last) = headings.iter().rposition(|at| !is_linked(*at)) else { return Vec::new() };
    let above = &headings[..last];
    let is_logo = |at: usize, next: usize| {
        is_linked(at)
            && (is_called_logo(flow, document, at)
                || (leads_to_start(flow, document, at, url)
                    && (is_in_header(flow, document, at) || is_menu_between(flow, at, next))))
    };
    let pairs = above.iter().zip(&headings[1..]);
    pairs.filter(|(at, next)| is_logo(**at, **next)).map(|(at, _)| *at).collect()
}

/// Whether the only link in a heading, or the one around it, leads to the start of the site or of a
/// manual, and not to the page itself.
fn leads_to_start(flow: &Flow, document: &Document, heading: usize, page: &Url) -> bool {
    let mut inside = (heading..flow.elements[heading].end).filter(|at| flow.elements[*at].is("a"));
    let link = match (inside.next(), inside.next()) {
        (Some(only), None) => only,
        (None, _) => flow.elements[heading].parent,
        _ => return false,
    };
    let href = document
        .nth(flow.elements[link].node)
        .and_then(|node| attribute(node, &local_name!("href")))
        .and_then(|href| page.join(href.trim()).ok());
    href.is_some_and(|target| is_start(&target, page))
}

fn is_start(target: &Url, page: &Url) -> bool {
    let (start, own) = (folder(target.path()), folder(page.path()));
    let is_index = target.path().ends_with('/')
        || target.path_segments().and_then(|mut all| all.next_back()).is_some_and(is_index_file);
    let is_of_site = target.query().is_none()
        && target.fragment().is_none()
        && matches!(target.scheme(), "http" | "https");
    is_of_site
        && is_index
        && match target.host_str() == page.host_str() {
            true => own != start && own.starts_with(&start),
            false => start == "/" && registrable_domain(target) == registrable_domain(page),
        }
}

fn is_index_file(name: &str) -> bool {
    name.starts_with("index.")
}

/// Elements above a heading that may say that it is a logo.
const DEPTH: usize = 4;

fn is_in_header(flow: &Flow, document: &Document, heading: usize) -> bool {
    let up = std::iter::successors(Some(heading), |at| {
        Some(flow.elements[*at].parent).filter(|parent| parent < at)
    });
    up.take(DEPTH).any(|at| {
        flow.elements[at].marks.intersects(Marks::HEADER | Marks::NAVIGATION)
            || is_called_logo(flow, document, at)
    })
}

/// Whether the class or the ID of an element has the word.
fn is_called_logo(flow: &Flow, document: &Document, at: usize) -> bool {
    let names = [local_name!("class"), local_name!("id")];
    document.nth(flow.elements[at].node).is_some_and(|node| {
        let values = names.iter().filter_map(|name| attribute(node, name));
        values.flat_map(split_words).any(|word| word == "logo")
    })
}

fn is_menu_between(flow: &Flow, heading: usize, next: usize) -> bool {
    flow.elements[heading..next].iter().any(|one| one.marks.contains(Marks::NAVIGATION))
}

#[cfg(test)]
mod tests {
    use crate::catalogue::test_html::read_at;

    fn named(href: &str, logo: &str, own: &str) -> Vec<String> {
        let logo = logo.replace("LINK", &format!("<a href={href}>Tea</a>"));
        let html = format!("<title>Tea: all on leaves</title><body>{logo}<div>{own}<p>Hot.");
        let page = read_at("https://tea.example/book/brew.html", &html);
        page.document.h1.into_iter().map(|heading| heading.value).collect()
    }

    #[test]
    fn a_heading_that_is_only_a_logo_is_none_of_the_page() {
        let own = "<h1>Brewing</h1>";
        for logo in [
            "<div id=logo><h1>LINK</h1></div>",
            "<div class=site-logo><h1>LINK</h1></div>",
            "<header><h1>LINK</h1></header>",
            "<h1>LINK</h1><div id=navigation><a href=pot.html>Pot</a></div>",
        ] {
            for href in ["index.html", "./", "/", "../index.html", "https://tea.example"] {
                assert_eq!(named(href, logo, own), ["Brewing"], "{href} {logo}");
            }
            // It leads elsewhere, to the page itself, or there is no other to name the page.
            for href in ["pot.html", "brew.html", "#top", "https://pot.example/", "/?page=2"] {
                assert_eq!(named(href, logo, own), ["Tea", "Brewing"], "{href} {logo}");
            }
            assert_eq!(named("index.html", logo, ""), ["Tea"], "{logo}");
            let linked = "<h1><a href=pot.html>Brewing</a></h1>";
            assert_eq!(named("index.html", logo, linked), ["Tea", "Brewing"], "{logo}");
        }
        assert_eq!(named("/node", "<h1 id=website-logo>LINK</h1>", own), ["Brewing"]);
        assert_eq!(named("index.html", "<h1>LINK and pots</h1>", own).len(), 2);
        assert_eq!(named("index.html", "<h1>LINK</h1>", own).len(), 2, "nothing tells");
    }
}
