//! What the length of the text does to the score.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Report;

/// Length of the text, and the share of the score that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreLength {
    /// Length of the text in words; in languages without spaces, in equivalents of English words.
    pub word_equivalents: usize,
    /// Share of the raw score that is left, in percent.
    #[schemars(range(min = 40, max = 100))]
    pub percent: u8,
    /// Length from which the whole raw score is left.
    pub full_from: usize,
}

impl Report {
    /// The score without caps: what the length of the text leaves of the raw score.
    #[must_use]
    pub fn uncapped_score(&self) -> u8 {
        scaled(self.raw_score, self.length.map_or(100, |length| length.percent))
    }
}

/// That percentage of a score, rounded half up.
pub(crate) fn scaled(score: u8, percent: u8) -> u8 {
    let scaled = (u16::from(score) * u16::from(percent) + 50) / 100;
    u8::try_from(scaled).unwrap_or(score)
}
