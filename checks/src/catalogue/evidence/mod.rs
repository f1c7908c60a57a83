//! The page backs what it says.

pub mod keyword_stuffing;
pub mod outbound_citations;
mod phrases;
mod prices;
mod prose;
pub mod prose_readability;
mod quantities;
pub mod quotations;
mod sentence;
mod statement;
pub mod statistics;

#[cfg(test)]
mod test_prose;

use crate::check::Check;

pub(crate) use phrases::{has_none, passages};
pub(crate) use prices::{prices, states_money};
pub(crate) use quantities::is_unit;
pub(crate) use sentence::sentence_at;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &statistics::Statistics,
    &outbound_citations::OutboundCitations,
    &quotations::Quotations,
    &prose_readability::ProseReadability,
    &keyword_stuffing::KeywordStuffing,
];
