//! The paragraphs of a page's main content.

use crate::page::Page;
use crate::page::outline::BlockKind;

/// Their texts, in order. Untrusted.
pub(super) fn paragraphs(page: &Page) -> impl Iterator<Item = &str> {
    texts(page, |kind| kind == BlockKind::Paragraph)
}

/// The same and the texts of headings, in order. Untrusted.
pub(super) fn paragraphs_and_headings(page: &Page) -> impl Iterator<Item = &str> {
    texts(page, |kind| matches!(kind, BlockKind::Paragraph | BlockKind::Heading))
}

fn texts(page: &Page, counts: fn(BlockKind) -> bool) -> impl Iterator<Item = &str> {
    let document = &page.document;
    let blocks = document.outline.blocks.iter();
    blocks
        .filter(move |block| block.place.in_main && counts(block.kind))
        .filter_map(|block| document.visible_text.get(block.place.text.clone()))
        .map(str::trim)
        .filter(|text| !text.is_empty())
}
