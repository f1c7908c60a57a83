//! What the fixes of a page's main heading share.

use crate::catalogue::structure::headings::{Candidate, FirstHeadings};
use crate::check::Context;
use crate::fix::Fix;
use crate::paste;
use crate::quoted::Quoted;
use crate::report::PageKind;
use crate::wording::plural;

/// The most characters of the page's words in the title of a fix.
pub(super) const NAMED_CHARACTERS: usize = 80;
/// The most characters of the page's words in a snippet.
pub(super) const SNIPPET_CHARACTERS: usize = 200;
/// What it takes to change an element whose text is there: an edit of the template.
pub(super) const TEMPLATE_EFFORT: u8 = 2;

/// How one sees that a page has one H1 that matches its title.
pub(super) const VERIFY: &str = "In the browser's console, run `document.querySelectorAll('h1')`. It returns \
                      one element, with the words of `document.title` apart from the site's name.";

/// Names of the site in H1s that have a step of their own.
const LOGOS: usize = 3;

/// What stands below the main heading of a page of that kind.
pub(super) fn below_heading(context: &Context<'_>) -> &'static str {
    match context.subject.kind {
        PageKind::Article => "the author, the date and the first paragraph",
        PageKind::Docs | PageKind::Qa => "the text",
        PageKind::Home | PageKind::Listing | PageKind::Product | PageKind::Other => "the content",
    }
}

/// The lines of an H1 and of its copies.
pub(super) fn lines_of(headings: &FirstHeadings<'_>, one: &Candidate<'_>) -> Vec<u32> {
    let copies = headings.copies_of(one).map(|copy| copy.heading.place.line);
    std::iter::once(one.heading.place.line).chain(copies).collect()
}

/// "line 5", "lines 5 and 6"; a line that has several is named once.
pub(super) fn lines(all: &[u32]) -> String {
    let mut all = all.to_vec();
    all.sort_unstable();
    all.dedup();
    let numbers: Vec<String> = all.iter().map(u32::to_string).collect();
    format!("{} {}", plural(all.len(), "line", "lines"), paste::listed(&numbers))
}

/// Demotes the H1s that name the site or a section, beside which the page's own would be a second.
pub(super) fn without_logos(fix: Fix, headings: &FirstHeadings<'_>) -> Fix {
    let mut names: Vec<&str> = Vec::new();
    for logo in &headings.logos {
        if !names.contains(&logo.text) {
            names.push(logo.text);
        }
    }
    names.iter().take(LOGOS).fold(fix, |fix, name| {
        let same = headings.logos.iter().filter(|logo| logo.text == *name);
        let at: Vec<u32> = same.map(|logo| logo.heading.place.line).collect();
        let count = at.len();
        fix.step(format!(
            "Turn the {} {} ({}), which {} the site or a section, into {}.",
            plural(count, "H1", "H1s"),
            Quoted::of(name, NAMED_CHARACTERS),
            lines(&at),
            plural(count, "names", "name"),
            plural(count, "a link or a `<div>`", "links or `<div>` elements")
        ))
    })
}

/// Demotes the H1s that no other step names: a logo in the header, the titles of cards below the
/// content, the title of a window that a button opens.
pub(super) fn without_others(context: &Context<'_>, fix: Fix, headings: &FirstHeadings<'_>) -> Fix {
    let named = || headings.candidates.iter().chain(&headings.copies).chain(&headings.logos);
    let all = context.page.document.outline.headings.iter().filter(|heading| heading.level == 1);
    let others = all.filter(|heading| !named().any(|one| one.heading == *heading));
    let others: Vec<u32> = others.map(|heading| heading.place.line).collect();
    match others.len() {
        0 => fix,
        count => fix.step(format!(
            "Turn the {} that {} the page, on {}, into {}, too.",
            plural(count, "H1", "H1s"),
            plural(count, "doesn't name", "don't name"),
            lines(&others),
            plural(count, "a `<div>`", "`<div>` elements")
        )),
    }
}
