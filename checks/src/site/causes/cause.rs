//! What causes are made from, and what they are.

use serde::{Deserialize, Serialize};

use crate::report::{GainKind, PageKind, Status};
use crate::site::facts::Template;

/// A check that failed or warned on one page, and its fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundCheck {
    /// ID of the check.
    pub check: String,
    /// `fail` or `warn`.
    pub status: Status,
    /// Value from 0 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u8>,
    /// First line in the source that the finding names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Finding in one sentence; page text and code are in Markdown code spans.
    pub summary: String,
    /// ID of the fix ([`crate::report::RecommendedFix::id`]); the ID of the check where it has none.
    pub fix: String,
    /// Title of the fix; empty where it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fix_title: String,
    /// Points that the fix gains; none where unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<u8>,
    /// How certain the gain is.
    #[serde(default, skip_serializing_if = "GainKind::is_exact")]
    pub gain_kind: GainKind,
    /// How much of the reach of all engines it takes, of 100 by their shares.
    #[serde(default)]
    pub reach_lost: u8,
}

/// What causes are made from: the failed and warned checks of one page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageRowFindings {
    /// Address of the page.
    pub url: String,
    /// What it is made from.
    pub template: Template,
    /// Kind of page that it was judged as.
    pub kind: PageKind,
    /// Whether its score has low confidence.
    pub low_confidence: bool,
    /// The checks that failed or warned, in catalogue order.
    pub findings: Vec<FoundCheck>,
}

/// Where a cause acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Scope {
    /// On the whole site.
    Site {
        /// Number of all pages.
        pages: usize,
    },
    /// On the pages of one template.
    Template {
        /// Where they stand, such as `/blog/…`.
        label: String,
        /// Number of its pages.
        pages: usize,
    },
    /// On single pages, or on several templates.
    Other,
}

/// What to edit for a cause: the fix that most of its pages need, as written for the median of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CauseFix {
    /// ID of the fix.
    pub id: String,
    /// What to do; empty where it is unknown.
    pub title: String,
    /// The page that it was written for.
    pub url: String,
}

/// Pages that a cause names, unless all are asked for.
pub const PAGES_NAMED: usize = 3;

/// One reason for findings on many pages: what one fix is for that says to do the same on each of
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cause {
    /// ID of the check that the summary is about.
    pub check: String,
    /// IDs of all checks that the fix is for.
    pub checks: Vec<String>,
    /// `fail` if a check fails on the page that the fix was written for, else `warn`.
    pub status: Status,
    /// What was found and where, in one sentence: "37 of 37 pages in `/blog/…`: No canonical link
    /// found."
    pub summary: String,
    /// Where it acts.
    pub scope: Scope,
    /// Number of pages that it holds for.
    pub total: usize,
    /// The first of them: the median page, then by address.
    pub pages: Vec<String>,
    /// What to edit.
    pub fix: CauseFix,
    /// Sum over its pages of the reach that it takes, 100 for each that no engine can use.
    pub reach_lost: u64,
    /// Sum over its pages of the points that the fix gains.
    pub gain: u64,
    /// How certain the gain is: `exact` if it is on each page.
    pub gain_kind: GainKind,
    /// Number of its pages whose score has low confidence.
    #[serde(default, skip_serializing_if = "is_none")]
    pub low_confidence_pages: u64,
    /// Part of `gain` on these pages.
    #[serde(default, skip_serializing_if = "is_none")]
    pub low_confidence_gain: u64,
    /// Whether it gains the same on each of them.
    #[serde(skip)]
    pub even_gain: bool,
}

/// Whether there is nothing to say of that number.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_none(number: &u64) -> bool {
    *number == 0
}
