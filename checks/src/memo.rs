//! What several checks and fixes ask of a page, worked out when the first of them asks.

use std::any::Any;
use std::cell::OnceCell;

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
    pub(crate) lead: Answer,
    /// The first figures that name no source.
    pub(crate) claims: Answer,
    /// The quantities that the content states.
    pub(crate) quantities: Answer,
}

/// An answer whose type only the check knows that asks for it.
#[derive(Debug, Default)]
pub(crate) struct Answer(OnceCell<Box<dyn Any + Send>>);

impl Answer {
    /// The answer, worked out if nobody has asked before.
    ///
    /// # Panics
    /// Where it was asked for by another type: each has one check that it is of.
    pub(crate) fn get_or_init<T: Any + Send>(&self, work: impl FnOnce() -> T) -> &T {
        match self.0.get_or_init(|| Box::new(work())).downcast_ref() {
            Some(answer) => answer,
            None => unreachable!("one check asks for an answer, by one type"),
        }
    }
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
