//! What GTK-Doc makes of source code, through the stylesheets of DocBook: entries of classes and files,
//! an index, a glossary of annotations, lists of the entries.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;
use select::predicate::Name;

use crate::page::part::Part;
use crate::page::tree::{attribute, elements, has_token};

/// Whether the head says that GTK-Doc wrote the document.
pub(crate) fn is_generator(document: &Document) -> bool {
    document.find(Name("meta")).any(|meta| {
        let name = attribute(meta, &local_name!("name"));
        let content = attribute(meta, &local_name!("content")).unwrap_or_default();
        name.is_some_and(|name| name.eq_ignore_ascii_case("generator"))
            && content.trim_start().starts_with("GTK-Doc")
    })
}

/// Whether an element holds what a page says below what surrounds it.
pub(crate) fn is_contents(node: Node<'_>) -> bool {
    const CLASSES: [&str; 5] = ["book", "chapter", "glossary", "index", "refentry"];
    node.name() == Some("div") && CLASSES.iter().any(|class| is_of_class(node, class))
}

/// What a page holds: entries if it lists functions or types, an index if nobody wrote a text for it.
pub(crate) fn part(document: &Document, stem: &str) -> Option<Part> {
    let is_index = |node: Node<'_>| node.name() == Some("div") && is_of_class(node, "index");
    let is_list = |node: Node<'_>| node.name() == Some("div") && is_of_class(node, "toc");
    match () {
        () if document.find(Name("td")).any(|cell| is_of_class(cell, "function_name")) => {
            Some(Part::Entry)
        }
        () if stem == "annotation-glossary" || elements(document).any(is_index) => {
            Some(Part::Index)
        }
        () if elements(document).any(is_list) && !has_text(document) => Some(Part::Index),
        () => None,
    }
}

/// Whether a paragraph says something, but those on the title page.
fn has_text(document: &Document) -> bool {
    let of_titles = |node: Node<'_>| {
        let mut above = std::iter::successors(node.parent(), Node::parent);
        above.any(|up| is_of_class(up, "titlepage"))
    };
    document.find(Name("p")).any(|text| !of_titles(text) && !text.text().trim().is_empty())
}

fn is_of_class(node: Node<'_>, class: &str) -> bool {
    has_token(node, &local_name!("class"), class)
}
