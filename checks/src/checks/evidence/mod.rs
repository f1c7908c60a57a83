//! The page backs what it says.

mod callouts;
mod digits;
mod grade;
mod inline_quotes;
pub mod keyword_stuffing;
mod link_hosts;
mod model_orders;
mod named_numbers;
mod number;
mod outbound;
pub mod outbound_citations;
mod prose;
pub mod prose_readability;
mod quantities;
mod quantity_words;
pub mod quotations;
pub mod statistics;

#[cfg(test)]
mod test_prose;

use crate::check::Check;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &statistics::Statistics,
    &outbound_citations::OutboundCitations,
    &quotations::Quotations,
    &prose_readability::ProseReadability,
    &keyword_stuffing::KeywordStuffing,
];
