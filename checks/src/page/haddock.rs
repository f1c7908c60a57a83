//! What Haddock writes with elements that say nothing of it: the page's title, the package's name.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;
use select::predicate::Name;

use crate::page::text::collapse;
use crate::page::tree::{attribute, elements, has_token};
use crate::page::unversioned::is_version;

/// Whether an element shows the title of the page above its text: the name of a module, or of a part
/// of the index.
pub(crate) fn is_title(node: Node<'_>) -> bool {
    let is_below = |id: &str| node.parent().is_some_and(|up| has_id(up, id));
    is_caption(node) && (is_below("module-header") || is_below("index"))
}

/// Elements at the beginning of a document among which the package is named.
const FIRST_ELEMENTS: usize = 200;

/// Whether Haddock wrote the document.
pub(crate) fn is_generator(document: &Document) -> bool {
    elements(document).take(FIRST_ELEMENTS).any(|node| name_of_package(node).is_some())
}

/// The package that the manual is about, in an element above each page: “leaf-tea-2.1: Pots and cups”.
pub(crate) fn name_of_package(node: Node<'_>) -> Option<String> {
    if !has_id(node, "package-header") {
        return None;
    }
    let caption = node.children().find(|child| is_caption(*child))?;
    let own: String = caption.children().filter_map(|child| child.as_text()).collect();
    let text = collapse(&own);
    let package = text.split(": ").next().unwrap_or_default();
    let name = match package.rsplit_once('-') {
        Some((name, version)) if is_version(version) => name,
        _ => package,
    };
    (!name.is_empty()).then(|| name.to_owned())
}

/// Whether a table lists declarations, each in a row with what is said of it, which needs no header.
pub(crate) fn is_list(table: Node<'_>) -> bool {
    let first = table.find(Name("td")).next();
    first.is_some_and(|cell| has_token(cell, &local_name!("class"), "src"))
}

fn is_caption(node: Node<'_>) -> bool {
    matches!(node.name(), Some("p" | "span")) && has_token(node, &local_name!("class"), "caption")
}

fn has_id(node: Node<'_>, id: &str) -> bool {
    node.name() == Some("div") && attribute(node, &local_name!("id")) == Some(id)
}
