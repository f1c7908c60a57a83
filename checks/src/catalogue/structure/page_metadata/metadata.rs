//! What the head says of the page.

use super::placeholder::is_unfilled;
use crate::catalogue::extraction::raw_html_content::has_no_text;
use crate::catalogue::structure::headings::is_letter_of_index;
use crate::check::Context;
use crate::page::Part;
use crate::page::names::{comparable, unescape};
use crate::page::title::names_no_page;
use crate::report::PageKind;
use crate::weights::TITLE_CELLS;

/// What the head says.
pub(super) struct Metadata<'a> {
    pub(super) titles: usize,
    /// The line of a title that is there and says nothing, where there is no other.
    pub(super) empty_title: Option<u32>,
    pub(super) title: &'a str,
    /// Whether it says too little; a home page may bear the name of its site, and documentation
    /// that of its subject, however short: `brew(1)`.
    pub(super) is_narrow: bool,
    pub(super) is_unfilled: bool,
    /// Whether it is a placeholder, or says no more: `index`.
    pub(super) names_no_page: bool,
    pub(super) description: Description,
}

/// What the meta description is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Description {
    Own,
    Missing,
    Unfilled,
    Title,
    Site,
    /// There is none, and none is missed: the title of a part of an index says all that it has.
    Needless,
    /// The same of what a tool made of source code: nobody writes such a page, or describes it.
    Generated,
    /// The same of a page of a manual that has no text: there is nothing to describe until it does.
    Empty,
}

impl Description {
    /// Whether the page needs another one.
    pub(super) fn is_missed(self) -> bool {
        !matches!(self, Self::Own | Self::Needless | Self::Generated | Self::Empty)
    }
}

impl<'a> Metadata<'a> {
    pub(super) fn of(context: &Context<'a>) -> Self {
        let page = context.page;
        let title = page.document.title();
        let names_no_page = names_no_page(title, &page.final_url);
        let is_of_site = context.subject.kind == PageKind::Home && context.sites.is_one(title);
        Self {
            titles: page.document.titles.len(),
            empty_title: page
                .document
                .empty_titles
                .first()
                .copied()
                .filter(|_| page.document.titles.is_empty()),
            title,
            is_narrow: display_cells(title) < TITLE_CELLS
                && !is_of_site
                && !names_no_page
                && context.subject.kind != PageKind::Docs,
            is_unfilled: is_unfilled(title, &context.sites),
            names_no_page,
            description: description(context, title),
        }
    }
}

fn description(context: &Context<'_>, title: &str) -> Description {
    let written = context.page.meta("description").map(unescape).unwrap_or_default();
    let said = comparable(&written);
    let is_title = [title, &context.title.text].into_iter().any(|title| comparable(title) == said);
    let part = context.page.document.kind.part;
    let is_generated = matches!(part, Some(Part::Entry | Part::Index));
    match () {
        // Signs alone say nothing.
        () if said.is_empty() && is_letter_of_index(context) => Description::Needless,
        () if said.is_empty() && is_generated => Description::Generated,
        () if said.is_empty() && context.page.document.is_of_manual() && has_no_text(context) => {
            Description::Empty
        }
        () if said.is_empty() => Description::Missing,
        () if is_unfilled(&written, &context.sites) => Description::Unfilled,
        () if is_title && part == Some(Part::Index) => Description::Generated,
        () if is_title => Description::Title,
        () if context.sites.is_one(&written) => Description::Site,
        () => Description::Own,
    }
}

/// How wide a text is shown: Han, Kana, Hangul and full-width letters take two cells (UAX #11).
pub(super) fn display_cells(text: &str) -> usize {
    let is_wide = |char: char| {
        matches!(char,
            '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{303E}' | '\u{3041}'..='\u{A4CF}'
            | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE6F}'
            | '\u{FF01}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}' | '\u{1F300}'..='\u{1FAFF}'
            | '\u{20000}'..='\u{3FFFD}')
    };
    text.chars().map(|char| 1 + usize::from(is_wide(char))).sum()
}
