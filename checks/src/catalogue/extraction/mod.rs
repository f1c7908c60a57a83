//! The page's text can be read.

pub mod content_wall;
pub mod html_budget;
pub mod language;
pub mod main_content;
mod need_text;
pub mod raw_html_content;
mod swallowed;

use crate::check::Check;
pub(crate) use need_text::NEED_TEXT;
pub(crate) use swallowed::fix_swallowed;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &raw_html_content::RawHtmlContent,
    &main_content::MainContentCheck,
    &html_budget::HtmlBudget,
    &content_wall::ContentWall,
    &language::Language,
];
