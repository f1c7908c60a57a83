//! Other articles that a page shows beside its own: each has a title that leads to it.

use html5ever::local_name;
use select::document::Document;

use crate::page::flow::Flow;
use crate::page::marks::Marks;
use crate::page::surroundings::Surroundings;
use crate::page::tree::attribute;

/// The fewest articles beside the page's own that are a row of teasers.
const TEASERS_MIN: usize = 2;

/// An article with less text is a teaser itself.
const OWN_BYTES: usize = 200;
/// Lines at the top of a teaser: its section, its title.
const FIRST_LINES: usize = 2;

/// Puts the teasers of other articles apart, where one `article` alone holds an H1, and more text than
/// all of them.
pub(super) fn put_apart(document: &Document, flow: &Flow, apart: &mut Surroundings, root: usize) {
    let articles: Vec<usize> =
        flow.outermost(Marks::ARTICLE).filter(|one| flow.holds(root, *one)).collect();
    let is_own = |one: &&usize| flow.holds_h1(**one);
    let mut own = articles.iter().filter(is_own);
    let (Some(own), None) = (own.next(), own.next()) else { return };
    let length = |one: usize| flow.elements[one].text_length();
    if length(*own) < OWN_BYTES || flow.holds_h1s(*own) {
        return;
    }
    let others = articles.iter().filter(|one| *one != own);
    let teasers: Vec<usize> = others
        .copied()
        .filter(|one| length(*one) < length(*own) && has_linked_title(document, flow, *one))
        .collect();
    // As much text as the article itself has may be its parts.
    let all = teasers.iter().map(|one| length(*one)).sum::<usize>();
    if teasers.len() >= TEASERS_MIN && all < length(*own) {
        teasers.into_iter().for_each(|one| apart.put_apart(flow, one));
    }
}

/// Whether one of the first lines of an article, as its title, is a link to another page.
fn has_linked_title(document: &Document, flow: &Flow, article: usize) -> bool {
    let blocks = flow.elements[article].blocks.clone();
    let mut first = flow.blocks[blocks].iter().take(FIRST_LINES);
    let is_linked = first.any(|block| block.link_text * 2 > block.text.len());
    let mut links = (article..flow.elements[article].end).filter(|at| flow.elements[*at].is("a"));
    let leads_away = |at: usize| {
        let node = document.nth(flow.elements[at].node);
        let href = node.and_then(|node| attribute(node, &local_name!("href")));
        href.is_some_and(|href| !href.trim_start().starts_with('#'))
    };
    is_linked && links.next().is_some_and(leads_away)
}
