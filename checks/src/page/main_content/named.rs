//! Where the page says what it is called.

use select::document::Document;
use select::predicate::Name;

use crate::page::flow::{Flow, Inside};
use crate::page::names::comparable;
use crate::page::surroundings::Surroundings;

/// The fewest letters of a title by which what shows it is found.
const LETTERS: usize = 3;

/// The element that shows the name of the page: the first heading of level 1 that does not surround
/// the content, else the first text that is the title of the document, a heading before others.
pub(in crate::page) fn named(
    document: &Document,
    flow: &Flow,
    apart: &Surroundings,
) -> Option<usize> {
    let own = |at: &usize| !apart.hold(*at);
    let is_heading = |at: usize| {
        matches!(&*flow.elements[at].name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
            && !flow.elements[at].text.is_empty()
    };
    let headings = || (0..flow.elements.len()).filter(own).filter(|at| is_heading(*at));
    if let Some(first) =
        headings().find(|at| flow.elements[*at].is("h1") && !flow.logos.contains(at))
    {
        return Some(first);
    }
    let title = comparable(&document.find(Name("title")).next()?.text());
    if title.chars().count() < LETTERS {
        return None;
    }
    let says = |at: usize| comparable(&flow.text[flow.elements[at].text.clone()]) == title;
    headings().find(|at| says(*at)).or_else(|| {
        let blocks = flow.blocks.iter().filter(|block| {
            let element = &flow.elements[block.element];
            let is_cell = element.opens().intersects(Inside::LIST | Inside::TABLE);
            block.link_text == 0 && !is_cell && !apart.hold(block.owner)
        });
        blocks
            .filter(|block| comparable(flow.block_text(block)) == title)
            .map(|block| block.element)
            .next()
    })
}
