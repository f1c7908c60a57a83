//! The page's structured data is right.

mod about_page;
pub mod jsonld_valid;
pub mod schema_matches_page;
pub mod schema_type_complete;

use crate::check::Check;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &jsonld_valid::JsonLdValid,
    &schema_type_complete::SchemaTypeComplete,
    &schema_matches_page::SchemaMatchesPage,
];

#[cfg(test)]
mod tests;
