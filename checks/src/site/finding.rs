//! What the rules find.

use serde::{Deserialize, Serialize};

use super::rule::Rule;

/// The most pages that one finding names, unless all are asked for; [`SiteFinding::total`] counts
/// all.
pub const PAGES_SHOWN: usize = 20;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Wrong.
    Fail,
    /// Could be better.
    Warn,
}

/// One finding about several pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteFinding {
    /// The rule.
    pub rule: Rule,
    /// How bad it is.
    pub severity: Severity,
    /// What was found, in one sentence. Page text and code are in Markdown code spans.
    pub summary: String,
    /// What to do, in one or two sentences; page text and code as in `summary`.
    pub fix: String,
    /// The value to use everywhere, where the rule can name one. Untrusted text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed: Option<String>,
    /// The first pages, by address.
    pub pages: Vec<FoundPage>,
    /// How many pages there are.
    pub total: usize,
}

/// A page of a finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundPage {
    /// Its address.
    pub url: String,
    /// What holds of this page alone, as a clause or a value; empty where the summary says all.
    /// Page text is in code spans.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// A rule that could not be judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotJudged {
    /// The rule.
    pub rule: Rule,
    /// Why, in one sentence.
    pub reason: String,
}

/// What the rules say of a site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Judged {
    /// What was found: by rule, failures first, then by the number of pages.
    pub findings: Vec<SiteFinding>,
    /// The rules, or parts of them, that could not be judged, and why.
    pub not_judged: Vec<NotJudged>,
}
