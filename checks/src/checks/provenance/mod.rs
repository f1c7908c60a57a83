//! The page says who wrote it, and when.

pub mod author_byline;
pub(crate) mod visible_names;

use crate::check::Check;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[&author_byline::AuthorByline];
