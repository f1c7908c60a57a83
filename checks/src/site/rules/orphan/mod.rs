#![doc = include_str!("page.md")]

use std::collections::HashSet;

use url::Url;

use crate::hash::Hash64;
use crate::site::facts::page_key;
use crate::site::finding::{FoundPage, NotJudged, Severity, SiteFinding};
use crate::site::rule::Rule;
use crate::site::set::Known;
use crate::site::view::{View, finding, plain};
use crate::wording::{grouped, how_many};

/// Pages from which on a set is a site.
const PAGES_MIN: usize = 5;
/// Percent of the sitemaps' entries that the set must have.
const LISTED_PERCENT: usize = 80;
/// Pages that are linked and not in the set, in percent of the set: with more, those that link to
/// an orphan may be among them.
const OUTSIDE_PERCENT: usize = 20;
/// Percent of the pages that are linked where links stand in the HTML at all.
const LINKED_PERCENT: usize = 50;
/// Words of a page that readers are meant to find: a file that proves who owns the site has fewer.
const WORDS_MIN: u32 = 20;

pub(super) fn judge(view: &View<'_>) -> Result<Vec<SiteFinding>, NotJudged> {
    let not_judged = |reason: String| Err(NotJudged { rule: Rule::Orphan, reason });
    let site = view.site;
    let count = view.documents.len();
    if count < PAGES_MIN {
        return not_judged(format!("Fewer than {PAGES_MIN} pages were scanned."));
    }
    if site.too_many_links || site.links_cut {
        return not_judged("The pages have more links than Citable reads.".to_owned());
    }
    if view.documents().any(|(_, page)| !page.has_address && page.canonical.is_some()) {
        // Whoever knows where the pages will stand may write whole addresses into links.
        return not_judged(
            "The site's URL isn't known, so full URLs in links can't be matched.".to_owned(),
        );
    }
    if let Some(reason) = lacks_listed(view).or_else(|| leads_outside(view, count)) {
        return not_judged(reason);
    }
    let linked = linked(view);
    let is_linked = |page: &Known| linked.contains(&page.answer.loose);
    let reached = view.documents().filter(|(_, page)| is_linked(page)).count();
    if reached * 100 < count * LINKED_PERCENT {
        return not_judged(format!(
            "Only {} of {} pages are linked in the HTML; JavaScript may add the links.",
            grouped(reached),
            grouped(count)
        ));
    }
    let is_wanted = |page: &Known| page.is_own_canonical() && page.words >= WORDS_MIN;
    let entrance = entrance(view);
    let orphans = view.indexable().filter(|(at, page)| {
        is_wanted(page) && !is_linked(page) && page.segments > 0 && Some(*at) != entrance
    });
    let orphans: Vec<FoundPage> = orphans.map(|(_, page)| plain(page)).collect();
    if orphans.is_empty() {
        return Ok(Vec::new());
    }
    if site.menu_in_script {
        return not_judged(
            "JavaScript files such as `menudata.js` have the links of the menu, so those links \
             weren't seen."
                .to_owned(),
        );
    }
    let has = if orphans.len() == 1 { "has" } else { "have" };
    let pages = how_many(orphans.len(), "indexable page");
    let summary = format!("{pages} {has} no link from another page.");
    let fix = "Link to each from a page on its topic, from a list or from the navigation, or \
               remove the page.";
    Ok(vec![finding(Rule::Orphan, Severity::Warn, (summary, fix), orphans)])
}

/// Why the set is not most of what the sitemaps list.
fn lacks_listed(view: &View<'_>) -> Option<String> {
    let listing = &view.site.listing;
    if listing.is_cut {
        return Some("Not all pages that the sitemaps list were scanned.".to_owned());
    }
    let keys = view.pages.iter().flat_map(|page| [page.requested.loose, page.answer.loose]);
    let known: HashSet<Hash64> = keys.collect();
    let (had, all) = (listing.loose.intersection(&known).count(), listing.loose.len());
    (had * 100 < all * LISTED_PERCENT).then(|| {
        format!(
            "Only {} of {} pages that the sitemaps list were scanned; links from the rest weren't \
             seen.",
            grouped(had),
            grouped(all)
        )
    })
}

/// Why pages outside of the set may hold the links.
fn leads_outside(view: &View<'_>, count: usize) -> Option<String> {
    let keys = view.pages.iter().flat_map(|page| [page.requested.loose, page.answer.loose]);
    let known: HashSet<Hash64> = keys.collect();
    // What the folder doesn't have links to nothing.
    let broken = view.site.broken.links.iter().filter_map(|(_, target)| Url::parse(target).ok());
    let broken: HashSet<Hash64> = broken.map(|target| page_key(&target)).collect();
    let is_outside = |key: &&Hash64| !known.contains(*key) && !broken.contains(*key);
    let outside = view.site.linked.iter().filter(is_outside).count();
    (outside * 100 > count * OUTSIDE_PERCENT).then(|| {
        format!(
            "The pages link to {} URLs that weren't scanned; links from those weren't seen.",
            grouped(outside)
        )
    })
}

/// The keys of what is linked, and of the canonicals and the ends of redirects that links lead to.
fn linked(view: &View<'_>) -> HashSet<Hash64> {
    let site = view.site;
    let is_linked = |key: &Hash64| site.linked.contains(key) || site.linked_others.contains(key);
    let mut all: HashSet<Hash64> = HashSet::new();
    for page in &view.pages {
        if is_linked(&page.requested.loose) || is_linked(&page.answer.loose) {
            all.extend([page.answer.loose, view.canonical_of(page)]);
        }
    }
    all
}

/// Where readers of a site that does not begin at the root come in: the only page above all others.
fn entrance(view: &View<'_>) -> Option<usize> {
    let least = view.documents().map(|(_, page)| page.segments).min()?;
    let shortest = |(_, page): &(usize, &Known)| page.segments == least;
    let mut highest = view.documents().filter(shortest);
    let (at, _) = highest.next()?;
    highest.next().is_none().then_some(at)
}

#[cfg(test)]
mod tests;
