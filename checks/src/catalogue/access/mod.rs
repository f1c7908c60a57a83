//! Crawlers can fetch the page.

pub mod content_signals;
pub mod edge_bot_parity;
pub mod http_fetch;
mod robots_edit;
pub mod robots_search_bots;
pub mod robots_user_fetchers;

use crate::check::{Check, Context};
use crate::engines::{Engine, Factor};
use crate::gates::Mended;
use crate::report::ReachReason;
use crate::robots::RobotsFile;

/// The checks of this category, in catalogue order.
pub const CHECKS: &[&dyn Check] = &[
    &http_fetch::HttpFetch,
    &robots_search_bots::RobotsSearchBots,
    &robots_user_fetchers::RobotsUserFetchers,
    &edge_bot_parity::EdgeBotParity,
    &content_signals::ContentSignals,
];

/// How far robots.txt lets that engine reach the page. Where two crawlers serve one engine, each
/// counts for half. What could not be seen, and what is mended, bars nobody.
pub(crate) fn factor(context: &Context<'_>, engine: &Engine, mended: Mended) -> Factor {
    let rules = match &context.robots {
        Some(RobotsFile::Rules(rules)) => rules,
        Some(RobotsFile::ServerError { .. }) if !mended.search_bots => {
            return Factor::limited(0, ReachReason::RobotsBlocked);
        }
        _ => return Factor::OPEN,
    };
    let allowed = |token: &str| rules.verdict(token, &context.page.final_url).allowed;
    let search = mended.search_bots || allowed(engine.search_token);
    let fetches = |token: &'static str| mended.user_fetchers || allowed(token);
    match (search, engine.user_token.map_or(search, fetches)) {
        (true, true) => Factor::OPEN,
        (false, false) => Factor::limited(0, ReachReason::RobotsBlocked),
        _ => Factor::limited(50, ReachReason::RobotsBlocked),
    }
}
