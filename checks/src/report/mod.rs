//! The report: what a finished scan says. Its JSON form is part of the contract.
//!
//! Everything in a report follows from the snapshot and the catalogue, so the same bytes give the
//! same report. Nothing in it tells who asked, or why. In its sentences (summaries, labels,
//! measures, fixes) text of the page stands in code spans ([`crate::quoted`]); excerpts, selectors,
//! addresses and the page's title are text of the page and nothing else.

mod fixes;
mod length;
mod rendering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use fixes::{Evidence, GainKind, LockedFix, Recommendation, RecommendedFix};
pub use length::ScoreLength;
pub(crate) use length::scaled;
pub use rendering::{RenderedFact, RenderingState, RenderingView};

/// The report of one finished scan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// ID of the scan.
    pub id: String,
    /// Always `done`.
    pub status: ReportStatus,
    /// Normalized URL that was requested.
    pub url: String,
    /// Final URL, after redirects.
    pub final_url: String,
    /// SHA-256 of `url` in hex.
    #[schemars(extend("pattern" = "^[0-9a-f]{64}$"))]
    pub url_hash: String,
    /// Time at which the page was fetched.
    pub scanned_at: String,
    /// Score from 0 to 100: the raw score, scaled by the length of the text and limited by the caps.
    #[schemars(range(max = 100))]
    pub score: u8,
    /// Weighted mean of the applicable checks, from 0 to 100.
    #[schemars(range(max = 100))]
    pub raw_score: u8,
    /// Rating of the score.
    pub band: Band,
    /// How the length of the text scales the score; null if it doesn't.
    #[serde(default)]
    pub length: Option<ScoreLength>,
    /// Caps that limit the score, strictest first.
    pub caps: Vec<Cap>,
    /// Verdict for each answer engine.
    pub engines: Vec<EngineVerdict>,
    /// Scores by category, in catalogue order.
    pub categories: Vec<CategoryScore>,
    /// Comparison with pages of the same kind in the reference set; empty if unknown.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// Results of the checks, in catalogue order.
    pub checks: Vec<CheckResult>,
    /// Number of checks that ran.
    #[schemars(range(max = 34))]
    pub checks_run: u8,
    /// Number of checks in the catalogue.
    #[schemars(range(max = 34))]
    pub checks_total: u8,
    /// Recommended fixes, best first. Each gain builds on the fixes before it.
    pub recommendations: Vec<Recommendation>,
    /// Number of fixes.
    pub recommendations_total: u32,
    /// Number of fixes shown by title only.
    pub recommendations_locked: u32,
    /// Summary of the page.
    pub page: PageSummary,
    /// The page once JavaScript has run.
    #[serde(default)]
    pub rendering: RenderingView,
    /// Weight of the applicable checks, as a percentage of the maximum for pages of this kind.
    #[schemars(range(max = 100))]
    pub coverage: u8,
    /// True if `coverage` is below 60 or the page could not be read reliably.
    pub low_confidence: bool,
    /// Reasons for the low confidence; empty if `lowConfidence` is false.
    #[serde(default)]
    pub low_confidence_reasons: Vec<Doubt>,
    /// Version of the catalogue: checks, weights and thresholds.
    pub catalogue_version: String,
    /// Version of the crawler registry.
    pub registry_version: String,
    /// SHA-256 of the snapshot in hex.
    #[schemars(extend("pattern" = "^[0-9a-f]{64}$"))]
    pub snapshot_hash: String,
}

/// Reason for low confidence.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "LowConfidenceReason")]
pub enum Doubt {
    /// Coverage is below 60.
    LowCoverage,
    /// Only part of the page was read.
    PageCut,
    /// The main content could not be identified with certainty.
    MainContentUnclear,
    /// A check could not read what it needed, such as robots.txt.
    NotSeen,
}

/// Status of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportStatus {
    /// Finished.
    Done,
}

/// Rating of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ScoreBand")]
pub enum Band {
    /// 90 or more.
    Excellent,
    /// 75 to 89.
    Good,
    /// 55 to 74.
    Fair,
    /// 30 to 54.
    Poor,
    /// Below 30.
    VeryWeak,
}

/// Cap below the score that the page would have without caps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ScoreCap")]
pub struct Cap {
    /// Highest score the cap allows.
    #[schemars(range(max = 100))]
    pub limit: u8,
    /// Reason for the cap, in one sentence.
    pub reason: String,
    /// IDs of the checks that cause the cap.
    pub check_ids: Vec<String>,
}

/// Verdict for one answer engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EngineVerdict {
    /// ID of the engine.
    #[schemars(extend("enum" = ["google", "chatgpt", "perplexity", "claude", "copilot"]))]
    pub id: String,
    /// Display name of the engine.
    pub name: String,
    /// Whether the engine can use the page.
    pub verdict: Verdict,
    /// Reach from 0 to 100: the product of the factors for access, indexing, snippets, text and
    /// walls.
    #[schemars(range(max = 100))]
    pub reach: u8,
    /// Reasons for a reach below 100.
    pub reasons: Vec<ReachReason>,
}

/// Whether an engine can use the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EngineEligibility")]
pub enum Verdict {
    /// Reach is 100.
    Eligible,
    /// Reach is between 1 and 99.
    Limited,
    /// Reach is 0.
    Blocked,
}

