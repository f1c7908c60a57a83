//! What `citable site` can be told, on the command line and in `citable.toml`.

mod all;
mod file;
mod lists;
mod output;
mod wanted;

pub(super) use all::{MAX_AGE_HOURS, MAX_PAGES, Options, STATE, Thresholds};
pub(super) use file::{FileChoice, find};
pub(super) use lists::Ignored;
pub(super) use output::{Format, Output};
pub(super) use wanted::FailOn;
