#![doc = include_str!("page.md")]

use std::collections::BTreeMap;

use crate::paste::in_finding;
use crate::site::address::Address;
use crate::site::facts::Standing;
use crate::site::finding::{FoundPage, Severity, SiteFinding};
use crate::site::rule::Rule;
use crate::site::set::Known;
use crate::site::view::{View, finding};
use crate::wording::{how_many, plural};

/// The page for everybody else; it need not name the pages that name it.
const DEFAULT: &str = "x-default";

pub(super) fn judge(view: &View<'_>) -> Vec<SiteFinding> {
    // A variant repeats what its canonical says of itself.
    let is_source = |page: &Known| {
        page.has_address
            && page.is_indexable()
            && page.is_own_canonical()
            && !page.alternates.is_empty()
    };
    let sources: Vec<&Known> =
        view.documents().map(|(_, page)| page).filter(|page| is_source(page)).collect();
    let all = |detail: &dyn Fn(&Known) -> Option<String>| -> Vec<FoundPage> {
        let found = sources.iter().filter_map(|page| {
            Some(FoundPage { url: page.address().to_owned(), detail: detail(page)? })
        });
        found.collect()
    };
    let returns = of_returns(all(&|page| unreturned(view, page)));
    let canonicals = of_canonicals(all(&|page| elsewhere(view, page)));
    let twice = of_twice(all(&|page| twice(view, page)));
    let selves = of_selves(all(&|page| lacks_itself(page).then(String::new)));
    [returns, canonicals, twice, selves].into_iter().flatten().collect()
}

fn is_at(page: &Known, address: Address) -> bool {
    let own = [page.answer.loose, page.requested.loose];
    own.contains(&address.loose)
}

/// Whether a page lacks the entry for itself.
fn lacks_itself(page: &Known) -> bool {
    !page.alternates.iter().any(|(_, address)| is_at(page, *address))
}

fn target<'a>(view: &View<'a>, address: Address) -> Option<&'a Known> {
    view.answered_at(address.exact)
        .or_else(|| view.requested_at(address.exact))
        .or_else(|| view.loosely_at(address.loose))
}

/// The translations of a page that the set has, each with its language.
fn translations<'a>(
    view: &View<'a>,
    page: &'a Known,
) -> impl Iterator<Item = (&'a str, &'a Known)> {
    let site = view.site;
    let others = page.alternates.iter().filter(|(_, address)| !is_at(page, *address));
    let found = others.filter_map(|(language, address)| {
        Some((site.languages.text(*language), target(view, *address)?))
    });
    found.collect::<Vec<_>>().into_iter()
}

fn unreturned(view: &View<'_>, page: &Known) -> Option<String> {
    let is_silent = |(language, other): &(&str, &Known)| {
        // One that is none to be indexed has its own finding; a variant is named by its canonical.
        *language != DEFAULT
            && other.is_indexable()
            && other.is_own_canonical()
            && !other.alternates.iter().any(|(_, address)| is_at(page, *address))
    };
    let mut silent = translations(view, page).filter(is_silent);
    let (language, first) = silent.next()?;
    let more = silent.filter(|(_, other)| other.url != first.url).count();
    Some(format!(
        "links to {} for {}, which doesn't link back{}",
        in_finding(first.address()),
        in_finding(language),
        and_more(more)
    ))
}

fn elsewhere(view: &View<'_>, page: &Known) -> Option<String> {
    let is_wrong =
        |(_, other): &(&str, &Known)| other.standing == Standing::Gone || !other.is_own_canonical();
    let mut wrong = translations(view, page).filter(is_wrong);
    let (language, first) = wrong.next()?;
    let more = wrong.filter(|(_, other)| other.url != first.url).count();
    let why = match first.standing {
        Standing::Gone => "returns no page",
        _ => "has another canonical",
    };
    Some(format!(
        "links to {} for {}, which {why}{}",
        in_finding(first.address()),
        in_finding(language),
        and_more(more)
    ))
}

fn and_more(more: usize) -> String {
    if more == 0 { String::new() } else { format!(", and {more} more") }
}

fn twice(view: &View<'_>, page: &Known) -> Option<String> {
    let mut languages: BTreeMap<&str, Address> = BTreeMap::new();
    let mut found: Option<&str> = None;
    for (language, address) in &page.alternates {
        let language = view.site.languages.text(*language);
        let first = languages.entry(language).or_insert(*address);
        if first.loose != address.loose {
            found = Some(found.map_or(language, |known| known.min(language)));
        }
    }
    found.map(|language| format!("two URLs for {}", in_finding(language)))
}

fn found(
    severity: Severity,
    pages: Vec<FoundPage>,
    said: impl FnOnce(&str, usize) -> String,
    fix: &'static str,
) -> Option<SiteFinding> {
    let count = pages.len();
    let summary = said(&how_many(count, "page"), count);
    (count > 0).then(|| finding(Rule::HreflangReturn, severity, (summary, fix), pages))
}

fn of_returns(pages: Vec<FoundPage>) -> Option<SiteFinding> {
    let said = |pages: &str, count: usize| {
        let name = plural(
            count,
            "links to a translation that doesn't link back",
            "link to translations that don't link back",
        );
        format!("{pages} {name}, so engines ignore the `hreflang` links.")
    };
    found(
        Severity::Fail,
        pages,
        said,
        "List the same translations on each of the pages, or only in the sitemap.",
    )
}

fn of_canonicals(pages: Vec<FoundPage>) -> Option<SiteFinding> {
    let said = |pages: &str, count: usize| {
        let has = plural(count, "has", "have");
        format!("{pages} {has} `hreflang` links to URLs that aren't canonical pages.")
    };
    found(Severity::Fail, pages, said, "Link to the canonical URL of each translation.")
}

fn of_twice(pages: Vec<FoundPage>) -> Option<SiteFinding> {
    let said = |pages: &str, count: usize| {
        let has = plural(count, "has", "have");
        format!("{pages} {has} `hreflang` links to two URLs for one language.")
    };
    found(
        Severity::Fail,
        pages,
        said,
        "Keep one URL for each language, or distinguish URLs by region, as `en-GB` and `en-US` do.",
    )
}

fn of_selves(pages: Vec<FoundPage>) -> Option<SiteFinding> {
    let said = |pages: &str, count: usize| {
        let lacks = plural(
            count,
            "lacks the `hreflang` entry for itself",
            "lack the `hreflang` entry for themselves",
        );
        format!("{pages} {lacks}.")
    };
    found(
        Severity::Warn,
        pages,
        said,
        "Add each page to its own list of translations, with its own language.",
    )
}

#[cfg(test)]
mod tests;
