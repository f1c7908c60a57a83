//! The node that says what the page is.

use crate::check::Context;
use crate::page::structured::{NodeRef, Syntax};
use crate::report::PageKind;

/// Types that a page of no other kind may be about.
const WORKS: [&str; 15] = [
    "Article",
    "Recipe",
    "Product",
    "JobPosting",
    "Event",
    "Course",
    "SoftwareApplication",
    "Dataset",
    "Book",
    "SoftwareSourceCode",
    // The older name of the same.
    "Code",
    "HowTo",
    "Review",
    "Episode",
    "VideoObject",
];

/// The types that a page of that kind is expected to be of, in the order in which they are looked
/// for.
pub(super) fn expected(kind: PageKind) -> &'static [&'static str] {
    match kind {
        PageKind::Qa => &["Question", "DiscussionForumPosting", "Article"],
        PageKind::Product => &[
            "Product",
            "SoftwareApplication",
            "Book",
            "Course",
            "Event",
            "Dataset",
            "JobPosting",
            "LocalBusiness",
            "Accommodation",
            "Service",
            "CreativeWorkSeries",
            "Movie",
        ],
        _ => &WORKS,
    }
}

/// The node that says what the page is: of a type that a page of its kind can be, so that a
/// question of a product page is not taken for it.
pub(super) fn about_page<'a>(context: &'a Context<'_>) -> Option<NodeRef<'a>> {
    let addresses = context.page.addresses();
    let addresses: Vec<_> = addresses.iter().collect();
    let data = &context.page.document.markup.structured;
    let types = expected(context.subject.kind);
    let in_syntax = |syntax| data.main_entity_in(syntax, &addresses, types);
    in_syntax(Syntax::JsonLd).or_else(|| in_syntax(Syntax::Microdata))
}
