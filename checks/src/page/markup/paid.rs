//! Parts of the page that structured data holds to be paid.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;

use super::PaidPart;
use crate::page::structured::StructuredData;
use crate::page::text::word_equivalents;
use crate::page::tree::{Step, Walk, first, has_token};
use crate::page::visible::Visibility;

/// The most parts that are looked for.
const PARTS_MAX: usize = 5;

/// The parts that some node says are not free.
pub(super) fn read(
    document: &Document,
    data: &StructuredData,
    visibility: &Visibility,
) -> Vec<PaidPart> {
    let parts = data.all().flat_map(|node| node.nodes("hasPart"));
    let paid = parts.filter(|part| part.boolean("isAccessibleForFree") == Some(false));
    let mut selectors: Vec<&str> = Vec::new();
    for selector in paid.flat_map(|part| part.texts("cssSelector")) {
        if selectors.len() < PARTS_MAX && !selectors.contains(&selector) {
            selectors.push(selector);
        }
    }
    selectors
        .into_iter()
        .map(|selector| PaidPart {
            selector: selector.to_owned(),
            word_equivalents: Simple::parse(selector)
                .map(|simple| selected(document, &simple, visibility)),
        })
        .collect()
}

/// Word equivalents of the visible text in the outermost elements that are selected.
fn selected(document: &Document, simple: &Simple<'_>, visibility: &Visibility) -> usize {
    let Some(body) = first(document, "body") else { return 0 };
    let mut words = 0;
    let mut walk = Walk::over(body);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        if visibility.shows(node) && simple.selects(node) {
            words += word_equivalents(&visibility.text(node));
            walk.pass_over(node);
        }
    }
    words
}

/// A selector of one element by name, class or id.
struct Simple<'a> {
    name: &'a str,
    mark: &'a str,
    is_id: bool,
}

impl<'a> Simple<'a> {
    fn parse(selector: &'a str) -> Option<Self> {
        let selector = selector.trim();
        let at = selector.find(['.', '#']).unwrap_or(selector.len());
        let (name, mark) = selector.split_at(at);
        let is_word = |text: &str| {
            text.chars().all(|char| char.is_alphanumeric() || matches!(char, '-' | '_'))
        };
        let is_id = mark.starts_with('#');
        let mark = mark.get(1..).unwrap_or_default();
        let is_simple = is_word(name) && is_word(mark) && !(name.is_empty() && mark.is_empty());
        is_simple.then_some(Self { name, mark, is_id })
    }

    fn selects(&self, node: Node<'_>) -> bool {
        let Some(name) = node.name() else { return false };
        let marked = match (self.mark.is_empty(), self.is_id) {
            (true, _) => true,
            (false, true) => node.attr("id") == Some(self.mark),
            (false, false) => has_token(node, &local_name!("class"), self.mark),
        };
        marked && (self.name.is_empty() || name.eq_ignore_ascii_case(self.name))
    }
}
