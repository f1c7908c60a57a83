//! The node of the structured data that is about the page itself.

use url::Url;

use crate::page::Page;
use crate::page::structured::{NodeRef, Syntax};

/// Types of things that pages are about, in the order in which one is looked for.
const CONTENT: [&str; 12] = [
    "Article",
    "Question",
    "Recipe",
    "HowTo",
    "Product",
    "JobPosting",
    "Event",
    "Course",
    "SoftwareApplication",
    "Dataset",
    "Book",
    "SoftwareSourceCode",
];
/// Types of things that stand on pages about something else too.
const BESIDE: [&str; 3] = ["Review", "Episode", "VideoObject"];
/// The most canonicals that count as addresses of the page.
const CANONICALS_MAX: usize = 3;

impl Page {
    /// What the page's structured data is about, in that syntax: the node of a type of content
    /// that names the page or stands by itself, else the node of the page.
    pub fn main_entity(&self, syntax: Syntax) -> Option<NodeRef<'_>> {
        let addresses = self.addresses();
        // Most pages name one address again and again.
        let mut different: Vec<&Url> = Vec::with_capacity(addresses.len());
        for address in &addresses {
            if !different.contains(&address) {
                different.push(address);
            }
        }
        let data = &self.document.markup.structured;
        data.main_entity_in(syntax, &different, &CONTENT)
            .or_else(|| data.named_entity_in(syntax, &different, &BESIDE))
            .or_else(|| data.main_entity_in(syntax, &different, &["WebPage"]))
    }

    /// Whether its structured data declares a thing of one of these types that belongs to no other.
    pub fn declares(&self, types: &[&str]) -> bool {
        let data = &self.document.markup.structured;
        data.all().any(|node| node.node().is_top_level && types.iter().any(|name| node.is(name)))
    }

    /// The addresses under which the page knows itself: the final one, canonicals, `og:url`.
    pub fn addresses(&self) -> Vec<Url> {
        let canonicals = self.document.canonical_links.iter().map(|link| link.href.as_str());
        let named = canonicals.take(CANONICALS_MAX).chain(self.meta("og:url"));
        let named = named.filter_map(|href| self.final_url.join(href).ok());
        std::iter::once(self.final_url.clone()).chain(named).collect()
    }

    /// The content of the first `meta` of that name (or property) that is not empty.
    pub fn meta(&self, name: &str) -> Option<&str> {
        let metas = self.document.metas.iter().filter(|meta| meta.name == name);
        metas.map(|meta| meta.content.as_str()).find(|content| !content.is_empty())
    }
}
