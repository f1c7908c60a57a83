//! Boxes that lead to other pages, below or beside the text of an article: each begins with a heading
//! that says so, “Recommended for you”, and is full of links.

use crate::page::box_names::{is_box, names_comments};
use crate::page::flow::Flow;
use crate::page::marks::Marks;
use crate::page::surroundings::Surroundings;

/// The fewest links of such a box.
const LINKS: usize = 3;
/// Bytes of text below the title of another page; with more, it is a section.
const TEASER_BYTES: usize = 400;
/// Bytes of the longest name of a box.
const NAME_BYTES: usize = 200;
/// Headings of a box that are looked at.
const HEADINGS: usize = 1_000;
/// Bytes of prose that an article has at least without its boxes.
const LEFT_BYTES: usize = 500;

/// Puts such boxes apart, however long they are, where enough is left to be the article.
pub(super) fn put_apart(flow: &Flow, apart: &mut Surroundings, root: usize) {
    let title = flow.first_h1(root);
    let prose = apart.prose(flow);
    let mut left = prose.within(flow, root);
    let mut at = root + 1;
    while at < flow.elements[root].end {
        let holds_title = title.is_some_and(|title| flow.holds(at, title));
        let is_little = || left >= prose.within(flow, at) + LEFT_BYTES;
        let is_box =
            || is_box_of_links(flow, at) || is_list_of_titles(flow, at) || is_of_comments(flow, at);
        if !apart.hold(at) && !holds_title && is_box() && is_little() {
            left -= prose.within(flow, at);
            apart.put_apart(flow, at);
        }
        at = if apart.hold(at) { flow.elements[at].end } else { at + 1 };
    }
}

/// Whether an element begins with a heading that names a box, and what it holds besides is headings
/// that are links, or mostly links.
fn is_box_of_links(flow: &Flow, at: usize) -> bool {
    let element = &flow.elements[at];
    let is_container = matches!(&*element.name, "div" | "section" | "aside" | "ul");
    if !is_container || element.links < LINKS {
        return false;
    }
    let mut blocks = flow.blocks[element.blocks.clone()].iter();
    let Some(first) = blocks.next() else { return false };
    if !flow.is_in_heading(first.element) || !leads_elsewhere(flow.block_text(first)) {
        return false;
    }
    let headings: Vec<_> =
        blocks.filter(|block| flow.is_in_heading(block.element)).take(HEADINGS).collect();
    let are_linked = headings.iter().all(|block| block.link_text * 2 > block.text.len());
    let beside_links = element.text_length() - element.link_text;
    match headings.len() {
        0 => beside_links < element.link_text,
        count => are_linked && beside_links <= (count + 1) * TEASER_BYTES,
    }
}

/// Whether an element begins with a line that counts comments, “27 comments”, or names them above some
/// that each have an author or a time. A part of a text may be called so, too.
fn is_of_comments(flow: &Flow, at: usize) -> bool {
    /// Elements in which such marks are looked for.
    const LOOKED_AT: usize = 200;
    const SIGNED: usize = 2;
    let element = &flow.elements[at];
    let is_container = matches!(&*element.name, "div" | "section" | "aside" | "ul" | "ol");
    let Some(first) = flow.blocks[element.blocks.clone()].first().filter(|_| is_container) else {
        return false;
    };
    let line = flow.block_text(first);
    let signed = || {
        let inner = flow.elements[at..element.end].iter().take(LOOKED_AT);
        inner
            .filter(|one| one.is("time") || one.marks.intersects(Marks::POST | Marks::BYLINE))
            .count()
    };
    names_comments(line)
        && (line.contains(|char: char| char.is_ascii_digit()) || signed() >= SIGNED)
}

/// The fewest titles of other pages that are a list of them.
const TITLES: usize = 2;

/// Whether an element is a list in which each line is a heading and a link: the titles of other
/// articles.
fn is_list_of_titles(flow: &Flow, at: usize) -> bool {
    let element = &flow.elements[at];
    let blocks = &flow.blocks[element.blocks.clone()];
    matches!(&*element.name, "ul" | "ol")
        && blocks.len() >= TITLES
        && blocks.iter().all(|block| {
            flow.is_in_heading(block.element) && block.link_text * 2 > block.text.len()
        })
}

/// Whether a heading says that other pages follow: “More from Tea Weekly”.
fn leads_elsewhere(heading: &str) -> bool {
    if heading.len() > NAME_BYTES {
        return false;
    }
    const BEGINNINGS: [&str; 8] = [
        "more from ",
        "more on ",
        "more in ",
        "most read ",
        "most viewed ",
        "the latest on ",
        "trending in ",
        "from our partners",
    ];
    let lower = heading.trim().to_lowercase();
    is_box(heading) || BEGINNINGS.iter().any(|begin| lower.starts_with(begin))
}
