//! What stands between a heading and a block.

use super::kinds::is_menu;
use crate::catalogue::structure::answer_first::lead_parts::is_of_examples;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind};

/// Whether no heading stands between that of the page, which ends at `from`, and what begins at
/// `start`. Where the page has none of the first level, its first one is that.
pub(crate) fn is_right_below(document: &DocumentFacts, from: usize, start: usize) -> bool {
    let headings = document.outline.main_headings();
    let between = headings.filter(|one| (from..start).contains(&one.place.text.start));
    between.take(2).count() <= usize::from(from == 0)
}

/// The heading of the section that a block at that place goes on in, where the text begins at
/// `from` and a list, a table or code stands between the heading and the block: nothing there is an
/// opening.
pub(crate) fn section_of(document: &DocumentFacts, from: usize, start: usize) -> Option<&str> {
    let headings = document.outline.main_headings();
    let mut above = headings.filter(|one| (from..start).contains(&one.place.text.start));
    // Where no heading of the first level begins the text, its first one does.
    let above = if from == 0 { above.nth(1).into_iter().chain(above).last() } else { above.last() };
    let heading = above?;
    let blocks = document.outline.blocks.iter();
    let mut between = blocks
        .skip_while(|block| block.place.text.start < heading.place.text.end)
        .take_while(|block| block.place.text.start < start);
    let is_entry = |block: &BlockFact| {
        let kinds = [BlockKind::ListItem, BlockKind::Cell, BlockKind::Code];
        block.place.in_main && kinds.contains(&block.kind) && !is_menu(&[block])
    };
    let text = heading.text(&document.visible_text);
    (is_of_examples(text) || between.any(is_entry)).then_some(text)
}
