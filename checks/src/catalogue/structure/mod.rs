//! The text is built to be quoted.

pub mod answer_first;
pub mod content_depth;
mod entry;
pub mod heading_outline;
pub(crate) mod headings;
pub(crate) use headings::{is_box, names_step};
pub mod lists_tables;
mod man_page;
pub mod page_metadata;
mod retired;
pub mod section_length;
#[cfg(test)]
mod test_read;
#[cfg(test)]
mod tests_of_chapters;
#[cfg(test)]
mod tests_of_declarations;
#[cfg(test)]
mod tests_of_generators;
#[cfg(test)]
mod tests_of_haddock;
#[cfg(test)]
mod tests_of_javadoc;
#[cfg(test)]
mod tests_of_old_manuals;
#[cfg(test)]
mod tests_of_references;
pub mod title_h1_match;

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
