//! What stands in the content of a page and is not what the page is for: boxes that name other
//! pages, and the line that names its owner. A template puts them on every page of a manual, so the
//! links in them don't say what a page consists of.

use html5ever::local_name;
use select::document::Document;

use crate::page::flow::{Block, Flow};
use crate::page::surroundings::Surroundings;
use crate::page::tree::{attribute, holds_token};

/// A longer line says more than whose the page is.
const OWNER_BYTES: usize = 200;

/// What surrounds the content, along with those parts.
pub(super) fn put_apart(document: &Document, flow: &Flow, apart: &Surroundings) -> Surroundings {
    let mut all = apart.clone();
    for (at, element) in flow.elements.iter().enumerate() {
        let node = document.nth(element.node);
        let class = node.and_then(|node| attribute(node, &local_name!("class")));
        if class.is_some_and(leads_elsewhere) && !flow.holds_h1(at) {
            all.put_apart(flow, at);
        }
    }
    let owners = flow.blocks.iter().filter(|block| names_owner(flow, block));
    owners.for_each(|block| all.put_apart(flow, block.owner));
    all
}

/// Whether a class is that of a box “See also”.
fn leads_elsewhere(class: &str) -> bool {
    ["seealso", "see-also", "see_also"].iter().any(|name| holds_token(class, name))
}

/// Whether a block is a paragraph of its own that says whose the page is.
fn names_owner(flow: &Flow, block: &Block) -> bool {
    let text = flow.block_text(block);
    let is_named = text.starts_with('©')
        || text.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("copyright"));
    is_named
        && text.len() <= OWNER_BYTES
        && text.contains(|char: char| char.is_ascii_digit())
        && flow.elements[block.owner].is("p")
}
