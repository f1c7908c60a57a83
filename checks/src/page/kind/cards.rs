//! Parts that repeat: the cards of a list, the posts of a discussion, buttons to buy.

use std::collections::HashMap;

use html5ever::local_name;
use select::document::Document;
use select::node::Node;

use crate::page::flow::Flow;
use crate::page::marks::Marks;
use crate::page::surroundings::Surroundings;
use crate::page::tree::attribute;

/// Fewer parts of one pattern are no list.
const CARDS: usize = 5;
/// Bytes of text of a card; less is a button, more a section.
const CARD_BYTES: std::ops::Range<usize> = 10..1_200;
/// Posts that follow each other are a discussion from this many on.
const POSTS: usize = 3;

/// Of the patterns of parts that each hold a link, the one with the most text: how many there are
/// and how many bytes they have. What stands outside of `scope` is left out.
pub(super) fn cards(
    document: &Document,
    flow: &Flow,
    apart: &Surroundings,
    scope: usize,
) -> (usize, usize) {
    let mut patterns: HashMap<(&str, &str), Pattern> = HashMap::new();
    for (at, element) in flow.elements.iter().enumerate().filter(|(at, _)| flow.holds(scope, *at)) {
        let is_part = matches!(
            &*element.name,
            "div" | "li" | "article" | "section" | "tr" | "a" | "dl" | "figure" | "td"
        );
        let length = element.text_length();
        if !is_part || apart.hold(at) || element.links == 0 || !CARD_BYTES.contains(&length) {
            continue;
        }
        let node = document.nth(element.node);
        let class =
            node.and_then(|node| attribute(node, &local_name!("class"))).unwrap_or_default();
        let pattern = patterns.entry((&*element.name, class)).or_default();
        if at >= pattern.end {
            pattern.parts += 1;
            pattern.bytes += length;
            pattern.end = element.end;
        }
    }
    let lists = patterns.into_values().filter(|pattern| pattern.parts >= CARDS);
    lists
        .map(|pattern| (pattern.bytes, pattern.parts))
        .max()
        .map_or((0, 0), |(bytes, parts)| (parts, bytes))
}

#[derive(Default)]
struct Pattern {
    parts: usize,
    bytes: usize,
    /// The place after the last part: what stands in a part is none itself.
    end: usize,
}

/// Bytes of the posts that each name an author or a date. A post with a heading of its own is the
/// announcement of another page.
pub(super) fn posts(flow: &Flow, apart: &Surroundings) -> usize {
    let is_signed = |at: usize| {
        let inside = &flow.elements[at + 1..flow.elements[at].end];
        inside.iter().any(|element| element.is("time") || element.marks.contains(Marks::BYLINE))
            && !inside.iter().any(|element| matches!(&*element.name, "h1" | "h2" | "h3" | "h4"))
    };
    let posts: Vec<usize> =
        flow.outermost(Marks::POST).filter(|at| !apart.hold(*at) && is_signed(*at)).collect();
    match posts.len() >= POSTS {
        true => posts.iter().map(|at| flow.elements[*at].text_length()).sum(),
        false => 0,
    }
}

/// How many links of the content look like buttons, or call a number.
pub(super) fn calls(document: &Document, flow: &Flow, apart: &Surroundings) -> usize {
    let links =
        (0..flow.elements.len()).filter(|at| flow.elements[*at].is("a") && !apart.hold(*at));
    let calls = links.filter(|at| {
        let element = &flow.elements[*at];
        let target = document.nth(element.node).and_then(|node| node.attr("href"));
        element.marks.intersects(Marks::BUTTON | Marks::CALL)
            || target.is_some_and(|target| target.starts_with("tel:"))
    });
    calls.count()
}

/// How many buttons put something into a cart.
pub(super) fn buttons_to_buy(document: &Document, flow: &Flow) -> usize {
    let buttons =
        flow.elements.iter().filter(|element| matches!(&*element.name, "button" | "a" | "input"));
    buttons.filter_map(|button| document.nth(button.node)).filter(|node| buys(*node)).count()
}

fn buys(button: Node<'_>) -> bool {
    const SAYS: [&str; 9] =
        ["class", "id", "name", "action", "data-testid", "value", "aria-label", "alt", "title"];
    const PLACES: [&str; 3] = ["cart", "bag", "basket"];
    // Nobody presses what only carries a value.
    let kind = attribute(button, &local_name!("type"));
    if kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("hidden")) {
        return false;
    }
    button.attrs().filter(|(name, _)| SAYS.contains(name)).any(|(_, said)| {
        // Most say nothing of the kind, and are not looked at twice.
        if !said.as_bytes().windows(3).any(|letters| letters.eq_ignore_ascii_case(b"add")) {
            return false;
        }
        let letters: String = said.chars().filter(char::is_ascii_alphabetic).collect();
        let letters = letters.to_ascii_lowercase();
        PLACES.iter().any(|place| {
            letters.contains(&format!("addto{place}")) || letters.contains(&format!("{place}add"))
        })
    })
}
