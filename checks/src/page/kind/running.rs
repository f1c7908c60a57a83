//! The text that runs through a page, as that of an article does and the teasers of a list do not.

use crate::page::flow::{Block, Flow, Inside};
use crate::page::main_content::Content;
use crate::page::prose::prose_bytes;

/// Shorter runs of prose are teasers.
const RUN_BYTES: usize = 600;

/// What the content would be, were the page an article. Lengths are bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Text {
    /// All of it.
    pub(super) all: usize,
    /// The prose that stands in runs which no link to another page breaks.
    pub(super) running: usize,
    /// The longest such run.
    pub(super) longest: usize,
}

impl Text {
    pub(super) fn of(flow: &Flow, content: &Content) -> Self {
        let mut text = Self::default();
        let mut run = 0;
        // Tables in tables lay out the page.
        let mut tables = flow.elements.iter().filter(|element| element.is("table"));
        let is_laid_out = tables.any(|table| table.inside.contains(Inside::TABLE));
        for block in content.block_places().map(|at| &flow.blocks[at]) {
            // The cells of a table beside a text are no part of what runs, and no teasers.
            let is_cell = flow.elements[block.element].opens().contains(Inside::TABLE);
            if is_cell && !is_laid_out && prose_bytes(block) == 0 && !leads_on(block) {
                continue;
            }
            text.all += block.text.len();
            if leads_on(block) {
                text.end_run(run);
                run = 0;
            } else {
                run += prose_bytes(block);
            }
        }
        text.end_run(run);
        text
    }

    /// How much of it the longest run is.
    pub(super) fn longest_percent(&self) -> usize {
        (self.longest * 100).checked_div(self.all).unwrap_or(0)
    }

    fn end_run(&mut self, run: usize) {
        self.longest = self.longest.max(run);
        self.running += if run >= RUN_BYTES { run } else { 0 };
    }
}

/// Whether a block is a link to another page: the heading of a teaser, a button below one.
fn leads_on(block: &Block) -> bool {
    block.link_text * 2 > block.text.len()
}
