//! One defect of a template, drawn apart by what single pages say.
//!
//! What surrounds the content is written once for all pages of a template. Where it lacks the
//! publisher on most of them, it lacks the publisher on the others, too, even if the text of one
//! has a word that changes the finding.

use std::collections::BTreeMap;

use super::rows::{About, Member, Rows, SHARED_PERCENT, TEMPLATE_PAGES_MIN};

/// Fixes that act on what surrounds the content, whatever a page's own text adds to the finding.
const OF_FRAME: [&str; 1] = ["publisher-identity"];
/// Fixes of one edit of the template, where the finding begins with the same sentence.
const OF_TEMPLATE: [&str; 4] = ["title-h1-match", "main-content", "canonical", "language"];

type Causes = BTreeMap<About, Vec<Member>>;

impl Rows {
    /// The causes, those of one defect of a template or of the whole site as one: what most of its
    /// pages need.
    pub(super) fn folded(&self, mut causes: Causes) -> Causes {
        for fix in OF_FRAME.into_iter().chain(OF_TEMPLATE) {
            let is_one = |about: &&About| about.fix == fix;
            let abouts: Vec<About> = causes.keys().filter(is_one).cloned().collect();
            if abouts.len() > 1 {
                self.fold(&mut causes, &abouts);
            }
        }
        join_of_one_edit(&mut causes);
        causes
    }

    fn fold(&self, causes: &mut Causes, abouts: &[About]) {
        let of_site = abouts.iter().find(|about| {
            let count = causes.get(*about).map_or(0, Vec::len);
            is_most(count, self.urls.len())
        });
        let mut most: BTreeMap<u32, (About, &str)> = BTreeMap::new();
        for about in abouts {
            let members = causes.get(about).map_or(&[][..], Vec::as_slice);
            for (template, (count, summary)) in self.by_template(members) {
                if is_most(count, self.size(template)) {
                    most.insert(template, (about.clone(), summary));
                }
            }
        }
        let of_site = of_site.and_then(|about| {
            let said = causes.get(about)?.iter().map(|one| self.text(one.summary));
            Some((about.clone(), most_frequent(said)?))
        });
        let target = |about: &About, member: &Member| {
            let (shared, summary) =
                of_site.as_ref().or_else(|| most.get(&self.template(member)))?;
            let is_one = OF_FRAME.contains(&about.fix.as_str())
                || (shared.failed == about.failed
                    && fact(summary) == fact(self.text(member.summary)));
            (is_one && shared != about).then(|| shared.clone())
        };
        for about in abouts {
            let Some(members) = causes.remove(about) else { continue };
            for member in members {
                let to = target(about, &member).unwrap_or_else(|| about.clone());
                causes.entry(to).or_default().push(member);
            }
        }
    }

    /// The pages of each template among those members, and what is said of most of them.
    fn by_template(&self, members: &[Member]) -> BTreeMap<u32, (usize, &str)> {
        let mut all: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
        for member in members {
            all.entry(self.template(member)).or_default().push(self.text(member.summary));
        }
        let counted = all.into_iter().map(|(template, summaries)| {
            let count = summaries.len();
            (template, (count, most_frequent(summaries.into_iter()).unwrap_or_default()))
        });
        counted.collect()
    }
}

/// Joins what fails and what warns and asks for the same edit: one page has more of the defect than
/// the other.
fn join_of_one_edit(causes: &mut Causes) {
    let warned: Vec<About> = causes.keys().filter(|about| !about.failed).cloned().collect();
    for about in warned {
        let failed = About { failed: true, ..about.clone() };
        if about.order.is_empty() || !causes.contains_key(&failed) {
            continue;
        }
        let members = causes.remove(&about).unwrap_or_default();
        causes.entry(failed).or_default().extend(members);
    }
}

/// The sentence of a finding that says what is wrong, without what is said of its effect.
fn fact(summary: &str) -> &str {
    summary.split_once(". ").map_or(summary, |(fact, _)| fact).trim_end_matches('.')
}

/// Whether so many of the pages are most of them, and they are enough for a template.
fn is_most(count: usize, all: usize) -> bool {
    all >= TEMPLATE_PAGES_MIN && count * 100 >= all * SHARED_PERCENT
}

/// The most frequent of these; of several the smallest.
pub(super) fn most_frequent<T: Ord>(all: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    for one in all {
        *counts.entry(one).or_default() += 1;
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(one, _)| one)
}
