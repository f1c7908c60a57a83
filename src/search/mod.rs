//! The search over what the service says of itself: guides, checks, and the API reference.
//!
//! The index is made when something is first looked for, and lives in memory. Pages are cut into
//! sections at their headings; a page is found by the best of its sections. What is asked for is
//! kept and logged nowhere.

mod corpus;
mod document;
mod limits;
mod rank;
mod sections;
mod snippet;
mod words;

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use serde_json::Value;
use tokio::sync::Semaphore;
use url::Url;

use corpus::Corpus;
pub(crate) use document::Document;
pub(crate) use limits::{QUERY_CHARS, RESULTS};
use rank::Ranking;
pub(crate) use sections::anchor;
use words::Words;

/// The most questions that are answered at once.
const AT_ONCE: usize = 32;

/// A page that answers a question, by the section that does it best.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hit {
    /// The page, for [`Search::fetch`]: `webhooks`, `checks/canonical`, `api/createScan`.
    pub(crate) id: String,
    /// What the page is called.
    pub(crate) title: String,
    /// Where the section can be read on this service.
    pub(crate) url: String,
    /// The section's heading.
    pub(crate) section: String,
    /// Its text around the words asked for, plain.
    pub(crate) snippet: String,
    /// How well it fits; to be compared within one answer.
    pub(crate) score: f64,
}

/// Too many questions at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many questions at once")]
pub(crate) struct Busy;

/// Answers questions; all clones share one index.
#[derive(Clone)]
pub(crate) struct Search {
    source: Arc<Source>,
    places: Arc<Semaphore>,
}

/// What the index is made of, and the index once it was needed.
struct Source {
    base_url: Url,
    mcp_url: Url,
    describe: fn(&Url) -> Value,
    index: OnceLock<Index>,
}

struct Index {
    words: Words,
    corpus: Corpus,
    ranking: Ranking,
}

impl Search {
    /// For a service at these addresses, whose API is described so.
    pub(crate) fn new(base_url: &Url, mcp_url: &Url, describe: fn(&Url) -> Value) -> Self {
        let (base_url, mcp_url) = (base_url.clone(), mcp_url.clone());
        let source = Source { base_url, mcp_url, describe, index: OnceLock::new() };
        Self { source: Arc::new(source), places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// The pages that answer a question, best first, each once.
    pub(crate) fn search(&self, text: &str, limit: usize) -> Vec<Hit> {
        self.source.index().search(text, limit)
    }

    /// The same on a thread that may be busy with it.
    ///
    /// # Errors
    /// [`Busy`] where too many are at it.
    pub(crate) async fn ask(&self, text: String, limit: usize) -> Result<Vec<Hit>, Busy> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_taken| Busy)?;
        let search = self.clone();
        let answered = tokio::task::spawn_blocking(move || {
            let hits = search.search(&text, limit);
            drop(place);
            hits
        });
        answered.await.map_err(|_stopping| Busy)
    }

    /// Every page.
    pub(crate) fn documents(&self) -> &[Document] {
        &self.source.index().corpus.documents
    }

    /// The page of that name.
    pub(crate) fn fetch(&self, id: &str) -> Option<Document> {
        self.documents().iter().find(|document| document.id == id).cloned()
    }
}

impl Source {
    /// Reads everything the first time.
    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let started = Instant::now();
            let words = Words::default();
            let description = (self.describe)(&self.base_url);
            let corpus = Corpus::new(&self.base_url, &self.mcp_url, &description);
            let ranking = Ranking::new(&words, &corpus);
            let (sections, elapsed) = (corpus.sections.len(), started.elapsed());
            tracing::debug!(sections, elapsed_ms = elapsed.as_millis(), "the search is ready");
            Index { words, corpus, ranking }
        })
    }
}

impl Index {
    fn search(&self, text: &str, limit: usize) -> Vec<Hit> {
        let text: String = text.chars().take(QUERY_CHARS).collect();
        let terms = self.words.terms(&text);
        let mut hits: Vec<Hit> = Vec::new();
        for (number, score) in self.ranking.best(&terms) {
            if hits.len() == limit {
                break;
            }
            let section = &self.corpus.sections[number];
            let document = &self.corpus.documents[section.document];
            if hits.iter().any(|hit| hit.id == document.id) {
                continue;
            }
            hits.push(Hit {
                id: document.id.clone(),
                title: document.title.clone(),
                url: section.url.clone(),
                section: section.heading.clone(),
                snippet: snippet::around(&section.text, &terms, &self.words),
                score,
            });
        }
        hits
    }
}

#[cfg(test)]
mod tests;
