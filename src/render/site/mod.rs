//! A site: the reports of many pages, in the forms that people and programs read.
//!
//! A site has no score: a mean hides what matters. What is shown is the median, the lowest pages and
//! the pages of each band. Every form is sorted by the pages' URLs, so it is the same in whatever
//! order they were scanned.

pub mod csv;
pub mod github;
pub mod html;
pub mod json;
pub mod junit;
pub mod overview;
pub mod row;
#[cfg(test)]
pub(crate) mod sample;
pub mod sarif;
pub(super) mod words;
