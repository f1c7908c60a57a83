//! What all requests share.

use std::sync::{Arc, OnceLock};

use serde_json::Value;
use url::Url;

use super::app::{App, join};
use super::document::Document;
use super::drain::Drain;
use super::ready::ReadyReports;
use super::reply::{self, JSON, MARKDOWN, TEXT};
use crate::docs;
use crate::render::reference;
use crate::search::Search;

/// What all requests share.
pub(crate) struct Site {
    pub(crate) app: Arc<App>,
    pub(crate) drain: Drain,
    describe: fn(&Url) -> Value,
    reference: OnceLock<Reference>,
    /// Answers questions about all that is written here.
    pub(crate) search: Search,
    /// Finished reports, ready to be sent.
    pub(crate) ready: ReadyReports,
}

impl Site {
    /// `describe` makes the API description of a service at that address, as OpenAPI.
    pub(crate) fn new(app: Arc<App>, drain: Drain, describe: fn(&Url) -> Value) -> Self {
        let search = Search::new(&app.base_url, &app.mcp_url, describe);
        let ready = ReadyReports::new(app.http.report_cache, app.http.report_idle);
        Self { app, drain, describe, reference: OnceLock::new(), search, ready }
    }

    /// The API description in its forms, written when the first of them is asked for.
    pub(crate) fn reference(&self) -> &Reference {
        let base_url = &self.app.base_url;
        self.reference.get_or_init(|| Reference::of(&(self.describe)(base_url), base_url))
    }
}

/// The API description in its forms. They are large, so all answers share them.
pub(crate) struct Reference {
    /// OpenAPI.
    pub(crate) document: Document,
    /// The same in Markdown.
    pub(crate) contract: Document,
    /// Every operation in Markdown.
    pub(crate) operations: Document,
    /// A map for agents.
    pub(crate) map: Document,
}

impl Reference {
    fn of(document: &Value, base_url: &Url) -> Self {
        let map = reference::map(document) + &docs::map(&join(base_url, ""));
        Self {
            document: Document::new(JSON, reply::to_json(document)),
            contract: Document::new(MARKDOWN, reference::contract(document)),
            operations: Document::new(MARKDOWN, reference::operations(document)),
            map: Document::new(TEXT, map),
        }
    }
}
