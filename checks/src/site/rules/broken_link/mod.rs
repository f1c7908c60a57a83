#![doc = include_str!("page.md")]

use std::collections::{BTreeMap, BTreeSet};

use crate::paste::listed;
use crate::quoted::span;
use crate::site::finding::{FoundPage, NotJudged, Severity, SiteFinding};
use crate::site::rule::Rule;
use crate::site::view::{View, finding};
use crate::wording::how_many;

/// Targets that the summary names.
const TARGETS_NAMED: usize = 3;
/// Targets that are named for a page.
const TARGETS_OF_PAGE: usize = 20;

pub(super) fn judge(view: &View<'_>) -> Result<Vec<SiteFinding>, NotJudged> {
    let broken = &view.site.broken;
    if let Some(file) = &broken.redirects {
        return Err(NotJudged {
            rule: Rule::BrokenLink,
            reason: format!("The redirects in {} aren't read.", span(file)),
        });
    }
    if broken.links.is_empty() {
        return Ok(Vec::new());
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut of_pages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (page, target) in &broken.links {
        *counts.entry(target).or_default() += 1;
        of_pages.entry(page).or_default().insert(target);
    }
    let pages: Vec<FoundPage> = of_pages
        .iter()
        .map(|(page, targets)| FoundPage {
            url: (*page).to_owned(),
            // Of a single target the summary says all.
            detail: match counts.len() {
                1 => String::new(),
                _ => format!(
                    "links to {}",
                    named(targets.iter().copied(), targets.len(), TARGETS_OF_PAGE)
                ),
            },
        })
        .collect();
    let mut most: Vec<(&str, usize)> = counts.into_iter().collect();
    most.sort_by(|(one, few), (other, many)| many.cmp(few).then(one.cmp(other)));
    let targets = named(most.iter().map(|(target, _)| *target), most.len(), TARGETS_NAMED);
    let link = if pages.len() == 1 { "links" } else { "link" };
    let (is, it) = if most.len() == 1 { ("isn't", "it") } else { ("aren't", "them") };
    let summary = format!(
        "{} {link} to {} that {is} in the folder: {targets}.",
        how_many(pages.len(), "page"),
        how_many(most.len(), "page"),
    );
    let fix = format!(
        "Correct each link, or build the page it leads to. If the server answers {it} without a \
         file, leave the link as it is."
    );
    Ok(vec![finding(Rule::BrokenLink, Severity::Fail, (summary, &fix), pages)])
}

/// The first of that many targets: “`/a`, `/b` and 2 more”.
fn named<'a>(targets: impl Iterator<Item = &'a str>, count: usize, most: usize) -> String {
    let shown: Vec<String> = targets.take(most).map(span).collect();
    match count.saturating_sub(most) {
        0 => listed(&shown),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests;
