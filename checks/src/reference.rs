//! Where a page stands among pages of its kind, by the published reference set.
//!
//! The set is a table of how many pages of each kind reached each score in the categories that can
//! be judged from a page alone. `docs/scoring.md` says what the set is and is not; the example
//! `reference` of this crate makes the table.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::report::{Category, CheckResult, PageKind, Standing};
use crate::score::weighted_mean;

/// The categories that a page by itself can be compared in.
pub const COMPARED: [Category; 3] = [Category::Structure, Category::Evidence, Category::Provenance];

/// The check that is left out: its verdict depends on when the page was fetched.
const LEFT_OUT: &str = "freshness";

/// The fewest pages that a page is compared with.
pub const PAGES_MIN: u32 = 30;

static REFERENCE: LazyLock<Reference> = LazyLock::new(|| crate::data::read!("reference-set.json"));

#[derive(Deserialize)]
struct Reference {
    /// The set's name, such as `November 2026`.
    set: String,
    /// By category, then by kind, how many pages have each score.
    pages: BTreeMap<Category, BTreeMap<PageKind, BTreeMap<u8, u32>>>,
}

/// Where a page of that kind stands with these results; nothing where it cannot be said.
pub(crate) fn standing(kind: PageKind, checks: &[CheckResult]) -> Vec<Standing> {
    COMPARED.into_iter().filter_map(|category| stand(category, kind, checks)).collect()
}

fn stand(category: Category, kind: PageKind, checks: &[CheckResult]) -> Option<Standing> {
    let score = compared_score(category, checks)?;
    let pages = REFERENCE.pages.get(&category)?.get(&kind)?;
    let of: u32 = pages.values().sum();
    let worse: u32 = pages.range(..score).map(|(_, count)| count).sum();
    let better_than = u8::try_from(worse * 100 / of.max(1)).ok()?;
    let set = REFERENCE.set.clone();
    (of >= PAGES_MIN).then_some(Standing { category, better_than, of, kind, set })
}

/// The score in that category that pages are compared by; none where no check of it applies.
pub fn compared_score(category: Category, checks: &[CheckResult]) -> Option<u8> {
    weighted_mean(checks.iter().filter(|one| one.category == category && one.id != LEFT_OUT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{EvidenceStrength, Status};
    use crate::weights::CATALOGUE;

    /// Every check of the catalogue with that value.
    fn checks(value: u8) -> Vec<CheckResult> {
        let result = |spec: &crate::weights::CheckSpec| CheckResult {
            id: spec.id.to_owned(),
            number: spec.number,
            title: String::new(),
            category: spec.category,
            status: Status::Warn,
            value: Some(value),
            weight: spec.weight,
            evidence_strength: EvidenceStrength::Weak,
            summary: String::new(),
            details: Vec::new(),
        };
        CATALOGUE.iter().map(result).collect()
    }

    #[test]
    fn a_better_page_stands_no_lower_and_the_worst_is_better_than_none() {
        let at = |value: u8| standing(PageKind::Article, &checks(value));
        assert_eq!(at(0).iter().map(|one| one.category).collect::<Vec<_>>(), COMPARED);
        assert!(at(0).iter().all(|one| one.better_than == 0 && one.of >= PAGES_MIN));
        assert!(at(100).iter().all(|one| one.better_than > 50 && one.better_than <= 100));
        for value in 0..100 {
            let (lower, higher) = (at(value), at(value + 1));
            let pairs = lower.iter().zip(&higher);
            assert!(pairs.clone().all(|(low, high)| low.better_than <= high.better_than));
        }
    }

    #[test]
    fn how_fresh_a_page_is_changes_nothing() {
        let mut stale = checks(60);
        for check in stale.iter_mut().filter(|check| check.id == LEFT_OUT) {
            check.value = Some(0);
        }
        assert_eq!(standing(PageKind::Article, &stale), standing(PageKind::Article, &checks(60)));
    }

    #[test]
    fn nothing_is_said_where_no_check_of_a_category_applies() {
        let mut unjudged = checks(60);
        for check in &mut unjudged {
            check.value = None;
        }
        assert_eq!(standing(PageKind::Article, &unjudged), []);
    }
}
