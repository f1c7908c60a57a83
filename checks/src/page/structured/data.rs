//! The arena of nodes, and what came of each block.

use std::collections::HashMap;

use super::defect::Defect;
use crate::page::facts::Located;

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
    /// JSON-LD in attributes, where no parser looks for it.
    pub misplaced: Vec<Misplaced>,
    /// Whether a reading limit was reached, so that some of it is missing here.
    pub cut_short: bool,
    /// By `@id` or `itemid`: the nodes that say something about it.
    pub(super) ids: HashMap<String, Vec<usize>>,
}

/// JSON-LD in an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// Line of the element in the decoded source.
    pub line: u32,
    /// The element: `meta` or `script`.
    pub element: &'static str,
    /// The attribute. Untrusted.
    pub attribute: String,
    /// The JSON as written. Untrusted.
    pub json: String,
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
        /// What is wrong with it, where it is JSON inside a comment or a CDATA section.
        wrapper: Option<Defect>,
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
    /// One that is meant for readers of its own, such as Baidu's.
    OfOthers,
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
    /// In Microdata, the line of the first element of each property, in the same order; else none.
    pub property_lines: Vec<u32>,
}

impl Node {
    /// The line on which a property stands: that of its element in Microdata, else that of the node.
    #[must_use]
    pub fn line_of(&self, property: &str) -> u32 {
        let at = self.properties.iter().position(|(name, _)| name == property);
        at.and_then(|at| self.property_lines.get(at)).copied().unwrap_or(self.line)
    }
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
