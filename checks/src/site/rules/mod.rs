//! The rules: each in its folder with its public page.

mod blocked_listing;
mod canonical_chain;
mod duplicate_head;
mod hreflang_return;
mod identity;
mod near_duplicate_text;
mod orphan;
mod sitemap_coverage;

use std::cmp::Reverse;

use super::finding::{Judged, SiteFinding};
use super::set::Site;
use super::view::View;

impl Site {
    /// What the rules say of the site.
    #[must_use]
    pub fn judge(&self) -> Judged {
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
        match orphan::judge(&view) {
            Ok(orphans) => found.extend(orphans),
            Err(reason) => judged.not_judged.push(reason),
        }
        found.extend(hreflang_return::judge(&view));
        found.extend(identity::judge(&view));
        found.sort_by_cached_key(|one| {
            (one.rule, one.severity, Reverse(one.total), one.summary.clone(), one.pages.clone())
        });
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
