//! The checks, by category. Each file's page, beside it, is what users read.

pub mod access;
pub mod evidence;
pub mod extraction;
pub mod indexing;
pub mod provenance;
pub mod schema;
pub mod structure;
#[cfg(test)]
pub(crate) mod test_html;
#[cfg(test)]
pub(crate) mod test_page;
