//! Engines may index and quote the page.

pub mod canonical;
mod canonical_declared;
mod canonical_target;
pub mod indexable;
pub mod snippet_eligible;
