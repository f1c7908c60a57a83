//! The page's structured data is right.

mod amounts;
#[cfg(test)]
mod deletion_tests;
pub(crate) mod json_ld;
pub mod jsonld_valid;
mod properties;
pub mod schema_matches_page;
pub mod schema_type_complete;

use crate::check::Check;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &jsonld_valid::JsonLdValid,
    &schema_type_complete::SchemaTypeComplete,
    &schema_matches_page::SchemaMatchesPage,
];
