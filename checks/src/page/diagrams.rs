//! Diagrams that are drawn in the page itself, with their words as text: an inline `svg`.

use select::document::Document;
use select::node::Node;

use crate::page::flow::Flow;
use crate::page::main_content::Content;
use crate::page::prose::prose_bytes;
use crate::page::text::{TENTHS_OF_WORD, collapse, tenths_of_words};
use crate::page::tree::{Step, Walk, first};
use crate::page::visible::Visibility;

/// Words and signs of a grammar in a diagram, from which on it shows how something is written.
const NAMES: usize = 2;

/// A diagram with text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Diagram {
    /// Index of its node in the document.
    pub(crate) node: usize,
    /// Index of the element around it.
    pub(crate) parent: usize,
    /// Its texts.
    texts: usize,
    /// Of these, words and signs that stand alone: what a syntax diagram is made of. The axes of a
    /// chart hold numbers, and the boxes of a drawing have several words.
    names: usize,
    tenths_of_words: usize,
}

impl Diagram {
    /// Whether it shows how something is written, as the diagrams of a grammar do.
    pub(crate) fn is_of_syntax(&self) -> bool {
        self.names >= NAMES && self.names * 2 > self.texts
    }

    fn take(&mut self, text: &str) {
        let text = collapse(text);
        if text.is_empty() {
            return;
        }
        // The signs of a grammar stand alone as its words do.
        let is_name = !text.contains(' ') && !text.starts_with(|char: char| char.is_ascii_digit());
        self.texts += 1;
        self.names += usize::from(is_name);
        self.tenths_of_words += tenths_of_words(&text);
    }
}

/// The diagrams that readers see, in order.
pub(crate) fn diagrams(document: &Document, visibility: &Visibility) -> Vec<Diagram> {
    let mut found: Vec<Diagram> = Vec::new();
    let Some(body) = first(document, "body") else { return found };
    let mut walk = Walk::over(body);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        if node.name() == Some("svg") {
            found.extend(node.parent().and_then(|around| read(node, around)));
            walk.pass_over(node);
        } else if !visibility.shows(node) {
            walk.pass_over(node);
        }
    }
    found
}

fn read(drawing: Node<'_>, around: Node<'_>) -> Option<Diagram> {
    let mut diagram =
        Diagram { node: drawing.index(), parent: around.index(), ..Diagram::default() };
    let mut walk = Walk::over(drawing);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        if node.name() == Some("text") {
            diagram.take(&node.text());
            walk.pass_over(node);
        }
    }
    (diagram.texts > 0).then_some(diagram)
}

/// What diagrams add to the content.
pub(crate) struct Drawn {
    /// Words in those that stand in the content.
    pub(crate) words: usize,
    /// Whether one of a grammar stands before the text.
    pub(crate) comes_first: bool,
}

/// What the diagrams add to that content.
pub(crate) fn drawn(diagrams: &[Diagram], flow: &Flow, content: &Content) -> Drawn {
    let is_inside = |diagram: &&Diagram| {
        let around = flow.elements.binary_search_by_key(&diagram.parent, |element| element.node);
        around.is_ok_and(|at| flow.holds(content.root, at))
    };
    let inside = || diagrams.iter().filter(is_inside);
    let mut blocks = content.block_places().map(|at| &flow.blocks[at]);
    let text = blocks.find(|block| prose_bytes(block) > 0);
    let text = text.map_or(usize::MAX, |block| flow.elements[block.element].node);
    Drawn {
        words: inside().map(|diagram| diagram.tenths_of_words).sum::<usize>() / TENTHS_OF_WORD,
        comes_first: inside().any(|diagram| diagram.is_of_syntax() && diagram.node < text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::parse::{Scripting, parse};

    fn of(body: &str) -> Vec<Diagram> {
        let parsed = parse(&format!("<html><body>{body}"), Scripting::Off);
        diagrams(&parsed.document, &Visibility::of(&parsed.document))
    }

    #[test]
    fn diagrams_of_a_grammar_are_told_from_charts() {
        for (texts, expected) in [
            ("<text>DROP</text><text>INDEX</text><text>;</text>", Some(true)),
            ("<g><text>index-name</text></g><text>,</text><text>AS</text>", Some(true)),
            ("<text>Sales of tea in tons</text><text>2024</text><text>2025</text>", Some(false)),
            ("<text>Tea</text><text>1</text><text>2</text><text>3</text>", Some(false)),
            ("<title>Tea</title><path d='M0'/>", None),
        ] {
            let found = of(&format!("<div><svg viewBox='0 0 9 9'>{texts}</svg></div>"));
            assert_eq!(found.first().map(Diagram::is_of_syntax), expected, "{texts}");
        }
        assert!(of("<div hidden><svg><text>DROP</text></svg></div>").is_empty());
    }
}
