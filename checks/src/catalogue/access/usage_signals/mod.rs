//! Usage signals (contentsignals.org), as several checks read them.

mod edit;
mod heard;
mod vocabulary;

pub(super) use edit::{SignalEdit, robots_signals};
pub(super) use heard::{Heard, Statement};
pub(super) use vocabulary::{Usage, mended};
