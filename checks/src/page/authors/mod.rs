//! Who wrote the page, by what it declares and shows.

mod bylines;
mod candidates;
mod credits;
mod editors;
mod section;
mod site;

pub use candidates::{AuthorCandidate, AuthorKind, AuthorSource, Authors};
pub(crate) use section::has_section;
pub(crate) use site::initials;
pub use site::{SiteName, SiteNameSource, SiteNames};
