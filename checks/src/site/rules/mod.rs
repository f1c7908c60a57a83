//! The rules: each in its folder with its public page.

mod blocked_listing;
mod broken_link;
mod canonical_chain;
mod duplicate_head;
mod hreflang_return;
mod identity;
mod near_duplicate_text;
mod orphan;
mod sitemap_coverage;

use std::cmp::Reverse;

use super::finding::{Judged, PAGES_SHOWN, SiteFinding};
use super::set::Site;
use super::view::View;

impl Site {
    /// What the rules say of the site. A finding names at most [`PAGES_SHOWN`] pages.
    #[must_use]
    pub fn judge(&self) -> Judged {
        self.judge_naming(PAGES_SHOWN)
    }

    /// What the rules say of the site. A finding names at most that many pages.
    #[must_use]
    pub fn judge_naming(&self, pages: usize) -> Judged {
        let view = View::of(self);
        let mut judged = Judged::default();
        let found = &mut judged.findings;
        found.extend(duplicate_head::judge(&view));
        found.extend(near_duplicate_text::judge(&view));
        found.extend(canonical_chain::judge(&view));
        let (entries, unseen) = sitemap_coverage::judge(&view);
        found.extend(entries);
        judged.not_judged.extend(unseen);
        found.extend(blocked_listing::judge(&view));
        for judging in [orphan::judge(&view), broken_link::judge(&view)] {
            match judging {
                Ok(own) => found.extend(own),
                Err(reason) => judged.not_judged.push(reason),
            }
        }
        found.extend(hreflang_return::judge(&view));
        found.extend(identity::judge(&view));
        found.sort_by_cached_key(|one| {
            let first: Vec<_> = one.pages.iter().take(PAGES_SHOWN).cloned().collect();
            (one.rule, one.severity, Reverse(one.total), one.summary.clone(), first)
        });
        found.iter_mut().for_each(|one| one.pages.truncate(pages));
        judged
    }

    /// What the rules find: those of [`Self::judge`].
    #[must_use]
    pub fn findings(&self) -> Vec<SiteFinding> {
        self.judge().findings
    }
}

#[cfg(test)]
mod tests;
