//! Pages of a manual that are no text: the node of a chapter, and the search.

use crate::check::Context;
use crate::page::outline::{BlockKind, Link};
use crate::report::PageKind;

/// What the last part of the address of a search is, lower case, without its ending.
const SEARCHES: [&str; 9] = [
    "search",
    "searchresults",
    "search-results",
    "suche",
    "recherche",
    "buscar",
    "busca",
    "cerca",
    "zoeken",
];

/// What a page of documentation does that has no text of its own, if it is one.
pub(super) fn leads_on(context: &Context<'_>) -> Option<&'static str> {
    let is_docs = context.subject.kind == PageKind::Docs;
    let is_listing = context.subject.kind == PageKind::Listing;
    match () {
        () if is_docs && is_search(context) => Some("A search page needs no text of its own."),
        () if (is_docs || is_listing) && is_node(context) => {
            Some("The page is only a heading and links to the pages below it.")
        }
        () => None,
    }
}

/// Whether all of the main content below its headings is links to pages beside it or below it,
/// however few.
fn is_node(context: &Context<'_>) -> bool {
    let page = context.page;
    let document = &page.document;
    let base = document.base(&page.final_url);
    let own = page.final_url.path();
    let folder = &own[..own.rfind('/').map_or(0, |at| at + 1)];
    let leads = |link: &Link| {
        base.join(&link.href).is_ok_and(|target| {
            target.host() == page.final_url.host()
                && target.path() != own
                && target.path().starts_with(folder)
        })
    };
    let mut links = document.outline.links.iter().filter(|link| link.place.in_main).peekable();
    let mut texts = document.outline.blocks.iter().filter(|block| {
        block.place.in_main && block.kind != BlockKind::Heading && !block.place.text.is_empty()
    });
    links.peek().is_some()
        && links.all(leads)
        && texts.all(|block| block.link_bytes * 2 > block.place.text.len())
}

/// Whether the address is that of a search, and the page has a form below its heading or needs
/// scripts, which show what was found.
fn is_search(context: &Context<'_>) -> bool {
    let document = &context.page.document;
    let path = context.page.final_url.path().trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    let name = last.split('.').next().unwrap_or_default().to_lowercase();
    let heading = document.outline.headings.iter().find(|heading| heading.level == 1);
    let mut forms = document.outline.forms.iter().filter(|form| !form.has_password);
    let has_form =
        forms.any(|form| heading.is_some_and(|heading| heading.place.line <= form.place.line));
    SEARCHES.contains(&name.as_str()) && (has_form || document.shell.is_scripted())
}
