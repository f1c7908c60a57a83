//! What a text has of lists and tables.

use crate::page::outline::{BlockFact, List, Table};

/// The lists and tables of the main content.
pub(super) struct Found<'a> {
    pub(super) lists: Vec<&'a List>,
    /// Lists with less items or words than that takes.
    pub(super) small: Vec<&'a List>,
    /// What the best of those is worth.
    pub(super) small_worth: u8,
    /// Lists that say nothing of their own: links, notes, a few words.
    pub(super) others: usize,
    /// Tables of data with header cells.
    pub(super) tables: Vec<&'a Table>,
    /// Tables of data without.
    pub(super) bare_tables: Vec<&'a Table>,
    /// Paragraphs in a row that begin as items do.
    pub(super) typed: Vec<&'a BlockFact>,
    /// Blocks that draw a table with strokes.
    pub(super) drawn: Vec<&'a BlockFact>,
}
