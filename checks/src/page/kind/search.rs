//! What the page of a search has: a form for the words, or a place where a script shows what it
//! found.

use std::cell::LazyCell;

use html5ever::local_name;
use select::document::Document;
use select::node::Node;
use select::predicate::Name;

use crate::page::flow::Flow;
use crate::page::tree::attribute;

/// Names of the field for the words.
const FIELDS: [&str; 7] = ["q", "query", "search", "s", "keyword", "keywords", "term"];

/// Whether what is found is shown on this page, or its words are asked for below the heading: the
/// form above it is that of every page.
pub(super) fn searches(document: &Document, flow: &Flow) -> bool {
    let heading = flow.first_h1(0);
    let holders = LazyCell::new(|| holders_of_fields(document));
    document
        .find(|node: &Node<'_>| shows_results(*node) || asks_for_scripts(*node))
        .next()
        .is_some()
        || flow.elements.iter().enumerate().any(|(at, element)| {
            element.is("form")
                && heading.is_some_and(|heading| heading <= at)
                && document.nth(element.node).is_some_and(|form| {
                    attribute(form, &local_name!("role")).is_some_and(is_search)
                        || holders[element.node]
                })
        })
}

/// Whether the id of an element says that results are put there.
fn shows_results(node: Node<'_>) -> bool {
    let Some(id) = attribute(node, &local_name!("id")) else { return false };
    let letters = id.bytes().filter(|byte| !matches!(byte, b'-' | b'_'));
    let letters = letters.map(|byte| byte.to_ascii_lowercase());
    ["searchresults", "searchresult"].iter().any(|name| letters.clone().eq(name.bytes()))
}

/// Whether an element is shown where no script shows what was found.
fn asks_for_scripts(node: Node<'_>) -> bool {
    node.name() == Some("noscript") && node.text().contains(char::is_alphabetic)
}

fn is_search(role: &str) -> bool {
    role.eq_ignore_ascii_case("search")
}

/// By the index of each node, whether a field for the words stands in it. Forms may stand in many
/// others, so that each field tells those around it, and not each form looks for its fields.
fn holders_of_fields(document: &Document) -> Vec<bool> {
    let mut holders = vec![false; document.nodes.len()];
    for field in document.find(Name("input")).filter(asks_for_words) {
        let mut around = field.parent();
        while let Some(node) = around.filter(|node| !holders[node.index()]) {
            holders[node.index()] = true;
            around = node.parent();
        }
    }
    holders
}

fn asks_for_words(field: &Node<'_>) -> bool {
    attribute(*field, &local_name!("type")).is_some_and(is_search)
        || attribute(*field, &local_name!("name"))
            .is_some_and(|name| FIELDS.contains(&name.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::parse_only;

    #[test]
    fn what_holds_a_field_for_words_is_what_finds_it_inside() {
        let html = "<form><div><form><input name=Q></div></form><form><input name=to></form>\
            <table><form><tr><td><input type=search></table><form><p><input name=s>";
        let (document, ..) = parse_only(html, false);
        let holders = holders_of_fields(&document);
        assert!(holders.contains(&true) && document.find(Name("form")).count() > 2);
        for node in (0..document.nodes.len()).filter_map(|at| document.nth(at)) {
            let finds = node.find(Name("input")).any(|field| asks_for_words(&field));
            assert_eq!(holders[node.index()], finds, "{node:?}");
        }
    }
}
