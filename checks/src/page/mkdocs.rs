//! What the themes of `MkDocs` write that have no `generator` element.

use html5ever::local_name;
use select::document::Document;
use select::node::{Data, Node};
use select::predicate::Name;

use crate::page::tree::{attribute, elements};

/// Ids of the dialogs that its own themes put into each page.
const DIALOGS: [&str; 2] = ["mkdocs_search_modal", "mkdocs_keyboard_modal"];

/// Whether a comment, which the first page of a manual has, or parts of a theme say that `MkDocs`
/// wrote the document.
pub(crate) fn is_generator(document: &Document) -> bool {
    let is_dialog = |node: Node<'_>| {
        attribute(node, &local_name!("id")).is_some_and(|id| DIALOGS.contains(&id))
    };
    is_signed(document) || elements(document).any(is_dialog) || has_search(document)
}

fn is_signed(document: &Document) -> bool {
    document.nodes.iter().any(|node| match &node.data {
        Data::Comment(text) => {
            let mut words = text.split_whitespace();
            words.next() == Some("MkDocs") && words.next() == Some("version")
        }
        _ => false,
    })
}

/// Whether a page loads the script of the search that comes with it, and tells that script where the
/// manual begins.
fn has_search(document: &Document) -> bool {
    let scripts = || document.find(Name("script"));
    let loads = |script: Node<'_>| {
        let source = attribute(script, &local_name!("src")).unwrap_or_default();
        source.split('?').next().is_some_and(|file| file.ends_with("search/main.js"))
    };
    let tells = |script: Node<'_>| {
        let mut texts = script.children().filter_map(|child| child.as_text());
        texts.any(|text| text.trim_start().starts_with("var base_url"))
    };
    scripts().any(loads) && scripts().any(tells)
}
