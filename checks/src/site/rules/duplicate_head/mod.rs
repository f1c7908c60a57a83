#![doc = include_str!("page.md")]

use std::collections::{BTreeMap, HashMap};

use crate::hash::Hash64;
use crate::paste::in_finding;
use crate::site::finding::{FoundPage, Severity, SiteFinding};
use crate::site::rule::Rule;
use crate::site::set::Known;
use crate::site::view::{View, finding, plain};
use crate::wording::how_many;

/// Percent of the titles that a part at their end stands in where it is the name of the site.
const SHARED_PERCENT: usize = 80;

/// Indexable pages by language and by what they share.
type Sharing<'a> = BTreeMap<(&'a str, Hash64), Vec<(usize, &'a Known)>>;

/// What is shared, and by which pages: one of each group of variants.
struct Shared<'a> {
    hash: Hash64,
    pages: Vec<&'a Known>,
}

pub(super) fn judge(view: &View<'_>) -> Vec<SiteFinding> {
    let titles = shared(view, titles(view));
    let descriptions = shared(view, descriptions(view));
    let (both, only_title): (Vec<_>, Vec<_>) = titles.iter().partition(|title| {
        descriptions.iter().any(|other| is_same_set(&other.pages, &title.pages))
    });
    let is_alone =
        |one: &&Shared<'_>| !titles.iter().any(|title| is_same_set(&title.pages, &one.pages));
    let alone: Vec<_> = descriptions.iter().filter(is_alone).collect();
    let mut found = folded(only_title, |one| of_title(one, false), ("titles", &title_of));
    found.extend(folded(both, |one| of_title(one, true), ("titles and descriptions", &title_of)));
    let description_of = |one: &Shared<'_>| view.site.shared_description(one.hash).to_owned();
    let of_alone = |one: &Shared<'_>| of_description(view, one);
    found.extend(folded(alone, of_alone, ("descriptions", &description_of)));
    found
}

/// What few pages share is one finding with all else that few share: the same edit, in many places.
const FEW: usize = 5;

/// A finding for each thing that is shared by many, and one for all that are shared by few.
fn folded<'a>(
    all: Vec<&Shared<'a>>,
    of_one: impl Fn(&Shared<'a>) -> SiteFinding,
    (what, said): (&str, &dyn Fn(&Shared<'a>) -> String),
) -> Vec<SiteFinding> {
    let (few, many): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| one.pages.len() < FEW);
    let mut found: Vec<SiteFinding> = many.into_iter().map(&of_one).collect();
    if few.len() < 2 {
        found.extend(few.into_iter().map(&of_one));
        return found;
    }
    let sizes = || few.iter().map(|one| one.pages.len());
    let (least, most) = (sizes().min().unwrap_or_default(), sizes().max().unwrap_or_default());
    let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let summary = format!("{} {what} are each on {range} pages.", few.len());
    let pages = few.iter().flat_map(|one| {
        let detail = in_finding(&said(one)).to_string();
        one.pages.iter().map(move |page| FoundPage { detail: detail.clone(), ..plain(page) })
    });
    let fix = few.first().map(|one| of_one(one).fix).unwrap_or_default();
    found.push(finding(Rule::DuplicateHead, Severity::Warn, (summary, fix), pages.collect()));
    found
}

/// The title as a page writes it: the shared form is folded.
fn title_of(shared: &Shared<'_>) -> String {
    shared.pages.first().map_or_else(String::new, |page| page.title.to_string())
}

/// The pages by their titles, without the part at the end that most of them have. The tool of a manual
/// gives the parts of an index one title.
fn titles<'a>(view: &View<'a>) -> Sharing<'a> {
    let site = view.site;
    let mut ends: HashMap<Hash64, usize> = HashMap::new();
    let mut titled = 0;
    for (_, page) in view.indexable().filter(|(_, page)| !page.title.is_empty()) {
        titled += 1;
        if let Some((_, end)) = page.title_parts {
            *ends.entry(end).or_default() += 1;
        }
    }
    let is_common =
        |end: Hash64| ends.get(&end).is_some_and(|count| count * 100 >= titled * SHARED_PERCENT);
    let mut sharing = Sharing::new();
    let has_own = |page: &Known| !page.title.trim().is_empty() && !page.is_index;
    for (at, page) in view.indexable().filter(|(_, page)| has_own(page)) {
        let title = match page.title_parts {
            Some((rest, end)) if is_common(end) => rest,
            _ => page.title_folded,
        };
        sharing.entry((site.languages.text(page.language), title)).or_default().push((at, page));
    }
    sharing
}

fn descriptions<'a>(view: &View<'a>) -> Sharing<'a> {
    let site = view.site;
    let mut sharing = Sharing::new();
    for (at, page) in view.indexable().filter(|(_, page)| !page.is_index) {
        if let Some(hash) = page.description {
            let key = (site.languages.text(page.language), hash);
            sharing.entry(key).or_default().push((at, page));
        }
    }
    sharing
}

/// What several pages share that are no variants of each other.
fn shared<'a>(view: &View<'a>, sharing: Sharing<'a>) -> Vec<Shared<'a>> {
    let found = sharing.into_iter().filter(|(_, pages)| pages.len() > 1);
    let found = found.map(|((_, hash), pages)| {
        let groups = view.variants(&pages);
        let pages = groups.into_iter().filter_map(|group| group.first().copied()).collect();
        Shared { hash, pages }
    });
    found.filter(|shared: &Shared<'_>| shared.pages.len() > 1).collect()
}

fn is_same_set(one: &[&Known], other: &[&Known]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.url == other.url)
}

fn of_title(shared: &Shared<'_>, both: bool) -> SiteFinding {
    let count = how_many(shared.pages.len(), "page");
    let written = title_of(shared);
    let (what, fix) = match both {
        true => (" and their description", "title and a description"),
        false => ("", "title"),
    };
    let summary = format!("{count} share the title {}{what}.", in_finding(&written));
    let fix = format!(
        "Give each page a {fix} that says what only that page covers. If they are copies, name \
         one of them as the canonical of the others, instead of each one's own URL."
    );
    finding(Rule::DuplicateHead, Severity::Warn, (summary, fix), pages(shared))
}

fn of_description(view: &View<'_>, shared: &Shared<'_>) -> SiteFinding {
    let count = how_many(shared.pages.len(), "page");
    let summary = format!(
        "{count} share the description {}.",
        in_finding(view.site.shared_description(shared.hash))
    );
    let fix = "Describe what only that page covers, or leave the description out: engines \
               then take one from the text.";
    finding(Rule::DuplicateHead, Severity::Warn, (summary, fix), pages(shared))
}

fn pages(shared: &Shared<'_>) -> Vec<FoundPage> {
    shared.pages.iter().map(|page| plain(page)).collect()
}

#[cfg(test)]
mod tests;
