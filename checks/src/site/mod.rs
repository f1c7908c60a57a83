//! Many pages judged as one site: what only the set shows.
//!
//! A page ends as [`PageFacts`], which fit into a line of JSON. [`Site`] takes the facts of every
//! page and what the sitemaps list, in any order, and [`Site::judge`] says what the rules find.
//! [`causes()`] groups the findings of single pages by what has to be edited. No rule moves the
//! score of a page.

mod address;
pub mod causes;
mod facts;
mod finding;
mod fold;
mod groups;
mod kept;
mod print;
mod rule;
mod rules;
mod set;
#[cfg(test)]
mod test_site;
mod view;

pub use crate::hash::Hash64;
pub use causes::{Cause, CauseFix, FoundCheck, PAGES_NAMED, PageRowFindings, Scope, causes};
pub use facts::{
    Blocked, Entity, EntityKind, PageFacts, Standing, Template, Translation, page_key, page_links,
};
pub use finding::{FoundPage, Judged, NotJudged, PAGES_SHOWN, Severity, SiteFinding};
pub use print::TextPrint;
pub use rule::{Rule, UnknownRule};
pub use set::{Listed, Site};
