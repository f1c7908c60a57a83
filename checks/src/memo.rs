//! What several checks and fixes ask of a page, worked out when the first of them asks.

use std::cell::OnceCell;

use crate::applicability::personal::Words;
use crate::catalogue::structure::headings::HeldHeadings;
use crate::page::dates::{DatedText, ShownDates};

/// The answers so far. Each depends on the page alone, and on what the context says of it.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The name of the site.
    pub(crate) site_name: OnceCell<Option<String>>,
    /// The name of the site that several sources agree on.
    pub(crate) agreed_name: OnceCell<Option<String>>,
    /// The name of who publishes the page.
    pub(crate) publisher_name: OnceCell<Option<String>>,
    /// The owners that the copyright line names.
    pub(crate) copyright_owners: OnceCell<Vec<String>>,
    /// The days that readers see.
    pub(crate) shown: OnceCell<ShownDates>,
    /// What stands where readers look for a date.
    pub(crate) edges: OnceCell<DatedText>,
    /// The same without what surrounds the content.
    pub(crate) own_edges: OnceCell<DatedText>,
    /// The headings that may name the page.
    pub(crate) headings: OnceCell<HeldHeadings>,
    /// The words of the main content that name its writers and its readers.
    pub(crate) personal: OnceCell<Option<Words>>,
}
