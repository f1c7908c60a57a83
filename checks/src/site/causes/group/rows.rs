//! Every page and finding, and what the pages of a cause share.

use std::collections::{BTreeMap, HashMap};

use crate::report::{GainKind, PageKind};
use crate::site::causes::mixed::Mixed;
use crate::site::facts::Template;
use crate::site::kept::Kept;

/// Pages from which on a template is one.
pub(super) const TEMPLATE_PAGES_MIN: usize = 5;
/// Percent of the pages of a template that share what is said of the template.
pub(super) const SHARED_PERCENT: usize = 80;

/// A fix that one page needs, and what it was found by.
pub(super) struct Member {
    /// The place of the page.
    pub(super) page: u32,
    pub(super) failed: bool,
    /// Whether every finding is uncertain.
    pub(super) unsure: bool,
    /// The kind that the page was judged as.
    pub(super) kind: PageKind,
    pub(super) gain: Option<u8>,
    pub(super) gain_kind: GainKind,
    pub(super) reach_lost: u8,
    /// The number of the check that the summary is about.
    pub(super) check: u8,
    /// The checks, a bit for each number.
    pub(super) checks: u64,
    /// Summary and title of the fix, as texts.
    pub(super) summary: u32,
    pub(super) fix_title: u32,
    /// Of several checks, the finding of the first one that doesn't depend on the kind of page.
    pub(super) of_any_kind: Option<OfAnyKind>,
}

/// A finding that holds whatever kind the page is of.
#[derive(Clone, Copy)]
pub(super) struct OfAnyKind {
    pub(super) check: u8,
    pub(super) failed: bool,
    pub(super) summary: u32,
}

/// Every page and finding.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) urls: Vec<String>,
    /// The template of each page.
    pub(super) templates: Vec<u32>,
    /// Whether the score of each page has low confidence.
    pub(super) unsure: Vec<bool>,
    pub(super) kinds: Kept<Template>,
    /// Pages of each template.
    pub(super) sizes: HashMap<u32, usize>,
    /// How many templates with pages enough stand in each section.
    pub(super) in_section: HashMap<String, usize>,
    /// Which kinds the pages of each template are taken for.
    pub(super) mixed: Mixed,
    pub(super) texts: Kept<String>,
    pub(super) causes: BTreeMap<About, Vec<Member>>,
}

/// What the pages of a cause share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct About {
    /// The ID of the fix.
    pub(super) fix: String,
    /// Whether a check fails.
    pub(super) failed: bool,
    /// What the fix says to do, without the page's own words.
    pub(super) order: String,
}
