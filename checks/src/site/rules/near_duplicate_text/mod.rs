#![doc = include_str!("page.md")]

use std::collections::{BTreeMap, HashMap};

use crate::quoted::span;
use crate::site::finding::{FoundPage, Severity, SiteFinding};
use crate::site::groups::Groups;
use crate::site::print::TextPrint;
use crate::site::rule::Rule;
use crate::site::set::Known;
use crate::site::view::{View, finding};
use crate::wording::how_many;

/// Words of main content from which on a text is compared.
const WORDS_MIN: u32 = 100;
/// Bits in which the fingerprints of texts that are nearly the same differ, at most.
const DISTANCE_MAX: u32 = 3;
/// The same of the fingerprints that confirm it.
const CHECK_DISTANCE_MAX: u32 = 4;
/// How much shorter one of them may be, in percent.
const SHORTER_PERCENT: u64 = 10;
/// Fingerprints that differ in three bits are equal in one of four parts.
const BANDS: u32 = 4;
/// Bits of a part.
const BAND_BITS: u32 = 64 / BANDS;
/// The most pages with an equal part that one page is compared with: those whose fingerprints come
/// next.
const COMPARED_MAX: usize = 256;

/// A page with the fingerprint of its text.
type Printed<'a> = (TextPrint, usize, &'a Known);

pub(super) fn judge(view: &View<'_>) -> Vec<SiteFinding> {
    let is_long = |page: &Known| page.words >= WORDS_MIN;
    let all = view.indexable().filter(|(_, page)| is_long(page));
    let mut printed: Vec<Printed<'_>> =
        all.filter_map(|(at, page)| Some((page.text?, at, page))).collect();
    printed.sort_by_key(|(print, at, _)| (*print, *at));
    let mut groups = Groups::of(printed.len());
    for band in 0..BANDS {
        join_alike(&printed, band, &mut groups);
    }
    let mut clusters: BTreeMap<usize, Vec<(usize, &Known)>> = BTreeMap::new();
    for (place, (_, at, page)) in printed.iter().enumerate() {
        clusters.entry(groups.leader(place)).or_default().push((*at, page));
    }
    let several = clusters.into_values().filter(|pages| pages.len() > 1);
    let found = several.filter_map(|pages| of_cluster(view, pages)).collect();
    folded(found)
}

/// Texts that few pages have are one finding with all others of the kind.
const FEW: usize = 5;

/// One finding for all groups of few pages, where there are several.
fn folded(found: Vec<SiteFinding>) -> Vec<SiteFinding> {
    let (few, mut found): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|one| one.total < FEW && one.proposed.is_none());
    if few.len() < 2 {
        found.extend(few);
        return found;
    }
    let total: usize = few.iter().map(|one| one.total).sum();
    let summary =
        format!("{} groups of pages have almost the same text, {total} pages in all.", few.len());
    let fix = few.first().map(|one| one.fix.clone()).unwrap_or_default();
    let pages = few.iter().flat_map(|group| {
        let first = group.pages.first().map_or("", |page| page.url.as_str());
        group.pages.iter().map(move |page| match page.url == first {
            true => page.clone(),
            false => FoundPage {
                detail: format!("{}, like {}", page.detail, span(first)),
                ..page.clone()
            },
        })
    });
    let rule = Rule::NearDuplicateText;
    found.push(finding(rule, Severity::Warn, (summary, fix), pages.collect()));
    found
}

/// Puts together the texts that are nearly the same, of those with an equal part.
fn join_alike(printed: &[Printed<'_>], band: u32, groups: &mut Groups) {
    let mut buckets: HashMap<u64, Vec<usize>> = HashMap::new();
    for (place, (print, ..)) in printed.iter().enumerate() {
        let part = (print.sim.0 >> (band * BAND_BITS)) & ((1 << BAND_BITS) - 1);
        buckets.entry(part).or_default().push(place);
    }
    for bucket in buckets.values() {
        for (at, one) in bucket.iter().enumerate() {
            for other in bucket.iter().skip(at + 1).take(COMPARED_MAX) {
                if let (Some(first), Some(second)) = (printed.get(*one), printed.get(*other))
                    && are_alike(first, second)
                {
                    groups.join(*one, *other);
                }
            }
        }
    }
}

fn are_alike((one, _, first): &Printed<'_>, (other, _, second): &Printed<'_>) -> bool {
    let (distance, check) = one.distances(*other);
    let (short, long) = (first.words.min(second.words), first.words.max(second.words));
    distance <= DISTANCE_MAX
        && check <= CHECK_DISTANCE_MAX
        && u64::from(short) * 100 >= u64::from(long) * (100 - SHORTER_PERCENT)
        && first.language == second.language
}

/// The finding about texts that are nearly the same; none where their pages are variants of one.
fn of_cluster(view: &View<'_>, mut pages: Vec<(usize, &Known)>) -> Option<SiteFinding> {
    pages.sort_by_key(|(at, _)| *at);
    let groups = view.variants(&pages);
    let pages: Vec<&Known> = groups.iter().filter_map(|group| group.first().copied()).collect();
    if pages.len() < 2 {
        return None;
    }
    let found = pages.iter().map(|page| FoundPage {
        url: page.address().to_owned(),
        detail: how_many(usize::try_from(page.words).unwrap_or(usize::MAX), "word"),
    });
    let summary = format!("{} have almost the same text.", how_many(pages.len(), "page"));
    let fix = "Keep one of them and redirect the others to it, or name it as their canonical, \
               instead of each one's own URL. If each is needed, write what only that page covers.";
    let found = finding(Rule::NearDuplicateText, Severity::Warn, (summary, fix), found.collect());
    let mut listed = pages.iter().filter(|page| view.is_listed(page));
    let proposed = match (listed.next(), listed.next()) {
        (Some(only), None) => Some(only.address().to_owned()),
        _ => None,
    };
    Some(SiteFinding { proposed, ..found })
}

#[cfg(test)]
mod tests;
