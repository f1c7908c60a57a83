//! The headings that may name the page, and how their words are compared with others.

mod first;
mod labels;
mod logos;
mod words;

pub(super) use first::{Candidate, FirstHeadings};
pub(crate) use labels::is_box;
pub(super) use labels::is_callout;
pub(super) use words::{keys, similarity, speaks_of, tokens};
