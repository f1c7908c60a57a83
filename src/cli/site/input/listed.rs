//! What was found of pages.

use citable_checks::site::Listed;

use super::page::PageSource;

/// The pages that were found, and what is to be said of them.
#[derive(Clone, Debug, Default)]
pub(in crate::cli::site) struct Gathered {
    /// The pages, in the order of their source.
    pub(in crate::cli::site) pages: Vec<PageSource>,
    /// What the sitemaps list.
    pub(in crate::cli::site) listed: Vec<Listed>,
    /// Entries of the sitemaps of a folder that have no file in it.
    pub(in crate::cli::site) missing: Vec<String>,
    /// Whether the sitemaps list more than that.
    pub(in crate::cli::site) listing_cut: bool,
    /// What was left out, and why.
    pub(in crate::cli::site) notes: Vec<String>,
}

impl Gathered {
    pub(in crate::cli::site) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Says how many of something were left out, if any.
    pub(in crate::cli::site) fn count(&mut self, count: usize, one: &str, many: &str) {
        match count {
            0 => {}
            1 => self.note(format!("1 {one}")),
            count => self.note(format!("{count} {many}")),
        }
    }
}
