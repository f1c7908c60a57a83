//! How much there is to quote, and what that leaves of the score.

use crate::report::ScoreLength;
use crate::weights::{LENGTH_FULL, LENGTH_PERCENT};

/// The length of the text that the score depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// Word equivalents of the text that can be quoted.
    pub words: usize,
    /// Word equivalents that the page has at least once it is as long as `content-depth` asks.
    pub asked: usize,
}

impl Length {
    /// What is left of the score, in percent: between two lengths of the table as far as the length
    /// lies between them, rounded down.
    pub(crate) fn percent(self) -> u8 {
        let after = LENGTH_PERCENT.partition_point(|(words, _)| *words <= self.words);
        match (after.checked_sub(1).map(|at| LENGTH_PERCENT[at]), LENGTH_PERCENT.get(after)) {
            (None, _) => LENGTH_PERCENT[0].1,
            (Some((_, percent)), None) => percent,
            (Some((from, low)), Some((to, high))) => {
                let rise = usize::from(high - low) * (self.words - from) / (to - from);
                low + u8::try_from(rise).unwrap_or(high - low)
            }
        }
    }

    /// The same text once it is as long as `content-depth` asks.
    pub(crate) fn once_expanded(self) -> Self {
        Self { words: self.words.max(self.asked), ..self }
    }

    /// What reports say of it.
    pub(crate) fn view(self) -> ScoreLength {
        ScoreLength {
            word_equivalents: self.words,
            percent: self.percent(),
            full_from: LENGTH_FULL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(words: usize) -> u8 {
        Length { words, asked: 0 }.percent()
    }

    #[test]
    fn lengths_of_the_table_have_their_percentages_and_others_lie_between() {
        for (words, at) in LENGTH_PERCENT {
            assert_eq!(percent(words), at, "{words}");
        }
        assert_eq!([0, 49, 75, 350, 750, 5_000].map(percent), [40, 40, 45, 70, 90, 100]);
    }

    #[test]
    fn no_word_lowers_the_percentage() {
        assert!((0..2_000).map(percent).is_sorted());
        assert_eq!(percent(LENGTH_FULL), 100);
        assert!(percent(LENGTH_FULL - 1) < 100);
    }
}
