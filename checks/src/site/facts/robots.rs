//! What keeps engines from a page.

use super::{Blocked, Standing};
use crate::catalogue::indexing::indexable::factor;
use crate::check::Context;
use crate::engines::{ENGINES, Engine};
use crate::excerpt::excerpt;
use crate::page::snapshot::PageEnd;
use crate::robots::{RobotsFile, RobotsVerdict};

/// The engine whose crawler decides whether a page counts as indexable.
const GOOGLE: &Engine = &ENGINES[0];

/// The engines whose crawlers a rule of robots.txt keeps out.
pub(super) fn blocked(context: &Context<'_>) -> Vec<Blocked> {
    let found = ENGINES.iter().filter_map(|engine| {
        let verdict = verdict(context, engine)?;
        let line = verdict.line.filter(|_| !verdict.allowed)?;
        Some(Blocked {
            engine: engine.id.to_owned(),
            crawler: engine.search_token.to_owned(),
            line: line.number,
            rule: excerpt(&line.text),
        })
    });
    found.collect()
}

fn verdict(context: &Context<'_>, engine: &Engine) -> Option<RobotsVerdict> {
    match &context.robots {
        Some(RobotsFile::Rules(rules)) => {
            Some(rules.verdict(engine.search_token, &context.page.final_url))
        }
        // A server that fails for a moment says nothing of the site.
        _ => None,
    }
}

/// Whether Google can index the page.
pub(super) fn standing(context: &Context<'_>) -> Standing {
    let page = context.page;
    let status = page.answer().map_or(0, |answer| answer.status);
    let is_there = page.end == PageEnd::Answered && (200..=299).contains(&status);
    match () {
        () if !is_there => Standing::Gone,
        // Whoever is kept out does not see the directives.
        () if verdict(context, GOOGLE).is_some_and(|verdict| !verdict.allowed) => Standing::Blocked,
        // Whether it may be indexed makes no difference: it isn't the page to index.
        () if context.subject.is_forwarding => Standing::Forwarding,
        () if factor(&context.directives, GOOGLE, page.fetched_at).percent == 0 => {
            Standing::Noindex
        }
        () if context.subject.is_frame_of_results || context.subject.is_frame_of_list => {
            Standing::Frame
        }
        () => Standing::Indexable,
    }
}
