//! The page says who wrote it, and when.

pub mod author_byline;
pub mod dates_declared;
mod declared_dates;
pub mod freshness;
mod identity_profile;
mod identity_signs;
mod identity_words;
pub mod publisher_identity;
pub(crate) mod visible_names;

use crate::check::Check;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &author_byline::AuthorByline,
    &dates_declared::DatesDeclared,
    &freshness::Freshness,
    &publisher_identity::PublisherIdentity,
];
