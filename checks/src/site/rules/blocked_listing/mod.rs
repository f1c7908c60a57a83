#![doc = include_str!("page.md")]

use std::collections::{BTreeMap, BTreeSet};

use crate::engines::ENGINES;
use crate::paste::{code, listed};
use crate::site::facts::Standing;
use crate::site::finding::{FoundPage, Severity, SiteFinding};
use crate::site::rule::Rule;
use crate::site::set::Known;
use crate::site::view::{View, finding, plain};
use crate::wording::{grouped, how_many};

/// A rule of a robots.txt: its origin, its line, and the rule.
type Line<'a> = (&'a str, u32, &'a str);

/// What a rule keeps apart.
#[derive(Default)]
struct Kept<'a> {
    /// IDs of the engines.
    engines: BTreeSet<&'a str>,
    pages: BTreeMap<&'a str, &'a Known>,
}

pub(super) fn judge(view: &View<'_>) -> Vec<SiteFinding> {
    let mut lines: BTreeMap<Line<'_>, Kept<'_>> = BTreeMap::new();
    // What isn't to be indexed loses nothing.
    let is_wanted = |page: &Known| {
        matches!(page.standing, Standing::Indexable | Standing::Blocked) && page.is_own_canonical()
    };
    for (_, page) in view.documents().filter(|(_, page)| is_wanted(page) && page.has_address) {
        for (origin, blocked) in page.blocked.iter().filter_map(|rule| view.site.rules.get(*rule)) {
            let kept = lines.entry((origin, blocked.line, &blocked.rule)).or_default();
            kept.engines.insert(&blocked.engine);
            kept.pages.insert(page.address(), page);
        }
    }
    lines.iter().map(|(line, kept)| of_line(view, *line, kept)).collect()
}

fn of_line(view: &View<'_>, (_, line, rule): Line<'_>, kept: &Kept<'_>) -> SiteFinding {
    let all = kept.engines.len() == ENGINES.len();
    let names = ENGINES.iter().filter(|engine| kept.engines.contains(engine.id));
    let names: Vec<&str> = names.map(|engine| engine.name).collect();
    let engines = if all { format!("all {} engines", ENGINES.len()) } else { listed(&names) };
    let listed_pages = kept.pages.values().filter(|page| view.is_listed(page)).count();
    let pages = how_many(kept.pages.len(), "page");
    let of_sitemap = match (listed_pages, kept.pages.len()) {
        (0, _) => String::new(),
        (1, 1) => ", which is in a sitemap".to_owned(),
        (count, all) if count == all => ", all of them in a sitemap".to_owned(),
        (count, _) => format!(", {} of them in a sitemap", grouped(count)),
    };
    let summary = format!(
        "Line {line} of robots.txt ({}) keeps {engines} from {pages}{of_sitemap}.",
        code(rule)
    );
    let (severity, fix) = match listed_pages {
        0 => (
            Severity::Warn,
            "If engines may cite these pages, narrow the rule or remove it. Otherwise, nothing \
             needs to change.",
        ),
        _ => (
            Severity::Fail,
            "Narrow the rule or remove it. If engines shouldn't cite the pages, remove them from \
             the sitemap.",
        ),
    };
    let found = kept.pages.values().map(|page| FoundPage {
        detail: if listed_pages > 0 && view.is_listed(page) {
            "listed in a sitemap".to_owned()
        } else {
            String::new()
        },
        ..plain(page)
    });
    finding(Rule::BlockedListing, severity, (summary, fix), found.collect())
}

#[cfg(test)]
mod tests;
