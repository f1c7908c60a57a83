//! Looking for addresses among the entries of a sitemap, as they pass.

use url::Url;

use super::facts::{LASTMODS_KEPT, SitemapEnd, SitemapEntry, SitemapFacts, SitemapFormat};
use super::source::Measure;
use crate::page::limits::{SITEMAP_CHILDREN, SITEMAP_DATE_BYTES, SITEMAP_ENTRIES};
use crate::url::normalise;

/// An address that is looked for.
struct Wanted {
    address: Url,
    normal: Url,
    loose: String,
}

/// Takes the entries of one sitemap and keeps what is asked for.
pub(super) struct Collector {
    wanted: Vec<Wanted>,
    entries: usize,
    news_entries: usize,
    matches: Vec<SitemapEntry>,
    lastmods: Vec<String>,
    lastmods_total: u32,
    lastmods_alike: bool,
    children: Vec<Url>,
    /// Every entry, where all of them are asked for.
    listed: Option<Vec<ListedEntry>>,
}

/// An entry of a sitemap, as the sitemap has it. Untrusted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedEntry {
    /// The address.
    pub loc: String,
    /// `lastmod` as written; in feeds the date of publication or update.
    pub lastmod: Option<String>,
    /// The line of the entry, 1 for the first.
    pub line: u32,
}

/// One entry as it was read.
#[derive(Default)]
pub(super) struct RawEntry {
    pub(super) loc: String,
    pub(super) lastmod: String,
    pub(super) line: u32,
    /// Whether it is described as an article of news.
    pub(super) news: bool,
}

impl Collector {
    pub(super) fn new(wanted: &[Url]) -> Self {
        let wanted = wanted
            .iter()
            .map(|address| {
                let normal = normalise(address);
                Wanted { address: address.clone(), loose: loose(&normal), normal }
            })
            .collect();
        Self {
            wanted,
            entries: 0,
            news_entries: 0,
            matches: Vec::new(),
            lastmods: Vec::new(),
            lastmods_total: 0,
            lastmods_alike: true,
            children: Vec::new(),
            listed: None,
        }
    }

    /// One that keeps every entry.
    pub(super) fn of_all() -> Self {
        Self { listed: Some(Vec::new()), ..Self::new(&[]) }
    }

    /// The entries, where all of them were asked for.
    pub(super) fn take_listed(&mut self) -> Vec<ListedEntry> {
        self.listed.take().unwrap_or_default()
    }

    /// Whether one more entry would be more than are read.
    pub(super) fn is_full(&self) -> bool {
        self.entries >= SITEMAP_ENTRIES
    }

    /// Takes an entry; one without an address is none.
    pub(super) fn entry(&mut self, entry: &RawEntry) {
        let loc = entry.loc.trim();
        if loc.is_empty() {
            return;
        }
        self.entries += 1;
        self.news_entries += usize::from(entry.news);
        let lastmod = self.lastmod(entry.lastmod.trim());
        if let Some(listed) = &mut self.listed {
            let (loc, lastmod) = (loc.to_owned(), lastmod.clone());
            listed.push(ListedEntry { loc, lastmod, line: entry.line });
        }
        if let Ok(url) = Url::parse(loc) {
            self.compare(&normalise(&url), loc, lastmod.as_deref(), entry.line);
        }
    }

    /// Takes a sitemap that an index lists.
    pub(super) fn child(&mut self, entry: &RawEntry) {
        let loc = entry.loc.trim();
        if loc.is_empty() {
            return;
        }
        self.entries += 1;
        if self.children.len() < SITEMAP_CHILDREN
            && let Ok(url) = Url::parse(loc)
        {
            self.children.push(url);
        }
    }

    fn lastmod(&mut self, text: &str) -> Option<String> {
        if text.is_empty() {
            return None;
        }
        let lastmod = text[..text.floor_char_boundary(SITEMAP_DATE_BYTES)].to_owned();
        self.lastmods_total += 1;
        self.lastmods_alike &= self.lastmods.first().is_none_or(|first| *first == lastmod);
        if self.lastmods.len() < LASTMODS_KEPT {
            self.lastmods.push(lastmod.clone());
        }
        Some(lastmod)
    }

    fn compare(&mut self, url: &Url, loc: &str, lastmod: Option<&str>, line: u32) {
        let mut loosely = None;
        for wanted in &self.wanted {
            let exact = wanted.normal == *url;
            if !exact && *loosely.get_or_insert_with(|| loose(url)) != wanted.loose {
                continue;
            }
            let known =
                |entry: &SitemapEntry| entry.address == wanted.address && entry.exact == exact;
            if !self.matches.iter().any(known) {
                self.matches.push(SitemapEntry {
                    address: wanted.address.clone(),
                    loc: loc.to_owned(),
                    exact,
                    lastmod: lastmod.map(str::to_owned),
                    line,
                });
            }
        }
    }

    /// What was found, and the sitemaps that an index lists.
    pub(super) fn finish(
        self,
        format: Option<SitemapFormat>,
        declares_news: bool,
        end: SitemapEnd,
        measure: Measure,
    ) -> (SitemapFacts, Vec<Url>) {
        let google_news = match self.entries {
            0 => declares_news,
            entries => entries == self.news_entries,
        };
        let facts = SitemapFacts {
            format,
            end,
            bytes: measure.bytes,
            sha256: measure.sha256,
            entries: u32::try_from(self.entries).unwrap_or(u32::MAX),
            matches: self.matches,
            lastmods: self.lastmods,
            lastmods_total: self.lastmods_total,
            lastmods_alike: self.lastmods_alike,
            google_news,
        };
        (facts, self.children)
    }
}

/// What is left of an address when the protocol, `www`, a slash at the end, and upper and lower
/// case do not count.
pub(super) fn loose(normal: &Url) -> String {
    let host = normal.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let port = normal.port().map(|port| port.to_string()).unwrap_or_default();
    let path = normal.path().trim_end_matches('/');
    format!("{host}:{port}{path}?{}", normal.query().unwrap_or_default()).to_lowercase()
}
