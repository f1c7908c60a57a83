//! A node of the structured data that says what the page is, and what it lacks.

use crate::check::measure;
use crate::excerpt::one_line;
use crate::page::structured::{NodeRef, Syntax};
use crate::report::Detail;

/// What a fix of the node is proved by.
pub(super) const VERIFY: &str = "Scan the page again, or test its URL at \
                      https://search.google.com/test/rich-results: the properties are no longer \
                      missing.";

/// A node that says what the page is.
pub(super) struct Described<'a> {
    pub(super) node: NodeRef<'a>,
    pub(super) missing: Vec<String>,
    pub(super) recommended: Vec<&'static str>,
}

impl Described<'_> {
    /// One row for the type, one for each property that it lacks.
    pub(super) fn details(&self) -> Vec<Detail> {
        let node = self.node.node();
        let types = one_line(&node.types.join(", "), 100);
        let syntax = match node.syntax {
            Syntax::JsonLd => "JSON-LD",
            Syntax::Microdata => "Microdata",
        };
        let line = Some(node.line);
        let mut details =
            vec![Detail { line, excerpt: types, ..measure("Type of the page", syntax) }];
        details.extend(self.missing.iter().map(|name| Detail {
            line,
            expected: Some(name.clone()),
            ..measure("Expected property", "missing or malformed")
        }));
        if !self.recommended.is_empty() {
            let expected = Some(self.recommended.join(", "));
            details.push(Detail { line, expected, ..measure("Recommended properties", "missing") });
        }
        details
    }
}

/// The first property of several: `author` of "author.name".
pub(super) fn first_name(any: &str) -> &str {
    any.split([' ', '.']).next().unwrap_or(any)
}
