//! Structured data: what a page says of itself in JSON-LD, Microdata and RDFa.
//!
//! Everything is read into one arena of nodes, so that a cycle of references is only a number that
//! occurs twice. What is broken is not read but named, with its place.

mod access;
mod block;
mod data;
mod defect;
mod graph;
mod json;
mod main_entity;
mod microdata;
mod misplaced;
mod rdfa;
mod repair;
pub(crate) mod types;

use std::collections::HashMap;

use html5ever::{LocalName, local_name};
use select::document::Document;

pub use access::NodeRef;
pub use data::{Block, BlockOutcome, Context, Misplaced, Node, StructuredData, Syntax, Value};
pub use defect::{Defect, DefectKind};
pub use main_entity::is_same_page;
pub use types::is_a;

use crate::page::tree::{are_used, first};

/// Reads the structured data of a document, given the line of each of its nodes.
pub(crate) fn read(document: &Document, lines: &[u32]) -> StructuredData {
    let mut data = StructuredData::default();
    let Some(html) = first(document, "html") else { return data };
    block::read(html, lines, &mut data);
    let [has_items, has_types] =
        are_used(document, [&local_name!("itemscope"), &LocalName::from("typeof")]);
    if has_items {
        microdata::read(html, lines, &mut data);
    }
    if has_types {
        rdfa::read(html, lines, &mut data);
    }
    misplaced::read(document, lines, &mut data);
    data.ids = definitions(&data.nodes);
    data
}

/// By id: the nodes that say more than the id.
fn definitions(nodes: &[Node]) -> HashMap<String, Vec<usize>> {
    let mut ids: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, node) in nodes.iter().enumerate() {
        let says_something = !node.types.is_empty() || !node.properties.is_empty();
        if let Some(id) = node.id.as_ref().filter(|_| says_something) {
            ids.entry(id.clone()).or_default().push(index);
        }
    }
    ids
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::page::parse::{Scripting, parse};

    /// The structured data of a page.
    pub(crate) fn read_html(html: &str) -> StructuredData {
        let parsed = parse(html, Scripting::Off);
        read(&parsed.document, &parsed.lines)
    }

    /// The structured data of a page with one block.
    pub(crate) fn read_block(json: &str) -> StructuredData {
        read_html(&format!("<script type=application/ld+json>{json}</script>"))
    }

    #[test]
    fn a_page_without_any_has_none() {
        assert_eq!(read_html("<p>text"), StructuredData::default());
        assert_eq!(read_html(""), StructuredData::default());
    }
}
