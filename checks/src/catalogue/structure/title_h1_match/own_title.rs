//! The fix of a page whose title is that of the site, as its logo is: “Tea · All on leaves” on all
//! pages.

use super::parts::{
    NAMED_CHARACTERS, SNIPPET_CHARACTERS, TEMPLATE_EFFORT, VERIFY, lines, lines_of, without_logos,
    without_others,
};
use crate::catalogue::structure::headings::{Candidate, FirstHeadings, beside_name, tokens};
use crate::check::Context;
use crate::fix::Fix;
use crate::paste;
use crate::quoted::Quoted;
use crate::weights::TITLE_HEADING_PASS;

/// To give the page a title of its own, where none of its H1s says what the title says and the title
/// begins or ends with the words of the logo.
pub(super) fn fix(
    context: &Context<'_>,
    headings: &FirstHeadings<'_>,
    best: Candidate<'_>,
) -> Option<Fix> {
    let whole = context.page.document.title();
    let logo = headings.logos.iter().find(|logo| logo.heading.is_logo)?;
    let (_, separator) = beside_name(whole, logo.text)?;
    // Of several, the first stands above the others.
    let own = headings.candidates.first()?;
    // A word in common with the heading of a later section says nothing.
    let title = tokens(&headings.title);
    let is_first = best.heading == own.heading;
    let common = tokens(best.text).intersection(&title).count();
    if best.similarity >= TITLE_HEADING_PASS && (is_first || common >= title.len().min(2)) {
        return None;
    }
    let quoted = Quoted::of(own.text, NAMED_CHARACTERS);
    let fix = Fix::new(
        "title-h1-match",
        format!("Give the page a title of its own: that of its H1 {quoted}"),
        VERIFY,
    )
    .effort(TEMPLATE_EFFORT)
    .step(format!(
        "Begin the `<title>` with the words of the H1. {} is about the site: it says nothing about \
         this page. The site's name may follow.",
        Quoted::of(whole, NAMED_CHARACTERS)
    ));
    let mut fix = without_others(context, without_logos(fix, headings), headings);
    let others = headings.candidates.iter().filter(|other| other.heading != own.heading);
    let others: Vec<u32> = others.flat_map(|other| lines_of(headings, other)).collect();
    if !others.is_empty() {
        fix = fix
            .step(format!(
                "Keep {quoted} as the only `<h1>`, and change the others to `<h2>`: {}.",
                lines(&others)
            ))
            .step("Lower the headings below them by one level, too.");
    }
    let title = paste::words(own.text, SNIPPET_CHARACTERS);
    let site = paste::words(logo.text, SNIPPET_CHARACTERS);
    Some(fix.snippet(format!(
        "<title>{}{separator}{}</title>",
        paste::html(&title),
        paste::html(&site)
    )))
}
