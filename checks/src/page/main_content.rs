//! The part of a page that is its content: a provisional reading.
//!
//! The sole `main`, else the sole `article`, else the body without its landmarks.

use std::collections::HashSet;
use std::ops::Range;

use select::document::Document;
use select::node::Node;

use crate::page::landmarks::surroundings;
use crate::page::text::word_equivalents;
use crate::page::tree::{Step, Walk, first, has_token, selector};
use crate::page::visible::Visibility;
use crate::page::{Located, MainContent};

pub(crate) fn main_content(
    document: &Document,
    lines: &[u32],
    visibility: &Visibility,
) -> MainContent {
    let Some((root, origin)) = find(document, visibility) else { return MainContent::default() };
    let mut apart = surroundings(root, visibility);
    apart.extend(forms_beside_the_text(root, visibility, &apart));
    let mut withheld = Withheld::default();
    let text = visibility.read(
        root,
        |node| apart.contains(&node.index()),
        |step, length| withheld.pass(step, length),
    );
    let withheld = match around(root).find(|element| is_withheld(*element)) {
        Some(whole) => vec![(whole, 0..text.len())],
        None => withheld.found,
    };
    MainContent {
        origin,
        word_equivalents: word_equivalents(&text),
        nosnippet_word_equivalents: word_equivalents(&parts(&text, &withheld)),
        nosnippet_elements: withheld
            .iter()
            .map(|(element, _)| Located { line: lines[element.index()], value: selector(*element) })
            .collect(),
        text,
    }
}

fn find<'a>(document: &'a Document, visibility: &Visibility) -> Option<(Node<'a>, &'static str)> {
    let body = first(document, "body")?;
    let is_main =
        |element: Node<'_>| element.name() == Some("main") || has_token(element, "role", "main");
    let is_article = |element: Node<'_>| element.name() == Some("article");
    if let Some(main) = sole(body, is_main, visibility) {
        return Some((main, "the sole main element"));
    }
    if let Some(article) = sole(body, is_article, visibility) {
        return Some((article, "the sole article element"));
    }
    Some((body, "the body without its landmarks"))
}

/// The only visible one that stands in no other, if it has text.
fn sole<'a>(
    body: Node<'a>,
    is_one: impl Fn(Node<'a>) -> bool,
    visibility: &Visibility,
) -> Option<Node<'a>> {
    let mut only = None;
    let mut walk = Walk::over(body);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        let found = visibility.shows(node) && is_one(node);
        if found && only.replace(node).is_some() {
            return None;
        }
        if found || !visibility.shows(node) {
            walk.pass_over(node);
        }
    }
    only.filter(|node| !visibility.text(*node).is_empty())
}

/// The forms of a subtree but for those that hold most of its text: some frameworks wrap the whole
/// page in a form, and its text is the page's.
fn forms_beside_the_text(
    root: Node<'_>,
    visibility: &Visibility,
    apart: &HashSet<usize>,
) -> Vec<usize> {
    let mut open = Vec::new();
    let mut forms = Vec::new();
    let text = visibility.read(
        root,
        |node| apart.contains(&node.index()),
        |step, length| match step {
            Step::Enter(node) if node.name() == Some("form") => open.push(length),
            Step::Leave(node) if node.name() == Some("form") => {
                let start = open.pop().unwrap_or(length);
                forms.push((node.index(), length - start));
            }
            _ => {}
        },
    );
    let is_small = |length: usize| length <= text.len() / 2;
    forms.into_iter().filter(|(_, length)| is_small(*length)).map(|(index, _)| index).collect()
}

/// The outermost elements that hold content back from snippets, and where their text stands.
#[derive(Default)]
struct Withheld<'a> {
    open: Option<(Node<'a>, usize)>,
    found: Vec<(Node<'a>, Range<usize>)>,
}

impl<'a> Withheld<'a> {
    fn pass(&mut self, step: &Step<'a>, length: usize) {
        match (step, self.open) {
            (Step::Enter(node), None) if is_withheld(*node) => self.open = Some((*node, length)),
            (Step::Leave(node), Some((open, start))) if node.index() == open.index() => {
                self.found.push((open, start..length));
                self.open = None;
            }
            _ => {}
        }
    }
}

/// The attribute counts on `span`, `div` and `section`.
/// Source: Google Search Central, "Robots meta tag specifications".
fn is_withheld(element: Node<'_>) -> bool {
    matches!(element.name(), Some("span" | "div" | "section"))
        && element.attr("data-nosnippet").is_some()
}

/// The element and everything around it.
fn around(element: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(Some(element), Node::parent)
}

/// Some parts of a text, one on each line.
fn parts(text: &str, parts: &[(Node<'_>, Range<usize>)]) -> String {
    let parts: Vec<_> = parts.iter().map(|(_, range)| &text[range.clone()]).collect();
    parts.join("\n")
}
