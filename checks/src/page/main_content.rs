//! The part of a page that is its content: a provisional reading.
//!
//! The sole `main`, else the sole `article`, else the body without its landmarks.

use select::document::Document;
use select::node::Node;

use crate::page::text::word_equivalents;
use crate::page::tree::{Step, Walk, elements, first, has_token, selector};
use crate::page::visible::Visibility;
use crate::page::{Located, MainContent};

/// Landmarks that surround content and are none of it.
const AROUND: [&str; 3] = ["nav", "aside", "footer"];
/// The same by role (WAI-ARIA 1.2, section 5.3.4).
const AROUND_ROLES: [&str; 5] = ["navigation", "complementary", "contentinfo", "search", "dialog"];

pub(crate) fn main_content(
    document: &Document,
    lines: &[u32],
    visibility: &Visibility,
) -> MainContent {
    let Some((root, origin)) = find(document, visibility) else { return MainContent::default() };
    let around = |node: Node<'_>| node.index() != root.index() && is_around(node, root);
    let wrapping_form = wrapping_form(document, root, visibility, around);
    let leave_out = |node: Node<'_>| {
        around(node) || (node.name() == Some("form") && Some(node.index()) != wrapping_form)
    };
    let text = visibility.text(root, leave_out);
    let withheld = withheld(root, visibility, leave_out);
    MainContent {
        origin,
        word_equivalents: word_equivalents(&text),
        nosnippet_word_equivalents: withheld
            .iter()
            .map(|element| word_equivalents(&visibility.text(*element, leave_out)))
            .sum(),
        nosnippet_elements: withheld
            .iter()
            .map(|element| Located { line: lines[element.index()], value: selector(*element) })
            .collect(),
        text,
    }
}

fn find<'a>(document: &'a Document, visibility: &Visibility) -> Option<(Node<'a>, &'static str)> {
    let mains =
        |element: &Node<'_>| element.name() == Some("main") || has_token(*element, "role", "main");
    let articles = |element: &Node<'_>| element.name() == Some("article");
    if let Some(main) = sole(elements(document).filter(mains), visibility) {
        return Some((main, "the sole main element"));
    }
    if let Some(article) = sole(elements(document).filter(articles), visibility) {
        return Some((article, "the sole article element"));
    }
    first(document, "body").map(|body| (body, "the body without its landmarks"))
}

/// The only visible one, if it has text.
fn sole<'a>(
    mut candidates: impl Iterator<Item = Node<'a>>,
    visibility: &Visibility,
) -> Option<Node<'a>> {
    let only = candidates.by_ref().find(|element| !visibility.hides(*element))?;
    let another = candidates.any(|element| !visibility.hides(element));
    (!another && !visibility.text(only, |_| false).is_empty()).then_some(only)
}

/// The form that holds most of the text, if there is one: some frameworks wrap the whole page in
/// a form, and its text is the page's.
fn wrapping_form(
    document: &Document,
    root: Node<'_>,
    visibility: &Visibility,
    around: impl Fn(Node<'_>) -> bool,
) -> Option<usize> {
    let forms: Vec<_> = elements(document).filter(|it| it.name() == Some("form")).collect();
    if forms.is_empty() {
        return None;
    }
    let whole = visibility.text(root, &around).len();
    let wraps = |form: &Node<'_>| visibility.text(*form, &around).len() > whole / 2;
    forms.into_iter().find(wraps).map(|form| form.index())
}

/// Whether an element surrounds the content of `root`. The header of a page does; the header of
/// an article belongs to it.
fn is_around(node: Node<'_>, root: Node<'_>) -> bool {
    let Some(name) = node.name() else { return false };
    AROUND.contains(&name)
        || AROUND_ROLES.iter().any(|role| has_token(node, "role", role))
        || (name == "header"
            && root.name() == Some("body")
            && node.parent().is_some_and(|parent| parent.index() == root.index()))
}

/// The outermost elements that hold content back from snippets. The attribute counts on `span`,
/// `div` and `section`. Source: Google Search Central, "Robots meta tag specifications".
fn withheld<'a>(
    root: Node<'a>,
    visibility: &Visibility,
    leave_out: impl Fn(Node<'_>) -> bool,
) -> Vec<Node<'a>> {
    let mut withheld: Vec<Node<'a>> = std::iter::successors(Some(root), Node::parent)
        .filter(|around| is_withheld(*around))
        .take(1)
        .map(|_| root)
        .collect();
    if !withheld.is_empty() {
        return withheld;
    }
    let mut walk = Walk::over(root);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        if visibility.hides(node) || leave_out(node) {
            walk.skip_inside(node);
        } else if is_withheld(node) {
            withheld.push(node);
            walk.skip_inside(node);
        }
    }
    withheld
}

fn is_withheld(element: Node<'_>) -> bool {
    matches!(element.name(), Some("span" | "div" | "section"))
        && element.attr("data-nosnippet").is_some()
}
