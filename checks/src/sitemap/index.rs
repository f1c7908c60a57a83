//! The entries of one sitemap by their addresses, for whoever looks for many pages in it.

use std::collections::HashMap;

use url::Url;

use super::collect::{ListedEntry, loose};
use super::facts::{SitemapEntry, SitemapFacts};
use crate::url::normalise;

/// One sitemap that was read once, and answers for any page.
#[derive(Clone, Debug)]
pub struct SitemapIndex {
    facts: SitemapFacts,
    exact: HashMap<String, ListedEntry>,
    /// The first entry of each loose form, with its normal form.
    near: HashMap<String, (String, ListedEntry)>,
}

impl SitemapIndex {
    /// An index of a sitemap and its entries.
    #[must_use]
    pub fn new(facts: SitemapFacts, entries: Vec<ListedEntry>) -> Self {
        let (mut exact, mut near) = (HashMap::new(), HashMap::new());
        for entry in entries {
            let Ok(url) = Url::parse(&entry.loc) else { continue };
            let normal = normalise(&url);
            let key = String::from(normal.clone());
            near.entry(loose(&normal)).or_insert_with(|| (key.clone(), entry.clone()));
            exact.entry(key).or_insert(entry);
        }
        Self { facts, exact, near }
    }

    /// What the sitemap says about those addresses, as [`super::read_sitemap`] finds it.
    #[must_use]
    pub fn facts(&self, wanted: &[Url]) -> SitemapFacts {
        let matches = wanted.iter().flat_map(|address| self.matches(address)).collect();
        SitemapFacts { matches, ..self.facts.clone() }
    }

    fn matches(&self, address: &Url) -> impl Iterator<Item = SitemapEntry> {
        let normal = normalise(address);
        let found = |entry: &ListedEntry, exact| SitemapEntry {
            address: address.clone(),
            loc: entry.loc.clone(),
            exact,
            lastmod: entry.lastmod.clone(),
            line: entry.line,
        };
        let exact = self.exact.get(normal.as_str()).map(|entry| found(entry, true));
        let near = self.near.get(&loose(&normal));
        let near = near.filter(|(key, _)| *key != normal.as_str());
        let near = near.map(|(_, entry)| found(entry, false));
        exact.into_iter().chain(near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sitemap::{list_sitemap, read_sitemap};

    const SITEMAP: &str = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n\
        <url><loc>https://example.org/a</loc><lastmod>2026-01-02</lastmod></url>\n\
        <url><loc>https://www.example.org/B/</loc></url>\n\
        <url><loc>https://example.org/a</loc></url>\n</urlset>";

    #[test]
    fn it_says_what_reading_the_sitemap_for_those_pages_says() {
        let (reading, entries) = list_sitemap(SITEMAP.as_bytes(), false);
        assert_eq!(entries.len(), 3);
        let index = SitemapIndex::new(reading.facts, entries);
        for page in ["https://example.org/a", "https://example.org/b", "https://example.org/c"] {
            let wanted = [Url::parse(page).unwrap()];
            let expected = read_sitemap(SITEMAP.as_bytes(), false, &wanted).facts;
            assert_eq!(index.facts(&wanted), expected, "{page}");
        }
    }
}
