//! Pages that lead to others, and need hardly any text of their own.

use crate::catalogue::structure::retired::says_it_moved;
use crate::check::Context;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind, Link};
use crate::report::PageKind;
use crate::weights::{DEPTH_LINKS, DEPTH_POINTER};

/// What a page of documentation does that holds little more than what leads to other pages of the
/// same site: a sentence, as with a command that has another name, or the contents of a chapter
/// below its first words.
pub(super) fn points_elsewhere(context: &Context<'_>, words: usize) -> Option<&'static str> {
    let page = context.page;
    let base = page.document.base(&page.final_url);
    let leads = |link: &Link| {
        link.place.in_main
            && base.join(&link.href).is_ok_and(|target| {
                target.host() == page.final_url.host() && target.path() != page.final_url.path()
            })
    };
    let document = &page.document;
    let may_point = match context.subject.kind {
        PageKind::Docs => true,
        // Others say as little where they are not done.
        PageKind::Other => document.main.link_bytes * 2 >= document.main.text.len(),
        _ => false,
    };
    let leading: Vec<&Link> = document.outline.links.iter().filter(|link| leads(link)).collect();
    let is_linked =
        |percent: usize| document.main.link_bytes * 100 >= document.main.text.len() * percent;
    let is_chapter = leading.len() >= DEPTH_LINKS
        && (is_linked(CHAPTER_LINK_PERCENT)
            || (is_linked(CONTENTS_LINK_PERCENT) && entries(document, &leading) >= DEPTH_LINKS));
    match () {
        () if !may_point || leading.is_empty() => None,
        () if says_it_moved(context) => Some("The page says where its subject is described now."),
        () if is_chapter => Some("The page introduces the pages that it links to."),
        () if words < DEPTH_POINTER => Some("The page only points to another one."),
        () => None,
    }
}

/// The lines of the main content that are a link and hardly more: entries of its contents. A heading
/// is one if it leads to another page, and not to itself.
fn entries(document: &DocumentFacts, leading: &[&Link]) -> usize {
    let leads = |block: &BlockFact| {
        let from = leading.partition_point(|link| link.place.text.start < block.place.text.start);
        leading.get(from).is_some_and(|link| block.place.text.contains(&link.place.text.start))
    };
    let blocks = document.outline.blocks.iter();
    blocks
        .filter(|block| {
            block.place.in_main
                && block.link_bytes * 2 >= block.place.text.len().max(1)
                && (block.kind != BlockKind::Heading || leads(block))
        })
        .count()
}

/// Percent of the text that links have at least in a chapter with a list of its contents.
const CONTENTS_LINK_PERCENT: usize = 15;
/// Percent of the text that links have in a chapter that is no more than its contents.
const CHAPTER_LINK_PERCENT: usize = 30;
