//! The headings that were found, to be kept beside the page.

use super::first::{Candidate, FirstHeadings, said};
use crate::page::Page;

/// What [`FirstHeadings`] says, without references to the page.
#[derive(Debug, Default)]
pub(crate) struct HeldHeadings {
    candidates: Vec<Held>,
    copies: Vec<Held>,
    logos: Vec<Held>,
    title: String,
}

/// A candidate.
#[derive(Debug)]
struct Held {
    /// The place of its heading among those of the page.
    heading: usize,
    similarity: usize,
    shared: usize,
}

impl HeldHeadings {
    /// Keeps those that were found on that page.
    pub(super) fn of(found: &FirstHeadings<'_>, page: &Page) -> Self {
        let headings = &page.document.outline.headings;
        let held = |one: &Candidate<'_>| {
            let heading = headings.iter().position(|own| std::ptr::eq(own, one.heading))?;
            Some(Held { heading, similarity: one.similarity, shared: one.shared })
        };
        let all = |of: &[Candidate<'_>]| of.iter().filter_map(held).collect();
        Self {
            candidates: all(&found.candidates),
            copies: all(&found.copies),
            logos: all(&found.logos),
            title: found.title.clone(),
        }
    }

    /// The same as it was found.
    pub(super) fn on<'a>(&self, page: &'a Page) -> FirstHeadings<'a> {
        let document = &page.document;
        let found = |one: &Held| {
            let heading = document.outline.headings.get(one.heading)?;
            let text = said(heading, &document.visible_text);
            Some(Candidate { heading, text, similarity: one.similarity, shared: one.shared })
        };
        let all = |of: &[Held]| of.iter().filter_map(found).collect();
        FirstHeadings {
            candidates: all(&self.candidates),
            copies: all(&self.copies),
            logos: all(&self.logos),
            title: self.title.clone(),
        }
    }
}
