//! Engines may index and quote the page.

pub mod ai_text_alternates;
#[cfg(test)]
mod ai_text_alternates_tests;
pub mod canonical;
pub(crate) mod canonical_declared;
mod canonical_fix;
pub(crate) mod canonical_target;
mod directive_edit;
pub mod indexable;
mod markdown;
mod sitemap_absence;
mod sitemap_details;
pub mod sitemap_entry;
#[cfg(test)]
mod sitemap_entry_tests;
mod sitemap_fix;
#[cfg(test)]
mod sitemap_fix_tests;
pub mod snippet_eligible;

use crate::check::Check;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &indexable::Indexable,
    &snippet_eligible::SnippetEligible,
    &canonical::Canonical,
    &sitemap_entry::SitemapEntryCheck,
    &ai_text_alternates::AiTextAlternates,
];
