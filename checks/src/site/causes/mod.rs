//! The findings of many pages by what has to be edited: causes instead of lists.
//!
//! Findings of one check with one status and one fix are one cause. What holds for 80 % of the
//! pages of a template is said of the template, and what holds for 80 % of all pages of the site.

mod cause;
mod group;
mod read;

pub use cause::{Cause, CauseFix, FoundCheck, PageRowFindings, Scope};
pub use group::causes;
