//! The page says who wrote it, and when.

pub mod author_byline;
pub mod dates_declared;
pub mod freshness;
pub mod publisher_identity;
pub(crate) mod trusted_dates;

use crate::check::Check;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &author_byline::AuthorByline,
    &dates_declared::DatesDeclared,
    &freshness::Freshness,
    &publisher_identity::PublisherIdentity,
];
