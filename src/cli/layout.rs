//! How reports are laid out on standard output.

use terminal_size::{Width, terminal_size};

use super::output;
use crate::render::colour_wanted;
use crate::render::text::{Colour, Layout};

/// The columns that a report is never narrower than, and never wider than.
const COLUMNS: (usize, usize) = (30, 120);

/// The layout for standard output; that one where it is no terminal.
pub(super) fn on_standard_output(plain: Layout) -> Layout {
    if !output::is_terminal() {
        return plain;
    }
    let (least, most) = COLUMNS;
    let width = terminal_size().map_or(plain.width, |(Width(columns), _)| columns.into());
    let width = width.clamp(least, most);
    let colour = if colour_wanted() { Colour::Always } else { Colour::Never };
    Layout { width, colour, ..plain }
}
