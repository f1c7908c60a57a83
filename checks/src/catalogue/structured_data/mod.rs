//! The page's structured data is right.

mod about_page;
mod describe;
mod described;
pub mod jsonld_valid;
mod misplaced;
mod properties;
pub mod schema_matches_page;
pub mod schema_type_complete;

use crate::check::{Check, Context};
use crate::fix::Fix;

pub(crate) use misplaced::naming as misplaced_that_names;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &jsonld_valid::JsonLdValid,
    &schema_type_complete::SchemaTypeComplete,
    &schema_matches_page::SchemaMatchesPage,
];

/// The fix that says in markup what the page is, where a check of this category asks for one and
/// what it gives to paste holds that property: the edit mends whatever else lacks it.
pub(crate) fn fix_that_writes(context: &Context<'_>, property: &str) -> Option<Fix> {
    // What is of little use by itself is no way to mend what matters.
    if describe::is_of_little_use(context) {
        return None;
    }
    let fix =
        schema_type_complete::open_fix(context).or_else(|| jsonld_valid::open_fix(context))?;
    let name = format!("\"{property}\"");
    fix.snippet.as_ref().is_some_and(|snippet| snippet.contains(&name)).then_some(fix)
}

#[cfg(test)]
mod tests;
