//! The page's structured data is right.

pub(crate) mod json_ld;

use crate::check::Check;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[];
