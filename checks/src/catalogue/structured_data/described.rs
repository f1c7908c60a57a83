//! The nodes of the structured data that say what the page is, and what each of them lacks.

use super::about_page::expected;
use super::properties::{says, wanted};
use crate::check::{Context, measure};
use crate::excerpt::one_line;
use crate::page::structured::{NodeRef, Syntax};
use crate::report::{Detail, PageKind};

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

/// What the page is, by JSON-LD and by Microdata; what says most first.
pub(super) fn described<'a>(context: &'a Context<'_>) -> Vec<Described<'a>> {
    let (page, kind) = (context.page, context.subject.kind);
    let addresses = page.addresses();
    let addresses: Vec<_> = addresses.iter().collect();
    let data = &page.document.markup.structured;
    let mut found: Vec<Described<'_>> = [Syntax::JsonLd, Syntax::Microdata]
        .into_iter()
        .filter_map(|syntax| data.main_entity_in(syntax, &addresses, expected(kind)))
        .map(|node| describe(node, kind))
        .collect();
    found.sort_by_key(|described| described.missing.len());
    found
}

/// Whether Microdata alone says what the page is, with all that is expected of it.
pub(super) fn is_complete_in_microdata(context: &Context<'_>) -> bool {
    let described = described(context);
    let best = described.first();
    best.is_some_and(|best| best.node.node().syntax == Syntax::Microdata && best.missing.is_empty())
}

fn describe(node: NodeRef<'_>, kind: PageKind) -> Described<'_> {
    let list = wanted(node);
    // Documentation is the work of its project: Google's list for articles does not fit it.
    let is_docs = kind == PageKind::Docs && node.is("Article");
    let missing = match list.filter(|_| !is_docs) {
        Some(list) => {
            let lacking =
                list.required.iter().filter(|any| !any.iter().any(|path| says(node, path)));
            lacking.map(|any| any.join(" or ")).collect()
        }
        None if node.has("name") || node.has("headline") => Vec::new(),
        None => vec!["name or headline".to_owned()],
    };
    let recommended = list.iter().flat_map(|list| &list.recommended);
    let recommended = recommended.filter(|path| !says(node, path)).map(String::as_str).collect();
    Described { node, missing, recommended }
}

/// The first property of several: `author` of "author.name".
pub(super) fn first_name(any: &str) -> &str {
    any.split([' ', '.']).next().unwrap_or(any)
}
