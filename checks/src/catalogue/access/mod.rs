//! Crawlers can fetch the page.

pub mod content_signals;
pub mod edge_bot_parity;
pub mod http_fetch;
mod robots_edit;
pub mod robots_search_bots;
pub mod robots_user_fetchers;
mod usage_signals;
mod verdict;

use crate::check::Check;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &http_fetch::HttpFetch,
    &robots_search_bots::RobotsSearchBots,
    &robots_user_fetchers::RobotsUserFetchers,
    &edge_bot_parity::EdgeBotParity,
    &content_signals::ContentSignals,
];
