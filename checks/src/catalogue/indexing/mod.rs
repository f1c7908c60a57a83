//! Engines may index and quote the page.

pub mod ai_text_alternates;
pub mod canonical;
mod directive_edit;
pub mod indexable;
mod origin;
pub mod sitemap_entry;
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
