//! What all requests share.

use std::sync::Arc;

use hyper::body::Bytes;
use serde_json::Value;
use url::Url;

use super::app::{App, join};
use super::drain::Drain;
use super::reply;
use crate::docs;
use crate::render::reference;
use crate::search::Search;

/// What all requests share.
pub(crate) struct Site {
    pub(crate) app: Arc<App>,
    pub(crate) drain: Drain,
    /// The API description in its forms, written once.
    pub(crate) reference: Reference,
    /// Answers questions about all that is written here.
    pub(crate) search: Search,
}

impl Site {
    /// `description` is the API description, as OpenAPI.
    pub(crate) fn new(app: Arc<App>, drain: Drain, description: &Value) -> Self {
        let reference = Reference::of(description, &app.base_url);
        let search = Search::new(&app.base_url, &app.mcp_url, description);
        Self { app, drain, reference, search }
    }
}

/// The API description in its forms. They are large, so all answers share them.
pub(crate) struct Reference {
    /// OpenAPI.
    pub(crate) document: Bytes,
    /// The same in Markdown.
    pub(crate) contract: Bytes,
    /// Every operation in Markdown.
    pub(crate) operations: Bytes,
    /// A map for agents.
    pub(crate) map: Bytes,
}

impl Reference {
    fn of(document: &Value, base_url: &Url) -> Self {
        let map = reference::map(document) + &docs::map(&join(base_url, ""));
        Self {
            document: reply::to_json(document).into(),
            contract: reference::contract(document).into(),
            operations: reference::operations(document).into(),
            map: map.into(),
        }
    }
}
