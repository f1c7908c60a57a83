//! Pages of a manual that are no text: the nodes of chapters.

use crate::check::Context;
use crate::page::outline::{BlockKind, Link};
use crate::report::PageKind;

/// What a page of documentation does that has no text of its own, if it is one.
pub(super) fn leads_on(context: &Context<'_>) -> Option<&'static str> {
    let is_list = matches!(context.subject.kind, PageKind::Docs | PageKind::Listing);
    (is_list && is_node(context))
        .then_some("The page is only a heading and links to the pages below it.")
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
