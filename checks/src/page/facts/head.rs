//! What elements of the head say.

use crate::weights::REFRESH_SECONDS;

/// A `<link>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkFact {
    /// Line in the decoded source.
    pub line: u32,
    /// `href` as written, trimmed; empty where missing.
    pub href: String,
    /// Whether the element stands in `head` of the parsed tree.
    pub in_head: bool,
}

/// A `<frame>` of a frameset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameFact {
    /// Line in the decoded source.
    pub line: u32,
    /// `src` as written, trimmed; empty where missing.
    pub href: String,
    /// `name`, trimmed. Untrusted; empty where missing.
    pub name: String,
}

/// A `<meta name content>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaFact {
    /// Line in the decoded source.
    pub line: u32,
    /// `name` in lower case, trimmed.
    pub name: String,
    /// `content` as written, trimmed.
    pub content: String,
    /// Whether the element stands in `head` of the parsed tree.
    pub in_head: bool,
}

/// What `<meta http-equiv=refresh>` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaRefresh {
    /// Seconds until the refresh.
    pub seconds: u32,
    /// The address, where it names one other than the page itself, as written.
    pub url: Option<String>,
}

impl MetaRefresh {
    /// Whether it acts like a redirect.
    #[must_use]
    pub fn is_redirect(&self) -> bool {
        self.url.is_some() && self.seconds <= REFRESH_SECONDS
    }
}
