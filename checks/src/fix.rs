//! What mends a check that failed or warned.

use crate::report::EvidenceStrength;

/// How to mend what one check found, in the page's own words.
///
/// It is what a viewer pays for: no part of it may stand in a check's summary or details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is edited. Fixes of several checks with one key are one edit.
    pub key: &'static str,
    /// What to do, as an order that names the page's own values: "Add a visible publication date".
    pub title: String,
    /// How, step by step.
    pub steps: Vec<String>,
    /// Something to paste, where there is something.
    pub snippet: Option<String>,
    /// How to see that it is done.
    pub verify: String,
    /// Ids of checks that may apply once it is done, and do not now.
    pub opens: &'static [&'static str],
    /// Its effort, where it takes more or less than fixes of its check do.
    pub effort: Option<u8>,
    /// Whether it adds what a documentation tool can be set to write, or can't.
    pub is_for_tool: bool,
    /// Whether only the owner can tell if it suits the page: it asks for content that may not fit the
    /// text and names no passage that needs it, or for a decision, such as on a paywall.
    pub is_conditional: bool,
    /// Whether it declares what kind of page this is. Where that was uncertain, what only warned for
    /// it may fail then.
    pub declares_kind: bool,
}

impl Fix {
    /// A fix that is an edit of its own: `key` is the id of its check.
    pub fn new(key: &'static str, title: impl Into<String>, verify: impl Into<String>) -> Self {
        Self {
            key,
            title: title.into(),
            steps: Vec::new(),
            snippet: None,
            verify: verify.into(),
            opens: &[],
            effort: None,
            is_for_tool: false,
            is_conditional: false,
            declares_kind: false,
        }
    }

    /// The same with one more step.
    #[must_use]
    pub fn step(mut self, step: impl Into<String>) -> Self {
        self.steps.push(step.into());
        self
    }

    /// The same with those steps.
    #[must_use]
    pub fn steps(mut self, steps: Vec<String>) -> Self {
        self.steps.extend(steps);
        self
    }

    /// The same with something to paste.
    #[must_use]
    pub fn snippet(self, snippet: impl Into<String>) -> Self {
        Self { snippet: Some(snippet.into()), ..self }
    }

    /// The same, where mending it makes other checks apply.
    #[must_use]
    pub fn opens(self, checks: &'static [&'static str]) -> Self {
        Self { opens: checks, ..self }
    }

    /// The same, where it takes that effort.
    #[must_use]
    pub fn effort(self, effort: u8) -> Self {
        Self { effort: Some(effort), ..self }
    }

    /// The same, where it adds what a documentation tool writes, if that is so.
    #[must_use]
    pub fn for_tool(self, is_for_tool: bool) -> Self {
        Self { is_for_tool, ..self }
    }

    /// The same, where only the owner can tell whether it suits the page, if that is so.
    #[must_use]
    pub fn conditional(self, is_conditional: bool) -> Self {
        Self { is_conditional, ..self }
    }

    /// The same, where it declares the page's kind.
    #[must_use]
    pub fn declaring_kind(self) -> Self {
        Self { declares_kind: true, ..self }
    }
}

/// A source for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// What it is.
    pub title: &'static str,
    /// Where it is.
    pub url: &'static str,
    /// How well it supports the rule.
    pub strength: EvidenceStrength,
}
