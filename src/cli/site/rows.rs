//! The rows of a run, read from its state in the order of their URLs.

use std::io;

use super::ignoring::Ignoring;
use super::shared::Shared;
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
    /// What the reports of several pages propose alike, once whole reports were asked for.
    pub(super) shared: Option<Shared>,
}

impl RunRows<'_> {
    /// Counts what the whole reports propose. It takes reading all of them once more.
    fn count_shared(&mut self) -> io::Result<Shared> {
        let mut shared = Shared::default();
        for name in self.names {
            let row = self.state.row(name).map_err(io::Error::other)?;
            let report = row.and_then(|row| row.scan?.report);
            report.iter().for_each(|report| shared.count(report));
        }
        Ok(shared)
    }

    /// Hands over each row, also those of pages that only lead to others.
    ///
    /// # Errors
    /// Where the state can't be read, and those of `each`.
    pub(super) fn visit_all(
        &mut self,
        each: &mut dyn FnMut(&PageRow) -> io::Result<()>,
    ) -> io::Result<()> {
        self.ignored.clear();
        if self.full && self.shared.is_none() {
            self.shared = Some(self.count_shared()?);
        }
        for name in self.names {
            let row = self.state.row(name).map_err(io::Error::other)?;
            let Some(mut row) = row else { continue };
            row.fetched_at = None;
            self.ignoring.count(&row, &mut self.ignored);
            if let Some(scan) = &mut row.scan {
                scan.report = scan.report.take().filter(|_| self.full);
                if let (Some(report), Some(shared)) = (&mut scan.report, &self.shared) {
                    shared.take_out(report);
                }
            }
            each(&row)?;
        }
        Ok(())
    }
}

impl Rows for RunRows<'_> {
    fn visit(&mut self, each: &mut dyn FnMut(&PageRow) -> io::Result<()>) -> io::Result<()> {
        self.visit_all(&mut |row| if row.is_counted_apart() { Ok(()) } else { each(row) })
    }
}
