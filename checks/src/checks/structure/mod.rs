//! The text is built to be quoted.

pub mod answer_first;
pub mod content_depth;
mod first_heading;
pub mod heading_outline;
mod lead;
mod lead_blocks;
mod lead_words;
mod level_skips;
pub mod lists_tables;
mod logo_headings;
pub mod page_metadata;
mod placeholder;
pub mod section_length;
#[cfg(test)]
mod test_read;
pub mod title_h1_match;
mod words;

use crate::check::Check;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &page_metadata::PageMetadata,
    &title_h1_match::TitleH1Match,
    &heading_outline::HeadingOutline,
    &answer_first::AnswerFirst,
    &section_length::SectionLength,
    &lists_tables::ListsTables,
    &content_depth::ContentDepth,
];
