//! The entry of the page in the sitemaps, and what is wrong with it.

use crate::check::Context;
use crate::directives::parse_date;
use crate::sitemap::{
    SitemapEntry, SitemapFacts, SitemapFetch, SitemapFormat, SitemapSurvey, parse_w3c_date,
};
use crate::weights::{LASTMOD_AHEAD_HOURS, LASTMOD_APART_DAYS, LASTMODS_ALIKE};

/// Milliseconds of an hour and of a day.
const HOUR: i64 = 3_600_000;

const DAY: i64 = 24 * HOUR;

/// The entry of the page: an exact one, else a near one.
pub(super) fn listed(survey: &SitemapSurvey) -> Option<(&SitemapFacts, &SitemapEntry)> {
    let facts = survey.sitemaps.iter().filter_map(SitemapFetch::facts);
    let entries = facts.flat_map(|facts| facts.matches.iter().map(move |entry| (facts, entry)));
    entries.max_by_key(|(_, entry)| (entry.exact, entry.lastmod.is_some()))
}

/// What keeps an entry from passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryDefect {
    Spelling,
    Undated,
    NoDate,
    Future,
    /// So many dates are one.
    Alike(u32),
    /// The page's own date and the sitemap's, in milliseconds since 1970-01-01T00:00:00Z.
    Apart {
        own: i64,
        at: i64,
    },
}

/// The first defect of an entry.
pub(super) fn entry_defect(
    context: &Context<'_>,
    facts: &SitemapFacts,
    entry: &SitemapEntry,
) -> Option<EntryDefect> {
    if !entry.exact {
        return Some(EntryDefect::Spelling);
    }
    let Some(lastmod) = &entry.lastmod else { return Some(EntryDefect::Undated) };
    let at = match facts.format {
        Some(SitemapFormat::Rss | SitemapFormat::Atom) => parse_date(lastmod),
        _ => parse_w3c_date(lastmod),
    };
    let Some(at) = at else { return Some(EntryDefect::NoDate) };
    if at > context.page.fetched_at.saturating_add(LASTMOD_AHEAD_HOURS * HOUR) {
        return Some(EntryDefect::Future);
    }
    if facts.lastmods_alike && facts.lastmods_total >= LASTMODS_ALIKE {
        return Some(EntryDefect::Alike(facts.lastmods_total));
    }
    let own = context.modified_at?;
    ((own - at).abs() > LASTMOD_APART_DAYS * DAY).then_some(EntryDefect::Apart { own, at })
}
