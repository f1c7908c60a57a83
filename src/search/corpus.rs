//! Everything that can be found.

use serde_json::Value;
use url::Url;

use super::sections::{self, anchor};
use crate::docs::{self, site};
use crate::http::join;
use crate::render::reference;
use crate::search::document::Document;

/// The pages, and the sections of all of them.
#[derive(Default)]
pub(super) struct Corpus {
    pub(super) documents: Vec<Document>,
    pub(super) sections: Vec<Section>,
}

/// One section of a page.
pub(super) struct Section {
    /// The page, by its place.
    pub(super) document: usize,
    pub(super) heading: String,
    pub(super) url: String,
    pub(super) text: String,
}

impl Corpus {
    pub(super) fn new(base_url: &Url, mcp_url: &Url, description: &Value) -> Self {
        let mut corpus = Self::default();
        for page in docs::pages() {
            let url = join(base_url, &page.path());
            corpus.add(&page.id, page.title(), url, page.text.clone().into_owned());
        }
        for (name, text) in site::PAGES {
            let text = site::filled(text, base_url, mcp_url);
            let title = text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
            corpus.add(name, title, join(base_url, &format!("/{name}.md")), text);
        }
        for operation in reference::each(description) {
            let url = join(base_url, "/api/v1/docs.md");
            corpus.add(&format!("api/{}", operation.id), operation.summary, url, operation.text);
        }
        corpus
    }

    fn add(&mut self, id: &str, title: String, url: String, text: String) {
        let document = self.documents.len();
        for section in sections::sections(&text) {
            let url = format!("{url}#{}", anchor(&section.heading));
            let (heading, text) = (section.heading, section.text);
            self.sections.push(Section { document, heading, url, text });
        }
        self.documents.push(Document { id: id.to_owned(), title, url, text });
    }
}
