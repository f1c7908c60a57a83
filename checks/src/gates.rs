//! What stands between each engine and the page, by robots.txt and robots directives.

use crate::catalogue::indexing;
use crate::check::Context;
use crate::engines::{ENGINE_COUNT, ENGINES, Engine, Factor, Gates};
use crate::report::ReachReason;
use crate::robots::RobotsFile;

/// Checks that are taken for mended, of those from which a gate follows directly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mended {
    /// `robots-search-bots`.
    pub(crate) search_bots: bool,
    /// `robots-user-fetchers`.
    pub(crate) user_fetchers: bool,
    /// `indexable`.
    pub(crate) indexing: bool,
    /// `snippet-eligible`.
    pub(crate) snippet: bool,
}

impl Mended {
    /// Takes that check for mended; most checks hold no gate.
    pub(crate) fn mend(&mut self, check: &str) {
        match check {
            "robots-search-bots" => self.search_bots = true,
            "robots-user-fetchers" => self.user_fetchers = true,
            "indexable" => self.indexing = true,
            "snippet-eligible" => self.snippet = true,
            _ => {}
        }
    }
}

/// The gates of every engine but those that follow from the text.
pub(crate) fn gates(context: &Context<'_>, mended: Mended) -> [Gates; ENGINE_COUNT] {
    ENGINES.map(|engine| {
        let open = |is_mended: bool, factor: &dyn Fn() -> Factor| match is_mended {
            true => Factor::OPEN,
            false => factor(),
        };
        Gates {
            access: access(context, &engine, mended),
            indexing: open(mended.indexing, &|| {
                let now = context.page.fetched_at;
                indexing::indexable::factor(&context.directives, &engine, now)
            }),
            snippet: open(mended.snippet, &|| {
                indexing::snippet_eligible::factor(&context.directives, &engine)
            }),
            ..Gates::OPEN
        }
    })
}

/// How far robots.txt lets that engine reach the page. Where two crawlers serve one engine, each
/// counts for half. What could not be seen, and what is mended, bars nobody.
fn access(context: &Context<'_>, engine: &Engine, mended: Mended) -> Factor {
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
