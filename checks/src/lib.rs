//! What a page is worth to AI answer engines: pure functions from a [`page::snapshot::Snapshot`]
//! to a [`report::Report`]. No input or output, no clock, no threads.

pub mod agents;
pub mod applicability;
pub mod catalogue;
pub mod challenge;
pub mod check;
pub mod compare;
mod data;
pub mod directives;
pub mod edit;
pub mod engines;
mod escape;
pub mod evaluate;
pub mod excerpt;
pub mod failure;
pub mod fix;
#[cfg(any(test, debug_assertions))]
pub mod fuzzing;
mod gates;
mod grade;
mod hash;
mod json_ld;
mod letters;
mod link_header;
mod lists;
mod memo;
mod needles;
pub mod page;
mod paste;
pub mod patch;
pub mod patience;
pub mod probe;
pub mod questions;
pub mod quoted;
pub mod reading;
mod recommend;
pub mod reference;
pub mod registry;
pub mod rendered;
pub mod report;
pub mod robots;
pub mod sandbox;
pub mod score;
pub mod site;
pub mod sitemap;
pub mod stage;
pub mod supporting;
mod table;
mod tool_settings;
pub mod url;
mod versions;
pub mod viewer;
pub mod weights;
mod wording;

pub use paste::listed;
pub use wording::{capitalised, grouped};
