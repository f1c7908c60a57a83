//! The checks, by category. Each file's page, beside it, is what users read.

pub mod access;
pub mod extraction;
pub mod indexing;
#[cfg(test)]
pub(crate) mod test_page;
