//! Sitemaps: which are to be read, and what one says about the addresses that are looked for.
//!
//! A sitemap may list fifty thousand addresses, and only a few matter to one page. So it is read
//! as it passes, and [`SitemapFacts`] is all that is kept of it.

mod choose;
mod collect;
mod date;
mod facts;
mod found;
mod index;
mod read;
mod source;
mod survey;
#[cfg(test)]
mod tests;
mod xml;

pub use collect::ListedEntry;
pub use date::parse_w3c_date;
pub use facts::{
    LASTMODS_KEPT, SitemapDefect, SitemapEnd, SitemapEntry, SitemapFacts, SitemapFormat,
};
pub use found::{DeclaredBy, SitemapFetch, SitemapOutcome, SitemapSurvey};
pub use index::SitemapIndex;
pub use read::{SitemapReading, list_sitemap, read_sitemap};
pub use survey::Surveyor;
