//! What a browser made of the page.

use serde::{Deserialize, Serialize};

/// What a browser made of the page, once its scripts had run: evidence like any answer, so that a
/// replay needs no browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenderFetch {
    /// The browser, such as `HeadlessChrome/156.0.8078.79`; empty where there was none.
    pub engine: String,
    /// The instant that the page's clock started at, in milliseconds since 1970-01-01T00:00:00Z.
    pub rendered_at: i64,
    /// How it ended.
    pub end: RenderEnd,
    /// The document as it stood then, open shadow roots as templates; empty where nothing was read.
    pub html: String,
    /// Whether `html` was cut at the cap.
    pub truncated: bool,
    /// What the page asked for, by kind.
    pub requests: Vec<RequestCount>,
    /// Addresses of scripts and data that the page did not get, the first 20.
    pub failed: Vec<String>,
    /// The address that the page tried to go on to.
    pub held_navigation: Option<String>,
}

impl RenderFetch {
    /// The record of a page that nothing could render, for that reason.
    #[must_use]
    pub fn not_available(rendered_at: i64, why: String) -> Self {
        Self {
            engine: String::new(),
            rendered_at,
            end: RenderEnd::NotAvailable { why },
            html: String::new(),
            truncated: false,
            requests: Vec::new(),
            failed: Vec::new(),
            held_navigation: None,
        }
    }
}

/// How a rendering ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RenderEnd {
    /// The page had nothing left to do.
    Settled,
    /// The time was over; `html` is what stood there by then, if it could be read.
    Deadline,
    /// The page or its browser crashed.
    Crashed,
    /// No browser was available.
    NotAvailable {
        /// Why.
        why: String,
    },
}

/// How many requests of one kind a page made while it was rendered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestCount {
    /// The kind, as the DevTools protocol names it, in lower case; `fetch` for `xhr` too.
    pub kind: String,
    /// Those that were answered.
    pub answered: u32,
    /// Those that failed, most of them since they bring no text.
    pub refused: u32,
}
