//! The names in a byline whose elements tell where each of them ends.

use html5ever::local_name;
use select::node::Node;

use super::finder::Finder;
use crate::page::names;
use crate::page::text::collapse;
use crate::page::tree::{Step, Walk, has_token};

/// A text of a byline, and whether an element holds it alone.
struct Part {
    text: String,
    is_marked: bool,
}

impl<'a> Finder<'a> {
    /// The names that elements of a byline set apart, and nothing of what stands behind the last of
    /// them: “By Jane Doe, John Roe” of “By <b>Jane Doe</b>, <b>John Roe</b> in Teatown”. None where
    /// something else stands before the first.
    pub(super) fn marked_names(&mut self, byline: Node<'a>) -> Option<String> {
        let parts = self.parts(byline)?;
        let first = parts.iter().position(|part| part.is_marked)?;
        let before: Vec<&str> = parts[..first].iter().map(|part| part.text.as_str()).collect();
        let before = before.join(" ");
        if !(before.is_empty() || names::is_byline_start(&before)) {
            return None;
        }
        let mut found: Vec<&str> = Vec::new();
        let mut is_joined = true;
        for part in &parts[first..] {
            match part.is_marked {
                true if is_joined && is_one_person(&part.text) => {
                    found.push(&part.text);
                    is_joined = false;
                }
                false if !is_joined && names::joins_names(&part.text) => is_joined = true,
                // Somebody without an element of their own follows.
                false if !is_joined && names::begins_with_joiner(&part.text) => return None,
                _ => break,
            }
        }
        let named = found.join(", ");
        (!found.is_empty()).then(|| format!("{before} {named}").trim_start().to_owned())
    }

    /// The texts of a byline in their order: those of elements that may hold a name, and those between
    /// them. None where too much was walked.
    fn parts(&mut self, byline: Node<'a>) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        let mut walk = Walk::over(byline);
        while let Some(step) = walk.next() {
            self.short.step()?;
            let Step::Enter(node) = step else { continue };
            if !self.visibility.shows(node) {
                walk.pass_over(node);
            } else if let Some(text) = node.as_text() {
                let text = collapse(text);
                if !text.is_empty() {
                    parts.push(Part { text, is_marked: false });
                }
            } else if node.index() != byline.index() && may_be_name(node) {
                walk.pass_over(node);
                let text = self.short.text(node)?;
                if !text.is_empty() {
                    parts.push(Part { text, is_marked: true });
                }
            }
        }
        Some(parts)
    }
}

/// Whether an element of a byline may hold one name and no more: a link, bold text, or what the
/// vocabularies of names mark (`fn` of hCard, `name` of schema.org).
fn may_be_name(node: Node<'_>) -> bool {
    matches!(node.name(), Some("a" | "b" | "strong"))
        || has_token(node, &local_name!("class"), "fn")
        || has_token(node, &local_name!("itemprop"), "name")
}

fn is_one_person(text: &str) -> bool {
    let people = names::people(text);
    matches!(people.as_slice(), [one] if one == text) && names::looks_like_a_person(text)
}
