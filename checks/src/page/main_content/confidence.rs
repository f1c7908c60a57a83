//! Whether what was taken for the content may be something else.
//!
//! Each sign was looked for among pages that are read badly, and is rare among those that are read
//! well.

use crate::page::flow::Flow;
use crate::page::prose::Prose;

/// Two ways of finding the content agree where they share this much of what either holds.
const AGREE_PERCENT: usize = 66;
/// Content with less of the visible text leaves out most of the page.
const LEAST_PERCENT: usize = 10;
/// So does content with less than this, where it is short or tells little.
const LITTLE_PERCENT: usize = 25;
/// Content of fewer bytes is short.
const SHORT_BYTES: usize = 600;
/// Content with a smaller share of prose tells little.
const PROSE_PERCENT: usize = 50;
/// Where its blocks have fewer bytes on average, it is labels and buttons.
const BLOCK_BYTES: usize = 30;
/// Of fewer blocks the average says nothing.
const BLOCKS: usize = 20;

/// Whether another reading of the page gives something else, most of the page is left out, or what
/// is left is made of labels.
pub(super) fn is_unsure(flow: &Flow, blocks: &[bool], alternative: &[bool]) -> bool {
    let content = Measure::of(flow, blocks);
    disagree(flow, blocks, alternative) || content.is_small_part(flow) || content.is_labels()
}

struct Measure {
    blocks: usize,
    bytes: usize,
    prose: usize,
}

impl Measure {
    fn of(flow: &Flow, chosen: &[bool]) -> Self {
        let mut measure = Self { blocks: 0, bytes: 0, prose: 0 };
        let prose = Prose::of(flow, |_| true);
        for (at, block) in flow.blocks.iter().enumerate().filter(|(at, _)| chosen[*at]) {
            measure.blocks += 1;
            measure.bytes += block.text.len();
            measure.prose += prose.between(at, at + 1);
        }
        measure
    }

    fn is_small_part(&self, flow: &Flow) -> bool {
        let is_below = |percent: usize| self.bytes * 100 < flow.text.len() * percent;
        let tells_little =
            self.bytes < SHORT_BYTES || self.prose * 100 < self.bytes * PROSE_PERCENT;
        is_below(LEAST_PERCENT) || (is_below(LITTLE_PERCENT) && tells_little)
    }

    fn is_labels(&self) -> bool {
        self.blocks >= BLOCKS && self.bytes < self.blocks * BLOCK_BYTES
    }
}

/// Whether too little of what one or the other holds is in both, by bytes.
fn disagree(flow: &Flow, one: &[bool], other: &[bool]) -> bool {
    let (mut both, mut either) = (0, 0);
    for (block, (one, other)) in flow.blocks.iter().zip(one.iter().zip(other)) {
        both += if *one && *other { block.text.len() } else { 0 };
        either += if *one || *other { block.text.len() } else { 0 };
    }
    both * 100 < either * AGREE_PERCENT
}
