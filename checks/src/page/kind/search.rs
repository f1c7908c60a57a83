//! What the page of a search has: a form for the words, or a place where a script shows what it
//! found.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;

use crate::page::flow::Flow;
use crate::page::tree::attribute;

/// Names of the field for the words.
const FIELDS: [&str; 7] = ["q", "query", "search", "s", "keyword", "keywords", "term"];

/// Whether what is found is shown on this page, or its words are asked for below the heading: the
/// form above it is that of every page.
pub(super) fn searches(document: &Document, flow: &Flow) -> bool {
    let heading = flow.first_h1(0);
    document
        .find(|node: &Node<'_>| shows_results(*node) || asks_for_scripts(*node))
        .next()
        .is_some()
        || flow.elements.iter().enumerate().any(|(at, element)| {
            element.is("form")
                && heading.is_some_and(|heading| heading <= at)
                && document.nth(element.node).is_some_and(asks_for_words)
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

fn asks_for_words(form: Node<'_>) -> bool {
    let is_role = |role: &str| role.eq_ignore_ascii_case("search");
    attribute(form, &local_name!("role")).is_some_and(is_role)
        || form.find(select::predicate::Name("input")).any(|field| {
            attribute(field, &local_name!("type")).is_some_and(is_role)
                || attribute(field, &local_name!("name"))
                    .is_some_and(|name| FIELDS.contains(&name.to_ascii_lowercase().as_str()))
        })
}
