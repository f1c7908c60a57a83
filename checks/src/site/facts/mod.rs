//! What the rules need of one page.

mod entities;
mod links;
mod read;
mod robots;

pub use links::{page_key, page_links};
use serde::{Deserialize, Serialize};

use super::print::TextPrint;
use crate::hash::Hash64;

/// The most characters that are kept of a text.
const TEXT_CHARACTERS: usize = 300;

/// What the rules need of one page: about 2 KB in JSON, most of it links.
///
/// Addresses are normalised ([`crate::url::normalise`]) and absolute. A page of unknown address
/// needs a stand-in of its own; `has_address` is false then, and what depends on addresses of the
/// web is not judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageFacts {
    /// The address that was asked for.
    pub url: String,
    /// The address of the answer, where redirects led to another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_url: Option<String>,
    /// Whether the address is that of the page on the web.
    pub has_address: bool,
    /// Status of the last answer; 200 for a file.
    pub status: u16,
    /// Whether it can be indexed, and if not, why.
    pub standing: Standing,
    /// The canonical that engines obey, where one is declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// `<title>`, on one line. Untrusted; empty where there is none.
    pub title: String,
    /// The description in `<meta>`, on one line. Untrusted; empty where there is none.
    pub description: String,
    /// Primary language subtag; `und` where unknown.
    pub language: String,
    /// Length of the main content in word equivalents.
    pub words: u32,
    /// Fingerprint of the main content; none of a text too short to have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<TextPrint>,
    /// What the page is made from.
    pub template: Template,
    /// Keys of the pages of the same host that it links to, at most [`PageFacts::LINKS_MAX`].
    pub links: Vec<Hash64>,
    /// Keys of further links of the same host, which need not lead to a page: with a file name that
    /// is none of a page, or a query.
    pub other_links: Vec<Hash64>,
    /// Whether it has more links than were kept.
    #[serde(default)]
    pub links_cut: bool,
    /// The addresses of its translations.
    pub alternates: Vec<Translation>,
    /// Its publisher and authors.
    pub entities: Vec<Entity>,
    /// The engines that robots.txt keeps out.
    pub blocked: Vec<Blocked>,
    /// Whether it is an index of a manual, or the part of one below a letter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_index: bool,
    /// Whether a script brings the menu of its manual, whose links the HTML doesn't have.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub menu_in_script: bool,
}

impl PageFacts {
    /// The most links of each kind that are kept of a page.
    pub const LINKS_MAX: usize = 1_000;
    /// The most translations that are kept of a page.
    pub const ALTERNATES_MAX: usize = 200;
    /// The most publishers and authors that are kept of a page.
    pub const ENTITIES_MAX: usize = 16;

    /// The address of the answer.
    #[must_use]
    pub fn address(&self) -> &str {
        self.final_url.as_deref().unwrap_or(&self.url)
    }

    /// Whether engines may index it: status 200, HTML, no `noindex`, allowed for Googlebot.
    #[must_use]
    pub fn is_indexable(&self) -> bool {
        self.standing == Standing::Indexable
    }
}

/// Whether a page can be indexed by Google.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Nothing speaks against it.
    Indexable,
    /// The address does not return a page.
    Gone,
    /// robots.txt keeps Googlebot out.
    Blocked,
    /// A directive says `noindex`, or its time has passed.
    Noindex,
    /// It only sends visitors to another URL.
    Forwarding,
    /// It is only a frame beside another page: for search results, or for a list of pages.
    Frame,
}

/// What a page is made from, as its surroundings show it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Template {
    /// Hash of tag and class names outside the main content, to depth 4, and of the elements of the
    /// head.
    pub id: Hash64,
    /// The first segment of the path where another one follows; empty at the top.
    pub section: String,
}

/// The address of a page in another language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Translation {
    /// `hreflang` in lower case.
    pub hreflang: String,
    /// The address.
    pub url: String,
}

/// What an entity is to the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EntityKind {
    /// Who publishes it.
    Publisher,
    /// A person who wrote it.
    Author,
}

/// A publisher or an author as the structured data of a page names it. Untrusted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entity {
    /// What it is to the page.
    pub kind: EntityKind,
    /// Its name, on one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its address, absolute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The address of its logo, absolute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// Its `@id`, absolute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// An engine whose crawler robots.txt keeps out, and the rule that does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Blocked {
    /// ID of the engine.
    pub engine: String,
    /// Product token of its crawler.
    pub crawler: String,
    /// Line of the rule in robots.txt.
    pub line: u32,
    /// The rule as written. Untrusted.
    pub rule: String,
}
