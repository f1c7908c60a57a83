//! What a report says about the page once its scripts have run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Result of rendering the page in a browser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PageRendering")]
pub struct RenderingView {
    /// Whether the page was rendered.
    pub state: RenderingState,
    /// Browser that rendered it, such as `HeadlessChrome/156.0.8078.79`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Reason for `notAvailable` and `failed`, or for a page that did not finish, in one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Share of the main content that only JavaScript adds, in percent; omitted if the page did
    /// not finish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 100))]
    pub added_by_javascript: Option<u8>,
    /// Facts with and without JavaScript; empty if the page was not rendered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<RenderedFact>,
    /// Scripts and data that the page requested but did not get, at most 20 URLs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_loaded: Vec<String>,
    /// URL that a script tried to navigate to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub navigation: Option<String>,
}

/// Whether a page was rendered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RenderingState {
    /// A browser rendered it.
    Seen,
    /// Rendering was not requested, or nothing suggested that JavaScript adds content.
    #[default]
    NotAsked,
    /// No browser was available.
    NotAvailable,
    /// The page could not be rendered.
    Failed,
}

/// One fact about the page, without and with JavaScript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenderedFact {
    /// Name of the fact, such as `Title`.
    pub name: String,
    /// Value in the HTML that the server sends; empty if there is none. Untrusted text.
    pub html: String,
    /// Value once JavaScript has run; empty if there is none. Untrusted text.
    pub rendered: String,
}
