//! The findings of many pages by what has to be edited: causes instead of lists.
//!
//! Findings with one fix are one cause, whichever checks found them, if the fix says to do the same
//! on each page ([`instruction`]). Pages that fail and pages that only warn are two. What holds for 80 %
//! of the pages of a template is said of the template, and what holds for 80 % of all pages of the
//! site. What such a template lacks is one cause, even where single pages lack less of it.

mod cause;
mod group;
mod instruction;
mod mixed;
mod read;
mod saying;

pub use cause::{Cause, CauseFix, FoundCheck, PAGES_NAMED, PageRowFindings, Scope};
pub use group::causes;
