//! The sitemaps of a site, as far as they are read for one page.

use std::collections::HashSet;

use url::Url;

use super::choose::PageWords;
use super::facts::SitemapFormat;
use super::found::{DeclaredBy, SitemapFetch, SitemapOutcome, SitemapSurvey};
use super::read::read_sitemap;
use crate::challenge;
use crate::page::limits::{SITEMAPS_DECLARED, SITEMAPS_LEFT_OUT, SITEMAPS_READ};
use crate::page::snapshot::{FileFetch, FileOutcome};

/// Decides which sitemap is asked for next, and takes what came. It does no input or output, so
/// whoever fetches may stop at any time: what was not asked for counts as left out.
#[derive(Clone, Debug)]
pub struct Surveyor {
    wanted: Vec<Url>,
    words: PageWords,
    queue: Vec<Candidate>,
    known: HashSet<Url>,
    asked: Option<Candidate>,
    index_taken: bool,
    unnamed: usize,
    survey: SitemapSurvey,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Candidate {
    url: Url,
    secured: bool,
    listed_in: Option<Url>,
}

impl Surveyor {
    /// A survey of these sitemaps for a page of that language under the wanted addresses.
    #[must_use]
    pub fn new(
        declared_by: DeclaredBy,
        sitemaps: &[Url],
        wanted: &[Url],
        language: Option<&str>,
    ) -> Self {
        let mut surveyor = Self {
            wanted: wanted.to_vec(),
            words: PageWords::of(wanted, language),
            queue: Vec::new(),
            known: HashSet::new(),
            asked: None,
            index_taken: false,
            unnamed: sitemaps.len().saturating_sub(SITEMAPS_DECLARED),
            survey: SitemapSurvey {
                declared_by,
                sitemaps: Vec::new(),
                left_out: Vec::new(),
                left_out_total: 0,
            },
        };
        surveyor.enqueue(sitemaps.iter().take(SITEMAPS_DECLARED), None);
        surveyor
    }

    /// The address to ask for next; none where enough is known.
    pub fn next_url(&mut self) -> Option<Url> {
        let read = self.survey.sitemaps.len() - usize::from(self.index_taken);
        if self.is_found() || read >= SITEMAPS_READ || self.queue.is_empty() {
            return None;
        }
        let candidate = self.queue.remove(0);
        let url = candidate.url.clone();
        self.asked = Some(candidate);
        Some(url)
    }

    /// The number of the address that was last given out, and how many are asked for if none of
    /// those that are known lists the page.
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        let number = self.survey.sitemaps.len() + 1;
        let most = SITEMAPS_READ + usize::from(self.index_taken);
        (number, (number + self.queue.len()).min(most).max(number))
    }

    /// Takes what came of the address that was last given out.
    pub fn take(&mut self, file: FileFetch) {
        let Some(asked) = self.asked.take() else { return };
        let (outcome, children) = read(&file, &self.wanted);
        let is_index = matches!(
            &outcome,
            SitemapOutcome::Read(facts) if facts.format == Some(SitemapFormat::Index)
        );
        if is_index && !self.index_taken && asked.listed_in.is_none() {
            self.index_taken = true;
            let listed = match &outcome {
                SitemapOutcome::Read(facts) => facts.entries as usize,
                _ => 0,
            };
            self.unnamed += listed.saturating_sub(children.len());
            self.enqueue(children.iter(), Some(&asked.url));
        } else {
            self.unnamed += children.len();
        }
        self.survey.sitemaps.push(SitemapFetch {
            url: asked.url,
            secured: asked.secured,
            listed_in: asked.listed_in,
            fetched_at: file.fetched_at,
            exchanges: file.exchanges,
            outcome,
        });
    }

    /// The survey as far as it came.
    #[must_use]
    pub fn finish(mut self) -> SitemapSurvey {
        let rest = self.asked.into_iter().chain(self.queue);
        let rest: Vec<Url> = rest.map(|candidate| candidate.url).collect();
        let total = rest.len() + self.unnamed;
        self.survey.left_out_total = u32::try_from(total).unwrap_or(u32::MAX);
        self.survey.left_out = rest.into_iter().take(SITEMAPS_LEFT_OUT).collect();
        self.survey
    }

    fn is_found(&self) -> bool {
        let facts = self.survey.sitemaps.iter().filter_map(SitemapFetch::facts);
        facts.flat_map(|facts| &facts.matches).any(|entry| entry.exact)
    }

    /// Adds the sitemaps that are new, the likeliest first; those of one likelihood keep their
    /// order.
    fn enqueue<'a>(&mut self, sitemaps: impl Iterator<Item = &'a Url>, listed_in: Option<&Url>) {
        for sitemap in sitemaps {
            let mut url = sitemap.clone();
            let secured = url.scheme() == "http" && url.set_scheme("https").is_ok();
            url.set_fragment(None);
            if self.known.insert(url.clone()) {
                self.queue.push(Candidate { url, secured, listed_in: listed_in.cloned() });
            }
        }
        self.queue.sort_by_cached_key(|candidate| -self.words.likelihood(&candidate.url));
    }
}

/// What a fetched file amounts to, and the sitemaps that it lists.
fn read(file: &FileFetch, wanted: &[Url]) -> (SitemapOutcome, Vec<Url>) {
    let (body, truncated, last) = match (&file.outcome, file.exchanges.last()) {
        (FileOutcome::Answered { body, truncated }, Some(last)) => (body, *truncated, last),
        (FileOutcome::Unreachable { failure }, _) => {
            return (SitemapOutcome::Unreachable { failure: failure.clone() }, Vec::new());
        }
        _ => return (SitemapOutcome::RedirectsUnresolved, Vec::new()),
    };
    let success = (200..300).contains(&last.status);
    if !success {
        let challenged = challenge::detect(last, body).is_some();
        let outcome = match challenged {
            true => SitemapOutcome::Challenged,
            false => SitemapOutcome::NotServed,
        };
        return (outcome, Vec::new());
    }
    let reading = read_sitemap(body.as_slice(), truncated, wanted);
    if reading.facts.format.is_none() && challenge::detect(last, body).is_some() {
        return (SitemapOutcome::Challenged, Vec::new());
    }
    (SitemapOutcome::Read(reading.facts), reading.children)
}
