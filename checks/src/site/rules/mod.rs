//! The rules: each in its folder with its public page.

mod blocked_listing;
mod canonical_chain;
mod duplicate_head;
mod hreflang_return;
mod identity;
mod near_duplicate_text;
mod orphan;
mod sitemap_coverage;

use super::finding::{Judged, SiteFinding};
use super::set::Site;

impl Site {
    /// What the rules say of the site.
    #[must_use]
    pub fn judge(&self) -> Judged {
        Judged::default()
    }

    /// What the rules find: those of [`Self::judge`].
    #[must_use]
    pub fn findings(&self) -> Vec<SiteFinding> {
        self.judge().findings
    }
}
