//! What a page is worth to AI answer engines: pure functions from a [`page::snapshot::Snapshot`]
//! to a [`report::Report`]. No input or output, no clock, no threads.

pub mod failure;
pub mod page;
pub mod report;
pub mod stage;
