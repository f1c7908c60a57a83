//! A sentence of a report, as HTML.

use std::fmt;

use askama::filters::HtmlSafe;
use citable_checks::quoted;

use crate::render::{advice, sentence};

/// A sentence whose words are escaped, and whose code spans are `code` elements.
pub(crate) struct Sentence(String);

impl Sentence {
    /// Returns a sentence of a report.
    pub(crate) fn of(text: &str) -> Self {
        Self(quoted::html(&sentence(text)))
    }

    pub(super) fn advice(text: &str) -> Self {
        Self(quoted::html(&advice(text)))
    }

    /// Several, which are cut already; none where there are none.
    pub(super) fn listed(texts: &[String]) -> Option<Self> {
        let listed: Vec<String> = texts.iter().map(|text| quoted::html(text)).collect();
        (!listed.is_empty()).then(|| Self(listed.join("; ")))
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Everything in it is escaped.
impl HtmlSafe for Sentence {}
