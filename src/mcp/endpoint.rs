//! Where MCP is spoken.

use crate::http::{App, join};

/// Where MCP is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endpoint {
    /// Scans and what belongs to them.
    Scans,
    /// The same at a second address.
    ChatGpt,
    /// The documentation.
    Docs,
}

impl Endpoint {
    const ALL: [Self; 3] = [Self::Scans, Self::ChatGpt, Self::Docs];

    /// The endpoint at that path.
    pub(crate) fn at(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|endpoint| endpoint.path() == path)
    }

    /// Its path.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Scans => "/mcp",
            Self::ChatGpt => "/chatgpt/mcp",
            Self::Docs => "/docs/mcp",
        }
    }

    /// Whether it looks at credentials at all.
    pub(super) const fn has_accounts(self) -> bool {
        !matches!(self, Self::Docs)
    }

    /// Where the metadata of its protected resource are (RFC 9728).
    pub(super) fn metadata(self, app: &App) -> String {
        join(&app.mcp_url, &format!("/.well-known/oauth-protected-resource{}", self.path()))
    }
}
