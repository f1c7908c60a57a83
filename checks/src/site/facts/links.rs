//! Where a page leads to.

use std::collections::HashSet;

use url::Url;

use super::{PageFacts, Translation};
use crate::hash::Hash64;
use crate::page::Page;
use crate::page::markup::header_links;
use crate::site::address::{is_of_page, is_same_host, link_key};
use crate::url::normalise;

/// The links of a page to its own host.
#[derive(Default)]
pub(super) struct Links {
    pub(super) pages: Vec<Hash64>,
    pub(super) others: Vec<Hash64>,
    pub(super) is_cut: bool,
}

/// The pages of its own host that a page links to, or sends visitors to within seconds, each with its key:
/// those that [`PageFacts::links`] has, and the target of such a refresh.
#[must_use]
pub fn page_links(page: &Page) -> Vec<(Hash64, Url)> {
    let base = page.document.base(&page.final_url);
    let redirects = page.document.refreshes.iter().filter(|refresh| refresh.value.is_redirect());
    let refreshes = redirects.filter_map(|refresh| refresh.value.url.as_deref());
    let hrefs = page.document.hrefs.iter().map(|href| &**href).chain(refreshes);
    let urls = hrefs.filter_map(|href| {
        let href = href.split('#').next().filter(|href| !href.is_empty())?;
        base.join(href).ok()
    });
    let own = urls.filter(|url| is_same_host(url, &page.final_url) && is_of_page(url));
    own.map(|url| (link_key(&url), url)).collect()
}

/// The key of an address of a page, as [`PageFacts::links`] has it.
#[must_use]
pub fn page_key(url: &Url) -> Hash64 {
    link_key(url)
}

/// The links to the same host, each once, in order of their keys.
pub(super) fn links(page: &Page, base: &Url) -> Links {
    let mut written: HashSet<&str> = HashSet::new();
    let (mut pages, mut others) = (HashSet::new(), HashSet::new());
    for href in &page.document.hrefs {
        // Of `tea#pot` the page counts: it may be linked by its parts only.
        let href = href.split('#').next().unwrap_or_default();
        if href.is_empty() || !written.insert(href) {
            continue;
        }
        let Ok(url) = base.join(href) else { continue };
        if !is_same_host(&url, &page.final_url) {
            continue;
        }
        match is_of_page(&url) {
            true => pages.insert(link_key(&url)),
            false => others.insert(link_key(&url)),
        };
    }
    let mut is_cut = page.document.cut_short || page.truncated;
    let mut kept = |keys: HashSet<Hash64>| {
        let mut keys: Vec<Hash64> = keys.into_iter().collect();
        keys.sort_unstable();
        is_cut |= keys.len() > PageFacts::LINKS_MAX;
        keys.truncate(PageFacts::LINKS_MAX);
        keys
    };
    let (pages, others) = (kept(pages), kept(others));
    Links { pages, others, is_cut }
}

/// The translations that elements and headers name.
pub(super) fn translations(page: &Page, base: &Url) -> Vec<Translation> {
    let headers = page.answer().into_iter().flat_map(|answer| answer.header_values("link"));
    let headers = headers.flat_map(header_links).map(|link| (link, &page.final_url));
    let elements = page.document.markup.alternates.iter().cloned().map(|link| (link, base));
    let mut found: Vec<Translation> = Vec::new();
    for (link, base) in headers.chain(elements) {
        if link.is_other_media || link.hreflang.is_empty() || link.href.is_empty() {
            continue;
        }
        let Ok(url) = base.join(&link.href) else { continue };
        let (hreflang, url) = (link.hreflang.to_ascii_lowercase(), normalise(&url).into());
        let one = Translation { hreflang, url };
        if found.len() < PageFacts::ALTERNATES_MAX && !found.contains(&one) {
            found.push(one);
        }
    }
    found
}
