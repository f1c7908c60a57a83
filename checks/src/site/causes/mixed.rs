//! Templates whose pages were taken for different kinds.
//!
//! Pages of one template are mostly of one kind. Where single pages of it were taken for another,
//! as a chapter without code among chapters with code is, their kind is uncertain, and so is what
//! is asked of that kind alone.

use std::collections::{BTreeMap, HashMap};

use crate::applicability::EXEMPTIONS;
use crate::report::PageKind;

/// Pages from which on a template says what kind its pages are of.
const PAGES_MIN: usize = 5;
/// Percent of the pages of a template that are of one kind where that is sure.
const SURE_PERCENT: usize = 50;
/// Percent of the pages of a template that are of another kind, from which on “unknown” is none.
const KNOWN_PERCENT: usize = 10;

/// How many pages of each kind each template has.
#[derive(Default)]
pub(super) struct Mixed(HashMap<u32, BTreeMap<PageKind, usize>>);

impl Mixed {
    pub(super) fn count(&mut self, template: u32, kind: PageKind) {
        *self.0.entry(template).or_default().entry(kind).or_default() += 1;
    }

    /// Whether a page of that template and kind is of that kind for sure.
    pub(super) fn is_sure(&self, template: u32, kind: PageKind) -> bool {
        let Some(counts) = self.0.get(&template) else { return true };
        let all: usize = counts.values().sum();
        let own = counts.get(&kind).copied().unwrap_or(0);
        // Lists lead to the other pages of their template.
        let lists = [PageKind::Listing, PageKind::Home];
        let others: usize = counts
            .iter()
            .filter(|(other, _)| **other != kind && !lists.contains(other))
            .map(|(_, count)| count)
            .sum();
        match kind {
            _ if all < PAGES_MIN || others == 0 => true,
            PageKind::Home | PageKind::Listing => true,
            PageKind::Other => others * 100 < (own + others) * KNOWN_PERCENT,
            _ => own * 100 > (own + others) * SURE_PERCENT,
        }
    }
}

/// Whether what that check asks for depends on the kind of page.
pub(super) fn depends_on_kind(check: &str) -> bool {
    const FURTHER: [&str; 2] = ["content-depth", "jsonld-valid"];
    // A landmark helps whatever it holds.
    check != "main-content"
        && (FURTHER.contains(&check) || EXEMPTIONS.iter().any(|row| row.check == check))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::spec_of;

    #[test]
    fn the_kind_of_most_pages_of_a_template_is_sure() {
        let of = |counts: &[(PageKind, usize)], kind: PageKind| {
            let mut mixed = Mixed::default();
            for (kind, count) in counts {
                (0..*count).for_each(|_| mixed.count(1, *kind));
            }
            mixed.is_sure(1, kind)
        };
        use PageKind::{Article, Docs, Listing, Other};
        let manual = [(Docs, 6), (Other, 3), (Article, 1), (Listing, 9)];
        for (kind, is_sure) in [(Docs, true), (Other, false), (Article, false), (Listing, true)] {
            assert_eq!(of(&manual, kind), is_sure, "{kind:?}");
        }
        assert!(of(&[(Other, 20), (Docs, 1)], Other), "a single page of another kind");
        assert!(!of(&[(Other, 20), (Docs, 9)], Other));
        assert!(of(&[(Other, 2), (Docs, 2)], Other), "few pages are no template");
        assert!(of(&[(Article, 5)], Article));
    }

    #[test]
    fn checks_that_depend_on_the_kind_exist() {
        for check in ["content-depth", "jsonld-valid", "main-content"] {
            assert!(spec_of(check).is_some(), "{check}");
        }
        assert!(depends_on_kind("section-length") && depends_on_kind("content-depth"));
        assert!(!depends_on_kind("main-content") && !depends_on_kind("canonical"));
    }
}
