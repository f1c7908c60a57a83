//! The pages of a site in one order, and how they are found.

use std::collections::{BTreeMap, HashMap};

use super::finding::{FoundPage, Severity, SiteFinding};
use super::groups::Groups;
use super::rule::Rule;
use super::set::{Known, Site};
use crate::hash::Hash64;

/// The most canonicals that are followed from one page.
const HOPS_MAX: usize = 10;

/// The pages by address, whatever the order in which they came.
pub(super) struct View<'a> {
    pub(super) site: &'a Site,
    /// Every page, by its requested address.
    pub(super) pages: Vec<&'a Known>,
    /// Of the pages that answered with one address the first: what the site consists of.
    pub(super) documents: Vec<usize>,
    by_request: HashMap<Hash64, usize>,
    by_answer: HashMap<Hash64, usize>,
    by_loose: HashMap<Hash64, usize>,
}

impl<'a> View<'a> {
    pub(super) fn of(site: &'a Site) -> Self {
        let mut pages: Vec<&Known> = site.pages.iter().collect();
        pages.sort_by_key(|page| (&*page.url, page.facts));
        pages.dedup_by(|one, other| one.url == other.url);
        let mut view = Self {
            site,
            pages,
            documents: Vec::new(),
            by_request: HashMap::new(),
            by_answer: HashMap::new(),
            by_loose: HashMap::new(),
        };
        for (at, page) in view.pages.iter().enumerate() {
            view.by_request.entry(page.requested.exact).or_insert(at);
            // A page that was asked for by its own address speaks for it.
            let best = view.by_answer.entry(page.answer.exact).or_insert(at);
            let is_own = |page: &Known| page.requested.exact == page.answer.exact;
            if is_own(page) && !view.pages.get(*best).is_some_and(|best| is_own(best)) {
                *best = at;
            }
            view.by_loose.entry(page.answer.loose).or_insert(at);
        }
        view.documents = view.by_answer.values().copied().collect();
        view.documents.sort_unstable();
        view
    }

    /// The documents, with their numbers.
    pub(super) fn documents(&self) -> impl Iterator<Item = (usize, &'a Known)> + '_ {
        self.documents.iter().filter_map(|at| Some((*at, *self.pages.get(*at)?)))
    }

    /// The documents that engines may index.
    pub(super) fn indexable(&self) -> impl Iterator<Item = (usize, &'a Known)> + '_ {
        self.documents().filter(|(_, page)| page.is_indexable())
    }

    /// The page that answered at that address.
    pub(super) fn answered_at(&self, exact: Hash64) -> Option<&'a Known> {
        self.pages.get(*self.by_answer.get(&exact)?).copied()
    }

    /// The page that was asked for by that address.
    pub(super) fn requested_at(&self, exact: Hash64) -> Option<&'a Known> {
        self.pages.get(*self.by_request.get(&exact)?).copied()
    }

    /// The page that answered at that address or a spelling of it.
    pub(super) fn loosely_at(&self, loose: Hash64) -> Option<&'a Known> {
        self.pages.get(*self.by_loose.get(&loose)?).copied()
    }

    /// The canonical of a page, that of its canonical, and so on: the last one, or of a loop the
    /// least.
    pub(super) fn canonical_of(&self, page: &Known) -> Hash64 {
        let mut seen = vec![page.answer.loose];
        let mut at = page;
        loop {
            let next = at.canonical.map_or(at.answer.loose, |canonical| canonical.loose);
            if seen.contains(&next) || seen.len() > HOPS_MAX {
                let from = seen.iter().position(|key| *key == next).unwrap_or(0);
                return seen
                    .get(from..)
                    .and_then(|round| round.iter().min())
                    .copied()
                    .unwrap_or(next);
            }
            seen.push(next);
            match self.loosely_at(next) {
                Some(page) => at = page,
                None => return next,
            }
        }
    }

    /// Puts pages into groups that are one to a reader who looks for duplicates: those of one
    /// canonical, the parts of one list, and those that name each other as translations.
    pub(super) fn variants(&self, pages: &[(usize, &'a Known)]) -> Vec<Vec<&'a Known>> {
        let mut groups = Groups::of(pages.len());
        let mut first: HashMap<Hash64, usize> = HashMap::new();
        for (place, (_, page)) in pages.iter().enumerate() {
            for key in [self.canonical_of(page), page.unpaged, page.answer.loose] {
                groups.join(place, *first.entry(key).or_insert(place));
            }
        }
        for (place, (_, page)) in pages.iter().enumerate() {
            // One side may have forgotten to name the other.
            for (_, translation) in &page.alternates {
                if let Some(other) = first.get(&translation.loose) {
                    groups.join(place, *other);
                }
            }
        }
        let mut found: BTreeMap<usize, Vec<&Known>> = BTreeMap::new();
        for (place, (_, page)) in pages.iter().enumerate() {
            found.entry(groups.leader(place)).or_default().push(page);
        }
        found.into_values().collect()
    }

    /// Whether a sitemap lists the page, under whatever spelling.
    pub(super) fn is_listed(&self, page: &Known) -> bool {
        let listed = &self.site.listing.loose;
        listed.contains(&page.answer.loose) || listed.contains(&page.requested.loose)
    }
}

/// A finding about those pages, by address.
pub(super) fn finding(
    rule: Rule,
    severity: Severity,
    (summary, fix): (String, impl Into<String>),
    mut pages: Vec<FoundPage>,
) -> SiteFinding {
    pages.sort();
    let total = pages.len();
    SiteFinding { rule, severity, summary, fix: fix.into(), proposed: None, pages, total }
}

/// A page of a finding without more to say.
pub(super) fn plain(page: &Known) -> FoundPage {
    FoundPage { url: page.address().to_owned(), detail: String::new() }
}
