#![doc = include_str!("sitemap-entry.md")]

use chrono::{DateTime, SecondsFormat};

use super::canonical_declared::effective_canonical;
use super::canonical_target::Difference;
use super::sitemap_absence::judge_absence;
use super::sitemap_details::details;
use crate::check::{About, Check, Context, Finding, measure};
use crate::directives::parse_date;
use crate::page::snapshot::Source;
use crate::report::EvidenceStrength;
use crate::sitemap::{
    SitemapEntry, SitemapFacts, SitemapFetch, SitemapFormat, SitemapSurvey, parse_w3c_date,
};
use crate::weights::{LASTMOD_AHEAD_HOURS, LASTMOD_APART_DAYS, LASTMODS_ALIKE};

/// Milliseconds of an hour and of a day.
const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// The check.
pub struct SitemapEntryCheck;

impl Check for SitemapEntryCheck {
    fn about(&self) -> &'static About {
        &About {
            id: "sitemap-entry",
            title: "The page is in a sitemap, with the date of its last change",
            strength: EvidenceStrength::Moderate,
            effort: 2,
            needs_page: true,
            doc: include_str!("sitemap-entry.md"),
            why: "",
            sources: &[],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        if page.source != Source::Web {
            return Finding::not_applicable("The sitemaps of a local file's site are not fetched.");
        }
        if context.directives.generic().noindex {
            return Finding::not_applicable(
                "The page asks not to be indexed, so it belongs in no sitemap.",
            );
        }
        let canonical = effective_canonical(&page.final_url, page.answer(), &page.document);
        if canonical.is_some_and(|(_, difference)| difference > Difference::OtherPath) {
            return Finding::not_applicable(
                "The page names another one as canonical, and that is what a sitemap should list.",
            );
        }
        let Some(survey) = &page.supporting.sitemaps else {
            return Finding::could_not_see("The site's sitemaps could not be seen.");
        };
        match listed(survey) {
            Some((facts, entry)) => judge_entry(context, facts, entry),
            None => judge_absence(context, survey),
        }
        .with_all(details(survey))
    }
}

/// The entry of the page: an exact one, else a near one.
fn listed(survey: &SitemapSurvey) -> Option<(&SitemapFacts, &SitemapEntry)> {
    let facts = survey.sitemaps.iter().filter_map(SitemapFetch::facts);
    let entries = facts.flat_map(|facts| facts.matches.iter().map(move |entry| (facts, entry)));
    entries.max_by_key(|(_, entry)| (entry.exact, entry.lastmod.is_some()))
}

fn judge_entry(context: &Context<'_>, facts: &SitemapFacts, entry: &SitemapEntry) -> Finding {
    if !entry.exact {
        return Finding::warn(
            "A sitemap lists the page under another spelling of its address; engines take what \
             they find there for another page first.",
        );
    }
    let Some(lastmod) = &entry.lastmod else {
        return Finding::warn("A sitemap lists the page without a date (lastmod).");
    };
    let at = match facts.format {
        Some(SitemapFormat::Rss | SitemapFormat::Atom) => parse_date(lastmod),
        _ => parse_w3c_date(lastmod),
    };
    let Some(at) = at else {
        return Finding::warn(
            "A sitemap lists the page with a date that is no W3C date, such as 2026-11-20 or \
             2026-11-20T10:00:00Z.",
        );
    };
    if at > context.page.fetched_at.saturating_add(LASTMOD_AHEAD_HOURS * HOUR) {
        return Finding::warn("A sitemap lists the page with a date that lies in the future.");
    }
    if facts.lastmods_alike && facts.lastmods_total >= LASTMODS_ALIKE {
        return Finding::warn(format!(
            "Each of the {} dates of the sitemap is the same: that is when it was built, and tells \
             nothing about the page.",
            facts.lastmods_total
        ));
    }
    match context.modified_at {
        Some(own) if (own - at).abs() > LASTMOD_APART_DAYS * DAY => Finding::warn(format!(
            "The sitemap's date of the last change is more than {LASTMOD_APART_DAYS} days from the \
             page's own."
        ))
        .with(instant("The page's own date", own))
        .with(instant("The sitemap's date", at)),
        _ => Finding::pass("A sitemap lists the page with the date of its last change."),
    }
}

fn instant(label: &str, at: i64) -> crate::report::Detail {
    let at = DateTime::from_timestamp_millis(at).unwrap_or_default();
    measure(label, at.to_rfc3339_opts(SecondsFormat::Secs, true))
}
