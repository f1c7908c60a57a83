//! The headings that may name the page, and how their words are compared with others.

mod alphabet;
mod bold;
mod first;
mod labels;
mod level;
mod logos;
mod parts;
mod steps;
mod words;

pub(crate) use crate::page::box_names::is_box;
pub(crate) use alphabet::is_letter_of_index;
pub(super) use alphabet::{is_alphabetical, is_letter};
pub(super) use bold::{bold_lines, steps_for_bold};
pub(super) use first::Candidate;
pub(crate) use first::FirstHeadings;
pub(crate) use labels::Callouts;
pub(super) use labels::is_label;
pub(super) use level::level_within;
pub(super) use logos::beside_name;
pub(super) use parts::{is_of_section, names_part, names_questions};
pub(crate) use steps::names_step;
pub(super) use steps::step_number;
pub(crate) use words::tokens;
pub(super) use words::{keys, similarity, speaks_of};
