//! Gathering the blocks of text of a body.

use super::{Gathering, trimmed};
use crate::page::flow::Inside;
use crate::page::marks::Marks;
use crate::page::outline::entries::{Values, is_entry, is_formula};
use crate::page::outline::issues;
use crate::page::outline::kinds::block_kinds;
use crate::page::outline::lines::first_line;
use crate::page::outline::{BlockFact, BlockKind, Place};
use crate::page::text::{sentences, tenths_of_words};

/// Elements from the innermost one of a text up in which one makes it bold.
const BOLD_DEPTH: usize = 3;

impl Gathering<'_> {
    pub(super) fn blocks(&mut self) {
        let kinds = block_kinds(self.document, self.flow);
        let values = Values::of(self.flow);
        let issues = issues::in_lists(self.document, self.flow);
        self.outline.terms += self.terms_without_tags(&values);
        for (at, block) in self.flow.blocks.iter().enumerate() {
            let text = self.flow.block_text(block);
            let in_main = self.content.blocks[at];
            let kind = match kinds[block.element].unwrap_or(BlockKind::Paragraph) {
                BlockKind::Paragraph if is_formula(text) => BlockKind::Code,
                kind => kind,
            };
            let (tenths_of_words, sentences) = if in_main { self.measure(text) } else { (0, 0) };
            self.outline.blocks.push(BlockFact {
                place: Place {
                    line: self.line_of(at),
                    in_main,
                    is_around: self.apart.hold(block.owner),
                    text: trimmed(&self.flow.text, block.text.clone()),
                },
                kind,
                is_in_terms: values.holds(at)
                    || self.flow.elements[block.element].opens().contains(Inside::TERMS),
                is_in_box: in_main && self.is_in_box(block.element),
                is_entry: kind == BlockKind::ListItem
                    && (issues[at] || is_entry(text, block.link_text)),
                link_bytes: block.link_text,
                is_bold: in_main && self.is_bold(block.element),
                tenths_of_words,
                sentences,
            });
        }
    }

    /// Whether an element is bold, or stands in one that is.
    fn is_bold(&self, at: usize) -> bool {
        let parent = |at: &usize| Some(self.flow.elements[*at].parent).filter(|up| up < at);
        let mut above = std::iter::successors(Some(at), parent).take(BOLD_DEPTH);
        above.any(|up| matches!(&*self.flow.elements[up].name, "strong" | "b"))
    }

    /// How many terms stand in the main content that no `dt` marks: the items of lists of keys and
    /// values, and of those that DocBook divides into segments.
    fn terms_without_tags(&self, values: &Values) -> usize {
        let lists = (0..self.flow.elements.len()).filter(|at| {
            let marks = self.flow.elements[*at].marks;
            marks.contains(Marks::TERMS) && self.is_in_main(*at)
        });
        let items = lists.map(|at| self.flow.children(at).count());
        let keys = values.lists.iter().filter(|(at, _)| self.is_in_main(*at));
        items.chain(keys.map(|(_, items)| *items)).sum()
    }

    /// The line of a block: that of its element, and behind other text in it that of its own.
    fn line_of(&self, at: usize) -> u32 {
        let block = &self.flow.blocks[at];
        let owner = &self.flow.elements[block.owner];
        // A line feed may be all that is between.
        match block.text.start > owner.text.start + 1 {
            true => first_line(self.document, self.lines, block.first_node),
            false => self.lines[owner.node],
        }
    }

    /// The length of a block in tenths of a word equivalent, and how many sentences it has; each
    /// is measured on the way.
    fn measure(&mut self, text: &str) -> (usize, usize) {
        let lengths = &mut self.outline.sentence_tenths;
        let before = lengths.len();
        lengths.extend(sentences(text).map(tenths_of_words));
        (lengths[before..].iter().sum(), lengths.len() - before)
    }
}
