//! One page of a site, as one line of JSON: in the state of a run, in the output, and in a
//! baseline.

use std::io;

use citable_checks::evaluate::SitePage;
use citable_checks::failure::ScanFailure;
use citable_checks::report::{
    Band, Cap, EngineVerdict, GainKind, PageKind, ReachReason, Recommendation, Report, ScoreLength,
    Verdict,
};
use citable_checks::site::{FoundCheck, PageFacts, PageRowFindings, Standing};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::render::labels;

/// Fixes that are kept of a page.
pub const FIXES_KEPT: usize = 3;

/// One page of a site: its scan, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageRow {
    /// URL that was asked for; of a file of unknown URL its path from the folder, with a slash.
    pub url: String,
    /// File of the page, from the folder that was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// SHA-256 in hex of the file and what it was judged with; of a page on the web, of its options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_hash: Option<String>,
    /// When the page was fetched, in milliseconds since 1970-01-01T00:00:00Z. Only in the state:
    /// outputs of equal pages are equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fetched_at: Option<i64>,
    /// Why the page has no score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<ScanFailure>,
    /// The scan.
    #[serde(flatten)]
    pub scan: Option<PageScan>,
}

impl PageRow {
    /// Whether it doesn't count as a page: it only sends visitors to another URL, or is a search frame.
    pub fn is_counted_apart(&self) -> bool {
        let standing = self.scan.as_ref().map(|scan| scan.facts.standing);
        matches!(standing, Some(Standing::Forwarding | Standing::Frame))
    }
}

/// The pages of a site, sorted by URL, one after the other: all of them need not be in memory.
pub trait Rows {
    /// Calls `each` with every row, in order.
    ///
    /// # Errors
    /// When a row can't be read, and whatever `each` fails with.
    fn visit(&mut self, each: &mut dyn FnMut(&PageRow) -> io::Result<()>) -> io::Result<()>;
}

impl Rows for Vec<PageRow> {
    fn visit(&mut self, each: &mut dyn FnMut(&PageRow) -> io::Result<()>) -> io::Result<()> {
        self.iter().try_for_each(each)
    }
}

/// What is kept of a page's report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageScan {
    /// Score from 0 to 100.
    pub score: u8,
    /// Weighted mean of the checks that apply.
    pub raw_score: u8,
    /// Rating of the score.
    pub band: Band,
    /// True if the report is unsure.
    pub low_confidence: bool,
    /// Kind of page.
    pub kind: PageKind,
    /// Title of the page. Untrusted text.
    pub title: String,
    /// Version of the catalogue.
    pub catalogue_version: String,
    /// How the length of the text scales the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<ScoreLength>,
    /// Caps that limit the score.
    pub caps: Vec<Cap>,
    /// Reach of each engine.
    pub engines: Vec<EngineReach>,
    /// False if robots.txt or the response headers weren't read, so an engine that the page allows may
    /// still be kept out.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub reach_known: bool,
    /// Checks that failed or warned, in catalogue order.
    pub findings: Vec<FoundCheck>,
    /// The [`FIXES_KEPT`] best fixes, and those that lift a cap.
    pub fixes: Vec<RowFix>,
    /// IDs of the ignored checks that would fail or warn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<String>,
    /// What the rules of a site are judged by.
    pub facts: PageFacts,
    /// The whole report, with `--full`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Value>,
}

/// What rows say of themselves that don't say otherwise.
const fn yes() -> bool {
    true
}

/// Reach of one engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EngineReach {
    /// ID of the engine.
    pub id: String,
    /// Name of the engine.
    pub name: String,
    /// Whether it can use the page.
    pub verdict: Verdict,
    /// Reach from 0 to 100.
    pub reach: u8,
    /// Reasons for a reach below 100.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ReachReason>,
}

/// A fix, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RowFix {
    /// What it edits.
    pub id: String,
    /// IDs of the checks it fixes.
    pub check_ids: Vec<String>,
    /// What to do, page text in code spans.
    pub title: String,
    /// Effort, as in a report.
    pub effort: u8,
    /// Points gained.
    pub gain: Option<u8>,
    /// How certain the gain is.
    pub gain_kind: GainKind,
}

impl PageScan {
    /// The fix to name where only one is: one that lifts the strictest cap, else the one that gains
    /// most.
    #[must_use]
    pub fn main_fix(&self) -> Option<&RowFix> {
        let lifts = |cap: &Cap| {
            self.fixes.iter().find(|fix| fix.check_ids.iter().any(|id| cap.check_ids.contains(id)))
        };
        let by_gain = || self.fixes.iter().rev().max_by_key(|fix| fix.gain);
        self.caps.iter().find_map(lifts).or_else(by_gain)
    }

    /// What is kept of that report.
    #[must_use]
    pub fn of(page: SitePage, full: bool) -> Self {
        let SitePage { report, facts, ignored } = &page;
        Self {
            score: report.score,
            raw_score: report.raw_score,
            band: report.band,
            low_confidence: report.low_confidence,
            kind: report.page.kind,
            title: report.page.title.clone(),
            catalogue_version: report.catalogue_version.clone(),
            length: report.length,
            caps: report.caps.clone(),
            engines: report.engines.iter().map(EngineReach::of).collect(),
            reach_known: labels::knows_reach(report),
            findings: PageRowFindings::of(report, facts).findings,
            fixes: fixes(report),
            ignored: ignored.clone(),
            facts: facts.clone(),
            report: full.then(|| serde_json::to_value(report).unwrap_or_default()),
        }
    }
}

/// The best fixes, and what lifts a cap wherever it stands.
fn fixes(report: &Report) -> Vec<RowFix> {
    let caps: Vec<&String> = report.caps.iter().flat_map(|cap| &cap.check_ids).collect();
    let all = report.recommendations.iter().filter_map(RowFix::of).enumerate();
    let is_kept = |(rank, fix): &(usize, RowFix)| {
        *rank < FIXES_KEPT || fix.check_ids.iter().any(|id| caps.contains(&id))
    };
    all.filter(is_kept).map(|(_, fix)| fix).collect()
}

impl EngineReach {
    fn of(engine: &EngineVerdict) -> Self {
        Self {
            id: engine.id.clone(),
            name: labels::engine(engine),
            verdict: engine.verdict,
            reach: engine.reach,
            reasons: engine.reasons.clone(),
        }
    }
}

impl RowFix {
    fn of(recommendation: &Recommendation) -> Option<Self> {
        let fix = recommendation.full()?;
        Some(Self {
            id: fix.id.clone(),
            check_ids: fix.check_ids.clone(),
            title: fix.title.clone(),
            effort: fix.effort,
            gain: fix.gain,
            gain_kind: fix.gain_kind,
        })
    }
}
