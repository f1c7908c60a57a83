//! The text of elements that hold only a few words.

use select::node::Node;

use crate::page::limits;
use crate::page::text::TextBuilder;
use crate::page::tree::{Step, Walk};
use crate::page::visible::{Visibility, gap_around};

/// Reads short texts, within one budget for all of them.
pub(super) struct ShortText<'a> {
    visibility: &'a Visibility,
    steps_left: usize,
}

impl<'a> ShortText<'a> {
    pub(super) fn new(visibility: &'a Visibility) -> Self {
        Self { visibility, steps_left: limits::PLACE_STEPS }
    }

    /// Counts one node; none where the budget is spent.
    pub(super) fn step(&mut self) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        Some(())
    }

    /// The visible text of an element if it is short, blocks separated by line feeds.
    pub(super) fn text(&mut self, element: Node<'_>) -> Option<String> {
        let mut text = TextBuilder::default();
        let mut walk = Walk::over(element);
        while let Some(step) = walk.next() {
            self.step()?;
            let (Step::Enter(node) | Step::Leave(node)) = step;
            text.separate(gap_around(node));
            if let Step::Enter(node) = step {
                if !self.visibility.shows(node) {
                    walk.pass_over(node);
                    continue;
                }
                let words = node.as_text().unwrap_or_default();
                text.push(&words[..words.floor_char_boundary(limits::PLACE_BYTES)]);
                if text.len() > limits::PLACE_BYTES {
                    return None;
                }
            }
        }
        Some(text.finish())
    }
}
