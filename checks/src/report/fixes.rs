//! The fixes of a report.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::EvidenceStrength;

/// A recommended fix, in full or by its title only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Recommendation {
    /// In full.
    Full(Box<RecommendedFix>),
    /// By its title: more fixes than this viewer sees.
    Locked(LockedFix),
}

impl Recommendation {
    /// 1 is the best.
    pub fn rank(&self) -> u32 {
        match self {
            Self::Full(fix) => fix.rank,
            Self::Locked(fix) => fix.rank,
        }
    }

    /// What to do.
    pub fn title(&self) -> &str {
        match self {
            Self::Full(fix) => &fix.title,
            Self::Locked(fix) => &fix.title,
        }
    }

    /// The fix, where it is shown.
    pub fn full(&self) -> Option<&RecommendedFix> {
        match self {
            Self::Full(fix) => Some(fix),
            Self::Locked(_) => None,
        }
    }
}

/// A fix: what to do, why, how, and what it gains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecommendedFix {
    /// 1 is the best.
    pub rank: u32,
    /// What is edited; stable from scan to scan.
    pub id: String,
    /// The checks that it mends, in catalogue order.
    pub check_ids: Vec<String>,
    /// Always false.
    #[schemars(extend("const" = false))]
    pub locked: bool,
    /// What to do. Text of the page and code stand in code spans of Markdown, here and in the steps.
    pub title: String,
    /// Why engines care.
    pub why: String,
    /// How, step by step.
    pub steps: Vec<String>,
    /// Something to paste.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snippet: Option<String>,
    /// How to see that it is done.
    pub verify: String,
    /// What it takes: 1 a line of configuration, 2 a template, 3 this page's text, 5 engineering.
    pub effort: u8,
    /// Points that it adds to the score once the fixes before it are done; null where that cannot
    /// be told.
    pub gain: Option<u8>,
    /// What the gain is.
    pub gain_kind: GainKind,
    /// The score once this and the fixes before it are done; null where that cannot be told.
    pub projected_score: Option<u8>,
    /// What the rule rests on.
    pub evidence: Vec<Evidence>,
}

/// What a gain is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum GainKind {
    /// Every check stays judged as now.
    Exact,
    /// Other checks become applicable; the gain holds where they pass.
    AtMost,
    /// It opens checks that could not be judged, so nothing can be promised.
    Unlocks,
}

/// A source for a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// What it is.
    pub title: String,
    /// Where it is.
    pub url: String,
    /// How well it supports the rule.
    pub strength: EvidenceStrength,
}

/// A fix that this viewer sees by its title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LockedFix {
    /// 1 is the best.
    pub rank: u32,
    /// Always true.
    #[schemars(extend("const" = true))]
    pub locked: bool,
    /// What to do.
    pub title: String,
}
