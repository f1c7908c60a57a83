//! What is opened by giving a page its text.

/// The checks that hold once a page has text, and may not apply before.
pub(crate) const NEED_TEXT: &[&str] = &[
    "content-wall",
    "main-content",
    "html-budget",
    "heading-outline",
    "answer-first",
    "section-length",
    "lists-tables",
    "content-depth",
    "statistics",
    "outbound-citations",
    "quotations",
    "prose-readability",
    "keyword-stuffing",
];
