//! The fixes of a report.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::EvidenceStrength;

/// Recommended fix: in full, or locked and shown by title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Recommendation {
    /// Fix in full.
    Full(Box<RecommendedFix>),
    /// Fix shown by title only: beyond the viewer's allowance.
    Locked(LockedFix),
}

impl Recommendation {
    /// Returns the rank; 1 is the best.
    pub fn rank(&self) -> u32 {
        match self {
            Self::Full(fix) => fix.rank,
            Self::Locked(fix) => fix.rank,
        }
    }

    /// Returns the title.
    pub fn title(&self) -> &str {
        match self {
            Self::Full(fix) => &fix.title,
            Self::Locked(fix) => &fix.title,
        }
    }

    /// Returns the fix, if it is shown in full.
    pub fn full(&self) -> Option<&RecommendedFix> {
        match self {
            Self::Full(fix) => Some(fix),
            Self::Locked(_) => None,
        }
    }
}

/// Fix: what to do, why, how, and what it gains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecommendedFix {
    /// Rank of the fix; 1 is the best.
    #[schemars(range(min = 1))]
    pub rank: u32,
    /// ID of what the fix edits. Stable across scans.
    pub id: String,
    /// IDs of the checks it fixes, in catalogue order.
    pub check_ids: Vec<String>,
    /// Always false.
    #[schemars(extend("const" = false))]
    pub locked: bool,
    /// What to do. Page text and code are in Markdown code spans, here and in the steps.
    pub title: String,
    /// Why the fix matters to answer engines.
    pub why: String,
    /// Steps to apply the fix.
    pub steps: Vec<String>,
    /// Snippet to paste after checking its values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snippet: Option<String>,
    /// How to verify the fix.
    pub verify: String,
    /// Effort: 1 a line of configuration, 2 a template, 3 text of this page, 5 engineering.
    #[schemars(extend("enum" = [1, 2, 3, 5]))]
    pub effort: u8,
    /// Points gained once all fixes before it are applied; null if unknown.
    #[schemars(range(max = 100))]
    pub gain: Option<u8>,
    /// How certain the gain is.
    pub gain_kind: GainKind,
    /// True if only the owner can tell whether the fix suits the page. Such fixes rank as if they
    /// gained a third. Omitted if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub conditional: bool,
    /// Score once this and all fixes before it are applied; null if unknown.
    #[schemars(range(max = 100))]
    pub projected_score: Option<u8>,
    /// Sources the rule is based on.
    pub evidence: Vec<Evidence>,
}

/// How certain a gain is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum GainKind {
    /// All other checks keep their verdicts.
    #[default]
    Exact,
    /// More checks become applicable; the gain is reached if they pass.
    AtMost,
    /// Checks that could not run become applicable; the gain is unknown.
    Unlocks,
}

impl GainKind {
    /// Whether nothing has to be said of it.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        *self == Self::Exact
    }
}

/// Source that a rule is based on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EvidenceSource")]
pub struct Evidence {
    /// Title of the source.
    pub title: String,
    /// URL of the source.
    pub url: String,
    /// Strength of the evidence.
    pub strength: EvidenceStrength,
}

/// Fix shown by title only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LockedFix {
    /// Rank of the fix; 1 is the best.
    #[schemars(range(min = 1))]
    pub rank: u32,
    /// Always true.
    #[schemars(extend("const" = true))]
    pub locked: bool,
    /// What to do.
    pub title: String,
}
