//! What the fixes for a short text say of a longer one.

use crate::report::PageKind;

/// What a longer text of that kind holds, or a longer legal text.
pub(super) const fn answer(kind: PageKind, is_legal: bool) -> &'static str {
    match kind {
        _ if is_legal => {
            "Answer what readers look up in such a text: whom it applies to, what it covers, since when, \
             and whom to ask"
        }
        PageKind::Docs => {
            "Answer the questions readers ask next: what it is for, how it is used, with an \
             example, which options and defaults it has, where its limits are"
        }
        PageKind::Article => {
            "Answer the questions readers ask next: what led to it, how it works, what it means for \
             them, where its limits are"
        }
        _ => {
            "Answer the questions readers ask next: what it is, how it works, who it is for, what \
             it costs, where its limits are"
        }
    }
}
/// What a longer report of what happened holds.
pub(super) const REPORT: &str = "Say who was involved, what happened, when, where and why, and what \
                                 is expected next";
/// What it rests on.
pub(super) const NO_FILLER: &str =
    "Back each statement with a number, an example or a source. Don't add filler.";
/// Where it stands.
pub(super) const IN_HTML: &str =
    "If the text appears when the page is open in a browser, serve it in the HTML itself.";
/// The checks that apply to a text that is long enough.
pub(super) const OPENED: &[&str] =
    &["answer-first", "heading-outline", "section-length", "statistics"];
