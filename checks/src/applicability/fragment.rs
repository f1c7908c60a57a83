//! Parts that other pages include, and that a tool made a page of, too.

use crate::page::Page;
use crate::page::title::{before_last_part, is_placeholder};
use crate::weights::{HARDLY_ANY_TEXT, NEARLY_NO_TEXT};

/// Whether a page is such a part: nobody gave it a title or a heading, and it has a sentence or two,
/// which no script adds to.
pub(super) fn is_fragment(page: &Page) -> bool {
    let document = &page.document;
    let is_short = (NEARLY_NO_TEXT..HARDLY_ANY_TEXT).contains(&document.main.word_equivalents);
    is_short
        && document.h1.is_empty()
        && document.outline.main_headings().next().is_none()
        && document.titles.iter().all(|title| names_nothing(&title.value))
        && !document.is_scripted()
        && !document.cut_short
}

/// Whether a title, or all of it but the site's name, says nothing.
fn names_nothing(title: &str) -> bool {
    let own = before_last_part(title).map_or(title, |(own, _)| own);
    title.trim().is_empty() || is_placeholder(own)
}
