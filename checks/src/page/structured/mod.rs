//! Structured data: what a page says of itself in JSON-LD, Microdata and RDFa.
//!
//! Everything is read into one arena of nodes, so that a cycle of references is only a number that
//! occurs twice. What is broken is not read but named, with its place.

mod access;
mod block;
mod defect;
mod graph;
mod json;
mod main_entity;
mod microdata;
mod rdfa;
mod repair;
pub(crate) mod types;

use std::collections::HashMap;

use html5ever::{LocalName, local_name};
use select::document::Document;

pub use access::NodeRef;
pub use defect::{Defect, DefectKind};
pub use main_entity::is_same_page;
pub use types::is_a;

use crate::page::Located;
use crate::page::tree::{first, is_used};

/// What the structured data of a page says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StructuredData {
    /// The JSON-LD blocks, in order.
    pub blocks: Vec<Block>,
    /// Every object of every block and every Microdata item, in order, JSON-LD first. Objects
    /// without a type are among them, since an author may be one.
    pub nodes: Vec<Node>,
    /// Types of schema.org in RDFa (`typeof`), local names. RDFa is not read further.
    pub rdfa_types: Vec<Located<String>>,
    /// Whether a reading limit was reached, so that some of it is missing here.
    pub cut_short: bool,
    /// By `@id` or `itemid`: the nodes that say something about it.
    ids: HashMap<String, Vec<usize>>,
}

/// A `script` of type `application/ld+json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Line in the decoded source on which its text begins.
    pub line: u32,
    /// Whether it stands in a `noscript`, where a client that runs scripts does not see it.
    pub in_noscript: bool,
    /// What came of it.
    pub outcome: BlockOutcome,
}

/// What came of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockOutcome {
    /// It is JSON.
    Parsed {
        /// Its vocabulary; of several, the one that says least.
        context: Context,
        /// Keys that one object holds twice; the last one counts.
        duplicate_keys: Vec<String>,
        /// Whether it begins with a byte order mark, which RFC 8259 (8.1) lets parsers ignore.
        byte_order_mark: bool,
        /// Its objects that stand in no other, into [`StructuredData::nodes`].
        top_level: Vec<usize>,
    },
    /// It is not.
    Broken(Defect),
    /// It lies past a reading limit: nothing is known of it.
    NotRead,
}

/// The vocabulary that a block's `@context` names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Context {
    /// None is named.
    Missing,
    /// Another one, or one that cannot be read.
    Other,
    /// schema.org.
    #[default]
    SchemaOrg,
}

/// Where a node was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// JSON-LD.
    JsonLd,
    /// Microdata (HTML, section 5).
    Microdata,
}

/// A thing that structured data describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where it was written.
    pub syntax: Syntax,
    /// Line of its block or element.
    pub line: u32,
    /// Its types, names of schema.org without the prefix; other vocabularies' as written.
    pub types: Vec<String>,
    /// Its `@id` or `itemid`, as written.
    pub id: Option<String>,
    /// Whether it is no other node's property.
    pub is_top_level: bool,
    /// Its properties in order, names without the prefix of schema.org.
    pub properties: Vec<(String, Vec<Value>)>,
}

/// A value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Text as written, an address too. Untrusted.
    Text(String),
    /// A number, as JSON writes it.
    Number(String),
    /// A truth value.
    Bool(bool),
    /// A node, into [`StructuredData::nodes`].
    Node(usize),
}

/// Reads the structured data of a document, given the line of each of its nodes.
pub(crate) fn read(document: &Document, lines: &[u32]) -> StructuredData {
    let mut data = StructuredData::default();
    let Some(html) = first(document, "html") else { return data };
    block::read(html, lines, &mut data);
    if is_used(document, &local_name!("itemscope")) {
        microdata::read(html, lines, &mut data);
    }
    if is_used(document, &LocalName::from("typeof")) {
        rdfa::read(html, lines, &mut data);
    }
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
