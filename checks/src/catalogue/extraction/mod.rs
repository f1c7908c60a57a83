//! The page's text can be read.

pub mod content_wall;
pub mod html_budget;
pub mod language;
pub mod main_content;
pub mod raw_html_content;

use crate::check::Check;

/// The checks that hold once a page has text, and may not apply before.
const NEED_TEXT: &[&str] = &[
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

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &raw_html_content::RawHtmlContent,
    &main_content::MainContentCheck,
    &html_budget::HtmlBudget,
    &content_wall::ContentWall,
    &language::Language,
];
