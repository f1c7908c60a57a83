//! How long the sentences and paragraphs of a page are.

use super::limits::Limits;
use crate::catalogue::evidence::prose::is_prose;
use crate::catalogue::structure::content_depth::stamp;
use crate::check::measure;
use crate::grade::{cost, is_above, left_after};
use crate::page::Page;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::text::TENTHS_OF_WORD;
use crate::report::Detail;
use crate::weights::{EXCEEDED_TIMES, PARAGRAPH_MOST_PASS};
use crate::wording::capitalised;

/// The fewest paragraphs of which one in ten says something; of fewer the median is looked at.
const PARAGRAPHS_FROM: usize = 10;

/// Words between two ends of sentences that nobody writes: a log, or an enumeration.
const LOGGED_WORDS: usize = 250;

/// Lengths of the prose, in word equivalents.
pub(super) struct Lengths {
    pub(super) sentences: usize,
    pub(super) median: usize,
    /// Nine of ten sentences are at most that long.
    pub(super) most: usize,
    /// Nine of ten paragraphs are at most that long; half of them, where there are few.
    pub(super) paragraph_most: usize,
    /// Whether there are enough paragraphs to speak of nine of ten.
    pub(super) has_many_paragraphs: bool,
    pub(super) tenths_of_words: usize,
    /// How long sentences may be.
    pub(super) limits: Limits,
}

impl Lengths {
    pub(super) fn of(page: &Page, limits: Limits) -> Self {
        let mut tenths: Vec<usize> = Vec::new();
        let mut paragraphs: Vec<usize> = Vec::new();
        each_block(page, |block, lengths| {
            tenths.extend(lengths);
            if is_paragraph(block) {
                paragraphs.push(block.tenths_of_words);
            }
        });
        let has_many_paragraphs = paragraphs.len() >= PARAGRAPHS_FROM;
        let paragraph_percent = if has_many_paragraphs { 90 } else { 50 };
        Self {
            limits,
            has_many_paragraphs,
            sentences: tenths.len(),
            tenths_of_words: tenths.iter().sum(),
            median: place(&mut tenths, 50),
            most: place(&mut tenths, 90),
            paragraph_most: place(&mut paragraphs, paragraph_percent),
        }
    }

    /// What is left of 100 once each of the three lengths has taken off what it is too long by.
    pub(super) fn worth(&self) -> u8 {
        let taken = |most: usize, fail_at: usize, length: usize| match is_above(most, length) {
            true => cost(fail_at, most, length),
            false => 0,
        };
        let Limits { median, median_fail, most } = self.limits;
        left_after([
            taken(median, median_fail, self.median),
            taken(most, most * EXCEEDED_TIMES, self.most),
            taken(PARAGRAPH_MOST_PASS, PARAGRAPH_MOST_PASS * EXCEEDED_TIMES, self.paragraph_most),
        ])
    }

    /// The paragraphs whose length is looked at.
    pub(super) fn paragraphs(&self) -> &'static str {
        if self.has_many_paragraphs { "9 of 10 paragraphs" } else { "half of the paragraphs" }
    }

    pub(super) fn details(&self) -> [Detail; 3] {
        let row = |label: &str, words: usize, most: usize| Detail {
            expected: Some(format!("at most {most} words")),
            ..measure(label, format!("{words} words"))
        };
        [
            row("Median sentence", self.median, self.limits.median),
            row("9 of 10 sentences", self.most, self.limits.most),
            row(&capitalised(self.paragraphs()), self.paragraph_most, PARAGRAPH_MOST_PASS),
        ]
    }
}

/// Whether a block is one of the paragraphs whose length is looked at.
pub(super) fn is_paragraph(block: &BlockFact) -> bool {
    matches!(block.kind, BlockKind::Paragraph | BlockKind::Cell)
}

/// Shows each block of prose with the lengths of its sentences.
pub(super) fn each_block<'a>(page: &'a Page, mut see: impl FnMut(&'a BlockFact, &'a [usize])) {
    let outline = &page.document.outline;
    let mut rest = outline.sentence_tenths.as_slice();
    for block in &outline.blocks {
        let (own, after) = rest.split_at(block.sentences.min(rest.len()));
        rest = after;
        let is_log = own.iter().any(|tenths| *tenths > LOGGED_WORDS * TENTHS_OF_WORD);
        // A line that says when the page was changed is no paragraph.
        let is_apart = || is_log || stamp::is_one(&page.document, block);
        if block.place.in_main && is_prose(page, block) && !is_apart() {
            see(block, own);
        }
    }
}

/// The value below or at which so many percent of the values are, in word equivalents.
fn place(tenths: &mut [usize], percent: usize) -> usize {
    let Some(last) = tenths.len().checked_sub(1) else { return 0 };
    let at = (tenths.len() * percent).div_ceil(100).saturating_sub(1).min(last);
    let (_, value, _) = tenths.select_nth_unstable(at);
    *value / TENTHS_OF_WORD
}
