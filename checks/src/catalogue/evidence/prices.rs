//! Prices in a text, which change while it stays.

use super::prose::text_of;
use super::quantities::{Reading, quantities};
use crate::check::Context;
use crate::excerpt::{EXCERPT_CHARACTERS, word_start};
use crate::page::outline::BlockKind;
use crate::quoted::Quoted;

/// Blocks that are looked at.
const BLOCKS: usize = 2_000;

/// The first prices in the main content, one of each block: the line, and the words around it.
pub(crate) fn prices<'a>(context: &'a Context<'_>) -> impl Iterator<Item = (u32, Quoted)> + 'a {
    let blocks = context.page.document.outline.main_blocks().take(BLOCKS);
    let blocks = blocks.filter(|block| !matches!(block.kind, BlockKind::Heading | BlockKind::Code));
    blocks.filter_map(|block| {
        let text = text_of(context.page, block);
        let mut first = None;
        quantities(text, Reading { is_cell: false, nouns_have_capitals: false }, |quantity| {
            if quantity.is_money && first.is_none() {
                first = Some(quantity.text.start);
            }
        });
        let from = word_start(text, first?.saturating_sub(EXCERPT_CHARACTERS / 4));
        Some((block.place.line, Quoted::of(&text[from..], EXCERPT_CHARACTERS / 2)))
    })
}
