//! The forms of a report about logs.

mod columns;
mod csv;
mod markdown;
mod numbers;
mod text;

pub(super) use csv::pages as csv;
pub(super) use markdown::report as markdown;
pub(super) use text::report as text;
