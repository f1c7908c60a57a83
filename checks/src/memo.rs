//! What several checks and fixes ask of a page, worked out when the first of them asks.

use std::cell::OnceCell;

use crate::catalogue::evidence::outbound_citations::Claim;
use crate::catalogue::evidence::statistics;
use crate::catalogue::structure::answer_first::Lead;
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
    /// The first block that says something.
    pub(crate) lead: OnceCell<Option<Lead>>,
    /// The first figures that name no source.
    pub(crate) claims: OnceCell<Vec<Claim>>,
    /// The quantities that the content states.
    pub(crate) quantities: OnceCell<statistics::Found>,
}

/// Words of a text, and how many of them name those who write it and those who read it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    pub(crate) all: usize,
    pub(crate) told: usize,
    pub(crate) addressed: usize,
}

/// The headings that may name the page, without references to it.
#[derive(Debug, Default)]
pub(crate) struct HeldHeadings {
    pub(crate) candidates: Vec<HeldHeading>,
    pub(crate) copies: Vec<HeldHeading>,
    pub(crate) logos: Vec<HeldHeading>,
    pub(crate) title: String,
}

/// One of them.
#[derive(Debug)]
pub(crate) struct HeldHeading {
    /// Its place among the headings of the page.
    pub(crate) heading: usize,
    pub(crate) similarity: usize,
    pub(crate) shared: usize,
}
