//! How much of a text is prose: running text that tells something, and no label, menu or button.

use crate::letters::is_alphanumeric;
use crate::page::flow::{Block, Flow};

/// A block with fewer bytes outside links is a label: about fourteen words.
const PROSE_BYTES: usize = 80;

/// Bytes of prose, summed up block by block, so that those of any element are a subtraction.
#[derive(Debug)]
pub(crate) struct Prose {
    /// Bytes before each block, and of all of them.
    before: Vec<usize>,
}

impl Prose {
    /// Measures the blocks that count.
    pub(crate) fn of(flow: &Flow, counts: impl Fn(&Block) -> bool) -> Self {
        let mut before = Vec::with_capacity(flow.blocks.len() + 1);
        let mut sum = 0;
        for block in &flow.blocks {
            before.push(sum);
            let lists_names = || is_list_of_names(&flow.text[block.text.clone()]);
            if counts(block) && !block.lists_names.get_or_init(lists_names) {
                sum += prose_bytes(block);
            }
        }
        before.push(sum);
        Self { before }
    }

    /// Bytes of prose in the blocks that begin in an element.
    pub(crate) fn within(&self, flow: &Flow, element: usize) -> usize {
        let blocks = &flow.elements[element].blocks;
        self.before[blocks.end] - self.before[blocks.start]
    }

    /// Bytes of prose in the blocks from one up to another.
    pub(crate) fn between(&self, from: usize, to: usize) -> usize {
        self.before[to].saturating_sub(self.before[from])
    }

    /// Bytes of prose in all of the text.
    pub(crate) fn total(&self) -> usize {
        self.before.last().copied().unwrap_or(0)
    }
}

/// The bytes of a block outside links, where they make most of it and enough for a sentence.
pub(crate) fn prose_bytes(block: &Block) -> usize {
    let plain = block.text.len().saturating_sub(block.link_text);
    if plain >= PROSE_BYTES && plain * 2 >= block.text.len() { plain } else { 0 }
}

/// Whether a long text has hardly a mark of punctuation, and most of its words are names or numbers:
/// the places that a company serves, set one after the other. What nobody punctuated is a transcript.
fn is_list_of_names(text: &str) -> bool {
    const LONG_BYTES: usize = 600;
    /// A sentence or a part of one is shorter.
    const BYTES_A_MARK: usize = 300;
    let is_mark = |char: &char| !is_alphanumeric(*char) && !matches!(char, ' ' | '-' | '\'' | '’');
    text.len() >= LONG_BYTES
        && text.chars().filter(is_mark).nth(text.len() / BYTES_A_MARK).is_none()
        && are_names(text)
}

/// Whether most words begin with a capital or hold a digit.
fn are_names(text: &str) -> bool {
    let is_name = |word: &&str| {
        word.starts_with(char::is_uppercase) || word.bytes().any(|byte| byte.is_ascii_digit())
    };
    let words = || text.split_whitespace();
    words().filter(is_name).count() * 3 >= words().count() * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_a_row_are_no_prose() {
        let places = "Beverly Hills Long Beach 90074 ".repeat(30);
        assert!(is_list_of_names(&places));
        assert!(!is_list_of_names(&places[..500]), "short");
        let told = "Beverly Hills lies inland, and Long Beach by the sea. ".repeat(30);
        assert!(!is_list_of_names(&told));
        assert!(!is_list_of_names(&"so we went to the beach and saw the tide ".repeat(30)));
        assert!(!is_list_of_names(&"ชาเขียวชงด้วยน้ำร้อนแปดสิบองศา ".repeat(30)));
    }
}
