//! The paragraphs of a page's main content.

use crate::page::Page;
use crate::page::outline::BlockKind;

/// Their texts, in order. Untrusted.
pub(super) fn paragraphs(page: &Page) -> impl Iterator<Item = &str> {
    let document = &page.document;
    let blocks = document.outline.blocks.iter();
    blocks
        .filter(|block| block.place.in_main && block.kind == BlockKind::Paragraph)
        .filter_map(|block| document.visible_text.get(block.place.text.clone()))
        .map(str::trim)
        .filter(|text| !text.is_empty())
}
