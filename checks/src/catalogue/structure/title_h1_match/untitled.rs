//! The fix of a page without a title whose H1s all stand over text.

use super::parts::{VERIFY, lines, lines_of};
use crate::catalogue::structure::headings::FirstHeadings;
use crate::check::Context;
use crate::fix::Fix;
use crate::page::title::names_no_page;
use crate::paste::in_step;
use crate::url::last_segment;

/// To name the page, which no section does.
pub(super) fn fix(context: &Context<'_>, headings: &FirstHeadings<'_>) -> Fix {
    let count = headings.candidates.len();
    let all: Vec<u32> =
        headings.candidates.iter().flat_map(|one| lines_of(headings, one)).collect();
    let title = format!(
        "Add a title and one H1 that name the page, and change the {count} section H1s to H2"
    );
    let hint = file_name(context)
        .map(|name| format!(" Its file is called {}.", in_step(name)))
        .unwrap_or_default();
    Fix::new("title-h1-match", title, VERIFY)
        .step(format!(
            "Write a `<title>` and, above the first section, one `<h1>` with the same words. They \
             say what the whole page is about.{hint}"
        ))
        .step(format!(
            "Change the headings of the sections from `<h1>` to `<h2>`: {}. If the first of them \
             names the whole page, keep it as the `<h1>`, and use its words in the title.",
            lines(&all)
        ))
        .step("Lower the headings below them by one level, too.")
}

/// The name of the page's file without its ending, where it says something.
fn file_name<'a>(context: &Context<'a>) -> Option<&'a str> {
    let url = &context.page.final_url;
    let name = last_segment(url)?.split('.').next()?;
    let is_word = name.chars().filter(|char| char.is_alphabetic()).nth(2).is_some();
    (is_word && !names_no_page(name, url)).then_some(name)
}
