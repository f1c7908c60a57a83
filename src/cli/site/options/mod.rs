//! What `citable site` can be told, on the command line and in `citable.toml`.

mod arguments;
mod fail_on;
mod file;
mod lists;
mod output;

pub(super) use arguments::{MAX_AGE_HOURS, MAX_PAGES, Options, STATE, Thresholds};
pub(super) use fail_on::FailOn;
pub(super) use file::{FileChoice, find};
pub(super) use lists::Ignored;
pub(super) use output::{Format, Output};
