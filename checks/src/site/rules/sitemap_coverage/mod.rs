#![doc = include_str!("page.md")]

use crate::paste::in_finding;
use crate::site::facts::Standing;
use crate::site::finding::{FoundPage, NotJudged, Severity, SiteFinding};
use crate::site::rule::Rule;
use crate::site::set::Known;
use crate::site::view::{View, finding, plain};
use crate::wording::{grouped, how_many};

/// Entries with a date from which on these are compared.
const DATED_MIN: usize = 20;
/// Percent of them with one date that make it the date of a build.
const ONE_DATE_PERCENT: usize = 90;

/// What is wrong with an entry, worst first.
const FAULTS: [Fault; 5] =
    [Fault::Gone, Fault::Blocked, Fault::Noindex, Fault::Redirect, Fault::Elsewhere];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Gone,
    Blocked,
    Noindex,
    Redirect,
    Elsewhere,
}

pub(super) fn judge(view: &View<'_>) -> (Vec<SiteFinding>, Vec<NotJudged>) {
    let listing = &view.site.listing;
    let not_judged =
        |reason: &str| vec![NotJudged { rule: Rule::SitemapCoverage, reason: reason.to_owned() }];
    if listing.exact.is_empty() {
        return (Vec::new(), not_judged("No sitemap was read."));
    }
    let mut found: Vec<SiteFinding> = entries(view);
    found.extend(without_file(view));
    found.extend(one_date(view));
    if !view.documents().any(|(_, page)| view.is_listed(page)) {
        let reason = "The sitemaps list none of these pages, so they may belong to another site.";
        return (found, not_judged(reason));
    }
    if listing.is_cut {
        let reason = "The sitemaps were read only in part, so missing entries weren't judged.";
        return (found, not_judged(reason));
    }
    found.extend(unlisted(view));
    (found, Vec::new())
}

/// The entries of a folder that have no file in it.
fn without_file(view: &View<'_>) -> Option<SiteFinding> {
    let missing = view.site.listing.missing.iter();
    let pages: Vec<FoundPage> =
        missing.map(|url| FoundPage { url: url.to_string(), detail: String::new() }).collect();
    let entries = match pages.len() {
        0 => return None,
        1 => "1 sitemap entry has".to_owned(),
        count => format!("{} sitemap entries have", grouped(count)),
    };
    let fix = "Remove the entries, or build the pages. Keep the entries of pages that the server \
               generates.";
    let summary = format!("{entries} no file in the folder.");
    Some(finding(Rule::SitemapCoverage, Severity::Fail, (summary, fix), pages))
}

/// The pages that no sitemap lists, other than further parts of lists.
fn unlisted(view: &View<'_>) -> Option<SiteFinding> {
    let is_wanted = |page: &Known| {
        page.has_address
            && page.is_own_canonical()
            && !page.is_part_of_list
            && !view.is_listed(page)
    };
    let pages = view.indexable().filter(|(_, page)| is_wanted(page));
    let pages: Vec<FoundPage> = pages.map(|(_, page)| plain(page)).collect();
    if pages.is_empty() {
        return None;
    }
    let (are, them) = if pages.len() == 1 { ("is", "it") } else { ("are", "them") };
    let summary = format!("{} {are} in no sitemap.", how_many(pages.len(), "indexable page"));
    let fix = format!(
        "Add {them} to a sitemap that robots.txt names. If engines shouldn't show {them}, mark \
         {them} with `noindex`."
    );
    Some(finding(Rule::SitemapCoverage, Severity::Warn, (summary, fix), pages))
}

/// The entries that should not be listed.
fn entries(view: &View<'_>) -> Vec<SiteFinding> {
    let listed = view
        .pages
        .iter()
        .filter(|page| page.has_address && view.site.listing.exact.contains(&page.requested.exact));
    let faulty: Vec<(Fault, FoundPage)> = listed.filter_map(|page| faulty(page)).collect();
    let of = |fault: Fault| {
        let pages = faulty.iter().filter(|(own, _)| *own == fault).map(|(_, page)| page.clone());
        let pages: Vec<FoundPage> = pages.collect();
        (!pages.is_empty()).then(|| of_fault(fault, pages))
    };
    FAULTS.into_iter().filter_map(of).collect()
}

fn faulty(page: &Known) -> Option<(Fault, FoundPage)> {
    let is_redirected = page.requested.exact != page.answer.exact;
    let (fault, detail) = match page.standing {
        Standing::Gone if matches!(page.status, 0 | 300..=399) => {
            (Fault::Gone, "leads to no page".to_owned())
        }
        Standing::Gone => (Fault::Gone, format!("status {}", page.status)),
        _ if is_redirected => {
            (Fault::Redirect, format!("redirects to {}", in_finding(page.address())))
        }
        Standing::Blocked => (Fault::Blocked, String::new()),
        Standing::Noindex => (Fault::Noindex, String::new()),
        Standing::Forwarding => (Fault::Redirect, "sends visitors to another URL".to_owned()),
        Standing::Frame => return None,
        Standing::Indexable if !page.is_own_canonical() => (Fault::Elsewhere, String::new()),
        Standing::Indexable => return None,
    };
    Some((fault, FoundPage { url: page.url.clone().into(), detail }))
}

fn of_fault(fault: Fault, pages: Vec<FoundPage>) -> SiteFinding {
    let one = pages.len() == 1;
    let entries = match one {
        true => "1 sitemap entry".to_owned(),
        false => format!("{} sitemap entries", grouped(pages.len())),
    };
    let (severity, said, fix) = match fault {
        Fault::Gone => (
            Severity::Fail,
            if one { "returns no page." } else { "return no page." },
            "Remove the entries, or bring the pages back.",
        ),
        Fault::Blocked => (
            Severity::Fail,
            if one {
                "is blocked for Googlebot by robots.txt."
            } else {
                "are blocked for Googlebot by robots.txt."
            },
            "Allow the pages in robots.txt, or remove the entries.",
        ),
        Fault::Noindex => (
            Severity::Fail,
            if one { "is a page with `noindex`." } else { "are pages with `noindex`." },
            "Remove `noindex` if engines should show the pages. Otherwise, remove the entries.",
        ),
        Fault::Redirect => (
            Severity::Warn,
            if one { "redirects." } else { "redirect." },
            "List the URLs at the end of the redirects instead.",
        ),
        Fault::Elsewhere => (
            Severity::Warn,
            if one {
                "is a page with a different canonical."
            } else {
                "are pages with a different canonical."
            },
            "List the canonical pages only, or correct the canonicals if they are wrong.",
        ),
    };
    finding(Rule::SitemapCoverage, severity, (format!("{entries} {said}"), fix), pages)
}

/// One `lastmod` of nearly all entries: when the site was built, and not when a page was changed.
fn one_date(view: &View<'_>) -> Option<SiteFinding> {
    let dated = view.site.listing.dated();
    let (lastmod, count) = view.site.listing.common_lastmod()?;
    if dated < DATED_MIN || count * 100 < dated * ONE_DATE_PERCENT {
        return None;
    }
    let summary = format!(
        "{} of {} dated sitemap entries have the same `lastmod`, {}. It looks like the build's \
         date.",
        grouped(count),
        grouped(dated),
        in_finding(lastmod)
    );
    let fix = "Write the date on which each page's content last changed, or leave `lastmod` out: \
               engines ignore dates that they find to be wrong.";
    Some(finding(Rule::SitemapCoverage, Severity::Warn, (summary, fix), Vec::new()))
}

#[cfg(test)]
mod tests;
