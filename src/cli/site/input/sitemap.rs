//! The pages that sitemaps list, one sitemap after the other.

use std::collections::{HashSet, VecDeque};

use anyhow::bail;
use citable_actors::fetch::{Fetcher, parse_target};
use citable_checks::page::snapshot::{FileFetch, FileOutcome};
use citable_checks::site::Listed;
use citable_checks::sitemap::{ListedEntry, SitemapEnd, SitemapReading, list_sitemap};
use citable_checks::url::normalise;
use url::Url;

use super::choice::Limits;
use super::listed::Gathered;
use super::page::PageSource;
use crate::cli::page::{Asked, target};

/// Sitemaps that are read of one site.
const SITEMAPS_MAX: usize = 1_000;
/// Entries that are kept for the rules of a site, beyond the pages that are scanned.
const LISTED_MAX: usize = 500_000;

/// What sitemaps list, as far as it is kept.
pub(super) struct Listing<'a> {
    gathered: Gathered,
    limits: &'a Limits,
    most: usize,
    left_out: usize,
    unwanted: usize,
}

impl<'a> Listing<'a> {
    /// One that keeps that many pages of those within the limits.
    pub(super) fn new(limits: &'a Limits, most: usize) -> Self {
        Self { gathered: Gathered::default(), limits, most, left_out: 0, unwanted: 0 }
    }

    /// Takes the entries of one sitemap.
    pub(super) fn take(&mut self, entries: Vec<ListedEntry>, cut: bool) {
        self.gathered.listing_cut |= cut;
        for ListedEntry { loc, lastmod, .. } in entries {
            let Ok(url) = Url::parse(&loc) else { continue };
            if self.gathered.listed.len() < LISTED_MAX {
                self.gathered.listed.push(Listed { url: loc, lastmod: lastmod.clone() });
            } else {
                self.gathered.listing_cut = true;
            }
            let page = PageSource::of_url(normalise(&url), lastmod);
            if !self.limits.admits(&page) {
                self.unwanted += 1;
            } else if self.is_full() {
                self.left_out += 1;
            } else {
                self.gathered.pages.push(page);
            }
        }
    }

    fn is_full(&self) -> bool {
        self.gathered.pages.len() >= self.most
    }

    /// What was found, given how many sitemaps were not read.
    pub(super) fn finish(mut self, unread: usize) -> Gathered {
        let most = self.most;
        self.gathered.count(
            self.unwanted,
            "listed page is left out by `include` and `exclude`",
            "listed pages are left out by `include` and `exclude`",
        );
        self.gathered.count(
            self.left_out,
            &format!("listed page is left out by --max-pages {most}"),
            &format!("listed pages are left out by --max-pages {most}"),
        );
        self.gathered.count(
            unread,
            &format!("sitemap isn't read, since --max-pages {most} is reached"),
            &format!("sitemaps aren't read, since --max-pages {most} is reached"),
        );
        self.gathered.listing_cut |= unread > 0;
        self.gathered
    }
}

/// The pages that the sitemap at that URL lists, and those that it names. Reading ends with `most`
/// pages.
///
/// # Errors
/// When the first sitemap can't be fetched or isn't one.
pub(in crate::cli::site) async fn sitemap(
    fetcher: &Fetcher,
    start: &str,
    now_ms: i64,
    limits: &Limits,
    most: usize,
) -> anyhow::Result<Gathered> {
    let first = target(Asked::Site, start, fetcher)?.url().clone();
    let mut listing = Listing::new(limits, most);
    let mut queue = VecDeque::from([first.clone()]);
    let mut known = HashSet::from([first.clone()]);
    let mut read = 0;
    while let Some(url) = queue.pop_front() {
        if listing.is_full() || read == SITEMAPS_MAX {
            queue.push_front(url);
            break;
        }
        read += 1;
        let listed = match fetched(fetcher, &url, now_ms).await {
            Ok(file) => tokio::task::spawn_blocking(move || entries(&file)).await?,
            Err(why) => Err(why),
        };
        match listed {
            Ok((reading, entries)) => {
                listing.take(entries, reading.facts.end == SitemapEnd::Cut);
                if reading.facts.end == SitemapEnd::Cut {
                    listing.gathered.note(format!("Only the beginning of {url} is read"));
                }
                queue.extend(reading.children.into_iter().filter(|url| known.insert(url.clone())));
            }
            Err(why) if url == first => bail!("{url} {why}. {}", advice(&url)),
            Err(why) => {
                listing.gathered.listing_cut = true;
                listing.gathered.note(format!("The sitemap {url} {why}"));
            }
        }
    }
    Ok(listing.finish(queue.len()))
}

fn advice(url: &Url) -> String {
    let example = url.join("/sitemap.xml").map_or_else(|_| String::new(), String::from);
    format!(
        "Use the URL of a sitemap, such as {example}. `citable scan` scans one page, and a file \
         with one URL per line scans several"
    )
}

/// The sitemap; else why there is none, as a clause.
async fn fetched(fetcher: &Fetcher, url: &Url, now_ms: i64) -> Result<FileFetch, String> {
    let mut url = url.clone();
    if url.scheme() == "http" {
        let _changed = url.set_scheme("https");
    }
    let target = parse_target(url.as_str(), fetcher.settings())
        .map_err(|error| format!("can't be fetched: {error}"))?;
    let file = fetcher.sitemap(&target, now_ms).await;
    match (&file.outcome, file.status()) {
        (FileOutcome::Answered { .. }, Some(200..=299)) => Ok(file),
        (FileOutcome::Answered { .. }, status) => {
            Err(format!("returns status {}", status.unwrap_or_default()))
        }
        (FileOutcome::RedirectsUnresolved, _) => Err("redirects to nowhere".to_owned()),
        (FileOutcome::Unreachable { failure }, _) => {
            Err(format!("can't be fetched: {}", failure.message.trim_end_matches('.')))
        }
    }
}

/// What it lists; else what is wrong, as a clause.
fn entries(file: &FileFetch) -> Result<(SitemapReading, Vec<ListedEntry>), String> {
    let FileOutcome::Answered { body, truncated } = &file.outcome else {
        return Err("has no body".to_owned());
    };
    let (reading, entries) = list_sitemap(body.as_slice(), *truncated);
    match reading.facts.end {
        // What stands before the defect is listed all the same.
        SitemapEnd::Defective { defect, .. } if entries.is_empty() => {
            Err(defect.as_clause().to_owned())
        }
        _ => Ok((reading, entries)),
    }
}
