//! What is kept of a sitemap: nothing that grows with it.

use serde::{Deserialize, Serialize};
use url::Url;

/// What one sitemap says about the addresses that were looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SitemapFacts {
    /// What it is; none where that could not be told.
    pub format: Option<SitemapFormat>,
    /// How reading it ended.
    pub end: SitemapEnd,
    /// Bytes that were read, compression undone.
    pub bytes: u64,
    /// SHA-256 of those bytes, 64 lower-case hex characters.
    pub sha256: String,
    /// How many addresses it lists, or other sitemaps where it is an index.
    pub entries: u32,
    /// The entries of the addresses that were looked for: the first exact one and the first near
    /// one of each.
    pub matches: Vec<SitemapEntry>,
    /// The first [`LASTMODS_KEPT`] values of `lastmod`, as written.
    pub lastmods: Vec<String>,
    /// How many entries have a `lastmod`.
    pub lastmods_total: u32,
    /// Whether every `lastmod` that was read is the same.
    pub lastmods_alike: bool,
    /// Whether it is a Google News sitemap, which lists the articles of two days only: every entry
    /// is an article of news, or there is none and news are what it is declared for.
    pub google_news: bool,
}

/// Values of `lastmod` that are kept.
pub const LASTMODS_KEPT: usize = 20;

impl SitemapFacts {
    /// Whether it should list every page of its part of the site: feeds and news sitemaps hold the
    /// newest only.
    #[must_use]
    pub fn lists_every_page(&self) -> bool {
        matches!(self.format, Some(SitemapFormat::UrlSet | SitemapFormat::Text))
            && !self.google_news
    }
}

/// The forms of sitemap that engines read.
/// Source: sitemaps.org, "Protocol" and "Other Sitemap formats".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SitemapFormat {
    /// `<urlset>`.
    UrlSet,
    /// `<sitemapindex>`: it lists other sitemaps.
    Index,
    /// One address a line.
    Text,
    /// An RSS feed.
    Rss,
    /// An Atom feed.
    Atom,
}

/// How reading a sitemap ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SitemapEnd {
    /// At its end.
    Whole,
    /// At a limit of ours; what stands behind it was not seen.
    Cut,
    /// At something that keeps it from being read.
    Defective {
        /// What.
        defect: SitemapDefect,
        /// The line that it was found on, 1 for the first.
        line: u32,
    },
}

/// What keeps a sitemap from being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SitemapDefect {
    /// There is nothing in it.
    Empty,
    /// It is an HTML document.
    Html,
    /// It begins like gzip, and the compression is damaged.
    Compression,
    /// It declares a document type. No sitemap needs one, and entities are how XML attacks its
    /// readers, so it is not read.
    DocumentType,
    /// Its elements are nested deeper than any sitemap's.
    TooDeep,
    /// It breaks off.
    EndsEarly,
    /// It is no well-formed XML.
    NotWellFormed,
    /// It is neither a sitemap, nor a feed, nor a list of addresses.
    Unrecognised,
}

impl SitemapDefect {
    /// Whether engines meet the same: the rest are precautions of ours.
    #[must_use]
    pub const fn is_its_own_fault(self) -> bool {
        !matches!(self, Self::DocumentType | Self::TooDeep)
    }

    /// The defect as a clause that follows "it".
    #[must_use]
    pub const fn as_clause(self) -> &'static str {
        match self {
            Self::Empty => "is empty",
            Self::Html => "is an HTML page",
            Self::Compression => "has damaged compression",
            Self::DocumentType => "declares a document type, which Citable doesn't read",
            Self::TooDeep => "nests its elements too deeply to be read",
            Self::EndsEarly => "ends too early",
            Self::NotWellFormed => "isn't well-formed XML",
            Self::Unrecognised => "isn't a sitemap, a feed or a list of URLs",
        }
    }
}

/// An entry of one of the addresses that were looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SitemapEntry {
    /// The address that was looked for.
    pub address: Url,
    /// The address as the sitemap has it.
    pub loc: String,
    /// Whether the two are the same after normalisation; else they differ in the protocol, `www`, a
    /// slash at the end, or upper and lower case.
    pub exact: bool,
    /// `lastmod` as written; in feeds the date of publication or update.
    pub lastmod: Option<String>,
    /// The line of the entry, 1 for the first.
    pub line: u32,
}
