//! The rows of a run, read from its state in the order of their URLs.

use std::io;

use super::ignoring::Ignoring;
use super::state::State;
use crate::render::site::row::{PageRow, Rows};

/// The rows of a run, as outputs have them.
pub(super) struct RunRows<'a> {
    pub(super) state: &'a mut State,
    /// The pages, sorted.
    pub(super) names: &'a [String],
    pub(super) ignoring: &'a Ignoring,
    /// Whether rows have whole reports.
    pub(super) full: bool,
    /// Pages where each ignored check had a finding, once all rows were visited.
    pub(super) ignored: Vec<usize>,
}

impl Rows for RunRows<'_> {
    fn visit(&mut self, each: &mut dyn FnMut(&PageRow) -> io::Result<()>) -> io::Result<()> {
        self.ignored.clear();
        for name in self.names {
            let row = self.state.row(name).map_err(io::Error::other)?;
            let Some(mut row) = row else { continue };
            row.fetched_at = None;
            self.ignoring.count(&row, &mut self.ignored);
            if let (false, Some(scan)) = (self.full, &mut row.scan) {
                scan.report = None;
            }
            each(&row)?;
        }
        Ok(())
    }
}
