//! Pages of a manual that are no text: the nodes of chapters.

use url::Url;

use crate::catalogue::structure::page_metadata::proposal::heads_contents;
use crate::check::Context;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind, Link};
use crate::page::text::TENTHS_OF_WORD;
use crate::report::PageKind;

/// Bytes of the letter above a part of an index.
const LETTER_BYTES: usize = 3;

/// What a page of documentation does that has no text of its own, if it is one.
pub(crate) fn leads_on(context: &Context<'_>) -> Option<&'static str> {
    let is_list = matches!(context.subject.kind, PageKind::Docs | PageKind::Listing);
    (is_list && is_node(context))
        .then_some("The page is only a heading and links to the pages below it.")
}

/// Whether all of the main content below its headings is links to pages beside it or below it,
/// however few. An index has letters between them, and links to these, and names before them; a
/// diagram has a caption.
fn is_node(context: &Context<'_>) -> bool {
    let page = context.page;
    let document = &page.document;
    let base = document.base(&page.final_url);
    let own = page.final_url.path();
    let folder = &own[..own.rfind('/').map_or(0, |at| at + 1)];
    let leads =
        |target: &Url| target.host() == page.final_url.host() && target.path().starts_with(folder);
    let links = document.outline.links.iter().filter(|link| link.place.in_main);
    let is_within = |link: &&Link| link.href.starts_with('#');
    let targets = links.filter(|link| !is_within(link)).map(|link| base.join(&link.href));
    let mut targets = targets.peekable();
    let texts: Vec<&BlockFact> = document
        .outline
        .main_blocks()
        .filter(|block| block.kind != BlockKind::Heading && !block.place.text.is_empty())
        .collect();
    let next = texts.iter().skip(1).map(Some).chain([None]);
    targets.peek().is_some()
        && targets.all(|target| target.is_ok_and(|one| one.path() != own && leads(&one)))
        && texts.iter().zip(next).all(|(block, next)| {
            introduces(document, block)
                || block.place.text.len() <= LETTER_BYTES
                || block.leads_on()
                || next.is_some_and(|next| says_what_it_is(block, next))
        })
}

/// Whether a cell says in a word what the next one leads to: “directory”, “file”.
fn says_what_it_is(cell: &BlockFact, next: &BlockFact) -> bool {
    let are_cells = cell.kind == BlockKind::Cell && next.kind == BlockKind::Cell;
    are_cells && next.leads_on() && cell.tenths_of_words <= TENTHS_OF_WORD
}

/// Whether a text says what is listed or drawn below it: “Here is a list of all teas:”, “Table of
/// Contents”. It may end in what it leads to: “All teas are in the module: Tea.”
fn introduces(document: &DocumentFacts, block: &BlockFact) -> bool {
    let text = document.text_at(&block.place);
    let links = document.outline.links_in(&block.place.text);
    let last = links.last().map(|link| link.place.text.clone()).filter(|link| {
        let behind = document.visible_text.get(link.end..block.place.text.end);
        behind.is_some_and(|behind| matches!(behind.trim(), "" | "."))
    });
    let said = last.and_then(|link| document.visible_text.get(block.place.text.start..link.start));
    let said = said.unwrap_or(text).trim_end();
    block.sentences <= 1 && (said.ends_with(':') || heads_contents(text))
}
