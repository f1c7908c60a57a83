//! When the page was published and last changed, by what it declares and by what readers see.

mod candidates;
mod date;
mod entries;
mod filed;
mod parse;
pub(crate) mod places;
mod shown;
mod text;

pub use candidates::{DateCandidate, DateMeaning, DateSource, Dates};
pub use date::{Date, Precision};
pub(crate) use entries::are_dated_entries;
pub(crate) use filed::{filed_month, is_dated, numbered_month};
pub use shown::ShownDates;
pub(crate) use shown::locale;
pub use text::{DatedText, Locale, knows_months};
pub(crate) use text::{is_month, month_named};
