//! The landmarks that surround content and are none of it.

use std::collections::HashSet;

use select::node::Node;

use crate::page::tree::{Step, Walk, has_token};
use crate::page::visible::Visibility;

/// The elements in a subtree that surround its content, by index.
///
/// The header of the page is one of them, unless it holds the heading of the page; the header of an
/// article belongs to the article.
pub(crate) fn surroundings(root: Node<'_>, visibility: &Visibility) -> HashSet<usize> {
    let mut surroundings = HashSet::new();
    let mut headings = 0;
    let mut sections = 0;
    let mut headers = Vec::new();
    let mut walk = Walk::over(root);
    while let Some(step) = walk.next() {
        match step {
            Step::Enter(node) if !visibility.shows(node) => walk.pass_over(node),
            Step::Enter(node) if node.index() != root.index() && is_around(node) => {
                surroundings.insert(node.index());
                walk.pass_over(node);
            }
            Step::Enter(node) => {
                headings += usize::from(node.name() == Some("h1"));
                sections += usize::from(is_section(node));
                if sections == 0 && is_header(node) {
                    headers.push((node.index(), headings));
                }
            }
            Step::Leave(node) => {
                sections -= usize::from(is_section(node));
                if let Some((_, before)) = headers.pop_if(|(header, _)| *header == node.index())
                    && headings == before
                {
                    surroundings.insert(node.index());
                }
            }
        }
    }
    surroundings
}

/// Landmarks by name and by role (WAI-ARIA 1.2, section 5.3.4).
fn is_around(element: Node<'_>) -> bool {
    const ROLES: [&str; 5] = ["navigation", "complementary", "contentinfo", "search", "dialog"];
    matches!(element.name(), Some("nav" | "aside" | "footer" | "search"))
        || ROLES.iter().any(|role| has_token(element, "role", role))
}

fn is_header(element: Node<'_>) -> bool {
    element.name() == Some("header") || has_token(element, "role", "banner")
}

/// Whether a header inside this element is its own and not that of the page.
fn is_section(element: Node<'_>) -> bool {
    matches!(element.name(), Some("main" | "article" | "section"))
        || has_token(element, "role", "main")
}
