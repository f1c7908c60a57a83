//! Walking a parsed document without recursion, and the questions asked of its elements.

use html5ever::LocalName;
use select::document::Document;
use select::node::{Data, Node};

/// One step of a walk in document order.
pub(crate) enum Step<'a> {
    /// A node begins.
    Enter(Node<'a>),
    /// An element ends.
    Leave(Node<'a>),
}

/// A walk over one subtree.
pub(crate) struct Walk<'a> {
    root: usize,
    next: Option<Step<'a>>,
}

impl<'a> Walk<'a> {
    /// Over `root` and everything in it.
    pub(crate) fn over(root: Node<'a>) -> Self {
        Self { root: root.index(), next: Some(Step::Enter(root)) }
    }

    /// Leaves out the rest of the node that was just entered: what is inside, and its end.
    pub(crate) fn pass_over(&mut self, entered: Node<'a>) {
        self.next = self.after(entered);
    }

    /// The step after the end of a node.
    fn after(&self, node: Node<'a>) -> Option<Step<'a>> {
        if node.index() == self.root {
            return None;
        }
        node.next().map(Step::Enter).or_else(|| node.parent().map(Step::Leave))
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        let step = self.next.take()?;
        self.next = match &step {
            Step::Enter(node) => match node.first_child() {
                Some(child) => Some(Step::Enter(child)),
                None => Some(Step::Leave(*node)),
            },
            Step::Leave(node) => self.after(*node),
        };
        Some(step)
    }
}

/// Every element of the document in the order of its creation, which is document order but for
/// what the parser moved.
pub(crate) fn elements(document: &Document) -> impl Iterator<Item = Node<'_>> {
    document
        .nodes
        .iter()
        .filter(|raw| matches!(raw.data, Data::Element(..)))
        .filter_map(|raw| document.nth(raw.index))
}

/// The first element of that name, if there is one.
pub(crate) fn first<'a>(document: &'a Document, name: &str) -> Option<Node<'a>> {
    elements(document).find(|element| element.name() == Some(name))
}

/// The value of an attribute. Names are compared as the numbers that they are interned as: of a
/// page's elements so much is asked that comparing their letters is felt.
pub(crate) fn attribute<'a>(element: Node<'a>, name: &LocalName) -> Option<&'a str> {
    let Data::Element(_, attributes) = element.data() else { return None };
    attributes.iter().find(|(own, _)| own.local == *name).map(|(_, value)| &**value)
}

/// Whether some elements of the document have attributes of these names.
pub(crate) fn are_used<const N: usize>(document: &Document, names: [&LocalName; N]) -> [bool; N] {
    let mut used = [false; N];
    for raw in &document.nodes {
        let Data::Element(_, attributes) = &raw.data else { continue };
        for (own, _) in attributes {
            for (used, name) in used.iter_mut().zip(names) {
                *used |= own.local == *name;
            }
        }
    }
    used
}

/// Whether an attribute holds that word, whatever its case.
pub(crate) fn has_token(element: Node<'_>, name: &LocalName, token: &str) -> bool {
    attribute(element, name).is_some_and(|value| holds_token(value, token))
}

/// Whether the value of an attribute holds that word, whatever its case.
pub(crate) fn holds_token(value: &str, token: &str) -> bool {
    // Of a page's elements most are asked, and hold something else.
    if value.len() < token.len() {
        return false;
    }
    let (value, token) = (value.as_bytes(), token.as_bytes());
    let first = token.first().map(u8::to_ascii_lowercase);
    let is_edge = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    (0..=value.len() - token.len()).any(|start| {
        let end = start + token.len();
        value.get(start).map(u8::to_ascii_lowercase) == first
            && is_edge(start.checked_sub(1).and_then(|before| value.get(before)))
            && is_edge(value.get(end))
            && value[start..end].eq_ignore_ascii_case(token)
    })
}

/// A short CSS selector for an element: its name with its id or first class.
pub(crate) fn selector(element: Node<'_>) -> String {
    let name = element.name().unwrap_or_default();
    let id = element.attr("id").map(str::trim).filter(|id| !id.is_empty());
    let class = element.attr("class").and_then(|class| class.split_ascii_whitespace().next());
    match (id, class) {
        (Some(id), _) => format!("{name}#{id}"),
        (None, Some(class)) => format!("{name}.{class}"),
        (None, None) => name.to_owned(),
    }
}
