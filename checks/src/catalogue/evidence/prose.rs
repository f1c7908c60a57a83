//! The main content by its blocks, and by the sections that its headings open.

use crate::check::Finding;
use crate::page::Page;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::text::ends_sentence;
use crate::report::Status;

/// The text of a block.
pub(super) fn text_of<'a>(page: &'a Page, block: &BlockFact) -> &'a str {
    page.document.text_at(&block.place)
}

/// The blocks of the main content that tell something in sentences, in order.
pub(super) fn prose_blocks(page: &Page) -> impl Iterator<Item = &BlockFact> {
    page.document.outline.main_blocks().filter(|block| is_prose(page, block))
}

/// Whether a block tells something in sentences. A table that lays out the page holds its
/// paragraphs in cells.
pub(super) fn is_prose(page: &Page, block: &BlockFact) -> bool {
    match block.kind {
        BlockKind::Paragraph | BlockKind::ListItem | BlockKind::Quotation => true,
        BlockKind::Cell => {
            ends_sentence(text_of(page, block))
                && !page.document.outline.is_in_data_table(&block.place.text)
        }
        BlockKind::Heading | BlockKind::Code | BlockKind::Caption => false,
    }
}

/// A section of the main content: what stands between a heading and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Section<'a> {
    /// The text of its heading; none before the first. Untrusted.
    pub(super) heading: Option<&'a str>,
    /// The line of its heading, or of its first block.
    pub(super) line: u32,
    /// Its length in tenths of a word equivalent, without the heading.
    pub(super) tenths_of_words: usize,
    /// The bytes of the visible text that it takes.
    pub(super) start: usize,
    /// Where they end.
    pub(super) end: usize,
}

/// The sections of the main content, in order.
pub(super) fn sections(page: &Page) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for block in page.document.outline.main_blocks() {
        let is_heading = block.kind == BlockKind::Heading;
        if is_heading || sections.is_empty() {
            sections.push(Section {
                heading: is_heading.then(|| text_of(page, block)),
                line: block.place.line,
                tenths_of_words: 0,
                start: block.place.text.start,
                end: block.place.text.end,
            });
        }
        if let Some(section) = sections.last_mut().filter(|_| !is_heading) {
            section.tenths_of_words += block.tenths_of_words;
            section.end = block.place.text.end;
        }
    }
    sections
}

/// The finding, unless it fails for want of something that may stand in the part of the page that
/// was not read.
pub(super) fn unless_cut_short(page: &Page, finding: Finding) -> Finding {
    let is_cut = page.document.cut_short || page.truncated;
    match finding.status {
        Status::Fail if is_cut => Finding::could_not_see(
            "Only part of the page was read, which isn't enough to judge this.",
        ),
        _ => finding,
    }
}