/// Reason for a reach below 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReachReason {
    /// robots.txt blocks the engine's crawler.
    RobotsBlocked,
    /// The page opts out of indexing.
    Noindex,
    /// The page forbids snippets.
    Nosnippet,
    /// The page limits snippets.
    SnippetLimited,
    /// The page forbids a cached copy (Bing).
    Noarchive,
    /// The text needs JavaScript.
    TextNeedsJavascript,
    /// A paywall, login or consent wall hides the text.
    Wall,
    /// The URL does not return a page.
    PageUnavailable,
}

/// Score of one category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryScore {
    /// ID of the category.
    pub id: Category,
    /// Display name of the category.
    pub title: String,
    /// Score from 0 to 100; null if no check applies.
    #[schemars(range(max = 100))]
    pub score: Option<u8>,
    /// Weight of the category out of 100.
    #[schemars(range(max = 100))]
    pub weight: u8,
    /// Number of passed checks.
    #[schemars(range(max = 34))]
    pub passed: u8,
    /// Number of checks with a warning.
    #[schemars(range(max = 34))]
    pub warned: u8,
    /// Number of failed checks.
    #[schemars(range(max = 34))]
    pub failed: u8,
    /// Number of checks that do not apply.
    #[schemars(range(max = 34))]
    pub not_applicable: u8,
}

/// Category of checks.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Whether crawlers can fetch the page.
    Access,
    /// Whether engines may index and quote the page.
    Indexing,
    /// Whether the text can be extracted.
    Extraction,
    /// Whether the text is structured for quoting.
    Structure,
    /// Whether claims are supported.
    Evidence,
    /// Whether author, publisher and dates are stated.
    Provenance,
    /// Whether the structured data is correct.
    Schema,
}

/// Comparison with pages of the same kind in the reference set, for one category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CategoryStanding")]
pub struct Standing {
    /// Category. `provenance` is compared without `freshness`.
    pub category: Category,
    /// Percentage of those pages that score lower in the category.
    #[schemars(range(max = 100))]
    pub better_than: u8,
    /// Number of compared pages.
    pub of: u32,
    /// Kind of the compared pages.
    pub kind: PageKind,
    /// Name of the reference set, such as `November 2026`.
    pub set: String,
}

/// Result of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckResult {
    /// ID of the check, such as `robots-search-bots`.
    pub id: String,
    /// Number of the check in the catalogue.
    #[schemars(range(min = 1, max = 34))]
    pub number: u8,
    /// Title of the check: the good state.
    pub title: String,
    /// Category of the check.
    pub category: Category,
    /// Verdict of the check.
    pub status: Status,
    /// Value from 0 (fail) to 100 (pass); null if the check does not apply.
    #[schemars(range(max = 100))]
    pub value: Option<u8>,
    /// Weight out of 100; 0 means informational.
    #[schemars(range(max = 100))]
    pub weight: u8,
    /// Strength of the evidence for the rule.
    pub evidence_strength: EvidenceStrength,
    /// Finding in one sentence. Page text and code are in Markdown code spans.
    pub summary: String,
    /// Observations the verdict is based on.
    pub details: Vec<Detail>,
}

/// Verdict of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CheckStatus")]
pub enum Status {
    /// Passed.
    Pass,
    /// Could be better.
    Warn,
    /// Failed.
    Fail,
    /// Does not apply, or could not be determined.
    Na,
}

/// Strength of the evidence for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceStrength {
    /// Documented by the engines or shown by several large studies.
    Strong,
    /// Shown by one good study.
    Moderate,
    /// Weak or contested evidence.
    Weak,
    /// Good practice without a measured effect.
    Convention,
}

/// Observation. It describes what was found and never contains the fix.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CheckDetail")]
pub struct Detail {
    /// Label of the observation.
    pub label: String,
    /// Excerpt of the page, at most 160 characters. Untrusted text.
    pub excerpt: String,
    /// CSS selector of the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Line in the source of the page, or of robots.txt if the label says so.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Measured value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<String>,
    /// Expected value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

/// Summary of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageSummary {
    /// Kind of page.
    pub kind: PageKind,
    /// Reason the page was classified as this kind.
    pub kind_reason: String,
    /// Primary language subtag, such as `en`; `und` if unknown.
    pub language: String,
    /// Title of the page, at most 300 characters. Untrusted text.
    pub title: String,
    /// Length of the main content in words. For writing systems without spaces, the length is
    /// converted to words.
    pub word_equivalents: usize,
    /// Size of the decoded page in bytes.
    pub bytes: usize,
}

/// Reason for a kind that the caller named.
pub const KIND_GIVEN: &str = "Set with --kind.";

/// Kind of page.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum PageKind {
    /// Home page of a site.
    Home,
    /// Article.
    Article,
    /// Product page.
    Product,
    /// Documentation.
    Docs,
    /// Questions and answers, or a forum thread.
    Qa,
    /// List of other pages.
    Listing,
    /// Anything else.
    Other,
}

impl PageKind {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Home,
        Self::Article,
        Self::Product,
        Self::Docs,
        Self::Qa,
        Self::Listing,
        Self::Other,
    ];

    /// Its name as reports have it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Article => "article",
            Self::Product => "product",
            Self::Docs => "docs",
            Self::Qa => "qa",
            Self::Listing => "listing",
            Self::Other => "other",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}
