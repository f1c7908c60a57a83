//! What a rule proposes.

use crate::edit::Edit;

/// What an edit keeps of the page's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::patch) enum Keeps {
    /// All of it, word for word.
    #[default]
    Text,
    /// Every word, in another order.
    Words,
    /// All of it but those, which stand before words in that order.
    AllBut(Vec<String>),
}

/// An edit that a rule would make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::patch) struct Proposal {
    /// What it does, as an order: "Add a canonical link". It names no line: earlier edits move it.
    pub(in crate::patch) title: String,
    pub(in crate::patch) edits: Vec<Edit>,
    /// A check that has to pass with it.
    pub(in crate::patch) must_pass: Option<&'static str>,
    pub(in crate::patch) keeps: Keeps,
}

impl Proposal {
    pub(super) fn new(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), edits, must_pass: None, keeps: Keeps::Text }
    }

    pub(super) fn that_keeps(self, keeps: Keeps) -> Self {
        Self { keeps, ..self }
    }

    /// Where its first edit begins, in bytes of the source.
    pub(in crate::patch) fn start(&self) -> usize {
        self.edits.iter().map(|edit| edit.range.start).min().unwrap_or(0)
    }
}
