//! When the page was published and last changed, by what it declares.

mod candidates;
mod date;
mod parse;
mod visible;

pub use candidates::{DateCandidate, DateMeaning, DateSource, Dates};
pub use date::{Date, Precision};
pub(crate) use visible::is_month;
pub use visible::{DatedText, knows_months};
