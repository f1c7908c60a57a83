//! What accounts have scanned, page by page.

pub(crate) mod deletion;
pub(crate) mod pages;
