//! The sentences and paragraphs that a fix names.

use super::lengths::{Lengths, each_block, is_paragraph};
use crate::catalogue::evidence::prose::text_of;
use crate::page::Page;
use crate::page::outline::BlockFact;
use crate::page::text::{TENTHS_OF_WORD, sentences, tenths_of_words};
use crate::weights::PARAGRAPH_MOST_PASS;

/// Sentences or paragraphs that are named.
const SHOWN: usize = 3;

/// A sentence or a paragraph that is too long.
pub(super) struct Long<'a> {
    pub(super) text: &'a str,
    pub(super) tenths: usize,
    pub(super) line: u32,
}

/// The longest sentences, of those that are too long.
pub(super) fn longest<'a>(page: &'a Page, lengths: &Lengths) -> Vec<Long<'a>> {
    let limits = lengths.limits;
    if lengths.most <= limits.most && lengths.median <= limits.median {
        return Vec::new();
    }
    // Where the median is too long, sentences between both limits are, too.
    let limit = if lengths.median > limits.median { limits.median } else { limits.most };
    let mut blocks: Vec<(usize, &BlockFact)> = Vec::new();
    each_block(page, |block, lengths| {
        let most = lengths.iter().copied().max().unwrap_or(0);
        if most > limit * TENTHS_OF_WORD {
            blocks.push((most, block));
        }
    });
    blocks.sort_by_key(|(most, _)| std::cmp::Reverse(*most));
    let sentence = |(tenths, block): &(usize, &'a BlockFact)| {
        let mut own = sentences(text_of(page, block));
        let text = own.find(|sentence| tenths_of_words(sentence) == *tenths)?;
        Some(Long { text, tenths: *tenths, line: block.place.line })
    };
    blocks.iter().take(SHOWN).filter_map(sentence).collect()
}

/// The longest paragraphs, of those that are too long.
pub(super) fn longest_paragraphs(page: &Page) -> Vec<Long<'_>> {
    let mut all: Vec<&BlockFact> = Vec::new();
    each_block(page, |block, _| {
        if is_paragraph(block) && block.tenths_of_words > PARAGRAPH_MOST_PASS * TENTHS_OF_WORD {
            all.push(block);
        }
    });
    all.sort_by_key(|block| std::cmp::Reverse(block.tenths_of_words));
    let shown = all.into_iter().take(SHOWN).map(|block| Long {
        text: text_of(page, block),
        tenths: block.tenths_of_words,
        line: block.place.line,
    });
    shown.collect()
}
