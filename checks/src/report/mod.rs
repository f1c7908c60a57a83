//! The report: what a finished scan says. Its JSON form is part of the contract.
//!
//! Everything in a report follows from the snapshot and the catalogue, so the same bytes give the
//! same report. Nothing in it tells who asked, or why. In its sentences (summaries, labels,
//! measures, fixes) text of the page stands in code spans ([`crate::quoted`]); excerpts, selectors,
//! addresses and the page's title are text of the page and nothing else.

mod fixes;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use fixes::{Evidence, GainKind, LockedFix, Recommendation, RecommendedFix};

/// The report of one finished scan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The scan's id.
    pub id: String,
    /// Always `done`.
    pub status: ReportStatus,
    /// The normalised address that was asked for.
    pub url: String,
    /// The address that answered.
    pub final_url: String,
    /// SHA-256 of `url`, 64 lower-case hex characters.
    pub url_hash: String,
    /// When the page was fetched (RFC 3339, UTC, milliseconds).
    pub scanned_at: String,
    /// 0 to 100: the raw score under its caps.
    pub score: u8,
    /// 0 to 100: the weighted mean of the applicable checks.
    pub raw_score: u8,
    /// The score in a word.
    pub band: Band,
    /// What limits the score, strictest first; empty where nothing does.
    pub caps: Vec<Cap>,
    /// How far each answer engine can use the page.
    pub engines: Vec<EngineVerdict>,
    /// The categories in catalogue order.
    pub categories: Vec<CategoryScore>,
    /// Where the page stands among pages of its kind; empty where it cannot be said.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// The checks that ran, in catalogue order.
    pub checks: Vec<CheckResult>,
    /// How many checks of the catalogue ran.
    pub checks_run: u8,
    /// How many checks the catalogue has.
    pub checks_total: u8,
    /// Fixes, best first.
    pub recommendations: Vec<Recommendation>,
    /// How many fixes there are.
    pub recommendations_total: u32,
    /// How many of them this viewer sees by title only.
    pub recommendations_locked: u32,
    /// What the page is.
    pub page: PageSummary,
    /// Weight of the applicable checks, in percent of what pages of this kind can have.
    pub coverage: u8,
    /// True if coverage is under 60, or the reading was unsure.
    pub low_confidence: bool,
    /// Version of checks, weights and thresholds.
    pub catalogue_version: String,
    /// Version of the crawler registry.
    pub registry_version: String,
    /// SHA-256 of the snapshot, 64 lower-case hex characters.
    pub snapshot_hash: String,
}

/// The state of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportStatus {
    /// Finished.
    Done,
}

/// The score in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// 90 and more.
    Excellent,
    /// 75 to 89.
    Good,
    /// 55 to 74.
    Fair,
    /// 30 to 54.
    Poor,
    /// Under 30.
    VeryWeak,
}

/// A limit on the score that lies under the raw score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cap {
    /// The score can be no higher than this.
    pub limit: u8,
    /// Why, in one sentence.
    pub reason: String,
    /// The checks that it follows from.
    pub check_ids: Vec<String>,
}

/// How far one answer engine can use the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EngineVerdict {
    /// `google`, `chatgpt`, `perplexity`, `claude` or `copilot`.
    pub id: String,
    /// The engine's name.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// 0 to 100: the product of access, indexing, snippet, text and wall.
    pub reach: u8,
    /// Why the reach is under 100.
    pub reasons: Vec<ReachReason>,
}

/// Whether an engine can use the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Reach 100.
    Eligible,
    /// Reach between.
    Limited,
    /// Reach 0.
    Blocked,
}

/// Why an engine's reach is under 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReachReason {
    /// robots.txt blocks its crawler.
    RobotsBlocked,
    /// The page asks not to be indexed.
    Noindex,
    /// The page forbids snippets.
    Nosnippet,
    /// The page limits snippets.
    SnippetLimited,
    /// The page forbids a cached copy (Bing).
    Noarchive,
    /// Text is only there with JavaScript.
    TextNeedsJavascript,
    /// A wall stands before the text.
    Wall,
    /// The page does not answer with a document.
    PageUnavailable,
}

/// One category's share of the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryScore {
    /// The category.
    pub id: Category,
    /// Its name.
    pub title: String,
    /// 0 to 100, or null where no check of it applies.
    pub score: Option<u8>,
    /// Sum of its checks' weights in the catalogue.
    pub weight: u8,
    /// Checks passed.
    pub passed: u8,
    /// Checks with a warning.
    pub warned: u8,
    /// Checks failed.
    pub failed: u8,
    /// Checks that do not apply.
    pub not_applicable: u8,
}

/// The categories in catalogue order.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Crawlers can fetch the page.
    Access,
    /// Engines may index and quote it.
    Indexing,
    /// Its text can be read.
    Extraction,
    /// Its text is built to be quoted.
    Structure,
    /// It backs what it says.
    Evidence,
    /// It says who wrote it, and when.
    Provenance,
    /// Its structured data is right.
    Schema,
}

/// Where the page stands in one category among the pages of its kind in the reference set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The category. Provenance is compared without `freshness`.
    pub category: Category,
    /// Percent of those pages with a lower score in the category.
    pub better_than: u8,
    /// Number of those pages.
    pub of: u32,
    /// Their kind, which is this page's.
    pub kind: PageKind,
    /// Name of the set, such as `November 2026`.
    pub set: String,
}

/// What one check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckResult {
    /// The check's id, such as `robots-search-bots`.
    pub id: String,
    /// Its number in the catalogue.
    pub number: u8,
    /// What it asks for.
    pub title: String,
    /// Its category.
    pub category: Category,
    /// The verdict.
    pub status: Status,
    /// 0, 25, 50, 75 or 100; null where it does not apply.
    pub value: Option<u8>,
    /// Its weight of 100.
    pub weight: u8,
    /// How well the rule is supported by evidence.
    pub evidence_strength: EvidenceStrength,
    /// What was found, in one sentence. Text of the page and code stand in code spans of Markdown.
    pub summary: String,
    /// What it rests on.
    pub details: Vec<Detail>,
}

/// A check's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Good.
    Pass,
    /// Could be better.
    Warn,
    /// Wrong.
    Fail,
    /// Does not apply, or could not be seen.
    Na,
}

/// How well a rule is supported by evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceStrength {
    /// Documented by the engines, or shown by several large studies.
    Strong,
    /// Shown by one good study.
    Moderate,
    /// Shown weakly, or against counter-evidence.
    Weak,
    /// Good practice without measured effect.
    Convention,
}

/// One thing that was seen. It describes and never carries the fix.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// What this is about.
    pub label: String,
    /// The words of the page, at most 160 characters. Untrusted text.
    pub excerpt: String,
    /// A CSS selector of the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// The line in the source (page, or robots.txt where the label says so).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<String>,
    /// What was expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

/// What the page is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageSummary {
    /// The kind of page.
    pub kind: PageKind,
    /// Why it is taken for that.
    pub kind_reason: String,
    /// Primary language subtag, or `und`.
    pub language: String,
    /// The title. Untrusted text, at most 300 characters.
    pub title: String,
    /// Length of the main content in word equivalents.
    pub word_equivalents: usize,
    /// Bytes of the page, content coding undone.
    pub bytes: usize,
}

/// The kinds of page.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum PageKind {
    /// A site's start page.
    Home,
    /// An article.
    Article,
    /// A product.
    Product,
    /// Documentation.
    Docs,
    /// Questions and answers, or a forum.
    Qa,
    /// A list of other pages.
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
