//! The headings that may name the page, and how their words are compared with others.

mod first;
mod logos;
mod words;

pub(super) use first::{Candidate, FirstHeadings};
pub(super) use words::{keys, speaks_of, tokens};
