//! Where beside the main content the links of a text to its sources stand: in its list of
//! references, and in the lead above it.

use std::collections::HashSet;
use std::ops::Range;

use crate::data;
use crate::page::Page;
use crate::page::outline::{BlockFact, BlockKind, Link, List, Place};
use crate::page::text::word_equivalents;
use crate::weights::LEAD_BLOCK_MIN;

/// Lists and labels beside the main content that are looked at.
const LOOKED_AT: usize = 200;
/// Bytes of a label over a list of references.
const LABEL_BYTES: usize = 48;
/// Entries of a list of references, at least.
const ENTRIES: usize = 2;
/// Percent of such a list inside links, up to which its entries say more than where they lead.
const LINKED_PERCENT: usize = 90;

data::words! { "reference-labels.json" => static WORDS: Words {
    /// What stands over a list of references, lower case.
    labels: HashSet<String>,
} }

/// The parts of the visible text beside the main content whose links are those of the text.
pub(super) struct Beside {
    ranges: Vec<Range<usize>>,
}

impl Beside {
    /// Those of that page, given which links lead to a source.
    pub(super) fn of(page: &Page, leads_to_source: impl Fn(&Link) -> bool) -> Self {
        let outline = &page.document.outline;
        let in_list = |place: &Place| -> usize {
            outline.links_in(&place.text).iter().filter(|link| leads_to_source(link)).count()
        };
        let is_reference = |list: &&List| {
            list.is_ordered
                && list.items >= ENTRIES
                && is_beside(&list.place)
                && says_more_than_links(page, &list.place)
                && in_list(&list.place) * 2 > list.items
        };
        let lists = outline.lists.iter().take(LOOKED_AT).filter(is_reference);
        let mut ranges: Vec<Range<usize>> = lists.map(|list| list.place.text.clone()).collect();
        ranges.extend(labelled(page));
        ranges.extend(lead(page));
        Self { ranges }
    }

    /// Whether that place is in one of them.
    pub(super) fn holds(&self, place: &Place) -> bool {
        let text = &place.text;
        let holds = |range: &Range<usize>| range.start <= text.start && text.end <= range.end;
        !place.is_around && self.ranges.iter().any(holds)
    }
}

fn is_beside(place: &Place) -> bool {
    !place.in_main && !place.is_around
}

/// Whether the entries of a list say more than where they lead.
fn says_more_than_links(page: &Page, place: &Place) -> bool {
    let inside = page.document.outline.blocks_in(&place.text).iter();
    let (links, bytes) = inside.fold((0, 0), |(links, bytes), block| {
        (links + block.link_bytes, bytes + block.place.text.len())
    });
    links * 100 <= bytes * LINKED_PERCENT
}

/// What stands under a label such as “References”, up to the next heading, the next part that is a
/// menu or a foot, or the end of the `main` or `article` around it.
fn labelled(page: &Page) -> Vec<Range<usize>> {
    let outline = &page.document.outline;
    let blocks = &outline.blocks;
    let landmarks = || outline.mains.iter().chain(&outline.articles).take(LOOKED_AT);
    let labels = blocks.iter().enumerate().filter(|(_, block)| {
        is_beside(&block.place) && is_label(page.document.text_at(&block.place))
    });
    let ranges = labels.take(LOOKED_AT).filter_map(|(at, label)| {
        let start = label.place.text.end;
        let around = landmarks().filter(|one| {
            one.place.text.start <= label.place.text.start && start <= one.place.text.end
        });
        let end = around.map(|one| one.place.text.end).max()?;
        let after = blocks[at + 1..].iter().take_while(|block| {
            block.place.text.end <= end
                && block.kind != BlockKind::Heading
                && !block.place.is_around
        });
        after.last().map(|last| start..last.place.text.end)
    });
    ranges.collect()
}

/// Whether a text is what stands over a list of references.
fn is_label(text: &str) -> bool {
    if text.len() > LABEL_BYTES {
        return false;
    }
    let name = text.trim_matches(|char: char| !char.is_alphabetic()).to_lowercase();
    WORDS.labels.contains(&name)
}

/// The sentences between the heading of the page and its main content: a lead that the reading left
/// out.
fn lead(page: &Page) -> Vec<Range<usize>> {
    let outline = &page.document.outline;
    let heading = outline.headings.iter().find(|one| one.level == 1 && !one.place.is_around);
    let content =
        outline.blocks.iter().find(|block| block.place.in_main && block.kind != BlockKind::Heading);
    let Some((heading, content)) = heading.zip(content) else { return Vec::new() };
    let between = outline.blocks_in(&(heading.place.text.end..content.place.text.start));
    let is_prose = |block: &&BlockFact| {
        is_beside(&block.place)
            && block.kind == BlockKind::Paragraph
            && block.link_bytes * 2 < block.place.text.len()
            && word_equivalents(page.document.text_at(&block.place)) >= LEAD_BLOCK_MIN
    };
    between.iter().take(LOOKED_AT).filter(is_prose).map(|block| block.place.text.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_references_are_told() {
        for text in ["References", "Article Sources:", "Quellen", "3. Works cited", "参考文献"]
        {
            assert!(is_label(text), "{text}");
        }
        for text in ["Sources of energy", "Related articles", "", "Further products"] {
            assert!(!is_label(text), "{text}");
        }
        assert!(WORDS.labels.iter().all(|label| *label == label.to_lowercase()));
    }
}
