//! What stands between each engine and the page, by robots.txt and robots directives.

use crate::catalogue::{access, indexing};
use crate::check::Context;
use crate::engines::{ENGINE_COUNT, ENGINES, Factor, Gates};

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
            access: access::factor(context, &engine, mended),
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
