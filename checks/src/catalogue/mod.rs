//! The checks, by category. One folder each; the page in it is what users read.

pub mod access;
pub mod evidence;
pub mod extraction;
pub mod indexing;
pub mod provenance;
pub mod structure;
pub mod structured_data;
#[cfg(test)]
pub(crate) mod test_html;
#[cfg(test)]
pub(crate) mod test_page;
