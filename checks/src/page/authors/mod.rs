//! Who wrote the page, by what it declares and shows.

mod bylines;
mod candidate;
mod candidates;
mod credits;
mod editors;
mod section;
mod site;

pub use candidate::{AuthorCandidate, AuthorKind, AuthorSource};
pub use candidates::Authors;
pub(crate) use section::has_section;
pub(crate) use site::initials;
pub use site::{SiteName, SiteNameSource, SiteNames};
