//! The set of pages, and what its sitemaps list.

use super::facts::PageFacts;

/// An entry of a sitemap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The address as written.
    pub url: String,
    /// `lastmod` as written.
    pub lastmod: Option<String>,
}

/// Many pages, to be judged as one site.
///
/// The order in which pages and entries are added makes no difference.
#[derive(Clone, Debug, Default)]
pub struct Site {}

impl Site {
    /// A site without pages.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a page.
    pub fn add(&mut self, page: &PageFacts) {
        let _ = page;
    }

    /// Adds an entry of a sitemap. Call it for every entry that was read, also for those whose page
    /// is not in the set.
    pub fn add_listed(&mut self, entry: &Listed) {
        let _ = entry;
    }

    /// Says that the sitemaps list more than was added: what they lack is not judged then.
    pub fn listing_was_cut(&mut self) {}

    /// How many pages there are.
    #[must_use]
    pub fn pages(&self) -> usize {
        0
    }
}
