//! What a caller of this crate sees: pages that are read and judged, in one program, so that the
//! crate is linked once.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot be set up fails, and one that is passed over says why"
)]

mod cut_short;
mod encyclopedia;
mod judging;
mod judging_pages;
mod judging_robots;
mod judging_supporting;
mod length;
mod main_content;
#[path = "../marked/mod.rs"]
mod marked;
mod markup;
mod order_of_fixes;
mod own_voice;
mod patience;
mod properties;
mod provenance;
mod questions;
mod sandbox;
mod site_facts;
mod sitemaps;
mod structured_data;
mod support;
